"""The checker: whether actions are legal on a position, and what they would cause.

The position may be the view of a seat: then the checker judges what the view shows, and lists the
rest as unknown.

It stores nothing. The status is 200 for both verdicts: a question about an illegal move is a valid
request.
"""

import asyncio
from collections.abc import Sequence
from functools import cache, partial
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec
from litestar import Response
from litestar.params import FromPath

from domain.kit.story import Tale
from domain.refusal import IllegalAction
from domain.ruleset import NO_ACTIONS, Actor, AnyRuleset, Language, Unknown, Viewer
from domain.rulesets.registry import BY_ID
from service.access.rights import EVERYBODY
from service.http.answers.answer import answer, language_headers, long_answer
from service.http.answers.contract import Answer, Operations
from service.http.requests.paging import LIMIT, Cursor, Limit, link_to_next
from service.http.requests.request import AnyRequest, body, language
from service.http.requests.resources import the_ruleset
from service.http.requests.selection import At, SampleSize, selected
from service.runtime.rests import Rests
from service.wire.legal import legal_view
from service.wire.verdicts import (
    DryRun,
    PositionLegalActions,
    PositionVerdict,
    UnknownFact,
    verdict_view,
)

operation: Final = Operations("checker")

CHECKED_ACTIONS_MAX: Final = 5000

STEPS_IN_A_ROW: Final = 40
"""Actions judged before other requests get their turn: as many as a game takes at once."""

_VIEWER = """Whose view of the events and the position to return: a seat, or `spectator`, which is
also the view of a seat that the game does not have; by default the `arbiter`, who sees everything.
A position that already hides facts stays as it is."""


class Submitted(NamedTuple):
    """A position from outside, with any values for what its author does not see."""

    rules: AnyRuleset
    options: Any
    position: Any
    viewers: tuple[Viewer, ...]
    """Those whose view it may be."""
    unknown: tuple[Unknown, ...] = ()

    def decides(self, actor: Actor) -> bool:
        """Return whether what is hidden does not change how the game answers this actor.

        It answers all actors alike unless they are due, and a viewer by what the viewer sees.
        """
        if not self.unknown or actor in self.viewers:
            return True
        return all(due.seat != actor for due in self.rules.awaits(self.position))

    @property
    def missing(self) -> tuple[str, ...]:
        """Everything that is hidden, each once."""
        return tuple(dict.fromkeys(path for one in self.unknown for path in one.missing))


def submitted(rules: AnyRuleset, view: Any, options: Any) -> Submitted:
    """Return the position that a view shows; raise IllegalAction or Faults."""
    completed = rules.complete(view, options)
    position = rules.read(completed.view, options)
    return Submitted(rules, options, position, completed.viewers, completed.unknown)


@cache
def check_type(ruleset: str) -> type[Any]:
    """Return the type of the request body of this ruleset's checker."""
    rules = BY_ID[ruleset]
    seated = Annotated[int, msgspec.Meta(ge=0, le=max(rules.meta.seats) - 1)]
    step = msgspec.defstruct(
        "CheckedAction",
        [
            ("seat", seated | Literal["chance"]),
            ("action", rules.seat_actions | rules.chance_actions),
        ],
        namespace={"__doc__": "An action and the seat that would take it."},
        frozen=True,
        forbid_unknown_fields=True,
    )
    viewer = Annotated[seated | Literal["spectator", "arbiter"], msgspec.Meta(description=_VIEWER)]
    several = Annotated[tuple[step, ...], msgspec.Meta(max_length=CHECKED_ACTIONS_MAX)]  # type: ignore[valid-type]
    return msgspec.defstruct(
        "CheckActionsRequest",
        [
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("position", rules.view_type | None, None),
            ("actions", several, ()),
            ("viewer", viewer | None, None),
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
        "ListLegalActionsRequest",
        [
            ("position", rules.view_type),
            ("options", rules.options_type, msgspec.field(default_factory=rules.options_type)),
            ("seat", seat | None, None),
        ],
        namespace={"__doc__": "A position and a seat; by default, the seat whose turn it is."},
        frozen=True,
        forbid_unknown_fields=True,
    )


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/check",
    "Judge actions on a position",
    right=EVERYBODY,
    body_of=lambda rules: check_type(rules.meta.id),
    answer=Answer("The verdict, legal or not.", PositionVerdict, headers=("Content-Language",)),
    named="check{}Actions",
    needs_log=False,
)
async def check_actions(request: AnyRequest, ruleset: FromPath[str]) -> Response[bytes]:
    """Judge actions in order, on a position or from the start, and return their events.

    Send lots and dice as actions of the seat ``chance``.

    The position may be the view of a seat. Then the checker judges what the view shows, and the
    actions of that seat. ``unknown`` lists the rules that depend on hidden facts, and the first
    action that does; the checker stops there, and ``legal`` is false.

    ``viewer`` chooses whose view of the events and of the position to return, if the position hides
    nothing. So a front end can lead a seat through a game that is not stored, with the actions of
    all seats and of chance, and show no more than the seat would see.
    """
    rules = the_ruleset(ruleset)
    sent = await body(request, check_type(ruleset))
    if sent.position is None:
        position = Submitted(rules, sent.options, rules.start(sent.options), ("arbiter",))
    else:
        position = submitted(rules, sent.position, sent.options)
    steps = [(one.seat, one.action) for one in sent.actions]
    viewer = _viewer(position, sent.viewer, steps)
    preferred = language(request)
    if len(steps) <= STEPS_IN_A_ROW:
        found = verdict(position, steps, viewer, preferred)
        return answer(found, headers=language_headers(preferred))
    result = await asyncio.to_thread(verdict, position, steps, viewer, preferred)
    return await long_answer(result, headers=language_headers(preferred))


def _viewer(given: Submitted, sent: Viewer | None, steps: Sequence[tuple[Actor, Any]]) -> Viewer:
    """Return the viewer of the verdict.

    A position that hides facts stays the view that it is. By default, everything is shown, or what
    the first seat sees that acts and may have submitted its view.
    """
    if sent is None or given.unknown:
        return next((seat for seat, _ in steps if seat in given.viewers), given.viewers[0])
    missing = isinstance(sent, int) and sent >= len(given.rules.sides(given.options))
    return "spectator" if missing else sent


def verdict(
    given: Submitted, steps: Sequence[tuple[Actor, Any]], viewer: Viewer, preferred: Language
) -> PositionVerdict:
    """Return the checker's verdict on these actions in a position, as a viewer may see it."""
    rules, position = given.rules, given.position
    unknown = [UnknownFact(None, one.rule, one.missing) for one in given.unknown]
    hidden = False
    tale = Tale(rules, position, rules.sides(given.options), viewer, preferred)
    caused: list[Sequence[Any]] = []
    refused: IllegalAction | None = None
    rests = Rests(STEPS_IN_A_ROW)
    for index, (seat, action) in enumerate(steps):
        rests.before_step()
        if not given._replace(position=position).decides(seat):
            unknown.append(UnknownFact(index, None, given.missing))
            hidden = True
            break
        try:
            events = rules.decide(position, seat, action)
        except IllegalAction as illegal:
            illegal.index = index
            refused = illegal
            break
        caused.append(events)
        position = rules.fold(position, events)
    run = DryRun(rules, caused, tale.describe, refused, position, rules.awaits(position), None)
    found = msgspec.structs.asdict(verdict_view(run, viewer, preferred))
    found["legal"] = found["legal"] and not hidden
    return PositionVerdict(**found, unknown=tuple(unknown))


@operation(
    "POST",
    "/v1/rulesets/{ruleset:str}/legal-actions",
    "List the legal actions in a position",
    right=EVERYBODY,
    body_of=lambda rules: legal_type(rules.meta.id),
    answer=Answer("The legal actions.", PositionLegalActions),
    named="list{}LegalActions",
    needs_log=False,
)
async def list_legal_actions_of_position(
    request: AnyRequest,
    ruleset: FromPath[str],
    limit: Limit = LIMIT,
    cursor: Cursor = None,
    sample: SampleSize = None,
    at: At = None,
) -> Response[bytes]:
    """List the legal actions of a seat in a position, by default the seat whose turn it is.

    The position may be the view of a seat. If hidden facts decide what is legal, as for another
    seat whose turn it is, the list is empty, and ``unknown`` says what the view does not show.
    """
    rules = the_ruleset(ruleset)
    sent = await body(request, legal_type(ruleset))
    given = submitted(rules, sent.position, sent.options)
    due = [one.seat for one in rules.awaits(given.position) if one.seat != "chance"]
    seat = int(sent.seat if sent.seat is not None else next(iter(due), 0))
    known = given.decides(seat)
    legal = rules.legal(given.position, seat) if known else NO_ACTIONS
    spots = partial(rules.spots, given.position)
    chosen = selected(legal.count, limit, cursor, sample, at)
    view = legal_view(rules.meta.pinned, legal, spots, seat, None, chosen)
    unknown = () if known else (UnknownFact(None, None, given.missing),)
    result = PositionLegalActions(**msgspec.structs.asdict(view), unknown=unknown)
    return answer(result, headers=link_to_next(request, view.next))
