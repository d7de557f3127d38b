"""Security headers, which restrict what browsers may do with a response.

Responses are data: they load nothing, run nothing and cannot be framed, whatever they contain. Only
games to embed can be framed, by the sites that the operator allows. The page runs its own script
and style files, nothing inline, has its own fonts, and connects only to this service; only two
trusted-types policies may turn text into markup, and one names the service worker, which only
fetches. Front ends elsewhere may use the responses (``cross-origin``) if the CORS settings allow
it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from service.http.static.files import EMBED, GAMES

Header = tuple[bytes, bytes]

OVER_TLS: Final[tuple[Header, ...]] = (
    (b"strict-transport-security", b"max-age=31536000"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
"""Only for responses over TLS, as reported by the proxy. Without TLS, browsers ignore them, and
Chromium browsers log a console message about the second."""

_ALWAYS: Final[tuple[Header, ...]] = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"cross-origin"),
)

_DATA: Final = b"default-src 'none'; frame-ancestors 'none'"
_PAGE: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    b"font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    b"form-action 'none'; "
    b"frame-ancestors 'none'; "
    b"require-trusted-types-for 'script'; trusted-types lit-html carolus-picture "
    b"carolus-worker"
)
_OFFLINE: Final = (
    b"default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; "
    b"form-action 'none'; frame-ancestors 'none'"
)
_WORKER: Final = b"default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
_EMBED: Final = (
    b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    b"connect-src 'self'; base-uri 'none'; form-action 'none'; "
    b"require-trusted-types-for 'script'; trusted-types 'none'; frame-ancestors "
)
"""The beginning of the policy of a game to embed; the sites that may frame it follow."""
_DOCUMENTATION: Final = (
    b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    b"object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_PAGES: Final[Mapping[str, bytes]] = {
    "/": _PAGE,
    "/page/offline.html": _OFFLINE,
    "/worker.js": _WORKER,
    "/schema": _DOCUMENTATION,
}
"""The content security policies, by address, of all that a browser runs or shows as a page."""


class Secured:
    """The security headers of a service on which these sites may embed games."""

    def __init__(self, embed_origins: Sequence[str]) -> None:
        ancestors = " ".join(embed_origins) or "'none'"
        self._below: Mapping[str, tuple[Header, ...]] = {
            GAMES: _with_policy(_PAGE),
            EMBED: _with_policy(_EMBED + ancestors.encode()),
        }

    def headers(self, path: str) -> tuple[Header, ...]:
        """Return the security headers for a response from this address."""
        start = path[: path.find("/", 1) + 1]
        return self._below.get(start) or _SECURED_PAGES.get(path, _SECURED)


def _with_policy(policy: bytes) -> tuple[Header, ...]:
    return (*_ALWAYS, (b"content-security-policy", policy))


_SECURED: Final = _with_policy(_DATA)
_SECURED_PAGES: Final = {path: _with_policy(policy) for path, policy in _PAGES.items()}
