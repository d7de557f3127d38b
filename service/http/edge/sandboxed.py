"""The layer around the edge of a sandbox: each request has a seed, and each response names it."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from domain.table.actions import SANDBOX_SEED_EXPECTED, SANDBOX_SEED_PATTERN
from service.http.requests.request import SAFE
from service.runtime.sandbox import DEFAULT_SEED, HEADER, Sandbox
from service.server.extensions import REFUSED, RequestRefusal

Settled = Callable[[], Awaitable[None]]

_HEADER: Final = HEADER.lower().encode()
_REQUEST_ID: Final = b"x-request-id"
_SEED: Final = re.compile(SANDBOX_SEED_PATTERN)


class Sandboxed:
    """Gives each request its seed, and waits before it until the house bots have played."""

    def __init__(self, app: ASGIApp, sandbox: Sandbox, settled: Sequence[Settled]) -> None:
        self._app = app
        self._sandbox = sandbox
        self._settled = settled

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        for settled in self._settled:
            await settled()
        named = [value.decode("latin-1") for name, value in scope["headers"] if name == _HEADER]
        seed = named[-1] if named else DEFAULT_SEED
        fault = len(named) > 1 or not _SEED.fullmatch(seed)
        if fault:
            seed = DEFAULT_SEED
            _refuse(scope)
        method = scope["method"] if scope["type"] == ScopeType.HTTP else "GET"
        moment = self._sandbox.enter(seed, changes=method not in SAFE)
        if all(name != _REQUEST_ID for name, _ in scope["headers"]):
            what = f"{method} {scope['path']} {scope['query_string']!r}"
            made = moment.digest(f"request {what}", 8).hex().encode()
            scope["headers"] = [*scope["headers"], (_REQUEST_ID, made)]

        async def named_too(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.accept"):
                headers: list[Any] = [*message.get("headers", ())]
                message["headers"] = [*headers, (_HEADER, seed.encode())]
            await send(message)

        await self._app(scope, receive, named_too)


def _refuse(scope: Scope) -> None:
    """Have the edge refuse a request whose seed is malformed."""
    refusal = RequestRefusal(400, HEADER, f"expected one seed: {SANDBOX_SEED_EXPECTED}")
    extended: Any = {**(scope.get("extensions") or {}), REFUSED: refusal}
    scope["extensions"] = extended
