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
from domain.rulesets.carolus_magnus.position import Phase, Position, Step
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
    of_seats = _DUE_OF_SEATS.get(position.step or position.phase)
    if of_seats is not None:
        return of_seats[position.order[position.turn]]
    if position.phase == "over":
        return ()
    assert position.phase == "setup", "the action phase has a step"
    if not position.order:
        return (awaited(CHANCE, ArrangeTable),)
    return _due(ChooseCrowns if position.crowns else RollDice, position.order[position.turn])


def order(position: Position) -> tuple[Seat, ...]:
    """Return the opening order, or the turn order in the action phase."""
    return position.order


def _due(kind: type[Action], seat: Seat) -> tuple[Await, ...]:
    return (awaited(CHANCE if kind in _OF_CHANCE else seat, kind),)


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

_KINDS: Final[dict[Phase | Step, type[Action]]] = {
    "opening": ChooseDisc,
    "exchange": ExchangeJokers,
    "place": PlacePaladins,
    "move": MoveEmperor,
    "refill_dice": RollDice,
    "refill_crowns": ChooseCrowns,
}

_DUE_OF_SEATS: Final = {
    stage: tuple(_due(kind, seat) for seat in range(max(NUMBERS))) for stage, kind in _KINDS.items()
}
"""By step (or phase) and active seat: what is due. Built once, because every action needs it."""

_RULES: Final[dict[type[Action], Callable[[Position, Any], Sequence[AnyEvent]]]] = {
    ArrangeTable: setup.arrange_table,
    RollDice: _dice,
    ChooseDisc: opening.choose_disc,
    ExchangeJokers: setup.exchange_jokers,
    PlacePaladins: placing.place_paladins,
    MoveEmperor: emperor.move_emperor,
    ChooseCrowns: _crowns,
}
