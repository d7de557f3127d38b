"""The lobby as a stream of all games and tournaments that change."""

from typing import Final

from litestar import Response

from service.access.rights import EVERYBODY
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.event_stream import EventStream, Followed
from service.http.parts import parts_of
from service.http.requests.filters import AfterFrame, OfRuleset, OfStatus
from service.http.requests.negotiation import EVENT_STREAM
from service.http.requests.request import AnyRequest, NotAcceptable, accepts, last_event_id
from service.live.frames import SSE
from service.live.streams import of_lobby

operation: Final = Operations("games")

_VARY: Final = {"Vary": "Accept"}


@operation(
    "GET",
    "/v1/lobby/events",
    "Follow all games and tournaments",
    right=EVERYBODY,
    answer=Answer(
        "Frames `ready`, `game`, `gone` and `tournament`, until the client disconnects.",
        texts=(Lines(EVENT_STREAM, "Server-sent events."),),
    ),
)
async def follow_lobby(
    request: AnyRequest,
    status: OfStatus = None,
    ruleset: OfRuleset = None,
    after: AfterFrame = None,
) -> Response[None]:
    """Follow all games as server-sent events: each game that opens, changes or ends.

    Without ``status`` and ``ruleset``, a frame ``tournament`` names each tournament that is
    announced or changes: list the tournaments again after you receive it.

    A frame ``ready`` means that the stream is complete from now on: list the games after you
    receive it. A frame ``game`` contains a game as in ``listGames``, at most twice a second. With
    ``status``, a frame ``gone`` names a game that is no longer in that state. To resume, send the
    last id; after too long a gap the stream starts with ``ready`` again.
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
