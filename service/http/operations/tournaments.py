"""Tournaments: announce one, list them, get one at any version, and act in it."""

import asyncio
from typing import Annotated, Any, Final

from litestar import Response
from litestar.params import FromPath

from domain.refusal import Malformed
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Phase
from service.access.game_keys import ACCOUNT_EXPECTED, ACCOUNT_PATTERN
from service.access.rights import ANNOUNCE, EVERYBODY, TAKE_PART
from service.games.handler import ActionRefused
from service.http.admission import signed_in
from service.http.answers.answer import (
    HEAD,
    answer,
    head_of,
    language_headers,
    long_answer,
    tournament_state,
    tournament_validators,
    unchanged,
)
from service.http.answers.contract import Answer, Lines, Link, Operations
from service.http.answers.event_stream import STREAM_HEADERS, EventStream, Followed
from service.http.answers.problem_kinds import (
    ILLEGAL_ACTION,
    NO_PROGRAM,
    PROGRAM_FAILED,
    VERSION_REQUIRED,
)
from service.http.parts import parts_of
from service.http.requests.filters import After, OfRuleset, Snapshot
from service.http.requests.negotiation import EVENT_STREAM
from service.http.requests.paging import (
    LIMIT_MAX,
    Cursor,
    Limit,
    cursor_at,
    cut,
    link_to_next,
    place_of,
)
from service.http.requests.queries import Query
from service.http.requests.request import (
    AnyRequest,
    body,
    expected_versions,
    header,
    keyed,
    language,
    last_event_id,
    preferred_form,
)
from service.http.requests.resources import Version, tournament_at
from service.live.frames import SSE
from service.live.streams import of_events
from service.projections.tournaments import ShownTournaments
from service.storage.tournaments import StoredTournament
from service.tournaments.named_accounts import warnings_about, without_scope
from service.tournaments.roles import (
    acting,
    actions_by_role,
    must_name_a_version,
    withheld_from,
)
from service.wire.tournament_lists import TournamentPage, tournament_summary
from service.wire.tournaments import (
    AnnounceTournamentRequest,
    TakeTournamentActionsRequest,
    TournamentActionsTaken,
    TournamentEventPage,
    TournamentLegalActions,
    TournamentVerdict,
    TournamentView,
    legal_tournament_actions,
    refused_verdict,
    taken_in_tournament,
    tournament_event,
    tournament_verdict,
    tournament_view,
)

operation: Final = Operations("tournaments")

_OF_TOURNAMENT: Final = {"tournament": "$request.path.tournament"}
_OF_NEW: Final = {"tournament": "$response.body#/id"}

OfPhase = Annotated[
    Phase | None, Query(name="phase", description="Only tournaments in this phase.")
]
_ACCOUNT: Final = rf"{ACCOUNT_PATTERN}(?!\n)"
OfOrganiser = Annotated[
    str | None,
    Query(
        name="organiser",
        pattern=_ACCOUNT,
        expected=ACCOUNT_EXPECTED,
        description="Only tournaments that this account announced.",
    ),
]
OfEntrant = Annotated[
    str | None,
    Query(
        name="player",
        pattern=_ACCOUNT,
        expected=ACCOUNT_EXPECTED,
        description="Only tournaments that this player entered.",
    ),
]


@operation(
    "POST",
    "/v1/tournaments",
    "Announce a tournament",
    right=ANNOUNCE,
    body=AnnounceTournamentRequest,
    headers=("Idempotency-Key",),
    answer=Answer(
        "The new tournament.",
        TournamentView,
        headers=("ETag",),
        links={
            "tournament": Link("getTournament", "Get the tournament.", _OF_NEW),
            "act": Link("takeTournamentActions", "Enter it, or run it.", _OF_NEW),
            "events": Link("listTournamentEvents", "List its events.", _OF_NEW),
        },
        status=201,
    ),
    problems=(ILLEGAL_ACTION, NO_PROGRAM),
    cost=5,
)
async def announce_tournament(request: AnyRequest) -> Response[bytes]:
    """Announce a tournament; the account of the token becomes its organiser.

    The service commits to the secret of all draws before anyone can enter.
    """
    who = await signed_in(request)
    wanted = await body(request, AnnounceTournamentRequest)
    needs_code = wanted.announcement.registration.kind == "code"
    if needs_code is (wanted.code is None):
        expected = "a code" if needs_code else "no code: registration requires none"
        raise Malformed(f"expected {expected}", where="$.code")
    stored = await parts_of(request).tournaments.open(
        Acting("organiser", who.account),
        wanted.announcement,
        wanted.code,
        await keyed(request, who.account),
    )
    return answer(
        tournament_view(stored),
        status=201,
        headers={
            "Location": f"/v1/tournaments/{stored.state.id}",
            **tournament_state(stored),
        },
    )


@operation(
    "GET",
    "/v1/tournaments",
    "List tournaments",
    right=EVERYBODY,
    answer=Answer("A page of tournaments.", TournamentPage),
)
async def list_tournaments(
    request: AnyRequest,
    phase: OfPhase = None,
    ruleset: OfRuleset = None,
    organiser: OfOrganiser = None,
    player: OfEntrant = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List tournaments, newest first: all of them, or those that match the parameters.

    ``engines`` lists the programs that can pair Swiss rounds here; an announcement names one of
    them.
    """
    engines = parts_of(request).tournaments.programs.announced
    projections = parts_of(request).projections
    shown = ShownTournaments(phase, ruleset, organiser, player)
    before = None if cursor is None else place_of(cursor, 0)

    def page() -> TournamentPage:
        found = projections.tournaments.page(shown, before=before, limit=limit + 1)
        rows, last = cut(found, limit)
        following = None if last is None else cursor_at(last.number)
        return TournamentPage(tuple(map(tournament_summary, rows)), engines, following)

    content = await projections.ask(page, projections.tournaments)
    return await long_answer(content, headers=link_to_next(request, content.next))


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}",
    "Get a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer(
        "The tournament.",
        TournamentView,
        links={
            "standings": Link("getStandings", "Get its standings.", _OF_TOURNAMENT),
            "record": Link("getTournamentRecord", "Get its record.", _OF_TOURNAMENT),
        },
    ),
)
async def get_tournament(
    request: AnyRequest, tournament: FromPath[str], version: Version = None
) -> Response[bytes]:
    """Return terms, entrants and progress of a tournament, now or at an earlier version."""
    stored = await tournament_at(parts_of(request).tournaments, tournament, version)
    headers = tournament_validators(stored)
    if (same := unchanged(request, headers)) is not None:
        return same
    return await long_answer(tournament_view(stored), headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/events",
    "List or follow the events of a tournament",
    right=EVERYBODY,
    headers=("If-None-Match",),
    answer=Answer(
        "A page of events.",
        TournamentEventPage,
        texts=(Lines(EVENT_STREAM, "Server-sent events, sent as they happen."),),
    ),
    others=(
        Answer(
            "The tournament is over and the client has all of its events. A browser that receives "
            "this status stops reconnecting to the stream.",
            status=204,
        ),
        Answer("The tournament has no new events.", status=304),
    ),
)
async def list_tournament_events(
    request: AnyRequest,
    tournament: FromPath[str],
    after: After = None,
    limit: Limit = LIMIT_MAX,
    cursor: Cursor = None,
    snapshot: Snapshot = None,
) -> Response[Any]:
    """List the events in order.

    With ``Accept: text/event-stream``, the response is a stream that follows the tournament: a
    frame ``tournament`` with the response of ``getTournament``, then a frame ``event`` for each
    event as in this list, and ``end`` after the last event of a tournament that is over. The id of
    a frame is the version. A client that reconnects with ``Last-Event-ID`` (or ``after``) receives
    the events that it missed, each once and in order.
    """
    handler = parts_of(request).tournaments
    stored = await handler.load(tournament)
    known = last_event_id(request, after)
    if preferred_form(request, EVENT_STREAM) == EVENT_STREAM:
        return _followed(request, stored, known, snapshot)
    headers = {**tournament_validators(stored), "Vary": "Accept, Accept-Encoding"}
    if (same := unchanged(request, headers)) is not None:
        return same
    first, last = place_of(cursor, known or 0), stored.head.version
    rows = await asyncio.to_thread(handler.log.rows, tournament, first, last, limit)
    more = rows[-1].version if rows and rows[-1].version < last else None
    page = TournamentEventPage(
        events=tuple(map(tournament_event, rows)),
        version=last,
        head=stored.head.hash.hex(),
        next=None if more is None else cursor_at(more),
    )
    return answer(page, headers={**headers, **link_to_next(request, page.next)})


def _followed(
    request: AnyRequest, stored: StoredTournament, after: int | None, snapshot: bool | None
) -> Response[Any]:
    """Return the stream of a tournament, from the last version that the client has."""
    parts = parts_of(request)
    headers = {**head_of(stored.head), "Vary": "Accept"}
    if stored.state.is_revealed and header(request, b"last-event-id") == f"{stored.head.version}":
        return Response(None, status_code=204, headers={**STREAM_HEADERS, **headers})
    stream = Followed(
        "tournament",
        lambda: parts.hub.follow_tournament(stored, after),
        lambda reader: of_events(reader, SSE, parts.pace, snapshot=snapshot),
    )
    return EventStream(stream, parts.pace, headers)


@operation(
    "POST",
    "/v1/tournaments/{tournament:str}/actions",
    "Take one or more actions in a tournament, all or none",
    right=TAKE_PART,
    body=TakeTournamentActionsRequest,
    headers=("If-Match", "Idempotency-Key"),
    answer=Answer(
        "The resulting events; with `dry_run`, the verdict.",
        TournamentActionsTaken | TournamentVerdict,
        headers=("ETag?", "Content-Language"),
        links={
            "tournament": Link("getTournament", "Get the tournament.", _OF_TOURNAMENT),
            "events": Link("listTournamentEvents", "List its events.", _OF_TOURNAMENT),
        },
    ),
    problems=(VERSION_REQUIRED, NO_PROGRAM, PROGRAM_FAILED),
)
async def take_tournament_actions(
    request: AnyRequest,
    tournament: FromPath[str],
    dry_run: Annotated[
        bool,
        Query(
            description="Return the verdict without acting. It does not show the result of a draw "
            "or pairing."
        ),
    ] = False,
) -> Response[bytes]:
    """Enter a tournament, run it, or judge in it.

    A player acts with a token of the scope `play`, the organiser with `organise`, and an arbiter
    of the tournament with `arbitrate`. If your token and the actions leave several roles open, name
    one in `role`.

    Decisions that only an arbiter can make need ``If-Match``, with the ``ETag`` of what the arbiter
    has seen: otherwise one arbiter could cancel, without knowing it, what another one has just
    decided. After 412, read the events since that version, and decide again. ``If-Match: *``
    decides whatever has happened. Without it, the status is 428. Everybody else may omit it.

    Attempts to enter with a code are limited: 10 at once for an account, and then one a minute.

    Accounts that an action names must exist: otherwise the status is 404, and `errors` says where.
    `warnings` says what you should know although an action is accepted, such as that a new arbiter
    has no token to act with. A dry run has no warnings, because it leaves no trace: an organiser
    could use it to find out which rights other accounts have.

    The service itself adds the seed of a draw and the pairs of the announced program, so that
    people cannot choose them.
    """
    handler = parts_of(request).tournaments
    who = await signed_in(request)
    wanted = await body(request, TakeTournamentActionsRequest)
    stored = await handler.load(tournament)
    by = acting(stored.state, who, wanted.actions, wanted.role)
    await parts_of(request).guesses.admit(request.scope, stored.state, by, wanted.actions)
    expected = expected_versions(request)
    noted = await keyed(request, who.account)
    preferred = language(request)
    always = language_headers(preferred)
    if dry_run:
        try:
            found = await handler.rehearse(tournament, by, wanted.actions, expected=expected)
        except ActionRefused as no:
            verdict = refused_verdict(no, no.head, preferred)
        else:
            verdict = tournament_verdict(found, preferred)
        return answer(verdict, headers={**always, HEAD: verdict.head})
    must_name_a_version(wanted.actions, named=header(request, b"if-match") is not None)
    done = await handler.perform(tournament, by, wanted.actions, expected=expected, request=noted)
    headers = {**always, **tournament_state(done.stored)}
    warnings = await warnings_about(wanted.actions, parts_of(request).register)
    return answer(taken_in_tournament(done, warnings, preferred), headers=headers)


@operation(
    "GET",
    "/v1/tournaments/{tournament:str}/legal-actions",
    "List the caller's possible actions in a tournament",
    right=TAKE_PART,
    answer=Answer(
        "The roles of the caller, with the types of actions for each.",
        TournamentLegalActions,
        headers=("ETag",),
        links={"act": Link("takeTournamentActions", "Take one of them.", _OF_TOURNAMENT)},
    ),
)
async def list_tournament_actions(
    request: AnyRequest, tournament: FromPath[str]
) -> Response[bytes]:
    """List the caller's roles in a tournament, and the actions that each role may request now.

    `withheld` lists the roles of an official that your account has, and your token lacks the scope
    for. `arbiters_without_scope` lists, for the organiser, the arbiters who cannot act yet.

    A dry run of `takeTournamentActions` says whether a rule refuses an action for other reasons.
    """
    who = await signed_in(request)
    stored = await parts_of(request).tournaments.load(tournament)
    state = stored.state
    found, withheld = actions_by_role(state, who), withheld_from(state, who)
    organises = any(one.by.role == "organiser" for one in found)
    arbiters = [account for account, _ in state.arbiters] if organises else []
    idle = await without_scope(arbiters, parts_of(request).register)
    content = legal_tournament_actions(stored, who.account, found, withheld, idle)
    return answer(content, headers=tournament_state(stored))
