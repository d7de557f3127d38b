"""Another program holds the lock of the SQLite file for longer than the service waits for it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.settings import FILE_NAME
from tests.support.client import good
from tests.support.players import be_refused, play_on, playing
from tests.support.site import Site

pytestmark = pytest.mark.process


def test_a_file_that_another_program_locks(tmp_path: Path, seed: int) -> None:
    """Games are shown meanwhile; who acts waits, then is told to come again, and can."""
    with Site(tmp_path) as site:
        with playing(site.start().urls, seed) as players:
            play_on(players)
            with closing(sqlite3.connect(tmp_path / "data" / FILE_NAME, timeout=60)) as other:
                other.execute("BEGIN IMMEDIATE")
                be_refused(players, 1)
                with site.client() as http:
                    good(http.get("/readyz"))
                    for player in players:
                        for game in player.opened:
                            good(http.get(f"/v1/games/{game}/events"))
                other.rollback()
            play_on(players)
        site.must_hold(players)
