"""Extensions to ASGI between the server and the application, for one connection."""

from typing import Any, Final, NamedTuple

from litestar.types import Scope

ABORT: Final = "carolus.abort"
"""Server extension: a function that aborts the connection and discards unsent data."""

GONE: Final = "carolus.gone"
"""Server extension: a function that returns whether the client has hung up."""

REFUSED: Final = "carolus.refused"
"""Server extension: why the server refuses the request; may appear only while reading a body."""

FRAME: Final = "carolus.frame"
"""In a WebSocket event: a frame arrived that is not a complete message."""


class RequestRefusal(NamedTuple):
    """Why the server refuses to accept a request."""

    status: int
    where: str = "$"
    """A header, or ``$`` for the request."""
    message: str = ""


class BadRequest(Exception):
    """The server refuses to accept a request."""

    def __init__(self, refusal: RequestRefusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


def refusal_of(scope: Scope) -> RequestRefusal | None:
    """Return why the server refuses a request; None if it does not."""
    extensions: Any = scope.get("extensions") or {}
    found: RequestRefusal | None = extensions.get(REFUSED)
    return found


def cut_off(scope: Scope) -> bool:
    """Abort the connection, if the server supports that; return whether it does.

    Otherwise, the server keeps unread data until the client closes its side.
    """
    extensions: Any = scope.get("extensions") or {}
    if ABORT not in extensions:
        return False
    extensions[ABORT]["abort"]()
    return True


def has_hung_up(scope: Scope) -> bool:
    """Return whether the client has hung up; False if the server does not know."""
    extensions: Any = scope.get("extensions") or {}
    return GONE in extensions and bool(extensions[GONE]["gone"]())
