"""Test a data folder that turns read-only under a running service, as after a wrong ``chmod``.

Open files stay writable, but SQLite opens files silently for reading only from then on, and never
reopens them for writing.
"""

import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from tests.support.http.client import good
from tests.support.http.players import Player, be_refused, opened, play_on, playing, refused
from tests.support.run.waiting import until
from tests.support.servers.readiness import must_name_the_log, must_show_games
from tests.support.servers.rights import without_roots_rights
from tests.support.servers.site import Site

pytestmark = [
    pytest.mark.process,
    pytest.mark.long,
    pytest.mark.skipif(sys.platform != "linux", reason="root is asked to obey in the way of Linux"),
]

READERS = 24
"""More than the files that the workers have open, so that they open others."""
PAUSE_SECONDS = 0.1
"""Between the rounds of a reader: all of them still read at once, but do not keep a core busy."""


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make the files of a folder read-only, and the folder itself."""
    files = [file for file in folder.iterdir() if file.is_file()]
    try:
        for file in files:
            file.chmod(stat.S_IRUSR)
        folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        yield
    finally:
        folder.chmod(stat.S_IRWXU)
        for file in files:
            file.chmod(stat.S_IRUSR | stat.S_IWUSR)


@contextmanager
def reading(site: Site, players: Sequence[Player]) -> Iterator[None]:
    """Read the games of these players, many at once; every answer must be good."""
    enough = threading.Event()

    def read(worker: int) -> None:
        with site.client(worker) as http:
            while not enough.wait(PAUSE_SECONDS):
                for player in players:
                    for game in list(player.opened):
                        good(http.get(f"/v1/games/{game}"))
                        good(http.get(f"/v1/games/{game}/events?limit=10"))

    with ThreadPoolExecutor(READERS) as threads:
        work = [threads.submit(read, number % len(site.workers)) for number in range(READERS)]
        try:
            yield
        finally:
            enough.set()
        for one in work:
            one.result()


def test_a_folder_that_turns_read_only(tmp_path: Path, seed: int) -> None:
    """Reads always succeed; writers get a 503, and later succeed without a restart."""
    with Site(tmp_path, alter=without_roots_rights) as site:
        with playing(site.start().urls, seed) as players:
            play_on(players)
            with reading(site, players), read_only(tmp_path / "data"):
                be_refused(players)
                for worker in range(2):
                    with site.client(worker) as http:
                        until(partial(is_not_ready, http), "that this worker cannot write")
                        must_show_games(http, opened(players))
            until(lambda: undisturbed(players), "play without a refusal")
        for worker in range(2):
            with site.client(worker) as http:
                good(http.get("/v1/games"))
                # A worker that has not written since finds only now that SQLite had opened its
                # connection read-only, and opens another.
                until(partial(is_ready, http), "that this worker can write")
                assert good(http.get("/readyz"))["failed"] == []
        site.keeps_its_promises(players)


def is_ready(http: httpx.Client) -> bool:
    """Return whether a worker is ready; what is not may only be its log."""
    return not is_not_ready(http)


def is_not_ready(http: httpx.Client) -> bool:
    """Return whether a worker reports that it is not ready because of its log.

    It is ready while it writes to a file that it opened before, and SQLite reuses such a file for
    new connections: so the same worker may refuse one action and accept the next.
    """
    answer = http.get("/readyz")
    if answer.status_code != HTTPStatus.OK:
        must_name_the_log(answer)
    return answer.status_code != HTTPStatus.OK


def undisturbed(players: Sequence[Player]) -> bool:
    """Return whether many actions succeed and none is refused."""
    before = refused(players)
    play_on(players, 60)
    return refused(players) == before
