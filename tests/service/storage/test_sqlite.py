"""The embedded default: what its file is, and which files it does not take."""

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
from service.storage.files import Misplaced
from service.storage.log import Log
from service.storage.sqlite import APPLICATION_ID, SQLitePool, SQLiteRecorder, open_sqlite
from tests.support.storage.stores import note, played, put, run, sqlite

ROWS = "SELECT COUNT(*) FROM stored_events"


def asked(folder: Path, question: str) -> object:
    """Return the answer of the file to a question."""
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        return connection.execute(question).fetchone()[0]


def test_the_file_is_durable_and_marked_as_ours(tmp_path: Path) -> None:
    """A write-ahead log, synchronous in full, our mark in the header; whole after use."""
    with sqlite(tmp_path / "new" / "folder") as log:
        run(put(log, played("game", requests=9).batches))
    folder = tmp_path / "new" / "folder"
    assert asked(folder, "PRAGMA journal_mode") == "wal"
    assert asked(folder, "PRAGMA application_id") == APPLICATION_ID
    assert asked(folder, "PRAGMA integrity_check") == "ok"
    with sqlite(folder) as log:
        assert log.load("game") is not None


@pytest.mark.parametrize("mark", [0, 7])
def test_the_database_of_another_program_is_left_alone(tmp_path: Path, mark: int) -> None:
    """Marked as somebody's or not: if there is something in it that is not ours, it is refused."""
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as connection:
        connection.execute(f"PRAGMA application_id = {mark}")
        connection.execute("CREATE TABLE songs (title TEXT)")
    before = (tmp_path / FILE_NAME).read_bytes()
    with pytest.raises(sqlite3.NotSupportedError, match="of another program"):
        open_sqlite(tmp_path)
    assert (tmp_path / FILE_NAME).read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]


def test_a_store_that_could_forget_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An SQLite that was built to sync less than in full would lose what was acknowledged."""
    monkeypatch.setattr(sqlite_module, "_SYNCHRONOUS_FULL", 3)
    with pytest.raises(sqlite3.NotSupportedError, match="synchronous=FULL, not wal, 2"):
        open_sqlite(tmp_path)


def test_only_the_owner_reads_the_log(tmp_path: Path) -> None:
    """The file and those beside it hold the secrets of dice, so nobody else may read them."""
    with sqlite(tmp_path) as log:
        run(put(log, played("first", requests=3).batches))
        files = list(tmp_path.glob(f"{FILE_NAME}*"))
        assert len(files) == 3
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}


def recorder_of(log: Log) -> SQLiteRecorder:
    """Return what writes to the file of a log."""
    assert isinstance(log._recorder, SQLiteRecorder)
    return log._recorder


def test_a_connection_that_cannot_be_opened_takes_nothing_with_it(tmp_path: Path) -> None:
    """As often as it fails, for who reads and for who writes; then all is as before."""
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


def test_a_file_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    """An empty one in its place would tell everybody that there has never been a game."""
    with sqlite(tmp_path) as log:
        with recorder_of(log).datastore.get_connection(commit=False):
            (tmp_path / FILE_NAME).rename(tmp_path / "elsewhere")
            with pytest.raises(PersistenceError, match="unable to open"):
                log.position()
        assert not (tmp_path / FILE_NAME).exists()


@pytest.mark.parametrize("suffix", ["", "-wal", "-shm"])
def test_a_file_that_is_replaced_is_not_written_to(tmp_path: Path, suffix: str) -> None:
    """By no connection, old or new; to none of its tables; until it is back."""
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
def test_a_commit_into_a_file_that_went_meanwhile_is_not_acknowledged(
    tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file was there when the transaction began."""
    with sqlite(tmp_path) as log:
        recorder = recorder_of(log)
        put_rows = recorder._insert_events

        def remove(*parts: Any) -> None:
            put_rows(*parts)
            (tmp_path / f"{FILE_NAME}{suffix}").unlink()

        monkeypatch.setattr(recorder, "_insert_events", remove)
        with pytest.raises(Misplaced, match="was removed"):
            recorder.insert_events([note("n/1")])


def test_files_that_sqlite_makes_again_are_no_other_files(tmp_path: Path) -> None:
    """It removes those beside the database when nobody has it open."""
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


def test_a_probe_leaves_nothing_behind(tmp_path: Path) -> None:
    """No row, and no connection that is less patient or has less memory than others."""
    with sqlite(tmp_path) as log:
        recorder = recorder_of(log)
        run(put(log, played("game", requests=3).batches))
        before = asked(tmp_path, ROWS)

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
        assert asked(tmp_path, ROWS) == before
        assert asked(tmp_path, "PRAGMA integrity_check") == "ok"
