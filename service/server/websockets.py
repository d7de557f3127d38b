"""WebSockets: the application sees every frame of a client, one in each turn of the loop.

The library answers pings and joins fragments by itself, so nobody could limit them. Here each frame
is an event of its own, and as long as the application has not taken it, nothing more is read.
"""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from service.server.connection import Connection
from service.server.extensions import ABORT, FRAME


class WebSockets(WebSocketsSansIOProtocol):
    """WebSockets."""

    transport: Connection
    rest = 0
    """Of bodies, which there are none."""
    _late_bytes = 0
    """What came after the end."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._application = self.app
        self.app = self._answer

    def data_received(self, data: bytes) -> None:
        """Take what came; a client that was told of the end may finish a message, not go on."""
        if self.close_sent:
            self._late_bytes += len(data)
            if self._late_bytes > self.config.ws_max_size:
                self.transport.lingers = True
                self.transport.close()
                return
        super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """Let the application cut the connection off, and read nothing before it has accepted."""
        super().handle_connect(event)
        self.read_paused = True
        self.transport.pause_reading()
        extensions = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, ABORT: {"abort": self.transport.abort}}

    def handle_ping(self) -> None:
        """Answer, and tell the application; send nothing after the close frame."""
        if self.close_sent:
            self.conn.data_to_send()
            return
        super().handle_ping()
        self._tell()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping of ours; tell the application of any other."""
        asked = self.pending_ping_payload
        super().handle_pong(event)
        if asked is None or self.pending_ping_payload is not None:
            self._tell()

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        super().handle_text(event)
        self._tell_unless_last(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message, or its first piece."""
        super().handle_bytes(event)
        self._tell_unless_last(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message; nothing is kept of an empty one."""
        if event.data or event.fin:
            super().handle_cont(event)
        self._tell_unless_last(event)

    def send_receive_event_to_app(self) -> None:
        """Give a message to the application; text that is none is no error of ours to log."""
        if self.curr_msg_data_type == "text" and not _is_text(b"".join(self.frames)):
            self.conn.send_close(1007)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    async def receive(self) -> Any:
        """Return what came next, in another turn of the loop than what came before."""
        await asyncio.sleep(0)
        return await super().receive()

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application; a problem is an answer, too, which uvicorn does not know."""
        await self._application(scope, receive, send)
        if self.initial_response is not None:
            self.handshake_complete = True

    def _tell_unless_last(self, event: Frame) -> None:
        if not event.fin:
            self._tell()

    def _tell(self) -> None:
        """Tell the application of a frame without a message."""
        if self.close_sent:
            return
        told: Any = {"type": "websocket.receive", FRAME: True}  # ASGI has no word for it
        self.queue.put_nowait(told)
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
