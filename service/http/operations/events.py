"""Events of a game: as a list or a stream, from any version on."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from litestar import Response
from litestar.params import FromPath
from litestar.response import Stream

from domain.ruleset import Viewer
from service.access.rights import WATCH, Caller, Unauthorized
from service.games.handler import Handler
from service.http.admission import token_of, watched
from service.http.answers.answer import NDJSON, answer, head_of, state_of, unchanged
from service.http.answers.contract import Answer, Lines, Operations
from service.http.answers.event_stream import STREAM_HEADERS, EventStream, Followed
from service.http.parts import parts_of
from service.http.requests.filters import After, Snapshot, StreamTicket
from service.http.requests.negotiation import EVENT_STREAM
from service.http.requests.paging import LIMIT_MAX, Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.request import (
    AnyRequest,
    header,
    last_event_id,
    preferred_form,
)
from service.live.frames import SSE
from service.live.streams import of_events
from service.storage.rows import Stored
from service.wire.games import EventPage, event_view

operation: Final = Operations("events")

ROWS_AT_ONCE: Final = 500

_NEGOTIATED: Final = {"Cache-Control": "no-cache", "Vary": "Accept, Authorization"}


@operation(
    "GET",
    "/v1/games/{game:str}/events",
    "List or follow the events of a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer(
        "A page of events.",
        EventPage,
        texts=(
            Lines(NDJSON, "All events, one per line."),
            Lines(EVENT_STREAM, "Server-sent events, sent as they happen."),
        ),
    ),
    others=(
        Answer(
            "The game is finished and the client has all of its events. A browser that receives "
            "this status stops reconnecting to the stream.",
            status=204,
        ),
        Answer("The game has no new events.", status=304),
    ),
)
async def list_events(
    request: AnyRequest,
    game: FromPath[str],
    after: After = None,
    limit: Limit = LIMIT_MAX,
    cursor: Cursor = None,
    snapshot: Snapshot = None,
    ticket: StreamTicket = None,
) -> Response[Any] | Stream:
    """List the events in order. As NDJSON, the response contains all of them, one per line.

    With ``Accept: text/event-stream``, the response is a stream that follows the game: a frame
    ``game`` with the game as the caller may see it, then a frame ``event`` for each event,
    ``presence`` when people come and go, and ``end`` after the last event of a finished game. The
    id of a frame is the version. A client that reconnects with ``Last-Event-ID`` (or ``after``)
    receives the events that it missed, each once and in order. Data is JSON: for ``game`` the
    response of ``getGame``, for ``event`` one event as in this list, for ``presence``
    ``{"seats": [0], "spectators": 3}``, for ``end`` ``{"status": "over", "version": 57}``, and for
    ``dropped`` the ``reason`` why the stream ends early.

    The WebSocket ``/v1/games/{game}/live`` sends the same frames and also accepts actions. A client
    that cannot set ``Authorization`` starts with ``{"type": "hello", "token": "seat0_…"}``; a
    spectator leaves out the token. Messages are JSON, ``{"type": "event", "id": 32, "data": {}}``,
    with the frames above and ``heartbeat``. To act, send ``{"type": "act", "id": "a1",
    "actions": [], "version": 31, "key": "8d3f2c"}``; the service replies with ``answer`` or
    ``problem`` and the same ``id``. See ``/schema/reference/live.md`` for the details.
    """
    handler = parts_of(request).handler
    caller, stored, viewer = await watched(request, game)
    known = last_event_id(request, after)
    form = preferred_form(request, NDJSON, EVENT_STREAM)
    if ticket is not None and form != EVENT_STREAM:
        raise Unauthorized("wrong_form")  # a ticket is for a stream
    if form == EVENT_STREAM:
        return _followed(request, stored, caller, known, snapshot)
    first = place_of(cursor, known or 0)
    if form == NDJSON:
        headers = {**head_of(stored.head), **_NEGOTIATED}
        return Stream(_lines(handler, stored, first, viewer), media_type=NDJSON, headers=headers)
    headers = {**state_of(stored, viewer), **_NEGOTIATED}
    if (same := unchanged(request, headers)) is not None:
        return same
    last = stored.head.version

    def read_page() -> EventPage:
        rows = handler.log.rows(game, first, last, limit)
        more = rows[-1].version if rows and rows[-1].version < last else None
        return EventPage(
            ruleset=stored.game.ruleset,
            events=tuple(event_view(stored.game, row, viewer) for row in rows),
            version=last,
            head=stored.head.hash.hex(),
            next=None if more is None else cursor_at(more),
        )

    page = await asyncio.to_thread(read_page)
    return answer(page, headers={**headers, **link_to_next(request, page.next)})


def _followed(
    request: AnyRequest, stored: Stored, caller: Caller, after: int | None, snapshot: bool | None
) -> Response[Any]:
    """Return the stream of a game, from the last version that the client has."""
    parts = parts_of(request)
    headers = {**head_of(stored.head), "Vary": _NEGOTIATED["Vary"]}
    if stored.game.finished and header(request, b"last-event-id") == f"{stored.head.version}":
        return Response(None, status_code=204, headers={**STREAM_HEADERS, **headers})
    stream = Followed(
        "game",
        lambda: parts.hub.follow(stored, caller, after, token_of(request)),
        lambda reader: of_events(reader, SSE, parts.pace, snapshot=snapshot),
    )
    return EventStream(stream, parts.pace, headers)


async def _lines(
    handler: Handler, stored: Stored, first: int, viewer: Viewer
) -> AsyncIterator[bytes]:
    """Yield all events up to the loaded version, as NDJSON, some hundreds at a time."""
    last = stored.head.version

    def some() -> tuple[bytes, int]:
        rows = handler.log.rows(stored.game.id, first, last, ROWS_AT_ONCE)
        text = b"".join(bytes(event_view(stored.game, row, viewer)) + b"\n" for row in rows)
        return text, rows[-1].version if rows else last

    while first < last:
        text, first = await asyncio.to_thread(some)
        if text:
            yield text
