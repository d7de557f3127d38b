"""Games: open a game, list games, and get a game at any version."""

import asyncio
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.expectations import not_a_choice
from domain.kit.option_marks import outdated
from domain.refusal import Malformed
from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID
from domain.table.actions import ChosenLabel, GameId
from domain.table.clock import Clock
from domain.table.continuation import ContinuedVersion
from domain.table.opening import OpeningTerms
from domain.table.watching import ALLOWED, Spectators
from service.access.policy import ChosenSeating, Policy
from service.access.rights import EVERYBODY, OPEN_GAME, WATCH, Caller
from service.games.continuations import SourceFound, continuation
from service.games.handler import completes_action
from service.http.admission import admitted_anywhere, watched
from service.http.answers.answer import (
    answer,
    in_form,
    long_answer,
    state_of,
    unchanged,
    validators,
)
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import (
    NO_WITNESSES,
    NOT_FOUND,
    WITNESS_UNAVAILABLE,
)
from service.http.parts import parts_of
from service.http.requests.filters import (
    OfLabel,
    OfPlayer,
    OfRuleset,
    OfSeating,
    OfStatus,
    ReservedFor,
    SeatsFree,
)
from service.http.requests.paging import Cursor, Limit, cursor_at, cut, link_to_next, place_of
from service.http.requests.request import AnyRequest, body, keyed
from service.http.requests.resources import Version, at_version
from service.projections.lobby import Shown
from service.wire.games import GameCreated, GamePage, GameView, game_summary, game_view

operation: Final = Operations("games")

NewClock = Annotated[
    Clock | None,
    msgspec.Meta(
        description="How much time each seat has, and what happens when it runs out: the seat "
        "loses the game (`forfeit`, with two sides), or a house bot takes over (`house`). Without "
        "a clock, time is unlimited."
    ),
]
NewTakeBacks = Annotated[
    bool, msgspec.Meta(description="Whether players may take back a decision if all agree.")
]

NewLinks = Annotated[
    bool,
    msgspec.Meta(
        description="Whether players may commit to chains of links when they sit down, so that "
        "nobody can foresee dice before their own clients have seen the action. After each "
        "decision, the game then waits for their links."
    ),
]

NewWitnessed = Annotated[
    bool,
    msgspec.Meta(
        description="Whether the witnesses of the service contribute to the dice, so that not even "
        "its operator can foresee them. After each decision, the game then waits for the witnesses."
    ),
]

NewSeating = Annotated[
    ChosenSeating,
    msgspec.Meta(
        description="Who may sit down: only people with the link of a seat, or any account as well."
    ),
]
NewSpectators = Annotated[
    Spectators,
    msgspec.Meta(
        description="Who may watch while the game runs: anyone, anyone with a delay of some turns, "
        "or no one. Before the start and after the end, anyone may watch."
    ),
]


class Continues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that has ended, and the version from which the new game continues it."""

    game: GameId
    version: ContinuedVersion


NewContinues = Annotated[
    Continues | None,
    msgspec.Meta(
        description="Play on from a position of a game that has ended, with dice of your own. The "
        "new game has the options of that game, and it is not rated."
    ),
]


@cache
def new_game_type(ruleset: str) -> type[Any]:
    """Return the type of a request to open a game of this ruleset, tagged by ``ruleset``."""
    rules = BY_ID[ruleset]
    return msgspec.defstruct(
        "CreateGameRequest",
        [
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("clock", NewClock, None),
            ("take_backs", NewTakeBacks, False),
            ("label", ChosenLabel | None, None),
            ("links", NewLinks, False),
            ("witnessed", NewWitnessed, False),
            ("seating", NewSeating, "links"),
            ("spectators", NewSpectators, ALLOWED),
            ("continues", NewContinues, None),
        ],
        namespace={
            "__doc__": "The game to open: ruleset, options, terms, and who may play and watch."
        },
        tag_field="ruleset",
        tag=rules.meta.id,
        frozen=True,
        forbid_unknown_fields=True,
    )


class _RulesetField(msgspec.Struct, frozen=True):
    """The ruleset that a request names."""

    ruleset: str


async def _ruleset_of(request: AnyRequest) -> AnyRuleset:
    """Return the ruleset that the request names; raise Malformed if there is no such ruleset."""
    named = (await body(request, _RulesetField)).ruleset
    if named not in BY_ID:
        message = not_a_choice(named, BY_ID)
        raise Malformed(message, where="$.ruleset")
    return BY_ID[named]


class _OptionsField(msgspec.Struct, frozen=True):
    """Whether a request has options."""

    options: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


async def _continued(request: AnyRequest, rules: AnyRuleset, wanted: Any) -> SourceFound | None:
    """Return the game that a request continues; raise Malformed if it contradicts that game.

    Raises NoSuchGame or NoSuchVersion, as every other reference to what does not exist.
    """
    if wanted.continues is None:
        return None
    handler = parts_of(request).handler
    found = await continuation(handler, wanted.continues.game, wanted.continues.version)
    source = found.source
    if source.ruleset != rules.meta.pinned:
        raise Malformed(f"the game to continue is one of {source.ruleset}", where="$.ruleset")
    named = (await body(request, _OptionsField)).options
    if named is not msgspec.UNSET and wanted.options != source.options:
        raise Malformed(
            "the options are those of the game to continue: leave them out", where="$.options"
        )
    return found


def _must_be_newest(options: Any) -> None:
    """Refuse options that were corrected; only stored games have them."""
    for option, value, newest in outdated(options):
        message = f"{value!r} was corrected; expected {newest!r} in a new game"
        raise Malformed(message, where=f"$.options.{option}")


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
        headers=("ETag",),
        links={
            "game": Link("getGame", "Get the game.", _OF_NEW_GAME),
            "sit": Link("takeSeat", "Take the first seat.", {**_OF_NEW_GAME, "seat": "0"}),
            "seatBot": Link(
                "takeSeat",
                "Seat a house bot opposite: send its name as `bot`, with the creator's token.",
                {**_OF_NEW_GAME, "seat": "1"},
            ),
            "events": Link("listEvents", "List its events.", _OF_NEW_GAME),
            "abort": Link(
                "takeActions",
                "Call the game off: send `abort_game`, with the creator's token.",
                _OF_NEW_GAME,
            ),
        },
        status=201,
    ),
    problems=(NOT_FOUND, NO_WITNESSES, WITNESS_UNAVAILABLE),
    cost=5,
)
async def create_game(request: AnyRequest) -> Response[bytes]:
    """Open a game. The response contains a secret token for each seat and one for the creator.

    If you send an account's token, that account also has the creator's rights.

    To play on from a position of a game that has ended, name it in `continues`.
    """
    handler = parts_of(request).handler
    rules = await _ruleset_of(request)
    wanted = await body(request, new_game_type(rules.meta.id))
    caller = await admitted_anywhere(request)
    policy = _policy(wanted, caller)
    continued = await _continued(request, rules, wanted)
    if continued is None:
        _must_be_newest(wanted.options)
    opened = await handler.open(
        rules,
        wanted.options if continued is None else continued.source.options,
        await keyed(request, caller.keyholder),
        terms=OpeningTerms(
            wanted.clock,
            wanted.take_backs,
            wanted.label,
            wanted.links,
            continues=None if continued is None else continued.continues,
        ),
        policy=policy,
        witnessed=wanted.witnessed,
    )
    stored = opened.stored
    return answer(
        GameCreated(game_view(stored, caller.viewer, policy), opened.tokens),
        status=201,
        headers={
            "Location": f"/v1/games/{stored.game.id}",
            **state_of(stored, caller.viewer),
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
    seating: OfSeating = None,
    reserved_for: ReservedFor = None,
    label: OfLabel = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List games, newest first: all of them, or those that match the parameters."""
    parts = parts_of(request)
    log, projections, visibility = parts.handler.log, parts.projections, parts.visibility
    shown = Shown(status, ruleset, player, seats_free, reserved_for, seating, label)
    before = None if cursor is None else place_of(cursor, 0)

    def page() -> tuple[GamePage, str | None]:
        rows, last = cut(projections.lobby.page(shown, before=before, limit=limit + 1), limit)
        following = None if last is None else cursor_at(last.number)
        found = log.load_several([row.id for row in rows])
        games = [
            game_summary(
                visibility.from_afar(found[row.id]), row.created_at, visibility.policy(row.id)
            )
            for row in rows
            if row.id in found
        ]
        return GamePage(tuple(games), following), following

    content, following = await projections.ask(page, projections.lobby)
    return await long_answer(content, headers=link_to_next(request, following))


@operation(
    "GET",
    "/v1/games/{game:str}",
    "Get a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer("The game.", GameView),
)
async def get_game(
    request: AnyRequest,
    game: FromPath[str],
    version: Version = None,
) -> Response[bytes]:
    """Return the game as the caller may see it, at the current or an earlier version."""
    parts = parts_of(request)
    handler = parts.handler
    caller, stored, viewer = await watched(request, game)
    stored = await at_version(handler, stored, version)
    headers = validators(stored, viewer)
    rematch = await parts.rematches.after(stored.game)
    if rematch is not None:
        # A rematch changes the response but not the version of the game.
        headers = in_form(headers, "rematch")
    if (same := unchanged(request, headers)) is not None:
        return same
    due = version is None or await asyncio.to_thread(completes_action, handler.log, stored)
    return answer(
        game_view(stored, viewer, caller.policy, due=due, rematch=rematch), headers=headers
    )


def _policy(wanted: Any, caller: Caller) -> Policy:
    spectators = None if wanted.spectators == ALLOWED else wanted.spectators
    player = None if caller.identity is None else caller.identity.account
    return Policy(wanted.seating, spectators, player)
