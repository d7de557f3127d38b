"""The checker: whether actions are legal on a position, and what they would cause.

It stores nothing. The status is 200 for both verdicts: a question about an illegal move is a valid
request.
"""

import asyncio
import time
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.kit.story import Tale
from domain.refusal import IllegalAction
from domain.ruleset import Actor, AnyRuleset, Language
from domain.rulesets.registry import BY_ID
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, language_headers, long_answer
from service.http.answers.contract import Answer, Operations
from service.http.answers.kinds import ILLEGAL_ACTION, IMPOSSIBLE_POSITION
from service.http.requests.paging import Cursor, Limit, cursor_at, link_to_next, place_of
from service.http.requests.request import AnyRequest, body, language
from service.http.requests.resources import the_ruleset
from service.wire.games import LegalActions, legal_view
from service.wire.verdicts import DryRun, Verdict, verdict_view

operation: Final = Operations("checker")

CHECKED_ACTIONS_MAX: Final = 5000

STEPS_IN_A_ROW: Final = 40
"""Actions judged before other requests get their turn: as many as a game takes at once."""

REST_SECONDS: Final = 0.0001


@cache
def check_type(ruleset: str) -> type[Any]:
    """Return the type of the request body of this ruleset's checker."""
    rules = BY_ID[ruleset]
    seat = Annotated[int, msgspec.Meta(ge=0, le=max(rules.meta.seats) - 1)] | Literal["chance"]
    step = msgspec.defstruct(
        "CheckedAction",
        [("seat", seat), ("action", rules.seat_actions | rules.chance_actions)],
        namespace={"__doc__": "An action and the seat that would take it."},
        frozen=True,
        forbid_unknown_fields=True,
    )
    several = Annotated[tuple[step, ...], msgspec.Meta(max_length=CHECKED_ACTIONS_MAX)]  # type: ignore[valid-type]
    return msgspec.defstruct(
        "Check",
        [
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("position", rules.view_type | None, None),
            ("actions", several, ()),
        ],
        namespace={"__doc__": "Actions to judge on a position, by default the starting position."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@cache
def legal_type(ruleset: str) -> type[Any]:
    """Return the type of a request for the legal actions in a position of this ruleset."""
    rules = BY_ID[ruleset]
    seat = Annotated[int, msgspec.Meta(ge=0, le=max(rules.meta.seats) - 1)]
    return msgspec.defstruct(
        "LegalQuestion",
        [
            ("position", rules.view_type),
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("seat", seat | None, None),
        ],
        namespace={"__doc__": "A position and a seat, by default the seat whose turn it is."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/check",
    "Judge actions on a position",
    right=EVERYBODY,
    body_of=lambda rules: check_type(rules.meta.id),
    answer=Answer("The verdict, legal or not.", Verdict, headers=("Content-Language",)),
    problems=(ILLEGAL_ACTION, IMPOSSIBLE_POSITION),
    named="check{}Actions",
    needs_log=False,
)
async def check_actions(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Judge actions in order, on a position or from the start, and return their events.

    Send lots and dice as actions of the seat ``chance``.
    """
    rules = the_ruleset(ruleset)
    sent = await body(request, check_type(ruleset))
    if sent.position is None:
        position = rules.start(sent.options)
    else:
        position = rules.read(sent.position, sent.options)
    steps = [(one.seat, one.action) for one in sent.actions]
    preferred = language(request)
    if len(steps) <= STEPS_IN_A_ROW:
        return answer(
            verdict(rules, sent.options, position, steps, preferred),
            headers=language_headers(preferred),
        )
    result = await asyncio.to_thread(verdict, rules, sent.options, position, steps, preferred)
    return await long_answer(result, headers=language_headers(preferred))


def verdict(
    rules: AnyRuleset,
    options: Any,
    position: Any,
    steps: list[tuple[Actor, Any]],
    preferred: Language,
) -> Verdict:
    """Return the checker's verdict on these actions in a position."""
    story = Tale(rules, position, rules.sides(options), "arbiter", preferred)
    caused: list[Sequence[Any]] = []
    refused: IllegalAction | None = None
    for index, (seat, action) in enumerate(steps):
        if index and index % STEPS_IN_A_ROW == 0:
            time.sleep(REST_SECONDS)
        try:
            events = rules.decide(position, seat, action)
        except IllegalAction as illegal:
            illegal.index = index
            refused = illegal
            break
        caused.append(events)
        position = rules.fold(position, events)
    run = DryRun(rules, caused, story.describe, refused, position, rules.awaits(position), None)
    return verdict_view(run, "arbiter", preferred)


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/legal-actions",
    "List the legal actions in a position",
    right=EVERYBODY,
    body_of=lambda rules: legal_type(rules.meta.id),
    answer=Answer("The legal actions.", LegalActions),
    problems=(ILLEGAL_ACTION, IMPOSSIBLE_POSITION),
    named="list{}LegalActions",
    needs_log=False,
)
async def list_legal_actions_of_position(
    request: AnyRequest,
    ruleset: FromPath[str],
    limit: Limit = 100,
    cursor: Cursor = None,
) -> Response[bytes]:
    """List the legal actions of a seat in a position, by default the seat whose turn it is."""
    rules = the_ruleset(ruleset)
    sent = await body(request, legal_type(ruleset))
    position = rules.read(sent.position, sent.options)
    due = [one.seat for one in rules.awaits(position) if one.seat != "chance"]
    seat = sent.seat if sent.seat is not None else next(iter(due), 0)
    first = place_of(cursor, 0)
    legal = rules.legal(position, int(seat))
    view = legal_view(legal, int(seat), None, first, limit, cursor_at(first + limit))
    return answer(view, headers=link_to_next(request, view.next))
