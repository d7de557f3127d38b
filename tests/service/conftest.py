"""The application in this process, on a data folder of each test's own."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from service.app import create_app
from service.settings import Settings


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
