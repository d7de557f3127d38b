"""SQLAlchemy engines on the database of the log: for every table that is not the log itself.

The statements are the same on both kinds of database; what differs is here: when a transaction
begins, and how long to wait for what.
"""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import psycopg
from eventsourcing.persistence import DatabaseError, IntegrityError
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    ExceptionContext,
    PoolProxiedConnection,
    create_engine,
    event,
)
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import IntegrityError as Refused
from sqlalchemy.pool import ConnectionPoolEntry

from service.storage.address import for_driver
from service.storage.files import Files
from service.storage.wait_limits import CONNECTING, PATIENT, Patience, connect_one_at_a_time

LOCK_SECONDS: Final = 10
"""How long SQLite waits for another process that is writing."""

_WRITING: Final = "carolus_writing"

_FILES: Final = "carolus_files"
"""Under which a connection to SQLite in a pool has its Files."""


_POOL_FAILURES: Final = (SQLAlchemyError, psycopg.Error, sqlite3.Error)
"""How a pool fails: no connection was free in time, or the driver could not open one. Some errors
of the drivers pass through SQLAlchemy as they are."""


class Unreachable(DatabaseError):
    """No connection to the database; nothing was asked of it."""


def sqlite_engine(files: Files) -> Engine:
    """Return an engine on an SQLite file that is there and in WAL mode.

    A connection never makes the file: where it is missing, an empty one would hide that. Nor does
    it open another file than the process has opened before.
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
            # Before it reads: it would take the write-ahead log of the former file for its own.
            files.must_be_in_place()
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA application_id")  # reading opens the files beside it
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
            context.is_disconnect = True  # so that this connection and all in the pool go

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        # Who only reads must not wait for who writes; who will write takes the lock before reading,
        # for SQLite does not let a reader become a writer once somebody else has written.
        writing = connection.get_execution_options().get(_WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def only_reads(failure: BaseException | None, file: Path) -> bool:
    """Return whether a connection cannot write to an SQLite file that now can be written.

    Where a file cannot be written when it is opened, SQLite opens it for reading, and stays with
    that for ever. As long as that is so, a new connection would do no better; and SQLite keeps the
    file handle of one that is closed until the last one is.
    """
    if getattr(failure, "sqlite_errorcode", 0) != sqlite3.SQLITE_READONLY:
        return False
    ahead = file.with_name(f"{file.name}-wal")
    return os.access(file, os.W_OK) and (not ahead.exists() or os.access(ahead, os.W_OK))


def postgres_engine(
    address: str, connections_max: int, patience: Patience = PATIENT, **options: Any
) -> Engine:
    """Return an engine on a PostgreSQL database, which waits for so long.

    A connection is asked whether it is alive before it is used, so that after a restart of the
    database there is nothing to do by hand.
    """
    engine = create_engine(
        for_driver(address),
        pool_size=connections_max,
        max_overflow=0,
        pool_timeout=patience.lock,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"fallback_application_name": "carolus", **CONNECTING},
        **options,
    )
    connect_one_at_a_time(engine)
    session = _session(patience)

    @event.listens_for(engine, "connect")
    def _connected(connection: psycopg.Connection[Any], _: object) -> None:
        connection.execute(session)
        connection.commit()

    return engine


def _session(patience: Patience) -> str:
    """Return what is said first on each connection to PostgreSQL."""
    settings = {
        "search_path": "'public'",
        "lock_timeout": f"'{patience.lock * 1000:.0f}ms'",
        "statement_timeout": f"'{patience.statement * 1000:.0f}ms'",
        "idle_in_transaction_session_timeout": f"'{patience.idle * 1000:.0f}ms'",
        "synchronous_commit": "replace(current_setting('synchronous_commit'), 'off', 'on')",
    }
    calls = [f"set_config('{name}', {value}, false)" for name, value in settings.items()]
    return f"SELECT {', '.join(calls)}"


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Yield a connection for queries that see one and the same state; what is written is lost."""
    with _translated(), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that is committed at the end.

    Raises Misplaced if a file of SQLite's is not there any more.
    """
    with (
        _translated(),
        engine.connect().execution_options(**{_WRITING: True}) as connection,
        in_place(connection.info),
        connection.begin(),
    ):
        yield connection


@contextmanager
def in_place(info: Mapping[Any, Any]) -> Iterator[None]:
    """Raise Misplaced if SQLite's files are not in place before and after what is done.

    ``info`` is that of the connection. Only a look after a commit proves that what was committed
    is in the file; the one before it keeps a file that was removed as it is.
    """
    files: Files | None = info.get(_FILES)
    if files is not None:
        files.must_be_in_place()
    yield
    if files is not None:
        files.must_be_in_place()


@contextmanager
def _translated() -> Iterator[None]:
    """Tell what went wrong with the database as the log does."""
    try:
        yield
    except Refused as refused:
        raise IntegrityError(in_one_line(refused.orig)) from refused
    except DBAPIError as failure:
        raise DatabaseError(in_one_line(failure.orig)) from failure
    except _POOL_FAILURES as failure:
        raise DatabaseError(in_one_line(failure)) from failure


def checked_out(engine: Engine) -> PoolProxiedConnection:
    """Return the driver's connection from the pool of an engine, for the caller to close.

    Raises Unreachable if there is none.
    """
    try:
        return engine.raw_connection()
    except _POOL_FAILURES as failure:
        raise Unreachable(in_one_line(getattr(failure, "orig", None) or failure)) from failure


def in_one_line(failure: BaseException | None) -> str:
    """Return what a driver says, in one line."""
    return "; ".join(line.strip() for line in str(failure).splitlines() if line.strip())
