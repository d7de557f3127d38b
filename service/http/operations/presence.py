"""Presence: who is connected to a game."""

from typing import Final

from litestar import Response
from litestar.params import FromPath

from service.access.rights import WATCH
from service.http.admission import watched
from service.http.answers.answer import answer, head_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.live.presence import Present

operation: Final = Operations("events")


@operation(
    "GET",
    "/v1/games/{game:str}/presence",
    "List who is connected to a game",
    right=WATCH,
    secret=True,
    answer=Answer(
        "Who follows the game now.",
        Present,
        links={
            "events": Link("listEvents", "List its events.", {"game": "$request.path.game"}),
        },
    ),
)
async def get_presence(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return which seats follow the game by stream or WebSocket, and how many spectators do.

    A client whose connection breaks off counts until the service detects the loss.
    """
    parts = parts_of(request)
    _, stored, _ = await watched(request, game)
    return answer(await parts.hub.presence.of(game), headers=head_of(stored.head))
