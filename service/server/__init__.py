"""The server: extends uvicorn with limits and fairness below the application.

Each connection gets a small part of every turn of the loop (``connection``). Request heads are
limited, and the application answers requests that the parser or the standard refuses, in order,
with a problem (``http``). The application sees, and counts, every WebSocket frame (``websockets``).
"""

from typing import Any, Final

from service.server.connection import Connection
from service.server.http import Http
from service.server.websockets import WebSockets

__all__ = ["KEEP_ALIVE_SECONDS", "MESSAGE_BYTES_MAX", "Connection", "WebSockets", "connected"]

KEEP_ALIVE_SECONDS: Final = 75
"""How long an idle connection is kept open: longer than proxies keep theirs."""

MESSAGE_BYTES_MAX: Final = 64 * 1024
"""The maximum size of a message that a client may send over a WebSocket."""


def connected(**options: Any) -> Connection:
    """Return the protocol of a new connection, with uvicorn's options."""
    connection = Connection()
    connection.set_protocol(Http(**options))
    return connection
