"""The application in this process, and every store, on a data folder of each test's own."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from service.app import create_app
from service.settings import Settings
from tests.support.stores import STORES, OpenStore


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return the data folder of ``http``."""
    return tmp_path / "data"


@pytest.fixture
def http(data: Path) -> Iterator[httpx.Client]:
    """Return a client of the application; a mistake of the service fails the test."""
    settings = msgspec.convert({"CAROLUS_DATA": str(data)}, Settings)
    with TestClient(create_app(settings), raise_server_exceptions=True) as client:
        yield client


@pytest.fixture(params=sorted(STORES))
def store(request: pytest.FixtureRequest, tmp_path: Path) -> OpenStore:
    """Return what opens the store of this test, which is run against every store."""
    return partial(STORES[request.param], tmp_path)
