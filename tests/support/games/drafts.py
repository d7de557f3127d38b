"""Checks that a ruleset reads drafts like positions, changes none, and keeps no part of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, AnyRuleset, Legal
from tests.support.games.play import Step


def first_fault(ruleset: AnyRuleset, game: Sequence[Step]) -> str | None:
    """Play a game again on one draft; return the first thing that is wrong, None if nothing is."""
    return next(_faults(ruleset, game), None)


def _faults(ruleset: AnyRuleset, game: Sequence[Step]) -> Iterator[str]:
    draft = ruleset.thaw(game[0].before)
    frozen = []
    for step, former in zip(game, (game[0], *game), strict=False):
        frozen.append(ruleset.freeze(draft))
        if repr(frozen[-1]) != repr(step.before):
            yield "the draft is not at the position"
        readings = list(_readings(ruleset, step, former.action))
        answers = [_answer(one.read, draft) for one in readings]
        shown = [_shown(answer) for answer in answers]
        yield from _faults_of_reading(ruleset, step, readings, shown)
        ruleset.apply(draft, step.events)
        for one, answer, before in zip(readings, answers, shown, strict=True):
            if _shown(answer) != before:
                yield f"{one.member} keeps a part of the draft"
    if any(repr(one) != repr(step.before) for one, step in zip(frozen, game, strict=True)):
        yield "freeze keeps a part of the draft"
    if repr(ruleset.freeze(draft)) != repr(game[-1].after):
        yield "the draft is not at the position"


def _faults_of_reading(
    ruleset: AnyRuleset, step: Step, readings: "Sequence[_Reading]", shown: Sequence[str]
) -> Iterator[str]:
    draft, before = ruleset.thaw(step.before), repr(step.before)
    for one, answer in zip(readings, shown, strict=True):
        _answer(one.read, draft)
        if repr(ruleset.freeze(draft)) != before:
            yield f"{one.member} changes the draft"
        if answer != _shown(_answer(one.read, step.before)):
            yield f"{one.member} finds something else in a draft"


class _Reading(NamedTuple):
    """One call of a function that reads a position or a draft."""

    member: str
    read: Callable[[Any], Any]


def _readings(rules: AnyRuleset, step: Step, other: Any) -> Iterator[_Reading]:
    """Yield all that can be asked in the position of a step; ``other`` may be an illegal action."""

    def reading(member: str, *rest: Any) -> _Reading:
        return _Reading(member, lambda one: getattr(rules, member)(one, *rest))

    yield from map(reading, ("awaits", "order"))
    yield _Reading("outcome", lambda one: one.outcome)
    yield reading("settle", "time", ())
    if step.by == CHANCE:
        yield reading("asks")
        yield _Reading("answer", lambda one: rules.answer(one, [0 for _ in rules.asks(one)]))
    for seat in rules.order(step.before):
        yield reading("legal", seat)
        yield reading("resign", seat)
    for action in (other, step.action):
        yield reading("decide", step.by, action)
    for event in step.events:
        yield reading("samples", event)
        yield reading("trials", event)
    yield _Reading("thaw", lambda one: rules.freeze(rules.thaw(one)))


def _answer(read: Callable[[Any], Any], one: Any) -> Any:
    try:
        return read(one)
    except IllegalAction as refused:
        return refused.refusal


def _shown(answer: Any) -> str:
    """Return an answer as text, which shows the types of containers and some legal actions."""
    if not isinstance(answer, Legal):
        return repr(answer)
    some = sorted({0, answer.count // 2, answer.count - 1} & set(range(answer.count)))
    return repr((answer.count, answer.choices, [answer.at(index) for index in some]))
