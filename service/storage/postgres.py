"""PostgreSQL as the log, for several workers: the recorders of the library, over a pool of ours.

The library locks the table of events from the first row of a transaction to its commit, so that the
order of the whole log is the order of commits and no reader passes over a row that comes late. Its
database functions, which leave that lock out, are not used, and neither is its NOTIFY: nobody
listens, and it would have all commits of a server wait for each other.

When a connection breaks, it is tried again on another one, because only that tells whether the
commit before was carried out; a database that cannot be reached is told at once, because somebody
waits. The library's pool waits for it instead.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import psycopg
from eventsourcing.persistence import (
    DatabaseError,
    IntegrityError,
    OperationalError,
    PersistenceError,
    StoredEvent,
)
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresDatastore,
)
from psycopg import Connection, Cursor
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg.sql import SQL, Identifier
from sqlalchemy import Engine

from service.storage.engines import checked_out, in_one_line, postgres_engine
from service.storage.log import Log
from service.storage.recorder import PROBE_LOCK_SECONDS, LogRecorder, RowPlace
from service.storage.wait_limits import Patience
from service.storage.writer import InDoubt, Repeated

LOG_CONNECTIONS_MAX: Final = 8
"""Connections of one worker for the log: one writes, the others read."""

OTHER_CONNECTIONS_MAX: Final = 4
"""Connections of one worker for everything else."""

ATTEMPTS_MAX: Final = 10
RETRY_SECONDS: Final = 0.1
"""Between two tries, when a connection breaks."""

_PROBE: Final = """
    SET LOCAL work_mem = '64kB';
    SET LOCAL temp_tablespaces = '';
    SELECT count(*), pg_logical_emit_message(true, 'carolus', '') FROM generate_series(1, 10000)
    """
"""The series does not fit into so little memory, so it goes to a temporary file."""


class PostgresPool(PostgresDatastore):
    """The library's datastore, with SQLAlchemy's pool in the place of its own.

    That one connects when it is asked to, in the thread that waits, so a database that is away is
    noticed at once, and one that is back as well.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self._engine = engine

    def register_type_adapters(self) -> None:
        """Do nothing: rows are put without types of our own."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Yield a connection in autocommit mode.

        Raises Unreachable if there is none, OperationalError if it broke, and what else the
        database says as the library names it.
        """
        pooled = checked_out(self._engine)
        connection = pooled.driver_connection
        assert isinstance(connection, psycopg.Connection)
        connection.row_factory = dict_row
        try:
            yield connection
        except psycopg.Error as failure:
            raise _translated(failure, broken=connection.closed) from failure
        finally:
            if connection.closed:
                pooled.invalidate()
            else:
                pooled.close()

    def close(self) -> None:
        """Let go of the database."""
        super().close()
        self._engine.dispose()


def _translated(failure: psycopg.Error, *, broken: bool) -> PersistenceError:
    """Return a failure as the library names it; only a broken connection is tried again."""
    told = in_one_line(failure)
    if broken:
        return OperationalError(told)
    if isinstance(failure, psycopg.IntegrityError):
        return IntegrityError(told)
    return DatabaseError(told)


class _OneCall:
    """Puts all rows in one statement, without the types that the library makes for that.

    The numbers of the rows are not asked for.
    """

    datastore: PostgresDatastore
    events_table_name: str

    def insert(self, cursor: Cursor[DictRow], rows: Sequence[StoredEvent]) -> None:
        """Put these rows."""
        statement = SQL(
            "INSERT INTO {schema}.{table} (originator_id, originator_version, topic, state) "
            "SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[])"
        ).format(schema=Identifier(self.datastore.schema), table=Identifier(self.events_table_name))
        columns: tuple[list[Any], ...] = ([], [], [], [])
        for row in rows:
            for column, value in zip(
                columns,
                (row.originator_id, row.originator_version, row.topic, row.state),
                strict=True,
            ):
                column.append(value)
        cursor.execute(statement, columns, prepare=True)


class SnapshotRecorder(_OneCall, PostgresAggregateRecorder):
    """The library's recorder of snapshots."""

    def _insert_stored_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], **_: Any
    ) -> None:
        self.insert(curs, stored_events)


class _Unanswered(OperationalError):
    """The connection broke while the commit was under way."""


class PostgresRecorder(_OneCall, PostgresApplicationRecorder, LogRecorder):
    """The library's recorder of events, with a transaction of our own.

    The library has all of it on its way at once, in the driver's pipeline mode, and that waits for
    ever for the answer to a megabyte that it has not sent to the end.
    """

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Put rows, all or none, and return nothing of them.

        Raises IntegrityError if one is there already; Repeated if that is found by a second try,
        after a commit that was not answered; and InDoubt if there could be no such try.
        """
        doubt = False
        for _attempt in range(ATTEMPTS_MAX):
            try:
                with self.datastore.get_connection() as connection, self._locked(connection):
                    self.insert(connection.cursor(), stored_events)
            except IntegrityError as conflict:
                if doubt:
                    raise Repeated(str(conflict)) from conflict
                raise
            except OperationalError as failure:
                doubt = doubt or isinstance(failure, _Unanswered)
                time.sleep(RETRY_SECONDS)
            except PersistenceError as failure:
                if doubt:
                    raise InDoubt(str(failure)) from failure
                raise
            else:
                return None
        raise InDoubt("the connection broke again and again")

    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        """Return the places of the rows after a position, in the order of the log."""
        statement = SQL(
            "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
            "WHERE notification_id > %s ORDER BY notification_id LIMIT %s"
        ).format(schema=Identifier(self.datastore.schema), table=Identifier(self.events_table_name))
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            return cursor.execute(statement, (after, limit), prepare=True).fetchall()

    def probe(self) -> None:
        """Put no rows, fill a temporary file, and commit a message to nobody.

        To put rows must be allowed, however few they are. Tables grow only now and then, so a row
        that fits into the last page would not show that the disk is full; the file lies beside
        them. The message gives the commit something to write, in the write-ahead log alone.
        """
        with (
            self.datastore.get_connection() as connection,
            self._locked(connection, PROBE_LOCK_SECONDS),
        ):
            self.insert(connection.cursor(), [])
            connection.execute(_PROBE)

    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists."""
        statement = SQL(
            "SELECT originator_id, MAX(originator_version) FROM {schema}.{table} "
            "WHERE originator_id = ANY(%s) GROUP BY originator_id"
        ).format(schema=Identifier(self.datastore.schema), table=Identifier(self.events_table_name))
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            return dict(cursor.execute(statement, (list(streams),), prepare=True).fetchall())

    @contextmanager
    def _locked(
        self, connection: Connection[DictRow], seconds: float | None = None
    ) -> Iterator[None]:
        """Begin a transaction with the lock of the table, and commit it at the end.

        Wait so long for the lock; None: as long as the connection does.
        """
        patience = "" if seconds is None else f"SET LOCAL lock_timeout = '{seconds:g}s';"
        try:
            connection.execute(
                SQL("BEGIN; {patience} LOCK TABLE {schema}.{table} IN EXCLUSIVE MODE").format(
                    patience=SQL(patience),
                    schema=Identifier(self.datastore.schema),
                    table=Identifier(self.events_table_name),
                )
            )
            yield
        except psycopg.Error:
            if not connection.closed:
                connection.rollback()
            raise
        try:
            connection.commit()
        except psycopg.Error as failure:
            if connection.closed:
                raise _Unanswered(in_one_line(failure)) from failure
            raise


def open_postgres(address: str, patience: Patience) -> tuple[Log, PostgresPool]:
    """Open the log in this database, whose tables are there; wait for it for so long.

    Raises PersistenceError if the database cannot be used.
    """
    engine = postgres_engine(address, LOG_CONNECTIONS_MAX, patience, isolation_level="AUTOCOMMIT")
    datastore = PostgresPool(engine)
    snapshots = SnapshotRecorder(datastore, events_table_name="stored_snapshots")
    return Log(PostgresRecorder(datastore), snapshots), datastore
