"""Test a full disk: the service refuses writes, shows games, and recovers by itself.

A disk is full in two ways: it has no room left (ENOSPC), or the process may use no more of it
(EFBIG, as with a quota). Only root can make a small disk, so elsewhere the test covers only the
second way.
"""

import resource
from pathlib import Path
from typing import Self

import pytest

from tests.support.http.players import be_refused, opened, play_on, playing
from tests.support.servers.readiness import must_not_be_ready, must_show_games, must_work_at_once
from tests.support.servers.site import Site
from tests.support.storage.disks import Disk, can_mount

pytestmark = [pytest.mark.process, pytest.mark.long]

TIMES = 2


class Quota:
    """A limit for the size of the workers' files."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def __enter__(self) -> Self:
        self._site.folder.joinpath("data").mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def fill(self) -> None:
        """Limit all files to the size of the shortest file of the log."""
        self._limit(4096)

    def clear(self) -> None:
        """Remove the limit."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for worker in self._site.workers:
            resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class SmallDisk(Disk):
    """A small disk for the data folder."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.folder / "data", megabytes=16)


DISKS = [Quota, SmallDisk] if can_mount() else [Quota]


@pytest.mark.parametrize("kind", DISKS)
def test_a_full_disk(tmp_path: Path, seed: int, kind: type[Quota | SmallDisk]) -> None:
    """Reads succeed and writes fail; with room again all games go on, and none is half written."""
    with Site(tmp_path) as site, kind(site) as disk:
        with playing(site.start().urls, seed) as players:
            for _ in range(TIMES):
                play_on(players)
                disk.fill()
                be_refused(players)
                for worker in range(2):
                    with site.client(worker) as http:
                        must_not_be_ready(http)
                        must_show_games(http, opened(players))
                disk.clear()
                for worker in range(2):
                    with site.client(worker) as http:
                        must_work_at_once(http)
        site.keeps_its_promises(players, others=TIMES * len(site.workers))
