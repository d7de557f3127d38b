"""The story of a game: what happens in it, in sentences."""

import asyncio
from typing import Annotated, Final

from litestar import Response
from litestar.params import FromPath

from service.access.rights import WATCH
from service.games.stories import sentences
from service.http.admission import watched
from service.http.answers.answer import (
    in_language,
    long_answer,
    unchanged,
    validators,
)
from service.http.answers.contract import Answer, Operations
from service.http.parts import parts_of
from service.http.requests.paging import LIMIT_MAX, Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.queries import Query
from service.http.requests.request import AnyRequest, language
from service.wire.story import StoryPage, sentence_view

operation: Final = Operations("events")


@operation(
    "GET",
    "/v1/games/{game:str}/story",
    "The story of a game, in sentences",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer("A page of sentences.", StoryPage, headers=("Content-Language",)),
)
async def get_story(
    request: AnyRequest,
    game: FromPath[str],
    after: Annotated[
        int,
        Query(ge=0, le=10**9, description="Only sentences on events with greater versions."),
    ] = 0,
    limit: Limit = LIMIT_MAX,
    cursor: Cursor = None,
) -> Response[bytes]:
    """Return what happened in a game, in the language of ``Accept-Language``.

    A sentence covers one event or several that belong together, such as an attack and its dice. It
    says only what the caller may see. After the end of a game everyone may see everything, so
    request the whole story again.

    To follow a game, request the sentences after the last version that you know, whenever there are
    new events. A sentence replaces an earlier one with the same ``first``.
    """
    log = parts_of(request).handler.log
    _, stored, viewer = await watched(request, game)
    preferred = language(request)
    headers = in_language(validators(stored, viewer), preferred)
    if (same := unchanged(request, headers)) is not None:
        return same
    first = place_of(cursor, after)
    found, last = await asyncio.to_thread(sentences, log, stored, viewer, preferred, first, limit)
    page = StoryPage(
        tuple(map(sentence_view, found)),
        stored.head.version,
        None if last is None else cursor_at(last),
    )
    return await long_answer(page, headers={**headers, **link_to_next(request, page.next)})
