"""Seats: sit down, seat a house bot, stand up again before the start."""

from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from msgspec import UNSET, UnsetType

from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import ChosenName, Entropy, LeaveSeat, TakeSeat
from service.access.actors import Requester, actor
from service.access.rights import SIT, STAND_UP, Caller, Forbidden
from service.games.handler import Handler
from service.http.answers.answer import answer, state_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.kinds import ILLEGAL_ACTION
from service.http.callers import admitted, caller_of
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body, expected_versions, header, keyed
from service.http.requests.resources import NotFound
from service.wire.games import GameView, game_view

operation: Final = Operations("seats")


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits down: a person, perhaps with a name and entropy for the dice, or a house bot."""

    name: ChosenName | None = None
    bot: Annotated[str, msgspec.Meta(min_length=1, max_length=40)] | None = None
    entropy: Entropy = ""


@operation(
    "PUT",
    "/v1/games/{game:str}/seats/{seat:int}",
    "Sit down, or seat a house bot",
    right=SIT,
    body=Sit,
    headers=("If-Match", "Idempotency-Key", "Carolus-Player"),
    answer=Answer(
        "The game with the seat taken.",
        GameView,
        headers=("ETag",),
        links={
            "leave": Link(
                "leaveSeat",
                "Stand up again.",
                {"game": "$request.path.game", "seat": "$request.path.seat"},
            ),
        },
    ),
    problems=(ILLEGAL_ACTION,),
)
async def take_seat(
    request: AnyRequest,
    game: FromPath[str],
    seat: FromPath[int],
) -> Response[bytes]:
    """Take a seat with its token, or any seat with the creator's.

    Whoever has an account names it by a token of the scope `play`: in the header `Carolus-Player`,
    or as the token of the request where the creator lets anyone sit down. From then on the account
    acts for the seat, as the token of the seat does.
    When the last seat is taken the game starts by itself: lots and first dice are drawn.
    """
    handler = parts_of(request).handler
    who = await _may_seat(request, handler, game, seat)
    asked = await body(request, Sit)
    if asked.bot is not None and who.seat is None and not who.creator:
        raise Forbidden("the token of the creator")
    if not who.has_a_right:
        await _must_be_open(handler, game)
    player = await _player(request, who, asked)
    action = TakeSeat(seat, asked.name, asked.bot, asked.entropy, player)
    return await _carry_out(request, handler, game, who, action)


@operation(
    "DELETE",
    "/v1/games/{game:str}/seats/{seat:int}",
    "Stand up before the start",
    right=STAND_UP,
    headers=("If-Match", "Idempotency-Key"),
    answer=Answer("The game with the seat free.", GameView, headers=("ETag",)),
    problems=(ILLEGAL_ACTION,),
)
async def leave_seat(
    request: AnyRequest,
    game: FromPath[str],
    seat: FromPath[int],
) -> Response[bytes]:
    """Free a seat of a game that has not started."""
    handler = parts_of(request).handler
    who = await _may_seat(request, handler, game, seat)
    return await _carry_out(request, handler, game, who, LeaveSeat(seat))


async def _may_seat(request: AnyRequest, handler: Handler, game: str, seat: int) -> Caller:
    """Return who asks; raise unless the caller may do so for this seat, and there is one."""
    who = await admitted(request, game, seat)
    stored = await handler.known(game)
    if not 0 <= seat < len(stored.game.seats):
        what = f"seat {seat}; the seats are 0 to {len(stored.game.seats) - 1}"
        raise NotFound(what, stored.head if who.has_a_right else None)
    return who


async def _must_be_open(handler: Handler, game: str) -> None:
    """Refuse somebody with no right in a game that has started (TB-SIT-1).

    Who may not watch it learns nothing of how it goes on, neither its version nor its head.
    """
    status = (await handler.load(game)).game.status
    if status != "open":
        raise IllegalAction("TB-SIT-1", "game_is_not_open", status=status)


async def _player(request: AnyRequest, who: Caller, asked: Sit) -> str | UnsetType:
    """Return the account of who sits down, if they have one; raise Unauthorized."""
    sent = header(request, b"carolus-player")
    if sent is not None:
        return await parts_of(request).callers.player(sent.strip())
    return UNSET if who.player is None or asked.bot is not None else who.player


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
    if who.identity is not None and after.game.rules.hidden:
        who = await caller_of(request, game)  # the account has sat down by this, or stood up
    headers = state_of(after, after.game.as_seen_by(who.viewer))
    return answer(game_view(after, who.viewer, who.policy), headers=headers)


def _by(who: Caller, seat: Seat) -> Requester:
    """Return who acts: the seat itself, the creator, or who sits down where anyone may."""
    if who.seat == seat:
        return actor(who)
    return "table" if who.creator else seat
