"""Playing again: the next game of those who have played one."""

from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.ruleset import Seat
from domain.table.actions import ChosenName, Entropy
from service.access.policy import OPEN
from service.access.rights import SEAT
from service.http.answers.answer import answer, state_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.kinds import ILLEGAL_ACTION
from service.http.callers import admitted
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body
from service.wire.games import GameView, game_view

operation: Final = Operations("seats")


class PlayAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As whom to sit down in the next game; as in the game before if no name is given."""

    name: ChosenName | None = None
    entropy: Entropy = ""


class Rematch(msgspec.Struct, frozen=True):
    """The next game, and the place in it of who asked."""

    game: GameView
    seat: Seat
    token: str | None
    """The secret token of this seat; null for an account, which acts for its seat by itself."""


_OF_REMATCH: Final = {"game": "$response.body#/game/id"}


@operation(
    "POST",
    "/v1/games/{game:str}/rematch",
    "Play again",
    right=SEAT,
    body=PlayAgain,
    answer=Answer(
        "The next game, in which the caller has sat down.",
        Rematch,
        headers=("Location", "ETag", "Cache-Control"),
        links={
            "game": Link("getGame", "Look at the next game.", _OF_REMATCH),
            "events": Link("listEvents", "Read its events.", _OF_REMATCH),
        },
    ),
    problems=(ILLEGAL_ACTION,),
)
async def play_again(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Sit down in the next game: with the same ruleset, options and terms, on the same seat.

    Whoever asks first opens it, with the same house bots; there is one for each game. It starts
    when everybody has asked. Whoever asks again gets the same answer. Where an account sat, it is
    that account that has to ask.
    """
    parts = parts_of(request)
    who = await admitted(request, game)
    asked = await body(request, PlayAgain)
    assert who.seat is not None, "the right lets in seats only"
    seat, player = who.seat, who.player
    done = await parts.rematches.play_again(game, seat, player, asked.name, asked.entropy)
    stored, token = done.stored, done.token
    viewer = stored.game.as_seen_by(seat)
    policy = (await parts.handler.vault(stored.game.id)).policy or OPEN
    return answer(
        Rematch(game_view(stored, viewer, policy), seat, token),
        headers={
            "Location": f"/v1/games/{stored.game.id}",
            **state_of(stored, viewer),
            "Cache-Control": "no-store",
        },
    )
