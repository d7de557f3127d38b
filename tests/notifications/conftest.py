"""Provide a push service, and a service that may send to it."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import httpx
import pytest
from litestar.testing import TestClient

from tests.support.http.callers import MovedClock
from tests.support.servers.applications import application_on
from tests.support.servers.mail_server import MailServer, mail_settings
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


@pytest.fixture
def mail_server(tmp_path: Path) -> Iterator[MailServer]:
    """Return a started mail server."""
    with MailServer(tmp_path / "mail") as one:
        yield one


@pytest.fixture
def clock() -> Iterator[MovedClock]:
    """Return the clock of the services that this test makes."""
    moved = MovedClock()
    with patch("service.app.now", moved):
        yield moved


@pytest.fixture
def mailing(
    tmp_path: Path,
    mail_server: MailServer,
    clock: MovedClock,
) -> Iterator[httpx.Client]:
    """Yield a client of a service that sends e-mail, on this clock."""
    with (
        application_on(settings_of(tmp_path / "data", **mail_settings(mail_server))) as app,
        TestClient(app, raise_server_exceptions=True) as client,
    ):
        yield client
