"""The games, opponents and ratings of a player."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import EVERYBODY
from service.access.visibility import Visibility
from service.http.answers.answer import answer, long_answer
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.filters import OfLabel, OfRuleset, OfSeason, OfStatus, OfStratum
from service.http.requests.paging import (
    Cursor,
    Limit,
    cursor_at,
    cursor_of,
    cut,
    key_of,
    link_to_next,
    place_of,
)
from service.http.requests.request import AnyRequest
from service.projections.head_to_head import Opponent, OpponentsAfter
from service.projections.leader_boards import ALL, LeaderBoard
from service.projections.lobby import LobbyRow, Shown
from service.projections.results import result_for
from service.storage.rows import Stored
from service.wire.games import GameSummary, Timestamp, game_summary
from service.wire.marks import EACH_OF_ITS_OWN
from service.wire.players import RatingStepView, step_view

operation: Final = Operations("players")

_CURSOR: Final = "([0-9a-f]{15})([a-z2-7]{26})([a-z0-9-]{1,60})"
OpponentCursor: TypeAlias = Annotated[str | None, cursor_of(_CURSOR)]


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of a player, with the player's result."""

    game: GameSummary
    result: Literal["won", "drawn", "lost"] | None
    """The player's result; null until the game is over, and if it was called off."""


class PlayedGamePage(msgspec.Struct, frozen=True):
    """Games of a player, newest first."""

    games: Annotated[tuple[PlayedGame, ...], EACH_OF_ITS_OWN]
    next: str | None
    """Cursor of the next page, or null."""


class OpponentView(msgspec.Struct, frozen=True):
    """Results of a player against one opponent, in one ruleset."""

    opponent: str
    """The opponent's account."""
    name: str | None
    """The opponent's name; null if an imported game named an account that is not known here."""
    ruleset: str
    """Id of the ruleset."""
    games: int
    """Rated games in which the two were on different sides."""
    won: int
    """Games in which the player's side finished higher."""
    drawn: int
    lost: int
    last_at: Timestamp
    """When the last of these games ended."""


class OpponentPage(msgspec.Struct, frozen=True):
    """Opponents of a player, most frequent first."""

    opponents: tuple[OpponentView, ...]
    next: str | None
    """Cursor of the next page, or null."""


class RatingStepPage(msgspec.Struct, frozen=True):
    """Ratings of a player after each rated game, newest first."""

    ratings: tuple[RatingStepView, ...]
    next: str | None
    """Cursor of the next page, or null."""


@operation(
    "GET",
    "/v1/players/{player:str}/games",
    "List the games of a player",
    right=EVERYBODY,
    answer=Answer("A page of games.", PlayedGamePage),
)
async def list_player_games(
    request: AnyRequest,
    player: FromPath[str],
    status: OfStatus = None,
    ruleset: OfRuleset = None,
    label: OfLabel = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List the games in which a player sits or sat, newest first, with their results."""
    parts = parts_of(request)
    await parts.register.account(player)
    log, projections, visibility = parts.handler.log, parts.projections, parts.visibility
    before = None if cursor is None else place_of(cursor, 0)
    shown = Shown(status, ruleset, player, label=label)

    def page() -> PlayedGamePage:
        rows, last = cut(projections.lobby.page(shown, before=before, limit=limit + 1), limit)
        following = None if last is None else cursor_at(last.number)
        found = log.load_several([row.id for row in rows])
        games = [_played(found[row.id], row, player, visibility) for row in rows if row.id in found]
        return PlayedGamePage(tuple(games), following)

    content = await projections.ask(page, projections.lobby)
    return await long_answer(content, headers=link_to_next(request, content.next))


@operation(
    "GET",
    "/v1/players/{player:str}/opponents",
    "List the opponents of a player",
    right=EVERYBODY,
    answer=Answer("A page of opponents.", OpponentPage),
)
async def list_opponents(
    request: AnyRequest,
    player: FromPath[str],
    ruleset: OfRuleset = None,
    limit: Limit = 50,
    cursor: OpponentCursor = None,
) -> Response[bytes]:
    """List the opponents of a player, most frequent first, with the head-to-head results."""
    parts = parts_of(request)
    await parts.register.account(player)
    projections = parts.projections
    key = key_of(cursor, _CURSOR)
    after = None if key is None else OpponentsAfter(int(key[0], 16), key[1], key[2])

    def page() -> tuple[Sequence[Opponent], Opponent | None]:
        rows = projections.head_to_head.opponents(player, ruleset, after, limit + 1)
        return cut(rows, limit)

    found, last = await projections.ask(page, projections.head_to_head)
    names = await parts.register.names(one.opponent for one in found)
    following = None if last is None else f"{last.games:015x}{last.opponent}{last.ruleset}"
    opponents = tuple(
        OpponentView(**msgspec.structs.asdict(one), name=names.get(one.opponent)) for one in found
    )
    return answer(OpponentPage(opponents, following), headers=link_to_next(request, following))


@operation(
    "GET",
    "/v1/players/{player:str}/ratings",
    "List how the ratings of a player changed",
    right=EVERYBODY,
    answer=Answer("A page of ratings.", RatingStepPage),
)
async def list_player_ratings(
    request: AnyRequest,
    player: FromPath[str],
    ruleset: OfRuleset = None,
    stratum: OfStratum = None,
    season: OfSeason = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List the ratings of a player after each rated game, newest first.

    By default, it lists the ratings in all games of each ruleset; with a stratum or a season, the
    ratings on its leader board.
    """
    parts = parts_of(request)
    await parts.register.account(player)
    ratings = parts.projections.ratings
    board = LeaderBoard(ruleset or ALL, stratum or ALL, season or ALL)
    before = None if cursor is None else place_of(cursor, 0)

    def page() -> RatingStepPage:
        found, last = cut(ratings.steps(player, board, before, limit + 1), limit)
        following = None if last is None else cursor_at(last.place)
        return RatingStepPage(tuple(map(step_view, found)), following)

    content = await parts.projections.ask(page, ratings)
    return answer(content, headers=link_to_next(request, content.next))


def _played(stored: Stored, row: LobbyRow, player: str, visibility: Visibility) -> PlayedGame:
    summary = game_summary(visibility.from_afar(stored), row.created_at, visibility.policy(row.id))
    return PlayedGame(summary, result_for(stored.game, player))
