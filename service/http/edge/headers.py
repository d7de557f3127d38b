"""Headers that hold browsers to what an answer is meant for.

Answers are data: they load nothing, run nothing and are put into no frame, whatever is in them.
The page runs its own scripts and styles, none that stand in a document, and talks to this service
alone; text becomes markup only by the two policies for trusted types that are named.
Front ends elsewhere may use them (``cross-origin``), as far as the settings for CORS let them.
"""

from collections.abc import Mapping
from typing import Final

Header = tuple[bytes, bytes]

OVER_TLS: Final[tuple[Header, ...]] = (
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""Only for answers over TLS, as the proxy tells it: elsewhere browsers ignore them, and those of
Chromium's family write into the console that they ignore the second."""

_ALWAYS: Final[tuple[Header, ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)

_DATA: Final = b"default-src 'none'; frame-ancestors 'none'"
_PAGE: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    b"require-trusted-types-for 'script'; trusted-types lit-html carolus-picture"
)
_DOCUMENTATION: Final = (
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_PAGES: Final[Mapping[str, bytes]] = {
    "/": _PAGE,
    "/schema": _DOCUMENTATION,
}
"""Addresses of pages, with what they may load."""


def secured(path: str) -> tuple[Header, ...]:
    """Return the headers for an answer of this address."""
    return _SECURED_PAGES.get(path, _SECURED)


def _with_policy(policy: bytes) -> tuple[Header, ...]:
    return (*_ALWAYS, (b"content-security-policy", policy))


_SECURED: Final = _with_policy(_DATA)
_SECURED_PAGES: Final = {path: _with_policy(policy) for path, policy in _PAGES.items()}
