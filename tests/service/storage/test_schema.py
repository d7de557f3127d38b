"""Migrations: each step runs once, in whichever process comes first, while workers run."""

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from eventsourcing.persistence import PersistenceError
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresApplicationRecorder,
    PostgresFactory,
)
from eventsourcing.sqlite import SQLiteFactory
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy import inspect

from service.settings import Settings
from service.storage import schema
from service.storage.address import FILE_NAME
from service.storage.database import Behind, migrate, open_database
from service.storage.postgres_engine import postgres_engine
from service.storage.schema import Migrated
from tests.support.storage.stores import opened_database, played, put, run, settings_of

HEAD = schema.steps()[-1]

STEP = '''"""A step of the future."""

import sqlalchemy as sa
from alembic import op

revision = "9999"
down_revision = "{head}"


def upgrade() -> None:
    op.create_table("songs", sa.Column("title", sa.Text, primary_key=True))
    op.add_column("stored_snapshots", sa.Column("taken_at", sa.Text))
    {last}
'''


@pytest.fixture
def step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return a function that adds a step after the last one, ending with the given line."""

    def added(last: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(schema.MIGRATIONS, folder)
        (folder / "versions" / "9999_future.py").write_text(STEP.format(head=HEAD, last=last))
        monkeypatch.setattr(schema, "MIGRATIONS", folder)

    return added


@pytest.fixture(params=["postgresql", "sqlite"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    """Return the settings of an empty database."""
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    return settings_of(tmp_path / "data", address)


def test_steps_form_one_line() -> None:
    """Each has one predecessor, and the numbers match the names of the files."""
    config = Config()
    config.set_main_option("script_location", str(schema.MIGRATIONS))
    found = [*ScriptDirectory.from_config(config).walk_revisions()][::-1]
    assert [one.revision for one in found] == [*schema.steps()]
    assert [one.down_revision for one in found] == [None, *schema.steps()[:-1]]


def test_a_database_is_migrated_once(fresh: Settings) -> None:
    """The second run finds nothing to do."""
    assert migrate(fresh) == Migrated("", HEAD)
    assert migrate(fresh) == Migrated(HEAD, HEAD)
    with opened_database(fresh) as database:
        run(put(database.log, played("game", requests=3).batches))


def test_concurrent_migrations(fresh: Settings) -> None:
    """One process migrates; the others wait and find it done."""
    together = threading.Barrier(6)

    def begin() -> Migrated:
        together.wait(30)
        return migrate(fresh)

    with ThreadPoolExecutor(6) as threads:
        done = [one.result() for one in [threads.submit(begin) for _ in range(6)]]
    assert sorted(done) == [Migrated("", HEAD)] + [Migrated(HEAD, HEAD)] * 5


def test_a_worker_does_not_migrate_a_shared_database(postgres: str, tmp_path: Path) -> None:
    """The error says what to run, even for an empty database."""
    at = settings_of(tmp_path, postgres)
    with pytest.raises(Behind, match="no tables of Carolus yet: run `carolus migrate`"):
        open_database(at)
    engine = postgres_engine(postgres, 1)
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_workers_keep_running_during_and_after_a_migration(
    at: Settings, step: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They lose nothing, and a worker of the older version can still start afterwards."""
    before = schema.MIGRATIONS
    with opened_database(at) as worker:
        done = threading.Event()

        async def work() -> int:
            count = 0
            while not done.is_set() or count < 10:
                await put(worker.log, played(f"game-{count}", requests=0).batches)
                count += 1
            return count

        with ThreadPoolExecutor(1) as threads:
            working = threads.submit(asyncio.run, work())
            step("")
            assert migrate(at) == Migrated(HEAD, "9999")
            done.set()
            count = working.result(60)
        monkeypatch.setattr(schema, "MIGRATIONS", before)
        with opened_database(at) as older:
            assert all(older.log.load(f"game-{number}") for number in range(count))
            run(put(older.log, played("older", requests=150).batches))
        assert migrate(at) == Migrated("9999", "9999")
        run(put(worker.log, played("worker").batches))
        assert worker.log.load("worker") is not None


def test_a_failed_step_changes_nothing(
    at: Settings, step: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The schema is as before, and the original migrations still work."""
    with opened_database(at):
        pass
    step('op.execute("INSERT INTO nowhere VALUES (1)")')
    with pytest.raises(PersistenceError, match="nowhere"):
        migrate(at)
    monkeypatch.undo()
    with opened_database(at) as database:
        tables = inspect(database.engine)
        assert "songs" not in tables.get_table_names()
        assert len(tables.get_columns("stored_snapshots")) == 4
    assert migrate(at) == Migrated(HEAD, HEAD)


# --- the tables of the log ---------------------------------------------------------------------


def described(engine: Any) -> dict[str, Any]:
    """Return the columns, keys and indexes of the log's tables."""
    found = inspect(engine)
    return {
        table: (
            [
                (one["name"], str(one["type"]).partition(" COLLATE")[0], one["nullable"])
                for one in found.get_columns(table)
            ],
            found.get_pk_constraint(table)["constrained_columns"],
            [(one["column_names"], one["unique"]) for one in found.get_indexes(table)],
        )
        for table in ("stored_events", "stored_snapshots")
    }


def test_the_tables_match_the_library_on_postgresql(
    postgres: str, migrated: str, tmp_path: Path
) -> None:
    """So the library works with tables it was tested on."""
    asked = conninfo_to_dict(postgres)
    with PostgresFactory(
        {
            "POSTGRES_DBNAME": str(asked["dbname"]),
            "POSTGRES_HOST": str(asked.get("host", "")),
            "POSTGRES_PORT": str(asked.get("port", "")),
            "POSTGRES_USER": str(asked.get("user", "")),
            "POSTGRES_PASSWORD": str(asked.get("password", "")),
            "ORIGINATOR_ID_TYPE": "text",
        }
    ) as factory:
        for recorder in (
            PostgresApplicationRecorder(factory.datastore),
            PostgresAggregateRecorder(factory.datastore, events_table_name="stored_snapshots"),
        ):
            recorder.create_table()
    theirs = postgres_engine(postgres, 1)
    with opened_database(settings_of(tmp_path, migrated)) as ours:
        assert described(ours.engine) == described(theirs)
    theirs.dispose()


def test_a_folder_of_an_earlier_version_is_upgraded(tmp_path: Path) -> None:
    """It has the tables that the library created; its games are unchanged."""
    with opened_database(settings_of(tmp_path / "new")) as database:
        stored = run(put(database.log, played("game").batches))
        ours = described(database.engine)
    (tmp_path / "old").mkdir()
    (tmp_path / "new" / FILE_NAME).rename(tmp_path / "old" / FILE_NAME)
    name = (tmp_path / "theirs").resolve().as_uri()
    factory = SQLiteFactory({"SQLITE_DBNAME": name, "ORIGINATOR_ID_TYPE": "text"})
    factory.application_recorder()
    factory.aggregate_recorder("snapshots")
    factory.close()
    query = "SELECT sql FROM sqlite_master WHERE name LIKE 'stored%' ORDER BY name"
    others = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'stored%'"
    statements: list[list[str]] = []
    for file in (tmp_path / "old" / FILE_NAME, tmp_path / "theirs"):
        with closing(sqlite3.connect(file)) as connection:
            statements.append(["".join(row[0].split()) for row in connection.execute(query)])
            for (table,) in connection.execute(others).fetchall():
                connection.execute(f"DROP TABLE {table}")
    assert statements[0] == statements[1]
    with opened_database(settings_of(tmp_path / "old")) as database:
        assert database.log.load("game") == stored
        assert described(database.engine) == ours
