"""Actions: list the legal ones, ask for a hint, and take them."""

from asyncio import to_thread
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import partial
from random import Random
from typing import Annotated, Any, Final

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.response import Stream
from msgspec import UNSET, UnsetType

from domain.ruleset import NO_ACTIONS, Language, Legal, Part, Seat, Viewer
from domain.table.actions import AskHint
from domain.table.game import Game
from domain.table.hints import choice_of
from domain.table.story import Story
from service.access.actors import actor, must_be_valid, who_acts
from service.access.rights import ACT, SEAT, Caller
from service.games.handler import Performed, Rehearsal
from service.games.stories import sentences
from service.http.admission import admitted, loaded
from service.http.answers.answer import (
    NDJSON,
    answer,
    encode_line,
    head_of,
    language_headers,
    state_of,
)
from service.http.answers.contract import Answer, Lines, Link, Operations
from service.http.parts import parts_of
from service.http.requests.action_lists import ACTIONS_MAX, action_list, read_actions
from service.http.requests.paging import (
    LIMIT,
    LIMIT_MAX,
    Cursor,
    Limit,
    link_to_next,
)
from service.http.requests.queries import Query
from service.http.requests.request import (
    AnyRequest,
    expected_versions,
    json_text,
    keyed,
    language,
    preferred_form,
    prefers_minimal,
)
from service.http.requests.selection import At, SampleSize, selected
from service.storage.log import Log
from service.storage.rows import Head, Stored
from service.wire.actions import ActionsRecorded, ActionsTaken, Extras, recorded, taken
from service.wire.legal import Chosen, Hint, LegalActions, legal_view
from service.wire.story import SentenceView, sentence_view
from service.wire.verdicts import Alternatives, DryRun, Verdict, effect_view, verdict_view

operation: Final = Operations("actions")

LINES_AT_ONCE: Final = 100
"""Legal actions encoded before the event loop serves other requests."""

_NEGOTIATED: Final = {"Vary": "Accept, Authorization"}
_OF_GAME: Final = {"game": "$request.path.game"}


@operation(
    "POST",
    "/v1/games/{game:str}/actions",
    "Take one or more actions, all or none",
    right=ACT,
    body_of=lambda rules: action_list(rules.meta.pinned),
    headers=("If-Match", "Idempotency-Key", "Prefer"),
    answer=Answer(
        "The resulting events and the game after them; with `Prefer: return=minimal`, the events "
        "only; with `dry_run`, the verdict; with `alternatives`, that on each of them too.",
        ActionsTaken | ActionsRecorded | Verdict | Alternatives,
        headers=("ETag?", "Content-Language?", "Preference-Applied", "Vary?"),
        links={
            "game": Link("getGame", "Get the game.", _OF_GAME),
            "events": Link("listEvents", "List its events.", _OF_GAME),
            "legalActions": Link("listLegalActions", "List the legal actions now.", _OF_GAME),
        },
    ),
)
async def take_actions(
    request: AnyRequest,
    game: FromPath[str],
    dry_run: Annotated[
        bool,
        Query(
            description="Return the verdict without playing. It stops where chance would decide.",
        ),
    ] = False,
    alternatives: Annotated[
        int | None,
        Query(
            ge=1,
            le=ACTIONS_MAX,
            description="Judge this many of the last actions as alternatives: each of them alone, "
            "after the actions that precede them all. Implies `dry_run`.",
        ),
    ] = None,
    legal_actions: Annotated[
        bool,
        Query(description="Add the first page of the legal actions of the seat after the events."),
    ] = False,
    story: Annotated[
        bool,
        Query(description="Add what happened, in the language of `Accept-Language`."),
    ] = False,
    board: Annotated[
        Part | None,
        Query(description="Add the picture after the events: everything, or only the board."),
    ] = None,
) -> Response[bytes]:
    """Take actions for the caller's seat.

    With ``If-Match``, the game must still be at that version. Without it, the service judges the
    actions on the current version.

    A client that shows a game can request all that it needs next in the same answer: the legal
    actions, the sentences of the story and the picture. A client that follows the events can omit
    the game with ``Prefer: return=minimal`` (RFC 7240).
    """
    handler = parts_of(request).handler
    who = await admitted(request, game)
    stored = await handler.known(game)
    must_be_valid(who, stored.game)
    actions = read_actions(await json_text(request), stored.game.ruleset)
    by = who_acts(who, actions)
    expected = expected_versions(request)
    noted = await keyed(request, who.keyholder)
    if dry_run or alternatives is not None:
        first = max(0, len(actions) - (alternatives or 0))
        before, others = actions[:first], actions[first:]
        rehearsals = await handler.rehearse_each(game, by, before, others, expected=expected)
        stored = rehearsals[0].stored
        must_be_valid(who, stored.game)  # the game may have started in the meantime
        preferred = language(request)
        headers = {**head_of(stored.head), **language_headers(preferred)}
        verdict = _verdict(rehearsals, who, preferred, apart=alternatives is not None)
        return answer(verdict, headers=headers)
    done = await handler.perform(game, by, actions, expected=expected, request=noted)
    preferred = language(request)
    extras = Extras(
        _first_page(done.stored, who) if legal_actions else UNSET,
        await to_thread(_sentences, handler.log, done, who, preferred) if story else UNSET,
        await to_thread(_board, done.stored, who, preferred, board) if board else UNSET,
    )
    headers = state_of(done.stored, done.stored.game.as_seen_by(who.viewer))
    if story or board:
        headers |= language_headers(preferred)
    if prefers_minimal(request):
        headers["Preference-Applied"] = "return=minimal"
        return answer(recorded(done, who, extras), headers=headers)
    return answer(taken(done, who, extras), headers=headers)


@operation(
    "GET",
    "/v1/games/{game:str}/legal-actions",
    "List the legal actions of the caller's seat",
    right=SEAT,
    answer=Answer(
        "The legal actions; none when it is not the seat's turn.",
        LegalActions,
        headers=("ETag?",),
        texts=(Lines(NDJSON, "All legal actions, one per line."),),
        links={
            "act": Link("takeActions", "Take one of them.", _OF_GAME),
        },
    ),
)
async def list_legal_actions(
    request: AnyRequest,
    game: FromPath[str],
    limit: Limit = LIMIT,
    cursor: Cursor = None,
    sample: SampleSize = None,
    at: At = None,
) -> Response[bytes] | Stream:
    """List the legal actions of the caller's seat.

    As NDJSON, the response contains all of them, one per line. Of a long list, a bot may request a
    `sample` instead, in which all are equally likely, or the one `at` an index below `count`.
    """
    who, stored = await loaded(request, game)
    seat = who.seat
    assert seat is not None, "the right lets in seats only"
    must_be_valid(who, stored.game)
    legal = _legal(stored.game, seat)
    selection = selected(legal.count, limit, cursor, sample, at)
    if preferred_form(request, NDJSON) == NDJSON:
        headers = {**head_of(stored.head), **_NEGOTIATED}
        wanted = legal if sample is at is None else map(legal.at, selection.indices)
        return Stream(_lines(wanted), media_type=NDJSON, headers=headers)
    view = _page(stored, seat, legal, selection)
    # A sample is another one each time.
    state = state_of(stored, seat) if sample is None else head_of(stored.head)
    headers = {**state, **_NEGOTIATED, **link_to_next(request, view.next)}
    return answer(view, headers=headers)


@operation(
    "POST",
    "/v1/games/{game:str}/hint",
    "Get a hint",
    right=SEAT,
    headers=("If-Match",),
    answer=Answer(
        "The action that a house bot would take now.",
        Hint,
        headers=("ETag", "Content-Language"),
        links={"act": Link("takeActions", "Take the action.", _OF_GAME)},
    ),
)
async def ask_hint(request: AnyRequest, game: FromPath[str]) -> Response[bytes]:
    """Return the action that a good house bot would take for the caller's seat.

    Only the player of a game against house bots alone may request one, while a decision of the seat
    is due. An event, `hint_given`, shows everyone that the seat had help; another request before
    the decision adds no second event. The bot knows only what the seat may see, and may be wrong.
    """
    handler = parts_of(request).handler
    who = await admitted(request, game)
    must_be_valid(who, (await handler.known(game)).game)
    expected = expected_versions(request)
    done = await handler.perform(game, actor(who), [AskHint()], expected=expected)
    head, now = done.stored.head, done.stored.game
    seat = who.seat
    assert seat is not None, "the right lets in seats only"
    # Repeated requests get the same hint, so asking again gains nothing.
    ties = Random(head.hash)  # noqa: S311 - decides nothing but ties
    action = choice_of(now, seat, now.rules.stand_in, ties.randrange)
    caused = now.rules.decide(now.position, seat, action)
    preferred = language(request)
    story = Story(now, seat, preferred)
    hint = Hint(
        ruleset=now.rules.meta.pinned,
        action=action,
        spots=now.rules.spots(now.position, action),
        sentences=tuple(one.text for one in story.sentences(caused)),
        version=head.version,
        head=head.hash.hex(),
    )
    seen_by = now.as_seen_by(who.viewer)
    headers = {**state_of(done.stored, seen_by), **language_headers(preferred)}
    return answer(hint, headers=headers)


def _legal(game: Game, seat: Seat) -> Legal[Any]:
    acts = game.status == "running" and not game.paused
    found: Legal[Any] = game.rules.legal(game.position, seat) if acts else NO_ACTIONS
    return found


def _page(stored: Stored, seat: Seat, legal: Legal[Any], chosen: Chosen) -> LegalActions:
    rules = stored.game.rules
    spots = partial(rules.spots, stored.game.position)
    return legal_view(rules.meta.pinned, legal, spots, seat, stored.head, chosen)


def _first_page(stored: Stored, who: Caller) -> LegalActions | UnsetType:
    """Return the first page of the caller's legal actions; nothing for a caller without a seat."""
    if who.seat is None:
        return UNSET
    legal = _legal(stored.game, who.seat)
    return _page(stored, who.seat, legal, selected(legal.count, LIMIT, None, None, None))


def _sentences(
    log: Log, done: Performed, who: Caller, preferred: Language
) -> tuple[SentenceView, ...]:
    """Return the sentences on the events; each action causes far fewer than a page has."""
    before = done.stored.head.version - len(done.rows)
    found, _ = sentences(log, done.stored, who.viewer, preferred, before, LIMIT_MAX)
    return tuple(map(sentence_view, found))


def _board(stored: Stored, who: Caller, preferred: Language, part: Part) -> str | UnsetType:
    """Return the picture; nothing before the start, when there is no board."""
    now = stored.game
    view = now.rules.view(now.position, now.as_seen_by(who.viewer))
    return UNSET if view is None else now.rules.picture(view, preferred, part)


async def _lines(legal: Iterable[Any]) -> AsyncIterator[bytes]:
    lines: list[bytes] = []
    for action in legal:
        lines.append(encode_line(action))
        if len(lines) == LINES_AT_ONCE:
            yield b"".join(lines)
            lines.clear()
    yield b"".join(lines)


def _verdict(
    rehearsals: Sequence[Rehearsal], who: Caller, preferred: Language, *, apart: bool
) -> Verdict | Alternatives:
    """Return what would happen, up to the first refusal or the next chance event.

    The verdict shows only what the caller may see in a running game, even if the actions would end
    the game. All rehearsals but the first are of alternatives, if these were asked for: ``apart``.
    """
    stored = rehearsals[0].stored
    viewer = stored.game.as_seen_by(who.viewer)
    first, *others = (_dry_run(one, stored.head, viewer, preferred) for one in rehearsals)
    verdict = verdict_view(first, viewer, preferred)
    if not apart:
        return verdict
    effects = tuple(effect_view(one, viewer, preferred) for one in others)
    return Alternatives(**msgspec.structs.asdict(verdict), alternatives=effects)


def _dry_run(rehearsal: Rehearsal, head: Head, viewer: Viewer, preferred: Language) -> DryRun:
    """Return a rehearsal as a dry run."""
    stored, batch, refused = rehearsal
    now = batch.game
    caused = [entry.events for entry in batch.entries]
    describe = Story(stored.game, viewer, preferred).describe
    return DryRun(now.rules, caused, describe, refused, now.position, now.awaits, head)
