"""The service in this process, on a real socket, for tests that look inside while it serves."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import SO_SNDBUF, SOL_SOCKET, create_server
from typing import Any, NamedTuple

import uvicorn

from service.cli.serving import config
from service.http.parts import Parts, parts_in
from service.live.streams import PACE, Pace
from service.runtime.sandbox import Sandbox
from service.server import Connection, connected
from tests.support.servers.applications import application_on
from tests.support.storage.stores import settings_of


class Inside(NamedTuple):
    """A service that runs in a thread of this process."""

    url: str
    parts: Parts
    server: uvicorn.Server


@contextmanager
def served_inside(
    folder: Path,
    pace: Pace = PACE,
    buffer: int = 64 * 1024,
    sandbox: Sandbox | None = None,
    **settings: Any,
) -> Iterator[Inside]:
    """Serve until the block ends; a client that does not read gets up to about twice ``buffer``."""
    with (
        application_on(settings_of(folder, **settings), pace, sandbox) as app,
        create_server(("127.0.0.1", 0)) as listener,
    ):
        parts = parts_in(app)
        listener.setsockopt(SOL_SOCKET, SO_SNDBUF, buffer)
        configuration = config(app, date=sandbox is None)
        configuration.http = _with_buffer(buffer)
        server = uvicorn.Server(configuration)
        thread = threading.Thread(target=server.run, args=[[listener]])
        thread.start()
        host, port = listener.getsockname()
        try:
            yield Inside(f"http://{host}:{port}", parts, server)
        finally:
            server.should_exit = True
            thread.join()


def _with_buffer(buffer: int) -> Any:
    """Return a factory of connections that pause when the client has not read this many bytes."""

    def bounded(**options: Any) -> Connection:
        connection = connected(**options)
        begin = connection.connection_made

        def connection_made(transport: Any) -> None:
            begin(transport)
            transport.set_write_buffer_limits(buffer)

        connection.connection_made = connection_made  # type: ignore[method-assign] # only here
        return connection

    return bounded
