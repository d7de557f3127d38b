"""The database of a worker: the log, and all other tables.

By default the database is one SQLite file in the data folder; opening it applies pending
migrations. With CAROLUS_DATABASE it is PostgreSQL, for any number of workers. ``carolus migrate``
applies the migrations there, because a starting worker must not change tables that others use.

A new table needs a migration: ``service.storage.migrations`` describes how to add one.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Final, Protocol

from eventsourcing.persistence import DatabaseError
from sqlalchemy import Connection, Engine

from service.storage import engines, schema
from service.storage.log import Log
from service.storage.schema import Migrated
from service.storage.sqlite import open_sqlite, prepared
from service.storage.tournaments import TournamentLog

_EMPTY: Final = "it has no tables of Carolus yet: run `carolus migrate`"
_BEHIND: Final = "it is behind this version of Carolus: run `carolus migrate`"


class DatabaseSettings(Protocol):
    """The settings that a database needs: its location and its timeouts."""

    @property
    def folder(self) -> Path:
        """The folder of the SQLite file."""

    @property
    def database(self) -> str:
        """The address of a PostgreSQL database; empty for SQLite."""

    @property
    def request_seconds_max(self) -> float:
        """Time limit of a request, from which those of locks and statements derive."""


class Behind(DatabaseError):
    """The database lacks tables that this version of Carolus needs."""


class Database:
    """The log of all games, and an engine for all other tables.

    ``engine`` is SQLAlchemy's. Use it through ``reading`` and ``writing``, which raise
    PersistenceError as the log does, and take the locks that SQLite needs.
    """

    def __init__(self, log: Log, engine: Engine, close: Callable[[], None]) -> None:
        self.log = log
        self.tournaments = TournamentLog(log)
        self.engine = engine
        self._close = close

    def reading(self) -> AbstractContextManager[Connection]:
        """Return a context with a connection for queries."""
        return engines.reading(self.engine)

    def writing(self) -> AbstractContextManager[Connection]:
        """Return a context with a connection in a transaction, which it commits at the end."""
        return engines.writing(self.engine)

    def close(self) -> None:
        """Write what is pending, and close all connections, those in use when they are returned."""
        self.log.close()
        self._close()
        engines.close(self.engine)


def open_database(place: DatabaseSettings) -> Database:
    """Open the configured database.

    Raises Behind if ``carolus migrate`` is required, and OSError, sqlite3.Error or
    PersistenceError if the database cannot be used.
    """
    if not place.database:
        log, engine, file = open_sqlite(place.folder)
        return Database(log, engine, file.close)
    # Slow to import, and SQLite needs no psycopg.
    from service.storage.postgres import OTHER_CONNECTIONS_MAX, open_postgres  # noqa: PLC0415
    from service.storage.postgres_engine import patience_of, postgres_engine  # noqa: PLC0415

    patience = patience_of(place.request_seconds_max)
    engine = postgres_engine(place.database, OTHER_CONNECTIONS_MAX, patience)
    standing = schema.standing(engine)
    if standing.behind:
        engine.dispose()
        raise Behind(_EMPTY if standing.empty else _BEHIND)
    log, datastore = open_postgres(place.database, patience)
    return Database(log, engine, datastore.close)


def migrate(place: DatabaseSettings) -> Migrated:
    """Migrate the configured database to this version, and return what was done.

    Raises the same errors as ``open_database``, except Behind.
    """
    if place.database:
        from service.storage.postgres_engine import postgres_engine  # noqa: PLC0415 - as above

        engine = postgres_engine(place.database, 1)
    else:
        engine = engines.sqlite_engine(prepared(place.folder))
    try:
        return schema.migrate(engine)
    finally:
        engine.dispose()
