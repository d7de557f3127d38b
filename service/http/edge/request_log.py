"""One line of the log for each request: what was asked for, what came of it, and how long it took.

Addresses are told by their pattern: what a caller has put into one can be anything, also a secret.
Only where something was found is the game named. Bodies, tokens, queries are never told.
"""

import logging
from time import perf_counter
from typing import Any, Final

import structlog
from litestar.types import HTTPScope, Scope

from service.runtime.exchange import Exchange

_TOO_MANY: Final = 429


class RequestLog:
    """Writes the lines. Logs are set up before it is made: to ask each time costs too much."""

    def __init__(self) -> None:
        self._log = structlog.get_logger("carolus.http").bind()
        self._tells = self._log.is_enabled_for(logging.INFO)
        self._tells_all = self._log.is_enabled_for(logging.DEBUG)

    def answered(self, scope: HTTPScope, exchange: Exchange, *, quiet: bool) -> None:
        """Tell of a request; one that is ``quiet`` only to who wants to know everything."""
        if not (self._tells_all if quiet else self._tells):
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
        """Tell of a WebSocket that has ended."""
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
