"""Test two workers whose clocks jump independently, hours ahead and back."""

from datetime import datetime
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from tests.support.http.client import Table
from tests.support.http.players import play_on, playing
from tests.support.servers import jumping
from tests.support.servers.site import Site

pytestmark = [pytest.mark.process, pytest.mark.long]

JUMPS = 8
HOUR = 3600


def test_clocks_jump(tmp_path: Path, seed: int) -> None:
    """Games go on, and nothing is lost or doubled; within a game, time never goes back."""
    random = Random(seed)
    environment = {"CAROLUS_TEST_CLOCKS": str(tmp_path)}
    with Site(tmp_path, environment=environment, alter=jumping.install) as site:
        with playing(site.start().urls, seed) as players:
            for _ in range(JUMPS):
                play_on(players, 15)
                worker = random.choice(site.workers)
                jumping.jump(tmp_path, worker.pid, random.choice((-30, -3, 0, 3, 30)) * HOUR)
        site.keeps_its_promises(players)
        jumped = 0
        with site.client() as http:
            for player in players:
                for created in player.opened.values():
                    times = [str(event["at"]) for event in Table(http, created).events()]
                    assert times == sorted(times)
                    jumped += any(hours_between(*two) > 1 for two in pairwise(times))
        assert jumped


def hours_between(earlier: str, later: str) -> float:
    """Return the hours between two times."""
    taken = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    return taken.total_seconds() / HOUR
