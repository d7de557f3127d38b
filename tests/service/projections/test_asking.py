"""Queries on projections while the database is read-only: they return what is there."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import DatabaseError, OperationalError, PersistenceError
from psycopg.conninfo import conninfo_to_dict
from psycopg.sql import SQL, Identifier
from sqlalchemy import Connection

from service.app import create_app
from service.http.parts import Parts, parts_in
from service.projections.all import Projections
from service.projections.lobby import Shown
from service.projections.runner import NotWritten
from service.settings import Settings
from service.storage import engines
from service.storage import sqlite as sqlite_module
from service.storage.address import FILE_NAME
from service.storage.database import Database
from tests.support.servers import commands
from tests.support.storage.projecting import Worker, ids, worker
from tests.support.storage.stores import note, on_both_engines, run


@contextmanager
def unwritable(at: Settings) -> Iterator[None]:
    """Block all writes to a database from another connection."""
    if at.database:
        with psycopg.connect(
            at.database, options="-c default_transaction_read_only=off", autocommit=True
        ) as other:
            _set_read_only(other, "on")
            yield
            _set_read_only(other, "off")
    else:
        with closing(sqlite3.connect(at.folder / FILE_NAME)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield


def _set_read_only(other: psycopg.Connection[Any], value: str) -> None:
    name = Identifier(str(conninfo_to_dict(other.info.dsn)["dbname"]))
    turn = SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
    other.execute(turn.format(name, SQL(value)))  # applies to new connections
    other.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )


@pytest.fixture
def one(at: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    """Yield a worker that does not wait for file locks."""
    for module in (engines, sqlite_module):
        monkeypatch.setattr(module, "LOCK_SECONDS", 0)
    monkeypatch.setattr(sqlite_module, "PROBE_LOCK_SECONDS", 0)
    with worker(at) as found:
        yield found


async def listed(one: Worker | Parts) -> list[str]:
    """Return the games of the lobby as a request would."""
    lobby = one.projections.lobby
    return ids(await one.projections.ask(lambda: lobby.page(Shown(), before=None, limit=9), lobby))


class Writes:
    """Counts the write transactions of a database, and can make them fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        self.fails = 0
        writing, writes = Database.writing, self

        def counted(database: Database) -> AbstractContextManager[Connection]:
            writes.count += 1
            if writes.fails:
                writes.fails -= 1
                raise DatabaseError("the line broke")
            return writing(database)

        monkeypatch.setattr(Database, "writing", counted)


@on_both_engines
def test_lists_work_while_the_database_is_read_only(
    at: Settings, one: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The latest commit is missing, and appears as soon as the database is writable."""
    (first,) = one.open_games(1)
    assert run(listed(one)) == [first]
    (second,) = one.open_games(1)
    writes = Writes(monkeypatch)

    async def scene() -> None:
        with unwritable(at):
            for _ in range(3):
                assert await listed(one) == [first]
            with pytest.raises(PersistenceError):
                await one.log.write([note("n/1")])
        assert writes.count == 1, "failed writes are not retried for every request"
        assert await listed(one) == [second, first]

    run(scene())


@on_both_engines
def test_a_list_does_not_wait_for_a_thread_that_cannot_write(at: Settings, one: Worker) -> None:
    """That thread may wait for its lock as long as an action may."""
    (first,) = one.open_games(1)
    assert run(listed(one)) == [first]
    one.open_games(1)
    runner = one.projections.runner
    with unwritable(at), runner._lock:  # of a thread whose write waits
        assert run(listed(one)) == [first]


def test_a_list_is_complete_even_if_a_write_failed(
    one: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the log is writable, no request gets outdated rows."""
    games = one.open_games(2)
    writes = Writes(monkeypatch)

    async def scene() -> None:
        writes.fails = 1
        assert await listed(one) == games[::-1]
        one_more = await asyncio.to_thread(one.open_games, 1)
        writes.fails = 2
        with pytest.raises(PersistenceError, match="the line broke"):
            await listed(one)
        assert await listed(one) == [*one_more, *games[::-1]]

    run(scene())


def test_no_list_is_old_while_the_log_cannot_be_read(
    one: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If writing fails, and the log cannot be read either, the query fails instead."""
    projections = Projections(one.database)

    async def unreadable(*, fresh: bool = False) -> None:
        raise OperationalError("the line is down")

    def fail(*_: Any, **__: Any) -> None:
        raise NotWritten("not now")

    monkeypatch.setattr(projections.runner, "catch_up", fail)
    monkeypatch.setattr(one.database.log, "probe", unreadable)
    with pytest.raises(OperationalError, match="the line is down"):
        run(projections.ask(lambda: "an old list", projections.lobby))


@on_both_engines
@pytest.mark.long
def test_the_service_starts_while_the_database_is_read_only(at: Settings, one: Worker) -> None:
    """It lists the games that were there."""

    async def listed_by_service() -> list[str]:
        app = create_app(at)
        async with app.lifespan():
            return await listed(parts_in(app))

    assert run(listed_by_service()) == []  # the first start stores the keys
    (first,) = one.open_games(1)
    assert run(listed(one)) == [first]
    with unwritable(at):
        assert run(listed_by_service()) == [first]


@on_both_engines
def test_commands_that_read_write_nothing(
    at: Settings, one: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A running service keeps the projections up to date, and repairs them."""
    monkeypatch.setenv("CAROLUS_DATA", at.data)
    monkeypatch.setenv("CAROLUS_DATABASE", at.database)
    one.start((None, None))
    one.make_account()
    one.catch_up()
    writes = Writes(monkeypatch)
    for command in ("trail", "export"):
        result = commands.run(command)
        assert result.exit_code == 0, result.output
    assert writes.count == 0


def test_opening_projections_writes_nothing(one: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even if nothing was read before."""
    writes = Writes(monkeypatch)
    projections = Projections(one.database)
    assert {mark.position for mark in projections.runner.marks().values()} == {0}
    projections.close()
    assert writes.count == 0
