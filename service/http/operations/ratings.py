"""Ratings of the players of a ruleset."""

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.http.answers.answer import answer
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.filters import OfStratum
from service.http.requests.paging import Limit, cursor_of, cut, key_of, link_to_next
from service.http.requests.request import AnyRequest
from service.http.requests.resources import the_ruleset
from service.projections.ratings import Leader, RatingsAfter
from service.wire.players import LeaderView, leader_view

operation: Final = Operations("rulesets")

_CURSOR: Final = "([0-9a-f]{16})([a-z2-7]{26})"
_LEAST: Final = -(2**63)
BestCursor: TypeAlias = Annotated[str | None, cursor_of(_CURSOR)]


class LeaderPage(msgspec.Struct, frozen=True):
    """The best players, best first."""

    ratings: tuple[LeaderView, ...]
    strata: tuple[str, ...]
    """The strata with rated games, for `stratum`."""
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "GET",
    "/v1/rulesets/{ruleset:str}/ratings",
    "List the best players",
    right=EVERYBODY,
    answer=Answer("A page of players.", LeaderPage),
)
async def list_ratings(
    request: AnyRequest,
    ruleset: FromPath[str],
    stratum: OfStratum = None,
    limit: Limit = 50,
    cursor: BestCursor = None,
) -> Response[bytes]:
    """List the players of a ruleset, best first: the leader board.

    With a stratum, it lists only players who have finished a rated game of this stratum. Their
    ratings are those of the ruleset.

    A game is rated when it is over and players with accounts held all seats, with no house bots.
    """
    parts = parts_of(request)
    projections = parts.projections
    ruleset_id = the_ruleset(ruleset).meta.id
    key = key_of(cursor, _CURSOR)
    after = None if key is None else RatingsAfter(int(key[0], 16) + _LEAST, key[1])

    def page() -> tuple[Sequence[Leader], Leader | None, tuple[str, ...]]:
        best = projections.ratings.best(ruleset_id, after, limit + 1, stratum=stratum)
        return *cut(best, limit), projections.tallies.strata(ruleset_id)

    found, last, strata = await projections.ask(page, projections.ratings, projections.tallies)
    names = await parts.register.names(one.rating.player for one in found)
    following = None if last is None else f"{last.rating.ordinal - _LEAST:016x}{last.rating.player}"
    leaders = tuple(leader_view(one, names.get(one.rating.player)) for one in found)
    return answer(LeaderPage(leaders, strata, following), headers=link_to_next(request, following))
