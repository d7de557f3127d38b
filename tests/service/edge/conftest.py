"""The application, with settings that each test chooses."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from service.app import create_app
from tests.support.servers.applications import application_on, put_started_folder
from tests.support.storage.stores import settings_of

Opened = Callable[..., httpx.Client]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """Return a function that starts the application with these settings and returns a client.

    ``peer`` is the address that the client connects from.
    """
    put_started_folder(tmp_path / "data")
    with ExitStack() as stack:

        def client(peer: str = "192.0.2.1", **settings: Any) -> httpx.Client:
            chosen = settings_of(tmp_path / "data", **settings)
            app: Any = (
                create_app(chosen)
                if "record_bytes_max" in settings
                else stack.enter_context(application_on(chosen))
            )
            inner = app.asgi_handler

            async def from_peer(scope: Any, receive: Any, send: Any) -> None:
                await inner({**scope, "client": (peer, 4711)}, receive, send)

            app.asgi_handler = from_peer
            return stack.enter_context(TestClient(app, raise_server_exceptions=False))

        yield client
