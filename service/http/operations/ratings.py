"""Ratings of the players of a ruleset."""

from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.paging import Limit, cursor_of, cut, key_of, link_to_next
from service.http.requests.request import AnyRequest
from service.http.requests.resources import the_ruleset
from service.projections.ratings import RatingsAfter
from service.wire.players import RatingView, rating_view

operation: Final = Operations("rulesets")

_CURSOR: Final = "([0-9a-f]{16})([a-z2-7]{26})"
_LEAST: Final = -(2**63)
BestCursor: TypeAlias = Annotated[str | None, cursor_of(_CURSOR)]


class RatingPage(msgspec.Struct, frozen=True):
    """Ratings of players, best first."""

    ratings: tuple[RatingView, ...]
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}/ratings",
    "List the best players",
    right=EVERYBODY,
    answer=Answer("A page of players.", RatingPage),
)
async def list_ratings(
    request: AnyRequest, ruleset: FromPath[str], limit: Limit = 50, cursor: BestCursor = None
) -> Response[bytes]:
    """List the players of a ruleset, best first.

    A game is rated when it is over and players with accounts held all seats, with no house bots.
    """
    projections = parts_of(request).projections
    ruleset_id = the_ruleset(ruleset).meta.id
    key = key_of(cursor, _CURSOR)
    after = None if key is None else RatingsAfter(int(key[0], 16) + _LEAST, key[1])

    def page() -> RatingPage:
        found, last = cut(projections.ratings.best(ruleset_id, after, limit + 1), limit)
        following = None if last is None else f"{last.ordinal - _LEAST:016x}{last.player}"
        return RatingPage(tuple(map(rating_view, found)), following)

    content = await projections.ask(page, projections.ratings)
    return answer(content, headers=link_to_next(request, content.next))
