"""Query parameters that select some of the legal actions instead of a page."""

import random
from typing import Annotated, Final, TypeAlias

from domain.refusal import Malformed
from service.http.requests.paging import LIMIT_MAX, cursor_at, place_of
from service.http.requests.queries import Query
from service.wire.legal import Chosen

INDEX_MAX: Final = 10**15
"""More than any list has."""

SampleSize: TypeAlias = Annotated[
    int | None,
    Query(
        name="sample",
        ge=1,
        le=LIMIT_MAX,
        description="Return so many of them instead, drawn at random, all equally likely, each "
        "at most once.",
    ),
]
At: TypeAlias = Annotated[
    int | None,
    Query(
        name="at",
        ge=0,
        le=INDEX_MAX,
        description="Return only the one at this index instead; the first is 0.",
    ),
]


def selected(
    count: int, limit: int, cursor: str | None, sample: int | None, at: int | None
) -> Chosen:
    """Return which of ``count`` actions a request selects; raise Malformed for contradictions."""
    if [cursor, sample, at].count(None) < 2:
        raise Malformed("cursor, sample and at cannot be combined", where="at" if at else "sample")
    if sample is not None:
        return Chosen(random.sample(range(count), min(sample, count)))
    if at is not None:
        return Chosen(range(at, min(at + 1, count)))
    first = place_of(cursor, 0)
    last = min(count, first + limit)
    return Chosen(range(first, last), cursor_at(first + limit) if last < count else None)
