"""The application in this process, and every store, each test with its own data folder.

Tests that other games do not disturb share one application: their file overrides ``http`` with
``lasting``, and ``data`` with ``lasting_data``.
"""

import io
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from service.runtime.logs import configure_logs
from service.settings import Settings
from tests.support.servers.applications import application_on, put_started_folder
from tests.support.servers.shells import programs
from tests.support.storage.stores import OpenStore, opened_log, put_migrated_file, settings_of


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data folder of ``http``."""
    return tmp_path / "data"


@pytest.fixture
def http(data: Path) -> Iterator[httpx.Client]:
    """Yield a client of the application; an unhandled error in the service fails the test."""
    put_started_folder(data)
    with (
        application_on(settings_of(data)) as app,
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def lasting_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data folder of ``lasting``."""
    return tmp_path_factory.mktemp("lasting") / "data"


@pytest.fixture(scope="module")
def lasting(lasting_data: Path) -> Iterator[httpx.Client]:
    """Yield a client of one application for all tests of a file."""
    put_started_folder(lasting_data)
    with (
        application_on(settings_of(lasting_data)) as app,
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        yield client


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Return a buffer with everything written to the log, at level debug."""
    found = io.BytesIO()
    with monkeypatch.context() as patched:
        patched.setattr("sys.stderr", io.TextIOWrapper(found, "utf-8", write_through=True))
        configure_logs("json", "debug")
    return found


@pytest.fixture
def at(database: str, data: Path) -> Settings:
    """Return the settings of this test, which runs on every kind of database."""
    if not database:
        put_migrated_file(data)
    return settings_of(data, database)


@pytest.fixture
def store(at: Settings) -> OpenStore:
    """Return a function that opens the log of this test, which runs on every kind of database."""
    return partial(opened_log, at)


@pytest.fixture(scope="session")
def carolus() -> Iterator[str]:
    """Return the path of a ``carolus`` that starts at once; its standard files must be open.

    No terminal controls it, so a test that presses Ctrl-C needs the real program.
    """
    with programs() as folder:
        yield str(folder / "carolus")
