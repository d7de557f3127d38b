"""Migrated databases that tests use one after another, instead of a copy for each.

PostgreSQL copies a database file by file, which takes hundreds of times as long as to empty one. A
database that cannot be emptied for certain is dropped: if its catalogue changed, or if a client is
still connected who might write into the next test.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Final, NamedTuple, TypeAlias

import psycopg
from psycopg import sql

from tests.support.servers.services import fresh_database

Connection: TypeAlias = psycopg.Connection[tuple[object, ...]]

LEAVING_SECONDS: Final = 0.5
"""How long we wait for connections that are just being closed."""

USER_OIDS: Final = 16_384
"""PostgreSQL gives its own objects smaller numbers."""

_CATALOGUE: Final = {
    "pg_class": "oid",
    "pg_attribute": "attrelid",
    "pg_attrdef": "oid",
    "pg_constraint": "oid",
    "pg_event_trigger": "oid",
    "pg_extension": "oid",
    "pg_index": "indexrelid",
    "pg_largeobject_metadata": "oid",
    "pg_namespace": "oid",
    "pg_policy": "oid",
    "pg_proc": "oid",
    "pg_publication": "oid",
    "pg_rewrite": "oid",
    "pg_sequence": "seqrelid",
    "pg_statistic_ext": "oid",
    "pg_trigger": "oid",
    "pg_type": "oid",
}
"""The parts of a catalogue that statements change, and the column with the number of the object."""

_ROW: Final = {
    "pg_class": "(to_jsonb(t) - '{relfilenode,relpages,reltuples,relallvisible,relallfrozen}'"
    "::text[] - '{relfrozenxid,relminmxid}'::text[])",
    "pg_database": "(to_jsonb(t) - '{datfrozenxid,datminmxid}'::text[])",
}
"""Rows without what vacuum, statistics and emptying change."""

_OWN: Final = (
    ("pg_database", "datname = current_database()"),
    (
        "pg_db_role_setting",
        "setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())",
    ),
    ("pg_namespace", "nspname = 'public'"),
)
"""What the server or its own objects say about a database."""


class Contents(NamedTuple):
    """All that distinguishes one database from another on the same server, apart from its name."""

    catalogue: str
    tables: Mapping[str, bytes]
    sequences: frozenset[tuple[object, ...]]


def leave_gaps(address: str) -> None:
    """Let the positions of a log have gaps, as every transaction that fails leaves one."""
    with psycopg.connect(address) as connection:
        connection.execute("ALTER SEQUENCE stored_events_notification_id_seq INCREMENT BY 3")


def contents_of(connection: Connection) -> Contents:
    """Return the contents of the database of this connection."""
    return Contents(_catalogue(connection), _tables(connection), _sequences(connection))


class Databases:
    """The migrated databases of a test process."""

    def __init__(self, server: str, template: str) -> None:
        """Create them on this server as copies of a template."""
        self._server = server
        self._template = template
        self._idle: list[_Idle] = []
        self._end = ExitStack()
        self._connection = self._end.enter_context(psycopg.connect(server, autocommit=True))

    @contextmanager
    def one(self) -> Iterator[str]:
        """Yield the address of a database for one test."""
        used = self._idle.pop() if self._idle else self._another()
        yield used.address
        if self._deserted(used.name) and _emptied(used):
            self._idle.append(used)
        else:
            used.copy.close()

    def drop(self) -> None:
        """Drop all databases."""
        self._end.close()

    def _another(self) -> "_Idle":
        copy = ExitStack()
        address = copy.enter_context(fresh_database(self._server, self._template))
        self._end.push(copy)
        with psycopg.connect(address) as connection:
            return _Idle(address, connection.info.dbname, copy, contents_of(connection))

    def _deserted(self, name: str) -> bool:
        """Wait until nobody is connected to a database; return whether that is so."""
        present = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s"
        deadline = time.monotonic() + LEAVING_SECONDS
        while self._connection.execute(present, [name]).fetchone() != (0,):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True


class _Idle(NamedTuple):
    """A database that no test uses."""

    address: str
    name: str
    copy: ExitStack
    """Drops it."""
    fresh: Contents
    """Its contents when it was created."""


def _emptied(used: _Idle) -> bool:
    """Restore the first contents of a database; return whether that was possible."""
    with psycopg.connect(used.address) as connection:
        if _catalogue(connection) != used.fresh.catalogue:
            return False
        first = used.fresh.tables
        filled = [
            name
            for name in _with_pages(connection)
            if not first[name] or _rows(connection, name) != first[name]
        ]
        if filled:
            names = sql.SQL(", ").join(map(_name, filled))
            connection.execute(sql.SQL("TRUNCATE {}").format(names))
        for name in filled:
            if rows := first[name]:
                with connection.cursor().copy(_copying(name, "FROM STDIN")) as rewriting:
                    rewriting.write(rows)
        for sequence, last, called in used.fresh.sequences - _sequences(connection):
            connection.execute("SELECT setval(%s, %s, %s)", [sequence, last, called])
    return True


def _catalogue(connection: Connection) -> str:
    """Return a digest of all that statements such as CREATE, ALTER, GRANT and COMMENT change."""
    parts = [
        *((name, f"{column} >= {USER_OIDS}") for name, column in _CATALOGUE.items()),
        *_OWN,
        ("pg_description", f"objoid >= {USER_OIDS}"),
    ]
    query = " UNION ALL ".join(
        f"SELECT '{name}', md5(string_agg(row, '\n' ORDER BY row)) "  # noqa: S608 - from above
        f"FROM (SELECT {_ROW.get(name, 't')}::text AS row FROM {name} t WHERE {where}) AS rows"
        for name, where in parts
    )
    return repr(connection.execute(f"{query} ORDER BY 1, 2".encode()).fetchall())


def _tables(connection: Connection) -> dict[str, bytes]:
    """Return the rows of each table, as COPY writes them."""
    names = connection.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'm') AND oid >= %s "
        "ORDER BY oid",
        [USER_OIDS],
    ).fetchall()
    return {str(name): _rows(connection, str(name)) for (name,) in names}


def _rows(connection: Connection, table: str) -> bytes:
    with connection.cursor().copy(_copying(table, "TO STDOUT")) as reading:
        return b"".join(map(bytes, reading))


def _sequences(connection: Connection) -> frozenset[tuple[object, ...]]:
    """Return the names of all sequences, their last values, and whether these were given away."""
    names = connection.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'S'"
    ).fetchall()
    return frozenset(
        (name, *found)
        for (name,) in names
        for found in connection.execute(
            sql.SQL("SELECT last_value, is_called FROM {}").format(_name(str(name)))
        )
    )


def _with_pages(connection: Connection) -> list[str]:
    """Return the names of the tables that have, or had, rows."""
    found = connection.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'm') AND oid >= %s "
        "AND pg_relation_size(oid) > 0",
        [USER_OIDS],
    )
    return [str(name) for (name,) in found]


def _copying(table: str, where: str) -> sql.Composed:
    return sql.SQL("COPY {} {}").format(_name(table), sql.SQL(where))


def _name(found: str) -> sql.SQL:
    """Return a name as PostgreSQL has quoted it."""
    return sql.SQL(found)
