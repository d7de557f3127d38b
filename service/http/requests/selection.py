"""Query parameters that select some of the legal actions instead of a page."""

from typing import Annotated, Final, TypeAlias

from service.http.requests.paging import LIMIT_MAX, cursor_at, place_of
from service.http.requests.queries import Query
from service.runtime.sandbox import choices
from service.wire.legal import Chosen

INDEX_MAX: Final = 10**15
"""More than any list has."""

SampleSize: TypeAlias = Annotated[
    int | None,
    Query(
        name="sample",
        ge=1,
        le=LIMIT_MAX,
        description="Return this many actions instead, drawn at random and all equally likely, "
        "without duplicates. Takes precedence over `cursor`.",
    ),
]
At: TypeAlias = Annotated[
    int | None,
    Query(
        name="at",
        ge=0,
        le=INDEX_MAX,
        description="Return only the action at this index instead; the first is 0. Takes "
        "precedence over `cursor` and `sample`.",
    ),
]


def selected(
    count: int, limit: int, cursor: str | None, sample: int | None, at: int | None
) -> Chosen:
    """Return which of ``count`` actions a request selects: ``at``, or ``sample``, or a page.

    A schema cannot forbid a combination, so the narrower parameter takes precedence.
    """
    if at is not None:
        return Chosen(range(at, min(at + 1, count)))
    if sample is not None:
        return Chosen(choices().sample(range(count), min(sample, count)))
    first = place_of(cursor, 0)
    last = min(count, first + limit)
    return Chosen(range(first, last), cursor_at(first + limit) if last < count else None)
