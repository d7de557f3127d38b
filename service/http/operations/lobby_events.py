"""The lobby as a stream: every game that changes."""

from typing import Annotated, Final

from litestar import Response

from service.access.rights import EVERYBODY
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.event_stream import EventStream, Followed
from service.http.answers.kinds import NOT_ACCEPTABLE
from service.http.parts import parts_of
from service.http.requests.filters import OfRuleset, OfStatus
from service.http.requests.negotiation import EVENT_STREAM
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, NotAcceptable, accepts, last_event_id
from service.live.frames import SSE
from service.live.streams import of_lobby

operation: Final = Operations("games")

_VARY: Final = {"Vary": "Accept"}


@operation(
    "GET",
    "/v1/lobby/events",
    "Follow all games",
    right=EVERYBODY,
    headers=("Last-Event-ID",),
    answer=Answer(
        "Frames `ready`, `game` and `gone`, until the client goes away.",
        texts=(Lines(EVENT_STREAM, "Server-sent events."),),
    ),
    problems=(NOT_ACCEPTABLE,),
)
async def follow_lobby(
    request: AnyRequest,
    status: OfStatus = None,
    ruleset: OfRuleset = None,
    after: Annotated[
        int | None,
        Query(
            ge=0,
            le=10**15,
            description="Go on after this id; ``Last-Event-ID`` goes before.",
        ),
    ] = None,
) -> Response[None]:
    """Tell of every game that is opened, goes on or ends, as server-sent events.

    A frame ``ready`` says that from now on nothing is missed: list the games after it. A frame
    ``game`` is a game as ``listGames`` tells it, at most twice a second. With ``status``, a frame
    ``gone`` names a game that is not in this state any more. To go on after a loss, send the last
    id; whoever was away for too long gets ``ready`` again.
    """
    if not accepts(request, EVENT_STREAM):
        raise NotAcceptable
    parts = parts_of(request)
    first = last_event_id(request, after)
    followed = Followed(
        "lobby",
        lambda: parts.hub.listen(first),
        lambda reader: of_lobby(reader, SSE, parts.pace, status, ruleset),
    )
    return EventStream(followed, parts.pace, _VARY)
