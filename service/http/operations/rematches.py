"""Rematches: the next game of the same players."""

from typing import Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.ruleset import Seat
from domain.table.actions import ChosenName, Entropy
from service.access.rights import SEAT
from service.http.admission import admitted
from service.http.answers.answer import answer, state_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.answers.problem_kinds import ILLEGAL_ACTION, WITNESS_UNAVAILABLE
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest, body
from service.wire.games import GameView, game_view

operation: Final = Operations("seats")


class PlayAgainRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller's name in the next game; by default, the name in the previous game."""

    name: ChosenName | None = None
    entropy: Entropy = ""


class Rematch(msgspec.Struct, frozen=True):
    """The next game, and the caller's seat in it."""

    game: GameView
    seat: Seat
    token: str | None
    """The secret token of this seat; null for an account, which uses its own token."""


_OF_REMATCH: Final = {"game": "$response.body#/game/id"}


@operation(
    "POST",
    "/v1/games/{game:str}/rematch",
    "Play again",
    right=SEAT,
    body=PlayAgainRequest,
    answer=Answer(
        "The next game, with the caller seated.",
        Rematch,
        headers=("Location", "ETag"),
        links={
            "game": Link("getGame", "Get the next game.", _OF_REMATCH),
            "events": Link("listEvents", "List its events.", _OF_REMATCH),
        },
    ),
    problems=(ILLEGAL_ACTION, WITNESS_UNAVAILABLE),
    secret=True,
)
async def play_again(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Take the same seat in the next game, which has the same ruleset, options and terms.

    The first request opens the rematch, with the same house bots; each game has at most one. It
    starts when all players have asked for it. Repeated requests get the same response. If an
    account held the seat, that account must send the request.
    """
    parts = parts_of(request)
    who = await admitted(request, game)
    wanted = await body(request, PlayAgainRequest)
    assert who.seat is not None, "the right lets in seats only"
    seat, player = who.seat, who.player
    done = await parts.rematches.play_again(game, seat, player, wanted.name, wanted.entropy)
    stored, token = done.stored, done.token
    viewer = stored.game.as_seen_by(seat)
    policy = (await parts.handler.vault(stored.game.id)).effective_policy
    return answer(
        Rematch(game_view(stored, viewer, policy), seat, token),
        headers={
            "Location": f"/v1/games/{stored.game.id}",
            **state_of(stored, viewer),
        },
    )
