"""The log on PostgreSQL, for several workers: the library's recorders over SQLAlchemy's pool.

The recorder locks the table of events from the first row of a transaction to its commit, as the
library does. So the log is in the order of commits, and no reader misses a row that commits late.
It does not use the library's database functions, which do not lock, nor its NOTIFY, which would
serialize all commits of the server for no listener.

When a connection breaks during a write, the recorder retries on another one, because only a retry
shows whether the commit succeeded. If the database is unreachable, it raises at once, because a
client is waiting; the library's pool would wait instead.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, LiteralString

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

from service.storage.engines import checked_out, close, in_one_line
from service.storage.log import Log
from service.storage.postgres_engine import Patience, postgres_engine
from service.storage.recorder import PROBE_LOCK_SECONDS, LogRecorder, RowPlace
from service.storage.writer import InDoubt, Repeated

LOG_CONNECTIONS_MAX: Final = 8
"""Connections of one worker for the log: one writes, the others read."""

OTHER_CONNECTIONS_MAX: Final = 4
"""Connections of one worker for everything else."""

ATTEMPTS_MAX: Final = 10
RETRY_SECONDS: Final = 0.1
"""Wait before a retry after a connection breaks."""

_PROBE: Final = """
    SET LOCAL work_mem = '64kB';
    SET LOCAL temp_tablespaces = '';
    SELECT count(*), pg_logical_emit_message(true, 'carolus', '') FROM generate_series(1, 10000)
    """
"""The series does not fit into this memory, so PostgreSQL writes it to a temporary file."""


class PostgresPool(PostgresDatastore):
    """The library's datastore, with SQLAlchemy's pool instead of its own.

    SQLAlchemy's pool connects on demand, in the waiting thread, so the service notices at once when
    the database goes down and when it comes back.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__("", "", "", "", "", originator_id_type="text")
        self._engine = engine

    def register_type_adapters(self) -> None:
        """Do nothing: inserts need no custom types."""

    @contextmanager
    def get_connection(self) -> Iterator[Connection[DictRow]]:
        """Yield a connection in autocommit mode.

        Raises Unreachable if none is available, OperationalError if the connection broke, and the
        library's equivalent of any other error.
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
        """Close all connections."""
        super().close()
        close(self._engine)


def _translated(failure: psycopg.Error, *, broken: bool) -> PersistenceError:
    """Return the library's equivalent of an error; only OperationalError causes a retry."""
    message = in_one_line(failure)
    if broken:
        return OperationalError(message)
    if isinstance(failure, psycopg.IntegrityError):
        return IntegrityError(message)
    return DatabaseError(message)


class _OneCall:
    """Inserts all rows in one statement, without the custom types that the library needs.

    It does not return the rows' positions.
    """

    datastore: PostgresDatastore
    events_table_name: str

    def insert(self, cursor: Cursor[DictRow], rows: Sequence[StoredEvent]) -> None:
        """Insert these rows."""
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
    """The library's recorder of snapshots, with one statement per insert."""

    def _insert_stored_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], **_: Any
    ) -> None:
        self.insert(curs, stored_events)


class _Unanswered(OperationalError):
    """The connection broke during the commit."""


class PostgresRecorder(_OneCall, PostgresApplicationRecorder, LogRecorder):
    """The library's recorder of events, with its own transactions.

    The library sends a whole transaction in the driver's pipeline mode, which waits forever when it
    has not sent all of a large statement, such as one of a megabyte.
    """

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Insert all rows or none; return None instead of their positions.

        Raises IntegrityError if a row exists already; Repeated if a retry after an unanswered
        commit finds this; and InDoubt if no retry could find out.
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
        raise InDoubt(f"the connection broke {ATTEMPTS_MAX} times in a row")

    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        """Return the places of the rows after a position, in log order."""
        return self._rows(
            "SELECT notification_id, originator_id, originator_version FROM {schema}.{table} "
            "WHERE notification_id > %s ORDER BY notification_id LIMIT %s",
            (after, limit),
        )

    def probe(self) -> None:
        """Insert no rows, fill a temporary file, and commit a message without a receiver.

        The empty insert checks the permission. A row might fit into the table's last page and not
        show that the disk is full; the temporary file does, because it is on the same disk. The
        message makes the commit write to the write-ahead log.
        """
        with (
            self.datastore.get_connection() as connection,
            self._locked(connection, PROBE_LOCK_SECONDS),
        ):
            self.insert(connection.cursor(), [])
            connection.execute(_PROBE)

    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each existing stream among these."""
        found = self._rows(
            "SELECT originator_id, MAX(originator_version) FROM {schema}.{table} "
            "WHERE originator_id = ANY(%s) GROUP BY originator_id",
            (list(streams),),
        )
        return dict(found)

    def _rows(self, statement: LiteralString, values: Sequence[Any]) -> list[Any]:
        """Return the rows of a query; it names the log's table as ``{schema}.{table}``."""
        query = SQL(statement).format(
            schema=Identifier(self.datastore.schema), table=Identifier(self.events_table_name)
        )
        with self.datastore.get_connection() as connection:
            cursor = connection.cursor(row_factory=tuple_row)
            return cursor.execute(query, values, prepare=True).fetchall()

    @contextmanager
    def _locked(
        self, connection: Connection[DictRow], seconds: float | None = None
    ) -> Iterator[None]:
        """Begin a transaction that locks the table, and commit it at the end.

        Waits ``seconds`` for the lock; None means the connection's own timeout.
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
    """Open the log in this database, whose tables must exist, with these timeouts.

    Raises PersistenceError if the database cannot be used.
    """
    engine = postgres_engine(address, LOG_CONNECTIONS_MAX, patience, isolation_level="AUTOCOMMIT")
    datastore = PostgresPool(engine)
    snapshots = SnapshotRecorder(datastore, events_table_name="stored_snapshots")
    return Log(PostgresRecorder(datastore), snapshots), datastore
