"""Pages of long lists: opaque cursors, and links to the next page (RFC 8288)."""

import re
from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias, TypeVar
from urllib.parse import urlencode

from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest

RowT = TypeVar("RowT")

LIMIT: Final = 100
"""The entries of a page, unless the client chooses another number."""

LIMIT_MAX: Final = 1000
CURSOR_PATTERN: Final = r"^[0-9a-f]{15}$(?!\n)"
_DESCRIPTION: Final = "The `next` of the previous page, unchanged."
_EXPECTED: Final = "a cursor from the next of an answer"

Limit: TypeAlias = Annotated[
    int,
    Query(name="limit", ge=1, le=LIMIT_MAX, description="Maximum number of entries per page."),
]
Cursor: TypeAlias = Annotated[
    str | None,
    Query(
        name="cursor",
        pattern=CURSOR_PATTERN,
        expected=_EXPECTED,
        description=_DESCRIPTION,
    ),
]


def cursor_of(pattern: str) -> Query:
    """Return the parameter ``cursor`` of a list whose sort key is not a single number."""
    return Query(
        name="cursor",
        pattern=rf"^{pattern}$(?!\n)",
        expected=_EXPECTED,
        description=_DESCRIPTION,
    )


def key_of(text: str | None, pattern: str) -> tuple[str, ...] | None:
    """Return the parts of a cursor with this pattern."""
    if text is None:
        return None
    found = re.fullmatch(pattern, text)
    assert found is not None, "the parameter has the same pattern"
    return found.groups()


def cut(rows: Sequence[RowT], limit: int) -> tuple[Sequence[RowT], RowT | None]:
    """Return a page of rows, of which one more was asked for, and its last row if there are more.

    The last row is where the next page continues.
    """
    return rows[:limit], rows[limit - 1] if len(rows) > limit else None


def cursor_at(place: int) -> str:
    """Return the opaque cursor for a place in a list.

    Its length is fixed, so that truncated or invented cursors are almost always rejected.
    """
    return f"{place:015x}"


def place_of(text: str | None, default: int) -> int:
    """Return the place that a cursor denotes, or the default if there is no cursor."""
    return default if text is None else int(text, 16)


def link_to_next(request: AnyRequest, following: str | None) -> dict[str, str]:
    """Return the header that links to the next page, if there is one."""
    if following is None:
        return {}
    query = [
        (name, value) for name, value in request.query_params.multi_items() if name != "cursor"
    ]
    # The framework reads the path from a URL with the header Host, which can be anything.
    address = f"{request.scope['path']}?{urlencode([*query, ('cursor', following)])}"
    return {"Link": f'<{address}>; rel="next"'}
