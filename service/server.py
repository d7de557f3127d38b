"""What the server adds for streams: a connection can be cut off with all that it has not sent.

A client that takes nothing would otherwise keep its connection, and what waits for it, as long as
it likes: closing waits until everything is sent.
"""

from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from service.http.edge.connection import ABORT

MESSAGE_BYTES_MAX: Final = 64 * 1024
"""Largest message that a client may send over a WebSocket."""


class Http(HttpToolsProtocol):
    """HTTP, and where a client asks for it WebSockets."""

    def on_message_begin(self) -> None:
        """Let the application cut the connection off."""
        super().on_message_begin()
        self.scope["extensions"] = {ABORT: {"abort": self.transport.abort}}


class WebSockets(WebSocketsSansIOProtocol):
    """WebSockets."""

    def handle_connect(self, event: Request) -> None:
        """Let the application cut the connection off."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"] = {
                **(self.scope["extensions"] or {}),
                ABORT: {"abort": self.transport.abort},
            }
