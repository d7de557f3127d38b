"""The connection that a request came on, as far as the application can reach it."""

from typing import Any, Final

from litestar.types import Scope

ABORT: Final = "carolus.abort"
"""An extension of the server: what ends a connection at once, with all that it has not sent."""


def cut_off(scope: Scope) -> bool:
    """End the connection at once, if the server lets us; return whether it does.

    Without that, a server keeps what a client does not take for as long as its side is open.
    """
    extensions: Any = scope.get("extensions") or {}
    if ABORT not in extensions:
        return False
    extensions[ABORT]["abort"]()
    return True
