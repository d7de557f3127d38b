"""The database of a worker: the log, and beside it the tables that are made from it.

By default that is one SQLite file in the data folder, which is brought up to date when it is
opened. With CAROLUS_DATABASE it is PostgreSQL, for any number of workers; ``carolus migrate``
brings that up to date, for a worker that starts must not change what others are working with.

A new table is a new step: ``service.storage.migrations`` tells how to add one.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol

from eventsourcing.persistence import DatabaseError
from sqlalchemy import Connection, Engine

from service.storage import engines, schema
from service.storage.log import Log
from service.storage.postgres import OTHER_CONNECTIONS_MAX, open_postgres
from service.storage.schema import Migrated
from service.storage.sqlite import open_sqlite, prepared
from service.storage.wait_limits import patience_of

_EMPTY: Final = "it has no tables of Carolus yet: run `carolus migrate`"
_BEHIND: Final = "it is behind this version of Carolus: run `carolus migrate`"


class DatabaseSettings(Protocol):
    """Where a database is, and how long to wait for it; the settings are one."""

    @property
    def folder(self) -> Path:
        """The folder of the SQLite file."""

    @property
    def database(self) -> str:
        """The address of a PostgreSQL database; empty for SQLite."""

    @property
    def request_seconds_max(self) -> float:
        """How long a request may take, and with it a statement."""


class Behind(DatabaseError):
    """Tables are missing that this version of Carolus works with."""


class Database:
    """The log of all games, and an engine for all other tables.

    ``engine`` is SQLAlchemy's. Use it through ``reading`` and ``writing``, which tell failures as
    the log does (PersistenceError) and have SQLite lock what it must.
    """

    def __init__(self, log: Log, engine: Engine, close: Callable[[], None]) -> None:
        self.log = log
        self.engine = engine
        self._close = close

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a connection for queries, as a context."""
        return engines.reading(self.engine)

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a connection in a transaction, as a context; it is committed at the end."""
        return engines.writing(self.engine)

    def close(self) -> None:
        """Write what is waiting and let go of the database."""
        self.log.close()
        self._close()
        self.engine.dispose()


def open_database(place: DatabaseSettings) -> Database:
    """Open the database that is set.

    Raises Behind if ``carolus migrate`` is due, and OSError, sqlite3.Error or PersistenceError if
    the database cannot be used.
    """
    if not place.database:
        log, engine, file = open_sqlite(place.folder)
        return Database(log, engine, file.close)
    patience = patience_of(place.request_seconds_max)
    engine = engines.postgres_engine(place.database, OTHER_CONNECTIONS_MAX, patience)
    standing = schema.standing(engine)
    if standing.behind:
        engine.dispose()
        raise Behind(_EMPTY if standing.empty else _BEHIND)
    log, datastore = open_postgres(place.database, patience)
    return Database(log, engine, datastore.close)


def migrate(place: DatabaseSettings) -> Migrated:
    """Bring the database that is set up to date, and tell what was done.

    Raises what ``open_database`` raises, but for Behind.
    """
    if place.database:
        engine = engines.postgres_engine(place.database, 1)
    else:
        engine = engines.sqlite_engine(prepared(place.folder))
    try:
        return schema.migrate(engine)
    finally:
        engine.dispose()
