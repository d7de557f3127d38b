"""The request log: one line per request, with route, status and duration.

The log contains the pattern of an address, because the address itself can contain anything, even a
secret. It names the game only if the request succeeded, and the path only if nothing was found
there, without the segments that could be a token. It never contains bodies, tokens or queries.
"""

import logging
import re
from time import perf_counter
from typing import Any, Final

import structlog
from litestar.types import HTTPScope, Scope

from service.runtime.exchange import Exchange

_NOT_FOUND: Final = 404
_TOO_MANY: Final = 429

_SEGMENT: Final = re.compile(r"[A-Za-z0-9.~-]{0,20}")
"""A part of a path that is logged: every token is longer."""

_SEGMENTS_MAX: Final = 10


class RequestLog:
    """Writes the lines. Configure logging first: the levels are read once."""

    def __init__(self) -> None:
        self._log = structlog.get_logger("carolus.http").bind()
        self._logs_info = self._log.is_enabled_for(logging.INFO)
        self._logs_debug = self._log.is_enabled_for(logging.DEBUG)

    def answered(self, scope: HTTPScope, exchange: Exchange, *, quiet: bool) -> None:
        """Log a request, at debug level if ``quiet``."""
        if not (self._logs_debug if quiet else self._logs_info):
            return
        write = self._log.debug if quiet else self._log.info
        write(
            "request",
            method=scope["method"],
            route=scope.get("path_template", ""),
            status=exchange.status,
            ms=round((perf_counter() - exchange.started) * 1000, 2),
            bytes=exchange.sent_bytes,
            **_who(scope, exchange),
        )

    def ended(self, scope: Scope, exchange: Exchange) -> None:
        """Log the end of a WebSocket."""
        self._log.info(
            "websocket",
            route=scope.get("path_template", ""),
            seconds=round(perf_counter() - exchange.started, 1),
            **_who(scope, exchange),
        )


def _who(scope: Scope, exchange: Exchange) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if exchange.status < 400:
        game = scope.get("path_params", {}).get("game")
        if game is not None:
            found["game"] = game
    elif exchange.status == _TOO_MANY:
        found["address"] = exchange.address
    elif exchange.status == _NOT_FOUND:
        found["path"] = _shown(scope["path"])
    if exchange.who:
        found["who"] = exchange.who
    return found


def _shown(path: str) -> str:
    """Return a path with an ellipsis for each segment that could be a secret."""
    segments = path.split("/", _SEGMENTS_MAX)
    return "/".join(one if _SEGMENT.fullmatch(one) else "…" for one in segments)
