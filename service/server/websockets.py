"""WebSockets."""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from service.http.edge.connection import ABORT
from service.server.connection import Connection


class WebSockets(WebSocketsSansIOProtocol):
    """WebSockets."""

    transport: Connection
    rest = 0
    """Of bodies, which there are none."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._application = self.app
        self.app = self._answer

    def handle_connect(self, event: Request) -> None:
        """Let the application cut the connection off, and read nothing before it has accepted."""
        super().handle_connect(event)
        self.read_paused = True
        self.transport.pause_reading()
        extensions = self.scope["extensions"] or {}
        self.scope["extensions"] = {**extensions, ABORT: {"abort": self.transport.abort}}

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application; a problem is an answer, too, which uvicorn does not know."""
        await self._application(scope, receive, send)
        if self.initial_response is not None:
            self.handshake_complete = True
