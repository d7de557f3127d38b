"""What all tables besides the log's share: column types, and two ways of writing.

The same statements run on SQLite and on PostgreSQL, and return the same rows in the same order:
text is compared byte by byte, times are text of one form, and numbers are integers.

A migration in ``service.storage.migrations`` creates the tables, and names them itself.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from sqlalchemy import BigInteger, Column, Connection, Integer, MetaData, Table, Text, text
from sqlalchemy.dialects import postgresql, sqlite

METADATA: Final = MetaData()

TEXT: Final = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER: Final = BigInteger().with_variant(Integer(), "sqlite")

RowValues: TypeAlias = Mapping[str, Any]


def text_(name: str, *, key: bool = False, unique: bool = False) -> Column[str]:
    """Return a column of text."""
    return Column(name, TEXT, nullable=False, primary_key=key, unique=unique)


def number_(name: str, *, key: bool = False) -> Column[int]:
    """Return a column of integers."""
    return Column(name, NUMBER, nullable=False, primary_key=key, autoincrement=False)


def put(
    connection: Connection,
    table: Table,
    rows: Sequence[RowValues],
    *,
    renew: Sequence[str] = (),
    add: Sequence[str] = (),
) -> None:
    """Insert rows; if a row with the same key exists, replace some columns and add to others.

    Without such columns the existing row stays as it is.
    """
    if not rows:
        return
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    statement: Any = insert(table)
    changed = {name: statement.excluded[name] for name in renew}
    changed |= {name: table.c[name] + statement.excluded[name] for name in add}
    keys = list(table.primary_key.columns)
    if changed:
        statement = statement.on_conflict_do_update(index_elements=keys, set_=changed)
    else:
        statement = statement.on_conflict_do_nothing(index_elements=keys)
    connection.execute(statement, list(rows))


def empty(connection: Connection, tables: Sequence[Table]) -> None:
    """Remove all rows of these tables, in constant time; create a table that is missing."""
    METADATA.create_all(connection, tables=tables)
    names = ", ".join(table.name for table in tables)
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"TRUNCATE {names}"))
        return
    for table in tables:
        connection.execute(table.delete())
