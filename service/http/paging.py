"""Pages of long lists: opaque cursors, and links to the next page (RFC 8288)."""

import re
from typing import Annotated, Final, TypeAlias
from urllib.parse import urlencode

from litestar.params import QueryParameter

from domain.refusal import Malformed
from service.http.requests import AnyRequest

LIMIT_MAX: Final = 1000
CURSOR_PATTERN: Final = "^[0-9a-f]{1,15}$"

Limit: TypeAlias = Annotated[
    int,
    QueryParameter(
        name="limit", ge=1, le=LIMIT_MAX, required=False, description="Most entries of a page."
    ),
]
Cursor: TypeAlias = Annotated[
    str | None,
    QueryParameter(
        name="cursor",
        required=False,
        pattern=CURSOR_PATTERN,
        description="Where to go on: what the page before gave as ``next``, as it is.",
    ),
]


def cursor_of(pattern: str) -> QueryParameter:
    """Return the parameter ``cursor`` of a list that no number orders."""
    return QueryParameter(
        name="cursor",
        required=False,
        pattern=rf"^{pattern}$(?!\n)",
        description="Where to go on: what the page before gave as ``next``, as it is.",
    )


def key_of(text: str | None, pattern: str) -> tuple[str, ...] | None:
    """Return the parts of such a cursor; raise Malformed if it is none of ours."""
    if text is None:
        return None
    found = re.fullmatch(pattern, text)
    if found is None:
        raise Malformed("cursor must be one that a page gave as next", where="cursor")
    return found.groups()


def cursor_at(place: int) -> str:
    """Return a place in a list as clients send it back; they need not know what it means."""
    return f"{place:x}"


def place_of(text: str | None, default: int) -> int:
    """Return the place that a cursor stands for; raise Malformed if it is none of ours."""
    if text is None:
        return default
    if not re.fullmatch("[0-9a-f]{1,15}", text):
        raise Malformed("cursor must be one that a page gave as next", where="cursor")
    return int(text, 16)


def link_to_next(request: AnyRequest, following: str | None) -> dict[str, str]:
    """Return the header that links to the next page, if there is one."""
    if following is None:
        return {}
    query = [
        (name, value) for name, value in request.query_params.multi_items() if name != "cursor"
    ]
    address = f"{request.url.path}?{urlencode([*query, ('cursor', following)])}"
    return {"Link": f'<{address}>; rel="next"'}
