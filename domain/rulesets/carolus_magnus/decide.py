"""The dispatch table: (step, action) → one rule function. It contains no rules itself.

It checks an action in the order of CM-CHECK-1; the first rule that the action breaks refuses it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Actor, Await
from domain.rulesets.carolus_magnus.actions import (
    Action,
    ArrangeTable,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    PlacePaladins,
    RollDice,
)
from domain.rulesets.carolus_magnus.board import NUMBERS
from domain.rulesets.carolus_magnus.events import AnyEvent
from domain.rulesets.carolus_magnus.position import Position, Step
from domain.rulesets.carolus_magnus.rules import emperor, opening, placing, refill, setup


def decide(position: Position, by: Actor, action: Action) -> Sequence[AnyEvent]:
    """Return the events that the action causes.

    Raises IllegalAction: CM-END-1 after the end, CM-TURN-1 if another seat's decision is due,
    CM-TURN-2 if another kind of decision is due, then the rule of the decision itself.
    """
    # Usually the step determines the kind, which saves a call.
    step = position.step
    kind = _kind_due(position) if step is None else _KIND_OF_STEP[step]
    if kind is None:
        raise IllegalAction("CM-END-1", "game_is_over", by=by)
    actor = CHANCE if kind in _OF_CHANCE else position.order[position.turn]
    if by != actor:
        raise IllegalAction(
            "CM-TURN-1", "decision_of_another", by=by, due=actor, expected=_tag(kind)
        )
    if type(action) is not kind:
        raise IllegalAction(
            "CM-TURN-2", "another_decision_is_due", asked=_tag(type(action)), expected=_tag(kind)
        )
    return _RULES[kind](position, action)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return the seat and the kind of the decision that is due: in this game always exactly one."""
    kind = _kind_due(position)
    if kind is None:
        return ()
    return _AWAITS[CHANCE if kind in _OF_CHANCE else position.order[position.turn], kind]


def _kind_due(position: Position) -> type[Action] | None:
    """Return the kind of decision that is due, or None after the end (CM-TURN-2)."""
    if position.step is not None:
        return _KIND_OF_STEP[position.step]
    if position.phase == "opening":
        return ChooseDisc
    if position.phase == "over":
        return None
    assert position.phase == "setup", "the action phase has a step"
    if not position.order:
        return ArrangeTable
    return ChooseCrowns if position.crowns else RollDice


def _dice(position: Position, action: RollDice) -> list[AnyEvent]:
    if position.phase == "setup":
        return setup.initial_dice(position, action)
    return refill.refill_dice(position, action)


def _crowns(position: Position, action: ChooseCrowns) -> list[AnyEvent]:
    if position.phase == "setup":
        return setup.initial_crowns(position, action.clans)
    return refill.refill_crowns(position, action.clans)


_OF_CHANCE: Final[frozenset[type[Action]]] = frozenset({ArrangeTable, RollDice})

_KIND_OF_STEP: Final[dict[Step, type[Action]]] = {
    "exchange": ExchangeJokers,
    "place": PlacePaladins,
    "move": MoveEmperor,
    "refill_dice": RollDice,
    "refill_crowns": ChooseCrowns,
}

_RULES: Final[dict[type[Action], Callable[[Position, Any], Sequence[AnyEvent]]]] = {
    ArrangeTable: setup.arrange_table,
    RollDice: _dice,
    ChooseDisc: opening.choose_disc,
    ExchangeJokers: setup.exchange_jokers,
    PlacePaladins: placing.place_paladins,
    MoveEmperor: emperor.move_emperor,
    ChooseCrowns: _crowns,
}


def _tag(kind: type[Action]) -> str:
    return str(kind.__struct_config__.tag)


_AWAITS: Final[dict[tuple[Actor, type[Action]], tuple[Await, ...]]] = {
    (actor, kind): (Await(actor, (_tag(kind),)),)
    for actor in (CHANCE, *range(max(NUMBERS)))
    for kind in _RULES
}
"""All possible results of ``awaits``, built once because every step of a game needs one."""
