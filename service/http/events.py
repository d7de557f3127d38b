"""Events: the stream of a game, from any version on."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final

from litestar import Response, get
from litestar.params import FromPath, QueryParameter
from litestar.response import Stream

from domain.ruleset import Viewer
from service.access.rights import WATCH
from service.handle import Handler
from service.http.answers import HEAD, NDJSON, answer, head_of, not_modified, state_of
from service.http.callers import admitted
from service.http.contract import Answer, Contract, Lines, Link
from service.http.kinds import MALFORMED, NOT_FOUND, UNAVAILABLE
from service.http.paging import LIMIT_MAX, Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.parts import parts_of
from service.http.requests import AnyRequest, has_already, wants_ndjson
from service.http.shapes import EventPage, event_view
from service.storage.rows import Stored

ROWS_AT_ONCE: Final = 500

_NEGOTIATED: Final = {"Cache-Control": "no-cache", "Vary": "Accept, Authorization"}


@get(
    "/v1/games/{game:str}/events",
    operation_id="listEvents",
    tags=["events"],
    summary="The events of a game",
    opt={
        "contract": Contract(
            right=WATCH,
            headers=("If-None-Match",),
            answers={
                200: Answer(
                    "A page of events.",
                    EventPage,
                    ("ETag?", HEAD, "Link", "Cache-Control", "Vary"),
                    Lines(NDJSON, "All events, one a line."),
                    links={
                        "next": Link(
                            "listEvents",
                            "The next page.",
                            {"game": "$request.path.game", "cursor": "$response.body#/next"},
                        ),
                    },
                ),
                304: Answer(
                    "The game has not gone on.", headers=("ETag", HEAD, "Cache-Control", "Vary")
                ),
            },
            problems=(MALFORMED, NOT_FOUND, UNAVAILABLE),
        )
    },
)
async def list_events(
    request: AnyRequest,
    game: FromPath[str],
    after: Annotated[
        int,
        QueryParameter(
            ge=0,
            le=10**9,
            required=False,
            description="Events with greater versions only.",
        ),
    ] = 0,
    limit: Limit = LIMIT_MAX,
    cursor: Cursor = None,
) -> Response[bytes] | Stream:
    """List events in order; as NDJSON all of them, one a line."""
    handler = parts_of(request).handler
    viewer = (await admitted(request, game)).viewer
    stored = await handler.load(game)
    first = place_of(cursor, after)
    if wants_ndjson(request):
        headers = {**head_of(stored.head), **_NEGOTIATED}
        return Stream(_lines(handler, stored, first, viewer), media_type=NDJSON, headers=headers)
    headers = {**state_of(stored), **_NEGOTIATED}
    if has_already(request, headers["ETag"]):
        return not_modified(headers)
    last = stored.head.version
    rows = await asyncio.to_thread(handler.log.rows, game, first, last, limit)
    more = rows[-1].version if rows and rows[-1].version < last else None
    page = EventPage(
        events=tuple(event_view(stored.game, row, viewer) for row in rows),
        version=last,
        head=stored.head.hash.hex(),
        next=None if more is None else cursor_at(more),
    )
    return answer(page, headers={**headers, **link_to_next(request, page.next)})


async def _lines(
    handler: Handler, stored: Stored, first: int, viewer: Viewer
) -> AsyncIterator[bytes]:
    """Give all events up to the version that was loaded, some hundreds at a time."""
    last = stored.head.version
    while first < last:
        rows = await asyncio.to_thread(handler.log.rows, stored.game.id, first, last, ROWS_AT_ONCE)
        if not rows:
            return
        yield b"".join(bytes(event_view(stored.game, row, viewer)) + b"\n" for row in rows)
        first = rows[-1].version
