"""WebSockets: the application sees every frame of a client, one per turn of the loop.

The library answers pings and joins fragments by itself, so the application could not limit them.
Here, each frame is a separate event, and reading pauses until the application has received it.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from service.server.connection import Connection
from service.server.extensions import ABORT, FRAME


class WebSockets(WebSocketsSansIOProtocol):
    """The WebSocket protocol, with an event for every frame."""

    transport: Connection
    rest = 0
    """Always 0: there are no bodies."""
    _late_bytes = 0
    """The number of bytes received after the close frame."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._application = self.app
        self.app = self._answer

    def data_received(self, data: bytes) -> None:
        """Parse the data; after the close frame, a client may only finish a message."""
        if self.close_sent:
            self._late_bytes += len(data)
            if self._late_bytes > self.config.ws_max_size:
                self.transport.lingers = True
                self.transport.close()
                return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """Let the application abort the connection, and pause reading until it accepts."""
        super().handle_connect(event)
        self.read_paused = True
        self.transport.pause_reading()
        extensions = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, ABORT: {"abort": self.transport.abort}}

    def handle_ping(self) -> None:
        """Answer a ping and notify the application; send nothing after the close frame."""
        if self.close_sent:
            self.conn.data_to_send()
            return
        super().handle_ping()
        self._notify()

    def handle_pong(self, event: Frame) -> None:
        """Accept the answer to our ping; notify the application of any other pong."""
        pending = self.pending_ping_payload
        super().handle_pong(event)
        if pending is None or self.pending_ping_payload is not None:
            self._notify()

    def handle_text(self, event: Frame) -> None:
        """Handle a text message, or its first fragment."""
        super().handle_text(event)
        self._notify_unless_last(event)

    def handle_bytes(self, event: Frame) -> None:
        """Handle a binary message, or its first fragment."""
        super().handle_bytes(event)
        self._notify_unless_last(event)

    def handle_cont(self, event: Frame) -> None:
        """Handle a further fragment of a message; do not store an empty one."""
        if event.data or event.fin:
            super().handle_cont(event)
        self._notify_unless_last(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a message to the application; close on invalid UTF-8 without logging an error."""
        if self.curr_msg_data_type == "bytes" or _is_text(b"".join(self.frames)):
            super().send_receive_event_to_app()
        elif self.conn.state is State.OPEN:
            self.conn.send_close(1007)
            self.handle_parser_exception()

    async def receive(self) -> Any:
        """Return the next event, in a later turn of the loop than the previous one."""
        await asyncio.sleep(0)
        return await super().receive()

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application; treat a problem as an answer, which uvicorn does not."""
        await self._application(scope, receive, send)
        if self.initial_response is not None:
            self.handshake_complete = True

    def _notify_unless_last(self, event: Frame) -> None:
        if not event.fin:
            self._notify()

    def _notify(self) -> None:
        """Notify the application of a frame without a complete message."""
        if self.close_sent:
            return
        event: Any = {"type": "websocket.receive", FRAME: True}  # ASGI has no such event
        self.queue.put_nowait(event)
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
