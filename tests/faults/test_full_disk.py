"""The disk under the embedded log is full: nothing is taken, all is told, and it goes on by itself.

A disk is full in two ways: there is no room left (ENOSPC), or who writes may have no more of it
(EFBIG, as with a quota). Only root can make a disk of its own to fill, so elsewhere the second way
is tried alone.
"""

import os
import resource
import subprocess
from http import HTTPStatus
from pathlib import Path
from typing import Self

import pytest

from tests.support.client import good
from tests.support.players import be_refused, play_on, playing
from tests.support.site import Site

pytestmark = pytest.mark.process


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


class Disk:
    """A small disk, which is filled by a file."""

    def __init__(self, site: Site) -> None:
        self._folder = site.folder / "data"

    def __enter__(self) -> Self:
        self._folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", "size=16m", "none", str(self._folder)]
        subprocess.run(command, check=True)
        return self

    def __exit__(self, *_: object) -> None:
        subprocess.run(["umount", "--lazy", str(self._folder)], check=True)

    def fill(self) -> None:
        """Take all the room that there is."""
        with (self._folder / "filler").open("wb", buffering=0) as filler:
            try:
                while filler.write(bytes(4096)):
                    pass
            except OSError:
                return

    def clear(self) -> None:
        """Give it back."""
        (self._folder / "filler").unlink()


def can_mount() -> bool:
    """Return whether we may make a disk of our own: not every root may."""
    if os.geteuid():
        return False
    return not subprocess.run(["unshare", "--mount", "true"], check=False).returncode


DISKS = [Quota, Disk] if can_mount() else [Quota]


@pytest.mark.parametrize("kind", DISKS)
def test_a_full_disk(tmp_path: Path, seed: int, kind: type[Quota | Disk]) -> None:
    """Games are read, none goes on; with room again all go on, and nothing is half there."""
    with Site(tmp_path) as site, kind(site) as disk:
        with playing(site.start().urls, seed) as players:
            for _ in range(2):
                play_on(players)
                disk.fill()
                be_refused(players)
                with site.client() as http:
                    opened = http.post("/v1/games", json={"ruleset": "carolus-magnus"})
                    assert opened.status_code == HTTPStatus.SERVICE_UNAVAILABLE
                    for player in players:
                        for game in player.opened:
                            good(http.get(f"/v1/games/{game}/events"))
                disk.clear()
        site.must_hold(players)
