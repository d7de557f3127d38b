"""Provide a push service, and a service that may send to it."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from tests.support.servers.applications import application_on
from tests.support.servers.receiver import Receiver
from tests.support.storage.stores import settings_of


@pytest.fixture
def receiver(tmp_path: Path) -> Iterator[Receiver]:
    """Return a started push service."""
    with Receiver(tmp_path / "receiver") as one:
        yield one


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    """Yield a client of a service that may send to this machine."""
    with (
        application_on(settings_of(tmp_path / "data", webhooks_private=True)) as app,
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        yield client
