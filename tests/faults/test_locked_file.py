"""Test a lock of another program on the SQLite file that lasts longer than the service waits."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from service.storage.address import FILE_NAME
from tests.support.http.players import be_refused, opened, play_on, playing
from tests.support.servers import hasty
from tests.support.servers.readiness import must_not_be_ready, must_show_games, must_work_at_once
from tests.support.servers.site import Site

pytestmark = [pytest.mark.process, pytest.mark.long]


def test_a_file_that_another_program_locks(tmp_path: Path, seed: int) -> None:
    """Reads succeed; writers wait, get a 503, and can retry later."""
    with Site(tmp_path, alter=hasty.install) as site:
        with playing(site.start().urls, seed) as players:
            play_on(players)
            with closing(sqlite3.connect(tmp_path / "data" / FILE_NAME, timeout=60)) as other:
                other.execute("BEGIN IMMEDIATE")
                be_refused(players, 1)
                with site.client() as http:
                    must_not_be_ready(http)
                    must_show_games(http, opened(players))
                other.rollback()
                with site.client() as http:
                    must_work_at_once(http)
            play_on(players)
        site.keeps_its_promises(players, others=1)
