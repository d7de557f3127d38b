"""The disk under the embedded log is full: nothing is taken, all is told, and it goes on by itself.

A disk is full in two ways: there is no room left (ENOSPC), or who writes may have no more of it
(EFBIG, as with a quota). Only root can make a disk of its own to fill, so elsewhere the second way
is tried alone.
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
    """No file of the workers may grow any more."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def __enter__(self) -> Self:
        self._site.folder.joinpath("data").mkdir()
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def fill(self) -> None:
        """Let no file be longer than the shortest of the log."""
        self._limit(4096)

    def clear(self) -> None:
        """Let them grow."""
        self._limit(resource.RLIM_INFINITY)

    def _limit(self, size: int) -> None:
        for worker in self._site.workers:
            resource.prlimit(worker.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class SmallDisk(Disk):
    """The data folder is a small disk."""

    def __init__(self, site: Site) -> None:
        super().__init__(site.folder / "data", megabytes=16)


DISKS = [Quota, SmallDisk] if can_mount() else [Quota]


@pytest.mark.parametrize("kind", DISKS)
def test_a_full_disk(tmp_path: Path, seed: int, kind: type[Quota | SmallDisk]) -> None:
    """Games are read, none goes on; with room again all go on, and nothing is half there."""
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
        site.must_hold(players, others=TIMES * len(site.workers))
