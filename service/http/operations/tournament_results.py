"""What is played in a tournament: rounds, standings, the record, and forms for other programs."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Annotated, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.response import Stream

from domain.record.record import write_record
from domain.record.tournaments import TournamentRecord
from domain.tournament.stream.state import Tournament
from service.access.rights import EVERYBODY
from service.clubs.exports import csv_of_club
from service.http.answers.answer import (
    NDJSON,
    answer,
    in_form,
    logged_in,
    long_answer,
    named,
    tournament_validators,
    unchanged,
)
from service.http.answers.archive import archive
from service.http.answers.contract import Answer, Lines, Link, Operations
from service.http.parts import Parts, parts_of
from service.http.requests.paging import (
    LIMIT,
    Cursor,
    Limit,
    cursor_at,
    link_to_next,
    place_of,
)
from service.http.requests.queries import Query
from service.http.requests.request import TEXT, AnyRequest, preferred_form
from service.http.requests.resources import NotFound, Version, tournament_at
from service.pairing.trf import NotExpressible, trf16, trfx
from service.records.export import record_if_readable
from service.runtime.fingerprints import fingerprint
from service.storage.tournaments import TOURNAMENT, StoredTournament
from service.tournaments.records import tournament_record
from service.wire.rounds import (
    TournamentCrosstable,
    TournamentEntrants,
    TournamentExport,
    TournamentRoundView,
    TournamentStandings,
    crosstable_rows,
    entrant_views,
    round_view,
    standings_view,
    tournament_export,
)

operation: Final = Operations("tournaments")

CSV: Final = "text/csv"

_OF_TOURNAMENT: Final = {"tournament": "$request.path.tournament"}

AfterRound = Annotated[
    int | None,
    Query(
        name="round",
        ge=1,
        le=99,
        description="The round after which to rank the entrants; by default, the current state.",
    ),
]


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/rounds/{round:int}",
    "Get a round of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("The round.", TournamentRoundView),
)
async def get_round(
    request: AnyRequest,
    tournament: FromPath[str],
    round: FromPath[int],  # noqa: A002 - the name in the address
    version: Version = None,
) -> Response[bytes]:
    """Return the tables of a round with their games and results, and who rests in it."""
    stored = await tournament_at(parts_of(request).tournaments, tournament, version)
    _must_be_paired(stored, round)
    headers = tournament_validators(stored)
    if (same := unchanged(request, headers)) is not None:
        return same
    return answer(round_view(stored.state, stored.state.rounds[round - 1]), headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/standings",
    "Get the standings of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("The standings.", TournamentStandings),
)
async def get_standings(
    request: AnyRequest,
    tournament: FromPath[str],
    round: AfterRound = None,  # noqa: A002 - the name in the address
    version: Version = None,
) -> Response[bytes]:
    """Return the current standings or those after a round, computed from the results known now.

    To use the results known at an earlier time, pass an earlier `version`.
    """
    handler = parts_of(request).tournaments
    stored = await tournament_at(handler, tournament, version)
    if round is not None:
        _must_be_paired(stored, round)
    headers = tournament_validators(stored)
    if (same := unchanged(request, headers)) is not None:
        return same

    def standings() -> TournamentStandings:
        return standings_view(stored, round, handler.standings.after(stored, round))

    return await long_answer(await asyncio.to_thread(standings), headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/entrants",
    "List the entrants of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("A page of entrants.", TournamentEntrants),
)
async def list_entrants(
    request: AnyRequest,
    tournament: FromPath[str],
    version: Version = None,
    limit: Limit = LIMIT,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List entrants in the order in which they entered, including those who left.

    To read all pages as of the same moment, pass the `version` of the first page.
    """
    stored = await tournament_at(parts_of(request).tournaments, tournament, version)

    def page(first: int) -> TournamentEntrants:
        found = entrant_views(stored.state, first, limit)
        following = _following(first + len(found), len(stored.state.entrants))
        return TournamentEntrants(found, stored.head.version, stored.head.hash.hex(), following)

    return await _paged(request, stored, cursor, page)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/crosstable",
    "Get the crosstable of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer("A page of the crosstable.", TournamentCrosstable),
)
async def get_crosstable(
    request: AnyRequest,
    tournament: FromPath[str],
    version: Version = None,
    limit: Limit = LIMIT,
    cursor: Cursor = None,
) -> Response[bytes]:
    """Return what each entrant did in each round, in the order of the standings.

    To read all pages as of the same moment, pass the `version` of the first page.
    """
    handler = parts_of(request).tournaments
    stored = await tournament_at(handler, tournament, version)

    def page(first: int) -> TournamentCrosstable:
        places = handler.standings.after(stored)
        rows = crosstable_rows(stored.state, places, first, limit)
        following = _following(first + len(rows), len(stored.state.order))
        return TournamentCrosstable(stored.head.version, stored.head.hash.hex(), rows, following)

    return await _paged(request, stored, cursor, page)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/record",
    "Get the record of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer(
        "The record, up to the current version.",
        TournamentRecord,
        headers=("Content-Disposition", "Content-Encoding"),
        texts=(Lines(NDJSON, "An archive: this record, then those of all games, one per line."),),
        links={"events": Link("listTournamentEvents", "List its events.", _OF_TOURNAMENT)},
    ),
)
async def get_tournament_record(
    request: AnyRequest, tournament: FromPath[str]
) -> Response[bytes] | Stream:
    """Return the whole tournament in portable form: every action in order, and what was signed.

    `carolus audit --tournament` decides it again. As NDJSON, the response is an archive with the
    records of all its games, too: everything that an audit needs but the keys.
    """
    parts = parts_of(request)
    stored = await parts.tournaments.load(tournament)
    checkpoints, log = parts.checkpoints, parts.tournaments.log
    inclusion = await asyncio.to_thread(
        lambda: checkpoints.inclusion(checkpoints.current(), TOURNAMENT + tournament)
    )
    as_archive = preferred_form(request, NDJSON) == NDJSON
    headers = logged_in(tournament_validators(stored), inclusion)
    headers["Vary"] = "Accept, Accept-Encoding"
    if as_archive:
        headers = in_form(headers, await asyncio.to_thread(_state_of_games, parts, stored))
    if (same := unchanged(request, headers)) is not None:
        return same
    record = await asyncio.to_thread(tournament_record, log, stored, inclusion)
    if as_archive:
        lines = await asyncio.to_thread(_archived, parts, stored, record)
        return archive(request, lines, f"tournament-{tournament}.ndjson", headers)
    headers |= named(f"tournament-{tournament}.json")
    return await long_answer(record, headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/export",
    "Export a tournament for other programs",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer(
        "Entrants, rounds and standings.",
        TournamentExport,
        headers=("Content-Disposition?",),
        texts=(Lines(CSV, "The standings, with the games of each entrant in every round."),),
    ),
)
async def export_tournament(
    request: AnyRequest, tournament: FromPath[str], version: Version = None
) -> Response[bytes]:
    """Return entrants, rounds and standings as JSON or, once it has started, as CSV.

    In CSV, no cell can act as a spreadsheet formula.
    """
    handler = parts_of(request).tournaments
    stored = await tournament_at(handler, tournament, version)
    as_csv = preferred_form(request, CSV) == CSV
    headers = {**tournament_validators(stored), "Vary": "Accept, Accept-Encoding"}
    if as_csv:
        headers = in_form(headers, "csv")
    if (same := unchanged(request, headers)) is not None:
        return same
    if not as_csv:

        def export() -> TournamentExport:
            places = handler.standings.after(stored)
            return tournament_export(stored.state, stored.head.hash.hex(), places)

        return await long_answer(await asyncio.to_thread(export), headers=headers)
    lines = await _expressed(stored, "CSV", lambda state: b"".join(csv_of_club(state)))
    headers |= named(f"tournament-{tournament}.csv")
    return Response(lines, media_type=CSV, headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/fide-report",
    "Get the FIDE report of a tournament for two seats",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer(
        "The report.",
        headers=("Content-Disposition",),
        texts=(Lines(TEXT, "TRF16, or TRFx."),),
    ),
)
async def get_fide_report(
    request: AnyRequest,
    tournament: FromPath[str],
    for_programs: Annotated[
        bool,
        Query(description="Return TRFx, from which a program can pair the next round."),
    ] = False,
    version: Version = None,
) -> Response[bytes]:
    """Return the report after the rounds that are closed: TRF16, with names as they are.

    The report exists once the tournament has started, if its tables have two seats and its points
    are 1, ½ and 0.
    """
    stored = await tournament_at(parts_of(request).tournaments, tournament, version)
    headers = tournament_validators(stored)
    if (same := unchanged(request, headers)) is not None:
        return same
    name, report = ("TRFx", trfx) if for_programs else ("TRF16", trf16)
    text = await _expressed(stored, name, lambda state: report(state).encode())
    headers |= named(f"tournament-{tournament}.{name.lower()}")
    return Response(text, media_type=TEXT, headers=headers)


def _state_of_games(parts: Parts, stored: StoredTournament) -> str:
    """Return what distinguishes archives: games go on while their tournament stays the same."""
    found = parts.handler.log.versions(_games(stored.state))
    return f"archive-{fingerprint(repr(sorted(found.items())))[:16]}"


def _archived(parts: Parts, stored: StoredTournament, record: TournamentRecord) -> Iterator[bytes]:
    """Return the record of a tournament, and those of its games, as lines."""
    log, is_open = parts.handler.log, parts.visibility.is_open
    proves = parts.checkpoints.includer()
    found = (record_if_readable(log, game, is_open, proves) for game in _games(stored.state))
    return chain([msgspec.json.encode(record)], (write_record(one) for one in found if one))


def _games(state: Tournament) -> list[str]:
    return [game for one in state.rounds for table in one.tables for game in table.games]


async def _paged(
    request: AnyRequest,
    stored: StoredTournament,
    cursor: str | None,
    page: Callable[[int], TournamentEntrants | TournamentCrosstable],
) -> Response[bytes]:
    """Answer with the page from the cursor on, or with 304 if the client has it."""
    headers = tournament_validators(stored)
    if (same := unchanged(request, headers)) is not None:
        return same
    content = await asyncio.to_thread(page, place_of(cursor, 0))
    return await long_answer(content, headers={**headers, **link_to_next(request, content.next)})


def _following(place: int, count: int) -> str | None:
    return cursor_at(place) if place < count else None


async def _expressed(
    stored: StoredTournament, form: str, written: Callable[[Tournament], bytes]
) -> bytes:
    try:
        return await asyncio.to_thread(written, stored.state)
    except NotExpressible:
        raise NotFound("export", stored.head, form=form) from None


def _must_be_paired(stored: StoredTournament, number: int) -> None:
    paired = len(stored.state.rounds)
    if not 1 <= number <= paired:
        raise NotFound("round", stored.head, round=number, paired=paired)
