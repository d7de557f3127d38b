"""Presence: who is connected to a game."""

from typing import Final

from litestar import Response
from litestar.params import FromPath

from service.access.rights import WATCH
from service.http.answers.answer import answer, head_of
from service.http.answers.contract import Answer, Link, Operations
from service.http.callers import watched
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.live.presence import Present

operation: Final = Operations("events")


@operation(
    "GET",
    "/v1/games/{game:str}/presence",
    "Who is connected to a game",
    right=WATCH,
    answer=Answer(
        "Who follows it now.",
        Present,
        headers=("Cache-Control",),
        links={
            "events": Link("listEvents", "What has happened.", {"game": "$request.path.game"}),
        },
    ),
)
async def get_presence(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Tell which seats follow the game by a stream or a WebSocket, and how many others do.

    Whoever is cut off without a word is counted until the connection is known to be lost.
    """
    parts = parts_of(request)
    _, stored = await watched(request, game)
    headers = {**head_of(stored.head), "Cache-Control": "no-store"}
    return answer(await parts.hub.presence.of(game), headers=headers)
