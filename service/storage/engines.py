"""SQLAlchemy's engine on SQLite, and the connections and transactions of every engine.

Statements are the same on SQLite and PostgreSQL; how a transaction begins differs.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from eventsourcing.persistence import DatabaseError, IntegrityError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    PoolProxiedConnection,
    create_engine,
    event,
    exc,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from service.storage.sqlite_files import Files

LOCK_SECONDS: Final = 10
"""How long SQLite waits for the write lock of another connection."""

_WRITING: Final = "carolus_writing"

_FILES: Final = "carolus_files"
"""The key of ``Files`` in the ``info`` of a pooled SQLite connection."""


class Unreachable(DatabaseError):
    """No connection to the database is available; no statement was sent."""


def sqlite_engine(files: Files) -> Engine:
    """Return an engine on an existing SQLite file in WAL mode.

    A connection never creates the file, because an empty file would hide that it is missing. Nor
    does it open a file other than the one that the process opened first.
    """
    engine = create_engine(
        URL.create(
            "sqlite+pysqlite",
            database=files.path.resolve().as_uri(),
            query={"mode": "rw", "uri": "true"},
        ),
        connect_args={"timeout": LOCK_SECONDS, "isolation_level": None},
        pool_timeout=LOCK_SECONDS,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        try:
            # Check before reading: SQLite would use the write-ahead log of the previous file.
            files.must_be_in_place()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA application_id")  # reading opens the -wal and -shm files
            files.connected()
        except BaseException:
            connection.close()
            raise
        record.info[_FILES] = files

    @event.listens_for(engine, "close")
    def _closed(_: object, record: ConnectionPoolEntry) -> None:
        if record.info.pop(_FILES, None):
            files.closed()

    @event.listens_for(engine, "handle_error")
    def _failed(context: ExceptionContext) -> None:
        if only_reads(context.original_exception, files.path):
            context.is_disconnect = True  # discards all connections of the pool

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # A reader must not wait for a writer. A writer takes the lock before it reads, because
        # SQLite does not let a reader become a writer after another connection has written.
        writing = connection.get_execution_options().get(_WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def only_reads(failure: BaseException | None, file: Path) -> bool:
    """Return whether a connection is read-only although the SQLite file is writable now.

    If a file is not writable, SQLite opens it read-only, and the connection stays read-only. While
    the file is not writable, a new connection would not help. SQLite keeps a closed connection's
    file handle until the last connection to the file is closed.
    """
    if getattr(failure, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY:
        return False
    ahead = file.with_name(f"{file.name}-wal")
    return os.access(file, os.W_OK) and (not ahead.exists() or os.access(ahead, os.W_OK))


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection for queries in one transaction, which is rolled back at the end."""
    with _translated(engine), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction, which is committed at the end.

    Raises Misplaced if a file of the SQLite database was removed or replaced.
    """
    with (
        _translated(engine),
        engine.connect().execution_options(**{_WRITING: True}) as connection,
        in_place(connection.info),
        connection.begin(),
    ):
        yield connection


@contextmanager
def in_place(info: Mapping[Any, Any]) -> Iterator[None]:
    """Raise Misplaced if SQLite's files are not in place before and after the context.

    ``info`` belongs to the connection. The check after a commit proves that the commit is in the
    file; the check before it avoids changing a file that was moved.
    """
    files: Files | None = info.get(_FILES)
    if files is not None:
        files.must_be_in_place()
    yield
    if files is not None:
        files.must_be_in_place()


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    """Raise the exceptions of SQLAlchemy and the drivers as PersistenceError, as the log does."""
    try:
        yield
    except exc.IntegrityError as refused:
        raise IntegrityError(in_one_line(refused.orig)) from refused
    except DBAPIError as failure:
        raise DatabaseError(in_one_line(failure.orig)) from failure
    except _pool_failures(engine) as failure:
        raise DatabaseError(in_one_line(failure)) from failure


def _pool_failures(engine: Engine) -> tuple[type[Exception], ...]:
    """Return the exceptions of a pool: none was free in time, or the driver could not connect.

    SQLAlchemy passes on some errors of the drivers unchanged.
    """
    driver_error: type[Exception] = engine.dialect.loaded_dbapi.Error
    return SQLAlchemyError, driver_error


def checked_out(engine: Engine) -> PoolProxiedConnection:
    """Return a driver connection from the engine's pool; the caller must close it.

    Raises Unreachable if none is available.
    """
    try:
        return engine.raw_connection()
    except _pool_failures(engine) as failure:
        raise Unreachable(in_one_line(getattr(failure, "orig", None) or failure)) from failure


def close(engine: Engine) -> None:
    """Close all connections, those in use as soon as they are returned."""
    event.listen(engine, "checkin", lambda _, record: record.invalidate())
    engine.dispose()


def in_one_line(failure: BaseException | None) -> str:
    """Return a driver's error message in one line."""
    return "; ".join(line.strip() for line in str(failure).splitlines() if line.strip())
