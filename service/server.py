"""What the server adds: a connection can be cut off, and the head of a request has limits.

A client that takes nothing would otherwise keep its connection, and what waits for it, as long as
it likes: closing waits until everything is sent. One that sends a head without end, or nothing at
all, would keep it too: the limits of the application begin where the head ends.
"""

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from service.http.edge.connection import ABORT

MESSAGE_BYTES_MAX: Final = 64 * 1024
"""Largest message that a client may send over a WebSocket."""


HEAD_BYTES_MAX: Final = 64 * 1024
"""Largest head of a request, if it comes in pieces; one that comes at once is no larger than what
the server reads at once."""
HEAD_SECONDS_MAX: Final = 20.0
"""How long a head may take, and how long a new connection may say nothing."""
KEEP_ALIVE_SECONDS: Final = 75
"""How long a connection is kept without a request: longer than proxies keep theirs."""

_TOO_LARGE: Final = b"431 Request Header Fields Too Large"
_TOO_SLOW: Final = b"408 Request Timeout"


class Http(HttpToolsProtocol):
    """HTTP, and where a client asks for it WebSockets."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._head_bytes = 0
        self._in_head = False
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as the base class has it
        """Wait for a request, but not for ever."""
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._hang_up, _TOO_SLOW)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._head_came()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not complete by then is watched."""
        super().data_received(data)
        if self._in_head and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self._hang_up(_TOO_LARGE)
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._hang_up, _TOO_SLOW)

    def on_message_begin(self) -> None:
        """Let the application cut the connection off."""
        super().on_message_begin()
        self._in_head = True
        self._head_bytes = 0
        self.scope["extensions"] = {ABORT: {"abort": self.transport.abort}}

    def on_headers_complete(self) -> None:
        """Give the request to the application."""
        self._head_came()
        super().on_headers_complete()

    def _head_came(self) -> None:
        self._in_head = False
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _hang_up(self, why: bytes) -> None:
        self._head_came()
        if not self.transport.is_closing():
            self.transport.write(
                b"HTTP/1.1 %b\r\nconnection: close\r\ncontent-length: 0\r\n\r\n" % why
            )
            self.transport.close()


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
