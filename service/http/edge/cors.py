"""CORS: which pages of other origins may use the service (Fetch, section 3.3).

A preflight is an ordinary OPTIONS request, answered by the handler of its address. The methods in
its ``Allow`` are the methods that a page may use.
"""

from collections.abc import Sequence
from typing import Final

from service.http.edge.headers import Header

EXPOSED: Final = (
    "Carolus-Head",
    "Carolus-Sandbox-Seed",
    "Content-Disposition",
    "ETag",
    "Link",
    "Location",
    "Preference-Applied",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "WWW-Authenticate",
    "X-Request-Id",
)
"""Response headers that a page may read, besides the safelisted ones."""

HEEDED: Final = (
    "Accept",
    "Accept-Language",
    "Authorization",
    "Carolus-Player",
    "Carolus-Sandbox-Seed",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
    "Prefer",
    "X-Request-Id",
)
"""Request headers that a page may send."""

PREFLIGHT_SECONDS: Final = 86_400
"""How long a browser may cache a preflight; most browsers use a lower cap."""

_EXPOSED: Final[Header] = (b"access-control-expose-headers", ", ".join(EXPOSED).encode())
_PREFLIGHT: Final[tuple[Header, ...]] = (
    (b"access-control-allow-headers", ", ".join(HEEDED).encode()),
    (b"access-control-max-age", b"%d" % PREFLIGHT_SECONDS),
)
_VARY: Final[Header] = (b"vary", b"Origin")


class Cors:
    """The origins that may use the service. Pages send tokens explicitly, without cookies."""

    def __init__(self, origins: Sequence[str]) -> None:
        self._all = "*" in origins
        self._origins = frozenset(origin.encode() for origin in origins)

    def headers(self, origin: bytes | None) -> tuple[Header, ...]:
        """Return the CORS headers for a response to this origin; None means no page."""
        if self._all:
            return ((b"access-control-allow-origin", b"*"), _EXPOSED)
        if origin in self._origins:
            return ((b"access-control-allow-origin", origin), _EXPOSED, _VARY)
        return (_VARY,)

    def of_preflight(self, origin: bytes | None, answered: Sequence[Header]) -> tuple[Header, ...]:
        """Return the extra headers of a preflight response, from the response to OPTIONS."""
        if not self._all and origin not in self._origins:
            return ()
        methods = next((value for name, value in answered if name.lower() == b"allow"), b"")
        return ((b"access-control-allow-methods", methods), *_PREFLIGHT)
