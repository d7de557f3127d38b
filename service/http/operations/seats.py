"""Seats: take a seat, seat a house bot, or leave a seat before the start."""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import UNSET, UnsetType

from domain.hexadecimal import Hex32
from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import ChosenName, Entropy, LeaveSeat, TakeSeat
from domain.table.hiding import hidden_members
from service.access.actors import Requester, actor
from service.access.rights import SIT, STAND_UP, Caller, Forbidden
from service.games.handler import Handler
from service.http.admission import admitted, caller_of
from service.http.answers.answer import answer, state_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body, expected_versions, header, keyed
from service.wire.games import GameView, game_view

operation: Final = Operations("seats")


class TakeSeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes the seat: a person, who may add a name, entropy and a chain of links, or a bot."""

    name: ChosenName | None = None
    """At the table of a tournament, leave it out: the name is that of the entry, and another one is
    refused (TB-SIT-9)."""
    bot: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] | None = None
    entropy: Entropy = ""
    tip: Hex32 | None = None
    """The tip of the chain of links that this seat commits to, if the game allows chains: 64
    hexadecimal digits."""


@operation(
    "PUT",
    "/v1/games/{game:str}/seats/{seat:int}",
    "Take a seat, or seat a house bot",
    right=SIT,
    body=TakeSeatRequest,
    headers=("If-Match", "Idempotency-Key", "Carolus-Player"),
    answer=Answer(
        "The game with the seat taken.",
        GameView,
        headers=("ETag",),
        links={
            "leave": Link(
                "leaveSeat",
                "Leave the seat again.",
                {"game": "$request.path.game", "seat": "$request.path.seat"},
            ),
        },
    ),
)
async def take_seat(
    request: AnyRequest,
    game: FromPath[str],
    seat: FromPath[int],
) -> Response[bytes]:
    """Take a seat with its token, or any seat with the creator's token.

    To play with your account, send its token with the scope `play`: in the header `Carolus-Player`,
    or as the token of the request if the creator lets anyone sit down. From then on, the account
    can act for the seat, just like the token of the seat. At the table of a tournament, you play
    under the name of your entry: leave out `name`. When the last seat is taken, the game
    starts automatically with the lots and first dice. With a `tip`, these and all later dice wait
    for the links of this seat, so send one only if your client keeps the chain and gives its links.
    """
    handler = parts_of(request).handler
    who = await admitted(request, game, seat)
    sit = await body(request, TakeSeatRequest)
    if sit.bot is not None and who.seat is None and not who.creator:
        raise Forbidden("creator")
    if not who.has_a_right:
        await _must_be_open(handler, game)
    player = await _player(request, who, sit)
    tip = UNSET if sit.tip is None else sit.tip
    name = await _name(handler, game, seat) if sit.name is None else sit.name
    action = TakeSeat(seat, name, sit.bot, sit.entropy, player, tip)
    return await _carry_out(request, handler, game, who, action)


@operation(
    "DELETE",
    "/v1/games/{game:str}/seats/{seat:int}",
    "Leave a seat before the start",
    right=STAND_UP,
    headers=("If-Match", "Idempotency-Key"),
    answer=Answer("The game with the seat free.", GameView, headers=("ETag",)),
)
async def leave_seat(
    request: AnyRequest,
    game: FromPath[str],
    seat: FromPath[int],
) -> Response[bytes]:
    """Leave a seat of a game that has not started."""
    handler = parts_of(request).handler
    who = await admitted(request, game, seat)
    return await _carry_out(request, handler, game, who, LeaveSeat(seat))


async def _must_be_open(handler: Handler, game: str) -> None:
    """Refuse a caller without rights if the game has started (TB-SIT-1).

    The refusal reveals neither version nor head of a game that the caller may not watch.
    """
    status = (await handler.load(game)).game.status
    if status != "open":
        raise IllegalAction("TB-SIT-1", "game_is_not_open", status=status)


async def _name(handler: Handler, game: str, seat: Seat) -> str | None:
    """Return the name that goes with a seat; None if its player chooses one."""
    found = (await handler.load(game)).game
    return found.name_for(seat) if 0 <= seat < len(found.seats) else None


async def _player(request: AnyRequest, who: Caller, sit: TakeSeatRequest) -> str | UnsetType:
    """Return the account that takes the seat, if any; raise Unauthorized for an invalid token."""
    sent = header(request, b"carolus-player")
    if sent is not None:
        return await parts_of(request).callers.player(sent.strip())
    return UNSET if who.player is None or sit.bot is not None else who.player


async def _carry_out(
    request: AnyRequest, handler: Handler, game: str, who: Caller, action: TakeSeat | LeaveSeat
) -> Response[bytes]:
    space = str(who.keyholder)
    if isinstance(action, TakeSeat) and isinstance(action.player, str):
        space = f"{space} {action.player}"
    done = await handler.perform(
        game,
        _by(who, action.seat),
        [action],
        expected=expected_versions(request),
        request=await keyed(request, space),
    )
    after = done.stored
    if who.identity is not None and hidden_members(after.game.rules):
        who = await caller_of(request, game)  # this action changed the seat of the account
    headers = state_of(after, after.game.as_seen_by(who.viewer))
    return answer(game_view(after, who.viewer, who.policy), headers=headers)


def _by(who: Caller, seat: Seat) -> Requester:
    """Return who acts: the seat itself, the creator, or anyone who takes an open seat."""
    if who.seat == seat:
        return actor(who)
    return "table" if who.creator else seat
