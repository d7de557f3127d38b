"""Records: of one game, finished or not, and archives of many games."""

import asyncio
from typing import Annotated, Final

from litestar import Response
from litestar.params import FromPath
from litestar.response import Stream
from msgspec.structs import asdict

from domain.record.text import write_text
from domain.table.game import Status
from service.access.game_keys import GAME_ID_EXPECTED, GAME_ID_PATTERN
from service.access.rights import EVERYBODY, WATCH
from service.http.admission import included, watched
from service.http.answers.answer import (
    NDJSON,
    in_form,
    logged_in,
    long_answer,
    named,
    unchanged,
    validators,
)
from service.http.answers.archive import archive
from service.http.answers.contract import Answer, Lines, Link, Operations
from service.http.answers.problem_kinds import NOT_FOUND, RECORD_NOT_YET
from service.http.parts import parts_of
from service.http.requests.filters import OfLabel, OfPlayer, OfRuleset
from service.http.requests.paging import Cursor, cursor_at, cut, link_to_next, place_of
from service.http.requests.queries import Query
from service.http.requests.request import (
    TEXT,
    AnyRequest,
    preferred_form,
)
from service.http.requests.resources import NotFound
from service.projections.lobby import Wanted
from service.records.export import NotYet, record_at, record_if_readable, records
from service.records.periods import TIME_EXPECTED, TIME_PATTERN, beginning
from service.wire.records import RecordPage, RecordView

operation: Final = Operations("records")

PAGE_MAX: Final = 100
PAGE: Final = 20
"""The default number of records per page; each has hundreds of entries."""

_GAME: Final = rf"{GAME_ID_PATTERN}(?!\n)"

_VARY: Final = "Accept, Accept-Encoding"
_OF_RECORD: Final = {"game": "$response.body#/id"}


@operation(
    "GET",
    "/v1/games/{game:str}/record",
    "Get the record of a game",
    right=WATCH,
    headers=("If-None-Match",),
    answer=Answer(
        "The record, up to the current version.",
        RecordView,
        headers=("Content-Disposition",),
        texts=(Lines(TEXT, "The record in the text notation."),),
        links={
            "check": Link("checkRecords", "Check the record.", {}, "$response.body"),
            "proof": Link("getProof", "Get the proof of the game.", _OF_RECORD),
        },
    ),
    problems=(RECORD_NOT_YET,),
)
async def get_record(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the whole game in portable form: the players, and every action in order.

    The record contains the secret of the dice only after the end. A game with hidden information
    has a record only after the end. The text form is for people to read.
    """
    handler = parts_of(request).handler
    _, stored, _ = await watched(request, game)
    in_words = preferred_form(request, TEXT) == TEXT
    if stored.game.hides_something:
        raise NotYet(stored)
    inclusion = await included(request, stored)
    headers = {**logged_in(validators(stored), inclusion), "Vary": "Accept, Authorization"}
    if in_words:
        headers = in_form(headers, "text")
    if (same := unchanged(request, headers)) is not None:
        return same
    record = await asyncio.to_thread(record_at, handler.log, stored, lambda game: inclusion)
    if in_words:
        text = await asyncio.to_thread(write_text, record)
        headers |= named(f"carolus-{game}.txt")
        return Response(text.encode(), media_type=TEXT, headers=headers)
    return await long_answer(record, headers={**headers, **named(f"carolus-{game}.json")})


@operation(
    "GET",
    "/v1/records",
    "List the records of games",
    right=EVERYBODY,
    answer=Answer(
        "A page of records.",
        RecordPage,
        headers=("Content-Disposition?", "Content-Encoding"),
        texts=(Lines(NDJSON, "An archive: all records, one per line."),),
    ),
    problems=(NOT_FOUND,),
    cost=10,
)
async def list_records(
    request: AnyRequest,
    status: Annotated[
        Status | None,
        Query(
            description="Only games in this state; by default, all games that have ended.",
        ),
    ] = None,
    ruleset: OfRuleset = None,
    player: OfPlayer = None,
    label: OfLabel = None,
    since: Annotated[
        str | None,
        Query(
            name="from",
            pattern=TIME_PATTERN,
            expected=TIME_EXPECTED,
            description="Only games that ended at this time or later: a day, or a time in UTC "
            "(RFC 3339).",
        ),
    ] = None,
    until: Annotated[
        str | None,
        Query(
            name="to",
            pattern=TIME_PATTERN,
            expected=TIME_EXPECTED,
            description="Only games that ended before this time.",
        ),
    ] = None,
    after: Annotated[
        str | None,
        Query(
            pattern=_GAME,
            expected=GAME_ID_EXPECTED,
            description="The id of a game: continue with the next one.",
        ),
    ] = None,
    limit: Annotated[
        int,
        Query(ge=1, le=PAGE_MAX, description="Maximum number of records per page."),
    ] = PAGE,
    cursor: Cursor = None,
) -> Response[bytes] | Stream:
    """List records, one page at a time, in the order in which the games ended.

    Unfinished games come in the order in which they were opened. As NDJSON, the response is an
    archive of all records, one per line, compressed with zstd if the client accepts that. A game
    with restricted spectators is not listed while it runs.
    """
    parts = parts_of(request)
    log, projections, is_open = parts.handler.log, parts.projections, parts.visibility.is_open
    lobby = projections.lobby
    wanted = Wanted(status, ruleset, beginning(since), beginning(until), player, label)
    first = place_of(cursor, 0)

    def place() -> int:
        found = lobby.place_of(wanted, after) if after is not None and cursor is None else first
        if found is None:
            raise NotFound("game_in_list", id=after)
        return found

    begin = await projections.ask(place, lobby)
    proves = await asyncio.to_thread(parts.checkpoints.includer)
    if preferred_form(request, NDJSON) == NDJSON:
        found = records(log, lobby, wanted, begin, is_open, proves)
        return archive(request, found, "carolus.ndjson", {"Vary": _VARY})

    def page() -> RecordPage:
        places, last = cut(lobby.records(wanted, begin, limit + 1), limit)
        following = None if last is None else cursor_at(last.number)
        found = [record_if_readable(log, one.id, is_open, proves) for one in places]
        return RecordPage(tuple(RecordView(**asdict(one)) for one in found if one), following)

    content = await asyncio.to_thread(page)
    return await long_answer(
        content, headers={"Vary": _VARY, **link_to_next(request, content.next)}
    )
