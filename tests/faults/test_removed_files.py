"""Somebody removes the files of the log under a running service, or puts others in their place.

SQLite goes on writing to a file that no path leads to any more. Nothing that is written there is
left after the service stops, so nothing may be acknowledged.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from service.storage.address import FILE_NAME
from service.storage.sqlite import APPLICATION_ID
from tests.support.run.waiting import until
from tests.support.servers.readiness import (
    OPENING,
    must_be_unavailable,
    must_not_be_ready,
    must_show_games,
    must_work_at_once,
)
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


Harm = Callable[[Path, Path], None]


def removed(data: Path, _: Path) -> None:
    """Remove the whole folder."""
    shutil.rmtree(data)


def replaced(data: Path, backup: Path) -> None:
    """Put a backup in the place of the folder, as a restore does."""
    shutil.rmtree(data)
    shutil.copytree(backup, data)


def overwritten(data: Path, backup: Path) -> None:
    """Copy a backup over the file, which stays the same file."""
    shutil.copyfile(backup / FILE_NAME, data / FILE_NAME)


def without_log_ahead(data: Path, _: Path) -> None:
    """Remove the write-ahead log, which looks like something that was left over."""
    (data / f"{FILE_NAME}-wal").unlink()


def without_index(data: Path, _: Path) -> None:
    """Remove the index of the write-ahead log."""
    (data / f"{FILE_NAME}-shm").unlink()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Return a data folder that a service has left in good order, smaller than one in use."""
    folder = tmp_path / "backup"
    with closing(sqlite3.connect(made(folder) / FILE_NAME)) as file:
        file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return folder


def made(folder: Path) -> Path:
    """Return this folder, which is new."""
    folder.mkdir()
    return folder


@pytest.mark.parametrize("harm", [removed, replaced, overwritten, without_log_ahead, without_index])
def test_nothing_is_acknowledged_that_would_be_lost(
    served: Served, backup: Path, harm: Harm
) -> None:
    """The service refuses to write, and says which file it misses."""
    served.start()
    with served.client() as http:
        games = [must_work_at_once(http)]
        with closing(sqlite3.connect(served.folder / FILE_NAME)) as file:
            file.execute("PRAGMA wal_checkpoint")  # or all of it would still be beside the file
        games.append(must_work_at_once(http))
        harm(served.folder, backup)
        for _ in range(3):
            must_be_unavailable(http.post("/v1/games", json=OPENING))
        must_not_be_ready(http)
        if harm is not overwritten:  # which SQLite may find malformed
            must_show_games(http, games)
    line = re.compile(r"not_ready .*carolus\.sqlite\S* was \w+.*restart the service")
    until(lambda: line.search(served.log.read_text("utf-8")) is not None, "the line of the log")


def test_a_folder_that_is_back_needs_no_restart(served: Served, tmp_path: Path) -> None:
    """They are the same files, and nothing was written to them meanwhile."""
    served.start()
    with served.client() as http:
        games = [must_work_at_once(http)]
        served.folder.rename(tmp_path / "away")
        must_be_unavailable(http.post("/v1/games", json=OPENING))
        must_not_be_ready(http)
        (tmp_path / "away").rename(served.folder)
        games.append(must_work_at_once(http))
    served.kill()
    served.start()
    with served.client() as http:
        must_show_games(http, games)
