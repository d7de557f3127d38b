"""The paths of the service, from its routes, and other spellings of them."""

import http.client
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from litestar import Litestar

from service.http.openapi.framework import CONFIG
from service.http.openapi.schema_pages import ASSETS
from service.http.routes import ROUTES
from service.http.static.files import FILES
from service.http.static.reference_pages import ADDRESS as REFERENCE

OF_OPERATORS: Final = frozenset({"/metrics", "/readyz"})
"""The paths that the proxy does not expose."""


class Got(NamedTuple):
    """A response."""

    status: int
    of_the_service: bool
    """Whether the service sent it, not a proxy in front of it."""


def addresses(named: Mapping[str, Any]) -> Iterator[str]:
    """Yield each address of the routes, with these names filled in, and those of files."""
    for route in Litestar(ROUTES, openapi_config=CONFIG).routes:
        if not route.path.endswith(":path}"):
            yield route.path_format.format_map(named)
    yield from FILES
    yield from (f"{REFERENCE}/http.md", f"/schema/assets/{next(ASSETS.glob('*.css')).name}")


def other_spellings(address: str) -> Iterator[str]:
    """Yield paths that a server or a proxy may treat as this path."""
    first, *rest = address[1:].split("/")
    below = "".join(f"/{part}" for part in rest)
    yield from (f"/{address}", f"//{address}", f"/.{address}", f"/%2e{address}", f"/x/..{address}")
    yield from (f"/v1/..{address}", f"/v1/%2e%2e{address}", f"/v1/..%2f{address[1:]}")
    if first:
        yield from (f"{address}{end}" for end in ("/", "//", "/.", "/./", "%2f", "%2F", "/%2e"))
        yield from (f"{address}{end}" for end in ("%00", "%20", "%5c"))
        yield from (f"/{first.upper()}{below}", f"/%{ord(first[0]):x}{first[1:]}{below}")
    if below:
        yield from (f"/{first}/{below}", f"/{first}/.{below}", f"/{first}%2f{below[1:]}")
        yield f"/{first}{below[:-1]}%{ord(below[-1]):x}"


def other_names(address: str) -> Iterator[str]:
    """Yield names that a client may mistake for that of a resource with this address."""
    yield from (f"{address}{end}" for end in (".", ";x=1", "\\", "~", "*", ",", ".json"))


def got(url: str, paths: list[str]) -> list[Got]:
    """Return a server's responses to these paths, sent exactly as they are."""
    found = []
    with closing(http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)) as connection:
        for path in paths:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.read()
            found.append(Got(answer.status, answer.getheader("X-Request-Id") is not None))
    return found
