"""Presence: who is connected to a game."""

from litestar import Response, get
from litestar.params import FromPath

from service.access.rights import WATCH
from service.http.answers.answer import HEAD, answer, head_of
from service.http.answers.contract import Answer, Contract, Link
from service.http.answers.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.callers import watched
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.live.presence import Present


@get(
    "/v1/games/{game:str}/presence",
    operation_id="getPresence",
    tags=["events"],
    summary="Who is connected to a game",
    opt={
        "contract": Contract(
            right=WATCH,
            answers={
                200: Answer(
                    "Who follows it now.",
                    Present,
                    (HEAD, "Cache-Control"),
                    links={
                        "events": Link(
                            "listEvents", "What has happened.", {"game": "$request.path.game"}
                        )
                    },
                )
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def get_presence(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Tell which seats follow the game by a stream or a WebSocket, and how many others do.

    Whoever is cut off without a word is counted until the connection is known to be lost.
    """
    parts = parts_of(request)
    _, stored = await watched(request, game)
    headers = {**head_of(stored.head), "Cache-Control": "no-store"}
    return answer(await parts.hub.presence.of(game), headers=headers)
