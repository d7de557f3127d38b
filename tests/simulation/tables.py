"""The projection tables, in memory: all workers share them, over connections that fail.

A transaction happens at one moment, as in the database: a later one waits for its end. So other
workers can act only before and after it. A commit may fail, or succeed without the worker
hearing of it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final
from unittest.mock import patch

from sqlalchemy import Connection, Engine, StaticPool, create_engine, event, select

from service.projections import reading
from service.projections.all import Projections
from service.storage import engines
from service.storage.database import Database
from service.storage.log import Log
from service.storage.tables import METADATA
from tests.simulation.store import Line

Rows = dict[str, list[tuple[Any, ...]]]
"""All rows of the tables, by table name."""

OFTEN: Final = 0.7

_NOT_ROWS: Final = frozenset({"progress"})
"""Tables that record how far the others have been built."""


def emptied() -> Engine:
    """Return an engine with empty tables."""
    engine = _engine()
    with engine.begin() as connection:
        for table in METADATA.sorted_tables:
            connection.execute(table.delete())
    return engine


@cache
def _engine() -> Engine:
    """Return this process's engine, which keeps its statements; schedules run one by one."""
    engine = create_engine(
        "sqlite://",
        poolclass=StaticPool,
        connect_args={"check_same_thread": False, "isolation_level": None},
    )

    @event.listens_for(engine, "begin")
    def _begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    METADATA.create_all(engine)
    return engine


class Tables(Database):
    """The database as one worker sees it."""

    def __init__(self, log: Log, engine: Engine, line: Line) -> None:
        super().__init__(log, engine, lambda: None)
        self._line = line

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Yield a connection for queries, or fail."""
        self._line.read()
        with engines.reading(self.engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection in a transaction that commits at the end, or fails."""
        self._line.loop.pause(OFTEN)  # most can go wrong between reading and writing
        self._line.read()
        with self._at_one_moment(), engines.writing(self.engine) as connection:
            yield connection
            self._line.fail("rows not put")
        self._line.fail("rows put, answer lost")
        self._line.loop.pause()

    @contextmanager
    def _at_one_moment(self) -> Iterator[None]:
        """Use the one connection for nothing else, although projections read the log meanwhile."""
        self._line.loop.in_transaction = True
        try:
            yield
        finally:
            self._line.loop.in_transaction = False


def rows_of(log: Log, engine: Engine) -> tuple[Rows, Rows]:
    """Return all rows as the workers left them, and as one rebuild makes them.

    Call it only after failures have stopped.
    """
    projections = Projections(Database(log, engine, lambda: None))
    found = _rows(engine)
    for one in projections.runner.projections:
        projections.runner.reset(one)
    with patch.object(reading, "NOTICES_AT_ONCE", 500):
        projections.runner.drive()
    return found, _rows(engine)


def _rows(engine: Engine) -> Rows:
    with engine.connect() as connection:
        return {
            table.name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))
            ]
            for table in METADATA.sorted_tables
            if table.name not in _NOT_ROWS
        }
