"""CORS: which pages of other origins may use the service (Fetch, section 3.3).

A preflight is an OPTIONS request like any other, and answered by the operations of its address:
what they name in ``Allow`` is what a page may do.
"""

from collections.abc import Sequence
from typing import Final

from service.http.edge.headers import Header

EXPOSED: Final = (
    "Carolus-Head",
    "ETag",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
)
"""Headers of answers that a page may read, beyond those that every page may."""

HEEDED: Final = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Carolus-Player",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "X-Request-Id",
)
"""Headers of requests that a page may send."""

PREFLIGHT_SECONDS: Final = 86_400
"""How long a browser may remember the answer to a preflight; most of them hold to less."""

_EXPOSED: Final[Header] = (b"access-control-expose-headers", ", ".join(EXPOSED).encode())
_PREFLIGHT: Final[tuple[Header, ...]] = (
    (b"access-control-allow-headers", ", ".join(HEEDED).encode()),
    (b"access-control-max-age", b"%d" % PREFLIGHT_SECONDS),
)
_VARY: Final[Header] = (b"vary", b"Origin")


class Cors:
    """The origins that may use the service; tokens are sent by hand, so there are no cookies."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._all = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, origin: bytes | None) -> tuple[Header, ...]:
        """Return what is added to an answer to a page of this origin, or to anybody else."""
        if self._all:
            return ((b"access-control-allow-origin", b"*"), _EXPOSED)
        if origin in self._origins:
            return ((b"access-control-allow-origin", origin), _EXPOSED, _VARY)
        return (_VARY,)

    def of_preflight(self, origin: bytes | None, answered: Sequence[Header]) -> tuple[Header, ...]:
        """Return what is added to the answer to a preflight, from what OPTIONS answers."""
        if not self._all and origin not in self._origins:
            return ()
        methods = next((value for name, value in answered if name.lower() == b"allow"), b"")
        return ((b"access-control-allow-methods", methods), *_PREFLIGHT)
