"""The application starts and stops inside the program that runs it."""

import asyncio
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from service.app import create_app
from service.http.parts import parts_in
from tests.support.storage.stores import ENGINES, database_of, run, settings_of


@pytest.fixture(params=ENGINES)
def database(request: pytest.FixtureRequest) -> str:
    """Return the address of a migrated database; empty for a file."""
    return database_of(request)


def test_two_applications_in_sequence_on_one_event_loop(tmp_path: Path, database: str) -> None:
    """Stopping the first leaves the loop intact for the second."""
    first = create_app(settings_of(tmp_path, database))
    second = create_app(settings_of(tmp_path, database))

    async def both() -> None:
        async with first.lifespan():
            pass
        async with second.lifespan():
            assert await asyncio.to_thread(lambda: "still has threads")

    run(both())


def test_a_read_outlives_the_application(tmp_path: Path, database: str) -> None:
    """A read that a request abandoned completes, although the database was closed meanwhile."""
    app = create_app(settings_of(tmp_path, database))
    recorder: Any = parts_in(app).handler.log._recorder
    reading, closed = Event(), Event()
    found: list[int] = []

    def read() -> None:
        with recorder.datastore.transaction(commit=False) as cursor:
            reading.set()
            assert closed.wait(30)
            cursor.execute("SELECT 1")
            found.append(len(cursor.fetchall()))
        found.append(len(recorder.select_places(0, 1)))

    thread = Thread(target=read)

    async def serve() -> None:
        async with app.lifespan():
            thread.start()
            assert await asyncio.to_thread(reading.wait, 30)

    run(serve())
    closed.set()
    thread.join(30)
    assert found == [1, 1]
