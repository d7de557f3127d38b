"""The application starts and stops inside the program that runs it."""

import asyncio
import subprocess
import sys
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from litestar import Litestar

from service.access.game_keys import KEY_FILE
from service.access.log_key import AnotherKey, key_of_log
from service.app import create_app
from service.http.parts import parts_in
from service.live.hub import Hub
from service.projections.driver import Driver
from service.storage.database import Database
from service.tasks.house import House
from tests.support.servers.applications import application_on
from tests.support.storage.stores import ENGINES, database_of, opened_database, run, settings_of

TASKS = {"webhooks", "projections", "house-0", "patrol", "deadlines", "presence"}
"""The names of a worker's background tasks."""


OPTIONAL = {"alembic", "joserfc", "opentelemetry", "psycopg"}
"""Libraries that a service with the default settings does not use once it has its tables."""


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a migrated database; empty for a file."""
    return database_of(request)


@pytest.mark.long
def test_two_applications_in_sequence_on_one_event_loop(tmp_path: Path, database: str) -> None:
    """Stopping the first leaves the loop intact for the second."""

    async def both(first: Litestar, second: Litestar) -> None:
        async with first.lifespan():
            pass
        async with second.lifespan():
            assert await asyncio.to_thread(lambda: "still has threads")

    at = settings_of(tmp_path, database)
    with application_on(at) as one, application_on(at) as other:
        run(both(one, other))


def test_a_read_outlives_the_application(tmp_path: Path, database: str) -> None:
    """A read that a request abandoned completes, although the database was closed meanwhile."""
    reading, closed = Event(), Event()
    found: list[int] = []

    def read(recorder: Any) -> None:
        with recorder.datastore.transaction(commit=False) as cursor:
            reading.set()
            assert closed.wait(30)
            cursor.execute("SELECT 1")
            found.append(len(cursor.fetchall()))
        found.append(len(recorder.select_places(0, 1)))

    async def serve(app: Litestar) -> Thread:
        thread = Thread(target=read, args=[parts_in(app).handler.log._recorder])
        async with app.lifespan():
            thread.start()
            assert await asyncio.to_thread(reading.wait, 30)
        return thread

    with application_on(settings_of(tmp_path, database)) as app:
        thread = run(serve(app))
    closed.set()
    thread.join(30)
    assert found == [1, 1]


def test_an_application_that_cannot_be_assembled_closes_its_database(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For example, if the service key is not the one of the log."""
    with opened_database(settings_of(tmp_path, database)) as opened:
        key_of_log(tmp_path, opened.log)
    (tmp_path / KEY_FILE).write_bytes(bytes(32))
    closed: list[Database] = []
    close = Database.close

    def noted(self: Database) -> None:
        close(self)
        closed.append(self)

    monkeypatch.setattr(Database, "close", noted)
    with pytest.raises(AnotherKey):
        create_app(settings_of(tmp_path, database))
    assert len(closed) == 1


@pytest.mark.long
def test_the_default_service_imports_only_what_it_uses() -> None:
    """Libraries for a database server, an issuer of tokens, traces or migrations start slowly."""
    program = f"import sys, service.app; print(*sorted({OPTIONAL!r} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert done.stdout.split() == []


@pytest.mark.parametrize(
    ("part", "does", "left"),
    [
        (House, "start", set()),
        (Hub, "start", set()),
        (Hub, "stop", {"presence"}),
        (Driver, "stop", {"projections"}),
    ],
)
def test_a_part_that_fails_leaves_nothing_else_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: type, does: str, left: set[str]
) -> None:
    """If a part fails to start or to stop, the others stop, and the database is closed last."""
    done: list[object] = []
    close = Database.close

    def closed(self: Database) -> None:
        close(self)
        done.append({task.get_name() for task in asyncio.all_tasks(loops[0])} & TASKS)

    def fail(_: object) -> None:
        raise ZeroDivisionError(does)

    async def serve(app: Litestar) -> None:
        loops.append(asyncio.get_running_loop())
        async with app.lifespan():
            done.append("serving")

    loops: list[asyncio.AbstractEventLoop] = []
    monkeypatch.setattr(Database, "close", closed)
    monkeypatch.setattr(part, does, fail)
    with (
        application_on(settings_of(tmp_path)) as app,
        pytest.raises(ExceptionGroup) as failed,
    ):
        run(serve(app))
    assert failed.group_contains(ZeroDivisionError, match=does)
    assert done == (["serving", left] if does == "stop" else [left])
