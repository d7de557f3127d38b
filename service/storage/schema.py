"""The schema of a database: whether it is up to date, and migrating it.

The migrations are in ``service.storage.migrations``, in the order of their numbers. A newer version
of Carolus has migrated a database with unknown migrations; as migrations only add, this version can
use it.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, inspect, text

from service.storage import migrations
from service.storage.engines import reading, writing

MIGRATIONS: Final = Path(migrations.__file__).parent
_NONE: Final = ""

_LOCK: Final = 0x4361726F
"""The number of the advisory lock that allows one migration at a time on PostgreSQL."""

_WAIT_SECONDS_MAX: Final = 5
"""How long a migration waits for a lock on PostgreSQL; other statements wait behind it."""


class Migrated(NamedTuple):
    """The numbers of the last migration before and after; empty for a new database."""

    before: str
    after: str


def steps() -> tuple[str, ...]:
    """Return the numbers of all known migrations, in order."""
    return _steps_in(MIGRATIONS)


@cache  # each start needs them
def _steps_in(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(file.name[:4] for file in (folder / "versions").glob("[0-9]*.py")))


class Standing(NamedTuple):
    """The state of a database's schema."""

    empty: bool
    """Whether it has no migrations yet."""
    behind: bool
    """Whether it lacks migrations; an empty database does."""


def standing(engine: Engine) -> Standing:
    """Return the state of the schema; raise PersistenceError if the database cannot be used."""
    with reading(engine) as connection:
        last = _last_step(connection)
    return Standing(last == _NONE, _is_behind(last))


def migrate(engine: Engine) -> Migrated:
    """Run the missing migrations, all or none; other processes that migrate wait.

    Raises PersistenceError if the database cannot be used.
    """
    from alembic import command  # noqa: PLC0415 - slow to import, and hardly ever needed
    from alembic.config import Config  # noqa: PLC0415 - the same

    with writing(engine) as connection:
        _lock(connection)
        before = _last_step(connection)
        if _is_behind(before):
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        return Migrated(before, _last_step(connection))


def _is_behind(last: str) -> bool:
    known = steps()
    return last != known[-1] and last in (_NONE, *known)


def _last_step(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
        return _NONE
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return _NONE if found is None else str(found)


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        return  # the transaction holds the lock of the whole database
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
    connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
    connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
    connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
    connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{_WAIT_SECONDS_MAX}s'")
