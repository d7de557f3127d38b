"""The handshake of a WebSocket: it has a request id, and is refused with a problem."""

from typing import Any, Final

from litestar import WebSocket
from litestar.types import Message, Send, WebSocketScope

from service.http.answers.problems import response_to
from service.http.requests.resources import NotFound
from service.runtime.exchange import Exchange

_DENIAL: Final = "websocket.http.response"
"""The ASGI extension for answering a handshake with an HTTP response."""

_REFUSED: Final = 1008  # policy violation: the only possible answer without the extension


class Handshake:
    """Sends messages to a client that requests a WebSocket."""

    __slots__ = ("_exchange", "_scope", "_send", "_shakes")

    def __init__(self, scope: WebSocketScope, exchange: Exchange, send: Send) -> None:
        self._scope = scope
        self._exchange = exchange
        self._send = send
        self._shakes = True

    async def __call__(self, message: Message) -> None:
        """Send a message; a close before the WebSocket is open becomes a refusal."""
        if not self._shakes:
            await self._send(message)
        elif message["type"] == "websocket.close":
            await self.refuse(NotFound("websocket"))  # no WebSocket route has this address
        else:
            self._shakes = False
            accepted: Any = message
            accepted["headers"] = [*accepted.get("headers", ()), self._id()]
            await self._send(message)

    async def refuse(self, failure: Exception) -> None:
        """Refuse the handshake with a problem."""
        self._shakes = False
        extensions: Any = self._scope.get("extensions") or {}
        if _DENIAL not in extensions:
            await self._send({"type": "websocket.close", "code": _REFUSED, "reason": str(failure)})
            return
        response = response_to(WebSocket(self._scope), failure)
        named = {**response.headers, "Content-Type": response.media_type or ""}
        headers = [
            (name.lower().encode(), value.encode("latin-1")) for name, value in named.items()
        ]
        start: Any = {
            "type": f"{_DENIAL}.start",
            "status": response.status_code,
            "headers": [*headers, self._id()],
        }
        body: Any = {"type": f"{_DENIAL}.body", "body": response.content}
        await self._send(start)
        await self._send(body)

    def _id(self) -> tuple[bytes, bytes]:
        return b"x-request-id", self._exchange.id.encode("ascii")
