"""The games of an account as one stream, and tickets for streams."""

from functools import partial
from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath

from service.access.rights import FOLLOW, OWN_GAMES
from service.access.stream_tickets import TICKET_PATTERN
from service.http.admission import loaded, signed_in, token_of
from service.http.answers.answer import answer, head_of
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.event_stream import EventStream, Followed
from service.http.parts import parts_of
from service.http.requests.filters import AfterFrame, OfRuleset, StreamTicket
from service.http.requests.negotiation import EVENT_STREAM
from service.http.requests.request import AnyRequest, NotAcceptable, accepts, last_event_id
from service.live.frames import SSE
from service.live.streams import of_own_games
from service.wire.games import Timestamp

operation: Final = Operations("players")

STREAM: Final = "/v1/players/me/events"

_VARY: Final = {"Vary": "Accept, Authorization"}


class StreamTicketView(msgspec.Struct, frozen=True):
    """A ticket for one stream.

    It has the rights of your token, for as long as the token has them.
    """

    ticket: Annotated[str, msgspec.Meta(pattern=TICKET_PATTERN)]
    """Send it as the query parameter ``ticket``."""
    expires_at: Timestamp
    """You can open the stream until then; an open stream goes on."""


@operation(
    "GET",
    STREAM,
    "Follow all games of your account",
    right=OWN_GAMES,
    answer=Answer(
        "Frames `ready`, `game`, `gone` and `dropped`, until the client disconnects.",
        texts=(Lines(EVENT_STREAM, "Server-sent events."),),
    ),
)
async def follow_own_games(
    request: AnyRequest,
    ruleset: OfRuleset = None,
    after: AfterFrame = None,
    ticket: StreamTicket = None,
) -> Response[None]:
    """Follow all games in which your account sits, as server-sent events.

    A frame ``ready`` means that the stream is complete from now on: list your games after you
    receive it. A frame ``game`` contains the ``game`` as in a list, its ``head``, your ``seats``,
    and those of them whose ``turn`` it is, at most twice a second. A frame ``gone`` names a game
    whose seat you have left. To resume, send the last id; you get each game that has changed since
    then, as it is now. After too long a gap the stream starts with ``ready`` again. If your token
    loses its right, a frame ``dropped`` ends the stream.
    """
    asker = await signed_in(request)
    if not accepts(request, EVENT_STREAM):
        raise NotAcceptable
    parts = parts_of(request)
    first = last_event_id(request, after)
    token = token_of(request)
    assert token is not None, "the right requires one"
    still = partial(parts.callers.still_has, asker, token)
    followed = Followed(
        "own_games",
        lambda: parts.hub.listen(first),
        lambda reader: of_own_games(reader, SSE, parts.pace, asker.account, ruleset, still),
    )
    return EventStream(followed, parts.pace, _VARY)


@operation(
    "POST",
    "/v1/players/me/stream-ticket",
    "Get a ticket for the stream of your games",
    right=OWN_GAMES,
    answer=Answer("The ticket.", StreamTicketView),
)
async def make_own_stream_ticket(request: AnyRequest) -> Response[bytes]:
    """Return a ticket for `followOwnGames`, which you can open for a minute.

    Use it where you cannot set ``Authorization``, as in the ``EventSource`` of browsers. After a
    lost connection, get another ticket, and send the last id as ``after``.
    """
    await signed_in(request)
    return _issued(request, STREAM, {})


@operation(
    "POST",
    "/v1/games/{game:str}/stream-ticket",
    "Get a ticket for the stream of a game",
    right=FOLLOW,
    answer=Answer("The ticket.", StreamTicketView),
    secret=True,
)
async def make_stream_ticket(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return a ticket for the stream of `listEvents`, which you can open for a minute.

    Use it where you cannot set ``Authorization``, as in the ``EventSource`` of browsers. After a
    lost connection, get another ticket, and send the last id as ``after``.
    """
    stored = (await loaded(request, game)).stored
    return _issued(request, f"/v1/games/{game}/events", head_of(stored.head))


def _issued(request: AnyRequest, stream: str, headers: dict[str, str]) -> Response[bytes]:
    token = token_of(request)
    assert token is not None, "the right requires one"
    made = parts_of(request).tickets.make(token, stream)
    return answer(StreamTicketView(made.text, made.expires), headers=headers)
