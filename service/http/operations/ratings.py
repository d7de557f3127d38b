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
from service.http.requests.filters import OfSeason, OfStratum
from service.http.requests.paging import Limit, cursor_of, cut, key_of, link_to_next
from service.http.requests.request import AnyRequest
from service.http.requests.resources import the_ruleset
from service.projections.leader_boards import ALL, LeaderBoard
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
    """The strata with rated games in the season, if one is chosen, for `stratum`."""
    seasons: tuple[str, ...]
    """The seasons with rated games of the stratum, if one is chosen, for `season`; newest first."""
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
    season: OfSeason = None,
    limit: Limit = 50,
    cursor: BestCursor = None,
) -> Response[bytes]:
    """List the players of a ruleset, best first: the leader board.

    Each stratum has a leader board of its own, and so has each season, and each stratum in each
    season. Only their games count there, so every player begins with the rating of a newcomer.

    A game is rated when it is over and players with accounts held all seats, with no house bots.
    """
    parts = parts_of(request)
    projections = parts.projections
    board = LeaderBoard(the_ruleset(ruleset).meta.id, stratum or ALL, season or ALL)
    key = key_of(cursor, _CURSOR)
    after = None if key is None else RatingsAfter(int(key[0], 16) + _LEAST, key[1])

    def page() -> tuple[Sequence[Leader], Leader | None, tuple[str, ...], tuple[str, ...]]:
        ratings = projections.ratings
        found, last = cut(ratings.best(board, after, limit + 1), limit)
        return found, last, ratings.strata(board), ratings.seasons(board)

    found, last, strata, seasons = await projections.ask(page, projections.ratings)
    names = await parts.register.names(one.rating.player for one in found)
    following = None if last is None else f"{last.rating.ordinal - _LEAST:016x}{last.rating.player}"
    content = LeaderPage(
        ratings=tuple(leader_view(one, names.get(one.rating.player)) for one in found),
        strata=strata,
        seasons=seasons,
        next=following,
    )
    return answer(content, headers=link_to_next(request, following))
