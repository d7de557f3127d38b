"""What the server and the application tell each other beyond ASGI, about one connection."""

from typing import Any, Final, NamedTuple

from litestar.types import Scope

ABORT: Final = "carolus.abort"
"""An extension of the server: what ends a connection at once, with all that it has not sent."""

GONE: Final = "carolus.gone"
"""An extension of the server: tells whether the client has hung up, without reading its body."""

REFUSED: Final = "carolus.refused"
"""An extension of the server: why it refuses the request, perhaps only while a body is read."""

FRAME: Final = "carolus.frame"
"""In an event of a WebSocket: a frame came that is no message, or only a part of one."""


class RequestRefusal(NamedTuple):
    """Why the server does not take what came for a request."""

    status: int
    where: str = "$"
    """A header, or ``$`` for the request."""
    message: str = ""


class BadRequest(Exception):
    """The server does not take what came for a request."""

    def __init__(self, refusal: RequestRefusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def refusal_of(scope: Scope) -> RequestRefusal | None:
    """Return why the server refuses a request, if it does."""
    extensions: Any = scope.get("extensions") or {}
    found: RequestRefusal | None = extensions.get(REFUSED)
    return found


def cut_off(scope: Scope) -> bool:
    """End the connection at once, if the server lets us; return whether it does.

    Without that, a server keeps what a client does not take for as long as its side is open.
    """
    extensions: Any = scope.get("extensions") or {}
    if ABORT not in extensions:
        return False
    extensions[ABORT]["abort"]()
    return True


def has_hung_up(scope: Scope) -> bool:
    """Tell whether the client has hung up; False if the server cannot say."""
    extensions: Any = scope.get("extensions") or {}
    return GONE in extensions and bool(extensions[GONE]["gone"]())
