"""The dispatch table: (step, action) → one rule function. It contains no rules itself.

It checks an action in the order of CM-CHECK-1; the first rule that the action breaks refuses it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from domain.kit.due import TurnRules, awaited, is_due, not_due
from domain.ruleset import CHANCE, Actor, Await, Seat, kinds_of
from domain.rulesets.carolus_magnus.actions import (
    Action,
    ArrangeTable,
    ChanceAction,
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
    if not is_due(awaits(position), by, action):
        raise not_due(awaits(position), by, action, _TURNS)
    return _RULES[type(action)](position, action)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return the seat and the kind of the decision that is due: in this game always exactly one."""
    if position.step is not None:
        return _DUE_IN_STEP[position.step][position.order[position.turn]]
    kind = _kind_due(position)
    return () if kind is None else _due(kind, position.active)


def order(position: Position) -> tuple[Seat, ...]:
    """Return the opening order, or the turn order in the action phase."""
    return position.order


def _due(kind: type[Action], seat: Seat | None) -> tuple[Await, ...]:
    if kind in _OF_CHANCE:
        return (awaited(CHANCE, kind),)
    assert seat is not None, "chance acts until there is an order"
    return (awaited(seat, kind),)


def _kind_due(position: Position) -> type[Action] | None:
    """Return the kind of decision that is due outside of the action phase; None after the end."""
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


_TURNS: Final = TurnRules(over="CM-END-1", actor="CM-TURN-1", kind="CM-TURN-2", one_kind=True)

_OF_CHANCE: Final[frozenset[type[Action]]] = frozenset(kinds_of(ChanceAction))

_KIND_OF_STEP: Final[dict[Step, type[Action]]] = {
    "exchange": ExchangeJokers,
    "place": PlacePaladins,
    "move": MoveEmperor,
    "refill_dice": RollDice,
    "refill_crowns": ChooseCrowns,
}

_DUE_IN_STEP: Final = {
    step: tuple(_due(kind, seat) for seat in range(max(NUMBERS)))
    for step, kind in _KIND_OF_STEP.items()
}
"""By step and active seat: what ``awaits`` returns, because every action needs it."""

_RULES: Final[dict[type[Action], Callable[[Position, Any], Sequence[AnyEvent]]]] = {
    ArrangeTable: setup.arrange_table,
    RollDice: _dice,
    ChooseDisc: opening.choose_disc,
    ExchangeJokers: setup.exchange_jokers,
    PlacePaladins: placing.place_paladins,
    MoveEmperor: emperor.move_emperor,
    ChooseCrowns: _crowns,
}
