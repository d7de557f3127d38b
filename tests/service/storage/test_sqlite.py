"""The embedded default: the properties of its file, and which files it refuses."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import PersistenceError

from service.settings import Settings
from service.storage import sqlite as sqlite_module
from service.storage.address import FILE_NAME
from service.storage.database import open_database
from service.storage.log import Log
from service.storage.sqlite import APPLICATION_ID, SQLitePool, SQLiteRecorder, open_sqlite
from service.storage.sqlite_files import Misplaced
from tests.support.storage.stores import note, played, put, run, sqlite

ROWS = "SELECT COUNT(*) FROM stored_events"


def query(folder: Path, sql: str) -> object:
    """Return the first value that a query on the file returns."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return connection.execute(sql).fetchone()[0]


def test_the_file_is_durable_and_has_our_application_id(tmp_path: Path) -> None:
    """It uses a write-ahead log, has our mark in the header, and is intact after use."""
    with sqlite(tmp_path / "new" / "folder") as log:
        run(put(log, played("game", requests=9).batches))
    folder = tmp_path / "new" / "folder"
    assert query(folder, "PRAGMA journal_mode") == "wal"
    assert query(folder, "PRAGMA application_id") == APPLICATION_ID
    assert query(folder, "PRAGMA integrity_check") == "ok"
    with sqlite(folder) as log:
        assert log.load("game") is not None


@pytest.mark.parametrize("mark", [0, 7])
def test_the_database_of_another_program_is_not_touched(tmp_path: Path, mark: int) -> None:
    """With or without an application id, a file with foreign tables is refused."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute(f"PRAGMA application_id = {mark}")
        connection.execute("CREATE TABLE songs (title TEXT)")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(sqlite3.NotSupportedError, match="of another program"):
        open_sqlite(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


def test_an_sqlite_without_full_sync_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SQLite build that syncs less than FULL could lose acknowledged commits."""
    monkeypatch.setattr(sqlite_module, "_SYNCHRONOUS_FULL", 3)
    with pytest.raises(sqlite3.NotSupportedError, match="synchronous=FULL, not wal, 2"):
        open_sqlite(tmp_path)


def test_only_the_owner_can_read_the_log(tmp_path: Path) -> None:
    """The database and its -wal and -shm files contain the secrets of dice."""
    with sqlite(tmp_path) as log:
        run(put(log, played("first", requests=3).batches))
        files = list(tmp_path.glob(f"{FILE_NAME}*"))
        assert len(files) == 3
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def recorder_of(log: Log) -> SQLiteRecorder:
    """Return the recorder that writes to the file of a log."""
    assert isinstance(log._recorder, SQLiteRecorder)
    return log._recorder


def test_a_failed_connection_leaks_nothing(tmp_path: Path) -> None:
    """Reads and writes may fail repeatedly; when the file is back, both work again."""
    folder, away = tmp_path / "here", tmp_path / "away"
    with sqlite(folder) as log:
        recorder = recorder_of(log)
        with recorder.datastore.get_connection(commit=False):  # so that others need a new one
            folder.rename(away)
            for number in range(20):
                with pytest.raises(PersistenceError):
                    recorder.insert_events([note(f"n/{number}")])
                with pytest.raises(PersistenceError):
                    log.position()
                with pytest.raises(PersistenceError):
                    recorder.probe()
            away.rename(folder)
            recorder.insert_events([note("n/1")])
            assert log.position() == 1
        recorder.insert_events([note("n/2")])
        assert log.position() == 2


def test_a_missing_file_is_not_recreated(tmp_path: Path) -> None:
    """An empty file in its place would look as if there had never been a game."""
    with sqlite(tmp_path) as log:
        with recorder_of(log).datastore.get_connection(commit=False):
            (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
            with pytest.raises(PersistenceError, match="unable to open"):
                log.position()
        assert not (tmp_path / FILE_NAME).exists()


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_replaced_file_is_not_written_to(tmp_path: Path, suffix: str) -> None:
    """No connection, old or new, writes to any of its tables until the original is back."""
    file, away = tmp_path / f"{FILE_NAME}{suffix}", tmp_path / "away"
    with closing(open_database(Settings(data=str(tmp_path)))) as database:
        recorder = recorder_of(database.log)
        file.rename(away)
        for content in (None, b"", away.read_bytes()):
            if content is not None:
                file.write_bytes(content)
            with pytest.raises(Misplaced):
                recorder.insert_events([note("n/1")])
            with pytest.raises(Misplaced):
                recorder.probe()
            with pytest.raises(Misplaced), database.writing():
                pytest.fail("this would be written")
            with (
                recorder.datastore.get_connection(commit=False),
                pytest.raises(PersistenceError),
                recorder.datastore.get_connection(commit=False),
            ):
                pytest.fail("this is another file")
        assert database.log.position() == 0
        away.rename(file)
        recorder.insert_events([note("n/1")])
        assert database.log.position() == 1


@pytest.mark.parametrize("suffix", ["", "-wal"])
def test_a_commit_to_a_file_removed_meanwhile_is_not_acknowledged(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file existed when the transaction began."""
    with sqlite(tmp_path) as log:
        recorder = recorder_of(log)
        put_rows = recorder._insert_events

        def remove(*parts: Any) -> None:
            put_rows(*parts)
            (tmp_path / f"{FILE_NAME}{suffix}").unlink()

        monkeypatch.setattr(recorder, "_insert_events", remove)
        with pytest.raises(Misplaced, match="was removed"):
            recorder.insert_events([note("n/1")])


def test_files_that_sqlite_recreates_are_accepted(tmp_path: Path) -> None:
    """SQLite removes its -wal and -shm files when the last connection closes."""
    with closing(open_database(Settings(data=str(tmp_path)))) as database:
        recorder = recorder_of(database.log)
        recorder.insert_events([note("n/1")])
        before = (tmp_path / f"{FILE_NAME}-wal").stat().st_ino
        database.engine.dispose()
        assert isinstance(recorder.datastore, SQLitePool)
        recorder.datastore._engine.dispose()
        for number in range(3):
            (tmp_path / f"takes an inode {number}").touch()
        assert not (tmp_path / f"{FILE_NAME}-wal").exists()
        recorder.insert_events([note("n/2")])
        assert (tmp_path / f"{FILE_NAME}-wal").stat().st_ino != before
        with database.writing():
            assert database.log.position() == 2


def test_a_probe_leaves_no_trace(tmp_path: Path) -> None:
    """It adds no row, and restores the timeout and cache size of its connection."""
    with sqlite(tmp_path) as log:
        recorder = recorder_of(log)
        run(put(log, played("game", requests=3).batches))
        before = query(tmp_path, ROWS)

        def settings() -> list[Any]:
            with recorder.datastore.get_connection(commit=False) as connection:
                cursor = connection.cursor()
                found = []
                for name in ("cache_size", "busy_timeout", "application_id", "synchronous"):
                    cursor.execute(f"PRAGMA {name}")
                    found.append(cursor.fetchone()[0])
                return found

        usual = settings()
        recorder.probe()
        assert settings() == usual
        with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(PersistenceError, match="locked"):
                recorder.probe()
        assert settings() == usual
        recorder.probe()
        assert query(tmp_path, ROWS) == before
        assert query(tmp_path, "PRAGMA integrity_check") == "ok"
