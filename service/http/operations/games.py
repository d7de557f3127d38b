"""Games: open one, list them, look at one, at any version."""

import asyncio
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID
from domain.table.clock import Clock
from service.access.policy import ALLOWED, Policy, Seating, Spectators
from service.access.rights import EVERYBODY, OPEN_GAME, WATCH, Caller
from service.games.handler import Handler
from service.http.answers.answer import (
    answer,
    long_answer,
    not_modified,
    state_of,
    validators,
)
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.kinds import ILLEGAL_ACTION
from service.http.callers import admitted_anywhere, watched
from service.http.parts import parts_of
from service.http.requests.filters import OfPlayer, OfRuleset, OfStatus, SeatsFree
from service.http.requests.paging import Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.request import AnyRequest, body, has_already, keyed
from service.http.requests.resources import Version, at_version
from service.projections.lobby import Shown
from service.storage.rows import Stored
from service.wire.games import GameCreated, GamePage, GameView, game_summary, game_view

operation: Final = Operations("games")

NewClock = Annotated[
    Clock | None,
    msgspec.Meta(
        description="How much time the seats have, and what comes of a flag: the game is lost "
        "(`forfeit`, with two sides), or a house bot plays on (`house`). All the time they want if "
        "it is left out."
    ),
]
NewTakeBacks = Annotated[
    bool, msgspec.Meta(description="Whether a decision may be taken back if all agree.")
]


NewSeating = Annotated[
    Seating,
    msgspec.Meta(
        description="Who may sit down: whoever has the link of a seat, or any account as well."
    ),
]
NewSpectators = Annotated[
    Spectators,
    msgspec.Meta(
        description="Who may watch while the game runs: anybody, anybody some turns behind, or "
        "nobody. Before and afterwards anybody may."
    ),
]


@cache
def new_game_type(ruleset: str) -> type[Any]:
    """Return the type of what opens a game of this ruleset; told apart by ``ruleset``."""
    rules = BY_ID[ruleset]
    return msgspec.defstruct(
        "NewGame",
        [
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("clock", NewClock, None),
            ("take_backs", NewTakeBacks, False),
            ("seating", NewSeating, "links"),
            ("spectators", NewSpectators, ALLOWED),
        ],
        namespace={
            "__doc__": "What game to open: the ruleset, its options, the terms, and who may come."
        },
        tag_field="ruleset",
        tag=rules.meta.id,
        frozen=True,
        forbid_unknown_fields=True,
    )


class _RulesetField(msgspec.Struct, frozen=True):
    """Which ruleset is asked for."""

    ruleset: str


_NAMED: Final = msgspec.json.Decoder(_RulesetField)


async def _ruleset_of(request: AnyRequest) -> AnyRuleset:
    """Return the ruleset that is asked for; raise Malformed."""
    asked = (await body(request, _RulesetField)).ruleset
    if asked not in BY_ID:
        told = f"Invalid value {asked!r}; expected one of {', '.join(BY_ID)}"
        raise Malformed(told, where="$.ruleset")
    return BY_ID[asked]


_OF_NEW_GAME: Final = {"game": "$response.body#/game/id"}


@operation(
    "POST",
    "/v1/games",
    "Open a game",
    right=OPEN_GAME,
    body_of=lambda rules: new_game_type(rules.meta.id),
    headers=("Idempotency-Key",),
    answer=Answer(
        "The new game and its tokens.",
        GameCreated,
        headers=("Location", "ETag"),
        links={
            "game": Link("getGame", "Look at the game.", _OF_NEW_GAME),
            "sit": Link("takeSeat", "Sit down on the first seat.", {**_OF_NEW_GAME, "seat": "0"}),
            "seatBot": Link(
                "takeSeat",
                "Seat a house bot opposite: send its name as `bot`, with the token of the creator.",
                {**_OF_NEW_GAME, "seat": "1"},
            ),
            "events": Link("listEvents", "Read its events.", _OF_NEW_GAME),
            "abort": Link(
                "takeActions",
                "Call the game off: send `abort_game`, with the token of the creator.",
                _OF_NEW_GAME,
            ),
        },
        status=201,
    ),
    problems=(ILLEGAL_ACTION,),
    cost=5,
)
async def create_game(request: AnyRequest) -> Response[bytes]:
    """Open a table. The answer has one secret token for each seat and one for the creator.

    With the token of an account, the account is its creator too.
    """
    handler = parts_of(request).handler
    rules = await _ruleset_of(request)
    asked = await body(request, new_game_type(rules.meta.id))
    caller = await admitted_anywhere(request)
    policy = _policy(asked, caller)
    opened = await handler.open(
        rules,
        asked.options,
        await keyed(request, caller.keyholder),
        clock=asked.clock,
        take_backs=asked.take_backs,
        policy=policy,
    )
    stored = opened.stored
    return answer(
        GameCreated(game_view(stored, caller.viewer, policy), opened.tokens),
        status=201,
        headers={
            "Location": f"/v1/games/{stored.game.id}",
            **state_of(stored, caller.viewer),
            "Cache-Control": "no-store",
        },
    )


@operation(
    "GET",
    "/v1/games",
    "List games",
    right=EVERYBODY,
    answer=Answer("A page of games.", GamePage),
)
async def list_games(
    request: AnyRequest,
    status: OfStatus = None,
    ruleset: OfRuleset = None,
    player: OfPlayer = None,
    seats_free: SeatsFree = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List games, the newest first: all of them, or those that the parameters choose."""
    parts = parts_of(request)
    handler, projections, watching = parts.handler, parts.projections, parts.watching
    shown = Shown(status, ruleset, player, seats_free)
    before = None if cursor is None else place_of(cursor, 0)

    def page() -> tuple[GamePage, str | None]:
        rows = projections.lobby.page(shown, before=before, limit=limit + 1)
        following = cursor_at(rows[limit - 1].number) if len(rows) > limit else None
        found = [(handler.log.load_if_readable(row.id), row) for row in rows[:limit]]
        games = [
            game_summary(watching.from_afar(stored), row.created_at, watching.policy(row.id))
            for stored, row in found
            if stored
        ]
        return GamePage(tuple(games), following), following

    content, following = await projections.ask(page, projections.lobby)
    return await long_answer(content, headers=link_to_next(request, following))


@operation(
    "GET",
    "/v1/games/{game:str}",
    "Look at a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer("The game.", GameView),
)
async def get_game(
    request: AnyRequest,
    game: FromPath[str],
    version: Version = None,
) -> Response[bytes]:
    """Return the game as the caller may see it, now or at an earlier version."""
    parts = parts_of(request)
    handler = parts.handler
    caller, stored = await watched(request, game)
    viewer = stored.game.as_seen_by(caller.viewer)
    stored = await at_version(handler, stored, version)
    headers = validators(stored, viewer)
    rematch = await parts.rematches.after(stored.game)
    if rematch is not None:
        # That somebody plays again changes the answer, and not the game.
        headers["ETag"] = f'{headers["ETag"][:-1]}-rematch"'
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    due = version is None or not await asyncio.to_thread(_amid_an_action, handler, stored)
    return answer(
        game_view(stored, viewer, caller.policy, due=due, rematch=rematch), headers=headers
    )


def _policy(asked: Any, caller: Caller) -> Policy:
    spectators = None if asked.spectators == ALLOWED else asked.spectators
    player = None if caller.identity is None else caller.identity.account
    return Policy(asked.seating, spectators, player)


def _amid_an_action(handler: Handler, stored: Stored) -> bool:
    """Tell whether the next event has the same cause as the last one of this version."""
    following = handler.log.rows(stored.game.id, stored.head.version, limit=1)
    return bool(following) and not following[0].action
