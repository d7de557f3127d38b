"""Whose decision is due: the checks that come before the rule of the decision itself.

A ruleset says who may act with ``awaits``. Its ``decide`` begins like this, and then passes the
action to the rule function of its kind::

    if not is_due(awaits(position), by, action):
        raise not_due(awaits(position), by, action, TURNS)

A ruleset with a rule function for each kind may prepare a ``Duty`` for each stage and actor. It has
what ``awaits`` returns, and a table from actor and kind to the rule function: one look answers
whether the decision is due, and which rule judges it.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.ruleset import Actor, Await, tag_of


class TurnRules(Struct, frozen=True):
    """The rules that refuse a decision that is not due, in the order in which they are checked."""

    over: str
    """The id of the rule that the game is over."""
    actor: str
    """The id of the rule that another seat, or chance, has to decide."""
    kind: str
    """The id of the rule that the actor has to make another kind of decision."""
    one_kind: bool = False
    """Whether exactly one kind is always due. Then every refusal names it (``expected``).

    Otherwise, only a refusal of the kind lists the kinds that are due.
    """


@lru_cache(maxsize=1024)
def awaited(actor: Actor, *kinds: type[Any]) -> Await:
    """Return that an actor may act with these kinds of action; ``awaits`` consists of these."""
    return Await(actor, tuple(map(tag_of, kinds)))


class Duty(NamedTuple):
    """The decision of one actor that is due."""

    awaits: tuple[Await, ...]
    rules: Mapping[tuple[Actor, type[Any]], Callable[[Any, Any], Sequence[Any]]]
    """By actor and kind of action: the rule function, which gets the position and the action."""


NO_DUTY: Final = Duty((), {})
"""Nothing is due: the game is over."""


def duty(actor: Actor, rules: Mapping[type[Any], Callable[[Any, Any], Sequence[Any]]]) -> Duty:
    """Return that an actor has to decide, by one of these rules."""
    return Duty(
        (Await(actor, tuple(map(tag_of, rules))),),
        {(actor, kind): rule for kind, rule in rules.items()},
    )


def is_due(due: Sequence[Await], by: Actor, action: Any) -> bool:
    """Return whether this kind of decision is due from this actor."""
    for one in due:
        if one.seat == by:
            return action.__struct_config__.tag in one.actions
    return False


def not_due(due: Sequence[Await], by: Actor, action: Any, rules: TurnRules) -> IllegalAction:
    """Return the refusal of a decision that is not due; ``due`` is empty after the end.

    If several actors are due, the refusal lists them all, because they may act in any order.
    """
    if not due:
        return IllegalAction(rules.over, "game_is_over", by=by)
    for one in due:
        if one.seat == by:
            return IllegalAction(
                rules.kind,
                "another_decision_is_due",
                asked=tag_of(action),
                expected=one.actions[0] if rules.one_kind else list(one.actions),
            )
    actors = [one.seat for one in due]
    return IllegalAction(
        rules.actor,
        "decision_of_another",
        by=by,
        due=actors[0] if len(actors) == 1 else actors,
        **({"expected": due[0].actions[0]} if rules.one_kind else {}),
    )
