"""The request log: one line per request, with route, status and duration.

The log contains the pattern of an address, because the address itself can contain anything, even a
secret. It names the game only if the request succeeded. It never contains bodies, tokens or
queries.
"""

import logging
from time import perf_counter
from typing import Any, Final

import structlog
from litestar.types import HTTPScope, Scope

from service.runtime.exchange import Exchange

_TOO_MANY: Final = 429


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
    if exchange.who:
        found["who"] = exchange.who
    return found
