"""The default log: everything in one SQLite file, with no server to install."""

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final

from eventsourcing.persistence import DatabaseError, PersistenceError, StoredEvent
from eventsourcing.sqlite import (
    SQLiteAggregateRecorder,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteCursor,
    SQLiteDatastore,
)
from sqlalchemy import Engine

from service.storage import schema
from service.storage.address import FILE_NAME
from service.storage.engines import (
    LOCK_SECONDS,
    checked_out,
    close,
    in_one_line,
    in_place,
    only_reads,
    sqlite_engine,
)
from service.storage.log import Log
from service.storage.recorder import PROBE_LOCK_SECONDS, LogRecorder, RowPlace
from service.storage.sqlite_files import Files

APPLICATION_ID: Final = 0x4361726F
"""In the header of the file, so the service does not use a database of another program."""

_SYNCHRONOUS_FULL: Final = 2
_PRIMARY_CODE: Final = 0xFF
"""The bits of SQLite's primary result code in an extended one."""
_RETRY_SECONDS: Final = 0.01

_PROBE: Final = StoredEvent("probe", 0, "", bytes(64 * 1024))
"""A row larger than what most actions write."""
_CACHE_SIZE: Final = -2000
"""SQLite's default, in KiB."""


class SQLitePool(SQLiteDatastore):
    """The library's datastore, with SQLAlchemy's pool instead of its own.

    The library's pool does not release its writer lock when it cannot open a connection, so all
    later writes fail: docs/upstream/eventsourcing-pool.md.
    """

    def __init__(self, files: Files) -> None:
        super().__init__(files.path.resolve().as_uri(), originator_id_type="text")
        self._files = files
        self._engine = sqlite_engine(files)

    @contextmanager
    def get_connection(self, *, commit: bool) -> Iterator[SQLiteConnection]:
        """Yield a connection; roll back what is not committed at the end.

        Raises Unreachable if none is available, Misplaced if the database's files were removed or
        replaced and ``commit`` is set or SQLite fails, and another PersistenceError for any other
        error of SQLite.
        Discards all connections if this one is read-only and a new one could write.
        """
        pooled = checked_out(self._engine)
        connection = pooled.driver_connection
        assert isinstance(connection, sqlite3.Connection)
        connection.row_factory = sqlite3.Row
        try:
            with in_place(pooled.info) if commit else nullcontext():
                yield SQLiteConnection(connection, max_age=None)
        except PersistenceError as failure:
            if only_reads(failure.__cause__, self._files.path):
                pooled.invalidate()
                self._engine.dispose()
            self._files.must_be_in_place()  # if they are not, that is the cause
            raise
        except (
            sqlite3.Error
        ) as failure:  # the library does not translate errors of BEGIN and PRAGMA
            pooled.invalidate()
            self._files.must_be_in_place()
            raise DatabaseError(in_one_line(failure)) from failure
        finally:
            if pooled.is_valid:
                pooled.close()

    def close(self) -> None:
        """Close the database."""
        super().close()
        close(self._engine)


class SQLiteRecorder(SQLiteApplicationRecorder, LogRecorder):
    """The library's recorder, which inserts all rows in one call.

    The library prepares a statement for each row to learn its position, which is not needed.
    """

    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        """Return the places of the rows after a position, in log order."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT rowid, originator_id, originator_version "  # noqa: S608 - no value in it
                f"FROM {self.events_table_name} WHERE rowid > ? ORDER BY rowid LIMIT ?",
                (after, limit),
            )
            return [tuple(row) for row in cursor.fetchall()]

    def probe(self) -> None:
        """Insert a row that fills some pages and roll it back; then commit without a change.

        SQLite writes pages to disk only at the commit, unless they outgrow its cache. With a cache
        of one page, it writes the row where the next rows will go, so a full disk causes an error.
        Setting the same application ID again commits without changing the file's content.
        """
        with self.datastore.get_connection(commit=True) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {PROBE_LOCK_SECONDS * 1000:.0f}")
            cursor.execute("PRAGMA cache_size = 1")
            try:
                with connection.transaction(commit=False) as writing:
                    self._insert_events(writing, [_PROBE])
                with connection.transaction(commit=True) as writing:
                    writing.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            finally:
                cursor.execute(f"PRAGMA cache_size = {_CACHE_SIZE}")
                cursor.execute(f"PRAGMA busy_timeout = {LOCK_SECONDS * 1000}")

    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each existing stream among these."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(
                "SELECT originator_id, MAX(originator_version) "  # noqa: S608 - no value in it
                f"FROM {self.events_table_name} "
                f"WHERE originator_id IN ({', '.join('?' * len(streams))}) "
                "GROUP BY originator_id",
                tuple(streams),
            )
            return dict(tuple(row) for row in cursor.fetchall())

    def _insert_events(
        self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: object
    ) -> Sequence[int] | None:
        """Insert rows; return None instead of their positions."""
        c.executemany(
            f"INSERT INTO {self.events_table_name} VALUES (?,?,?,?)",  # noqa: S608 - no value in it
            [
                (row.originator_id, row.originator_version, row.topic, row.state)
                for row in stored_events
            ],
        )
        return None


def prepared(folder: Path) -> Files:
    """Return the database file in this folder; create both if missing, but no tables.

    Raises OSError, sqlite3.Error or PersistenceError if the folder or the file cannot be used.
    """
    file = folder / FILE_NAME
    folder.mkdir(parents=True, exist_ok=True)
    # Readable by its owner only: it contains the secrets of running games' dice.
    file.touch(mode=0o600)
    _prepare(file)
    return Files(file)


def open_sqlite(folder: Path) -> tuple[Log, Engine, SQLitePool]:
    """Open the log in this folder, creating it if missing, and apply pending migrations.

    Raises OSError, sqlite3.Error or PersistenceError if the folder or the file cannot be used.
    """
    files = prepared(folder)
    engine = sqlite_engine(files)
    if schema.standing(engine).behind:
        schema.migrate(engine)
    datastore = SQLitePool(files)
    snapshots = SQLiteAggregateRecorder(datastore, events_table_name="stored_snapshots")
    log = Log(SQLiteRecorder(datastore), snapshots)
    _must_be_durable(datastore)
    return log, engine, datastore


def _prepare(file: Path) -> None:
    """Mark a new database as the service's, and set WAL mode; retry while others hold locks."""
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            connection = sqlite3.connect(file, timeout=LOCK_SECONDS, isolation_level=None)
            with closing(connection):
                _must_be_ours(connection, file)
                connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as failure:
            # SQLite's timeout does not apply to changes of the journal mode.
            busy = failure.sqlite_errorcode & _PRIMARY_CODE == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(_RETRY_SECONDS)
        else:
            return


def _must_be_ours(connection: sqlite3.Connection, file: Path) -> None:
    """Mark a new database as the service's; refuse one that another program has created."""
    if _number(connection, "PRAGMA application_id") == APPLICATION_ID:
        return
    connection.execute("BEGIN IMMEDIATE")
    marked = _number(connection, "PRAGMA application_id")
    if marked == 0 and _number(connection, "SELECT COUNT(*) FROM sqlite_master") == 0:
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    elif marked != APPLICATION_ID:
        raise sqlite3.NotSupportedError(f"{file.name} is a database of another program")
    connection.execute("COMMIT")


def _number(connection: sqlite3.Connection, query: str) -> int:
    return int(connection.execute(query).fetchone()[0])


def _must_be_durable(datastore: SQLitePool) -> None:
    """Refuse an SQLite configuration that could lose an acknowledged action in a power failure."""
    with datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA journal_mode")
        journal = cursor.fetchone()[0]
        cursor.execute("PRAGMA synchronous")
        synchronous = cursor.fetchone()[0]
    if (journal, synchronous) != ("wal", _SYNCHRONOUS_FULL):
        raise sqlite3.NotSupportedError(
            f"the log needs journal_mode=wal and synchronous=FULL, not {journal}, {synchronous}"
        )
