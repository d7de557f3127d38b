"""Test a service whose log files are removed or replaced while it runs.

SQLite keeps writing to a removed file. Nothing written there survives the end of the service, so
the service must not acknowledge it.
"""

import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from service.storage.address import FILE_NAME
from service.storage.sqlite import APPLICATION_ID
from tests.support.run.long import long_after
from tests.support.run.waiting import until
from tests.support.servers.readiness import (
    OPENING,
    must_be_unavailable,
    must_not_be_ready,
    must_show_games,
    must_work_at_once,
    shows_games,
)
from tests.support.servers.served import Served

pytestmark = pytest.mark.process


Harm = Callable[[Path, Path], None]


def removed(data: Path, _: Path) -> None:
    """Remove the whole folder."""
    shutil.rmtree(data)


def replaced(data: Path, backup: Path) -> None:
    """Replace the folder with a backup, as a restore does."""
    shutil.rmtree(data)
    shutil.copytree(backup, data)


def overwritten(data: Path, backup: Path) -> None:
    """Copy a backup over the file, which stays the same file."""
    shutil.copyfile(backup / FILE_NAME, data / FILE_NAME)


def without_log_ahead(data: Path, _: Path) -> None:
    """Remove the write-ahead log, which looks like a leftover."""
    (data / f"{FILE_NAME}-wal").unlink()


def without_index(data: Path, _: Path) -> None:
    """Remove the index of the write-ahead log."""
    (data / f"{FILE_NAME}-shm").unlink()


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Return a data folder that a service left in good order, smaller than one in use."""
    folder = tmp_path / "backup"
    with closing(sqlite3.connect(made(folder) / FILE_NAME)) as file:
        file.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    return folder


def made(folder: Path) -> Path:
    """Create this folder."""
    folder.mkdir()
    return folder


HARMS = [removed, overwritten, replaced, without_log_ahead, without_index]


@pytest.mark.parametrize("harm", long_after(1, HARMS))
def test_nothing_is_acknowledged_that_would_be_lost(
    served: Served, backup: Path, harm: Harm
) -> None:
    """The service refuses to write, and names the missing file."""
    served.start()
    with served.client() as http:
        games = [must_work_at_once(http)]
        with closing(sqlite3.connect(served.folder / FILE_NAME)) as file:
            # Otherwise all of it would be in the write-ahead log.
            file.execute("PRAGMA wal_checkpoint")
        games.append(must_work_at_once(http))
        harm(served.folder, backup)
        for _ in range(3):
            must_be_unavailable(http.post("/v1/games", json=OPENING))
        must_not_be_ready(http)
        if harm is not overwritten:  # otherwise SQLite may find the file malformed
            # A request may need another connection, which cannot be opened; so try again.
            until(partial(shows_games, http, games), "an answer with all games")
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
