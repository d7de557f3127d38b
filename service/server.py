"""What the server adds: a connection can be cut off, heads have limits, answers go out in one.

A client that takes nothing would otherwise keep its connection, and what waits for it, as long as
it likes: closing waits until everything is sent. One that sends a head without end, or nothing at
all, would keep it too: the limits of the application begin where the head ends.

The server writes the head of an answer and its body one after the other. Each by itself is a call
of the system and wakes the client, which took a twelfth of the time of an action.
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


class Joining(asyncio.Transport):
    """A transport that sends two pieces together, if the second comes in the same turn of the loop.

    It holds one piece at most, so whoever writes faster than the client reads is told to wait.
    """

    def __init__(self, bare: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self.bare = bare
        self._loop = loop
        self._held = b""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send this with what is held, or hold it until the turn is over."""
        if not data:
            return
        if self._held:
            held, self._held = self._held, b""
            self.bare.write(held + data)
        else:
            self._held = bytes(data)
            self._loop.call_soon(self._let_go)

    def _let_go(self) -> None:
        held, self._held = self._held, b""
        if held and not self.bare.is_closing():
            self.bare.write(held)

    def close(self) -> None:
        """Send what is held, then close."""
        self._let_go()
        self.bare.close()

    def abort(self) -> None:
        """End the connection at once."""
        self._held = b""
        self.bare.abort()

    def is_closing(self) -> bool:
        """Tell whether the connection is closed, or about to be."""
        return self.bare.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what is known of the connection."""
        return self.bare.get_extra_info(name, default)


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
        self.transport = Joining(transport, self.loop)
        self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._hang_up, _TOO_SLOW)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._head_came()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Give the connection to the other protocol, which writes each message at once."""
        assert isinstance(self.transport, Joining), "it was put there"
        self.transport = self.transport.bare
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is not complete by then is watched."""
        idle = self.timeout_keep_alive_task
        super().data_received(data)
        if self.transport.is_closing() or not isinstance(self.transport, Joining):
            return  # it is over, or a WebSocket now
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self._hang_up(_TOO_LARGE)
            elif self._head_timer is None:
                self._head_timer = self.loop.call_later(HEAD_SECONDS_MAX, self._hang_up, _TOO_SLOW)
        elif idle is not None and idle.cancelled() and self.cycle.response_complete:
            # A blank line, say: it begins no request, so the connection ends when it was to end.
            self.timeout_keep_alive_task = self.loop.call_at(
                idle.when(), self.timeout_keep_alive_handler
            )

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
