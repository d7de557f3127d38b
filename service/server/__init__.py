"""The server: how connections are read, and what of HTTP and WebSockets the application never sees.

uvicorn parses and answers; this is what it lacks. Each connection gets a small part of every turn
of the loop (``connection``). Heads have limits, and what the parser or the standard refuses is
answered by the application, in its turn, as a problem (``http``). Each frame of a WebSocket reaches
the application, which counts them (``websockets``).
"""

from typing import Any, Final

from service.server.connection import Connection
from service.server.http import Http
from service.server.websockets import WebSockets

__all__ = ["KEEP_ALIVE_SECONDS", "MESSAGE_BYTES_MAX", "Connection", "WebSockets", "connected"]

KEEP_ALIVE_SECONDS: Final = 75
"""How long a connection is kept without a request: longer than proxies keep theirs."""

MESSAGE_BYTES_MAX: Final = 64 * 1024
"""Largest message that a client may send over a WebSocket."""


def connected(**options: Any) -> Connection:
    """Return the protocol of a new connection, with what uvicorn gives to each."""
    connection = Connection()
    connection.set_protocol(Http(**options))
    return connection
