"""The dispatch table: (step, action) → one rule function. It contains no rules itself.

It checks an action in the order of CM-CHECK-1; the first rule that the action breaks refuses it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from domain.kit import CHANCE, NO_DUTY, Actor, Await, Duty, Seat, TurnRules, duty, kinds_of, not_due
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

_Rule: TypeAlias = Callable[[Position, Any], Sequence[AnyEvent]]


def decide(position: Position, by: Actor, action: Action) -> Sequence[AnyEvent]:
    """Return the events that the action causes.

    Raises IllegalAction: CM-END-1 after the end, CM-TURN-1 if another seat's decision is due,
    CM-TURN-2 if another kind of decision is due, then the rule of the decision itself.
    """
    rule = _duty(position).rules.get((by, type(action)))
    if rule is None:
        raise not_due(awaits(position), by, action, _TURNS)
    return rule(position, action)


def awaits(position: Position) -> tuple[Await, ...]:
    """Return the seat and the kind of the decision that is due: in this game always exactly one."""
    return _duty(position).awaits


def order(position: Position) -> tuple[Seat, ...]:
    """Return the opening order, or the turn order in the action phase."""
    return position.order


def _duty(position: Position) -> Duty:
    of_seats = _DUTIES.get(position.step or position.phase)
    if of_seats is not None:
        return of_seats[position.order[position.turn]]
    if position.phase == "over":
        return NO_DUTY
    assert position.phase == "setup", "the action phase has a step"
    if not position.order:
        return _LOTS
    return _FIRST_CROWNS[position.order[position.turn]] if position.crowns else _FIRST_DICE


def _of_seats(kind: type[Action], rule: _Rule) -> tuple[Duty, ...]:
    """Return, by active seat, that a decision is due from this seat, or from chance."""
    return tuple(
        duty(CHANCE if kind in _OF_CHANCE else seat, {kind: rule}) for seat in range(max(NUMBERS))
    )


_TURNS: Final = TurnRules(over="CM-END-1", actor="CM-TURN-1", kind="CM-TURN-2", one_kind=True)

_OF_CHANCE: Final[frozenset[type[Action]]] = frozenset(kinds_of(ChanceAction))

_LOTS: Final = duty(CHANCE, {ArrangeTable: setup.arrange_table})
_FIRST_DICE: Final = duty(CHANCE, {RollDice: setup.initial_dice})
_FIRST_CROWNS: Final = _of_seats(
    ChooseCrowns, lambda position, action: setup.initial_crowns(position, action.clans)
)

_DUTIES: Final[dict[Phase | Step, tuple[Duty, ...]]] = {
    "opening": _of_seats(ChooseDisc, opening.choose_disc),
    "exchange": _of_seats(ExchangeJokers, setup.exchange_jokers),
    "place": _of_seats(PlacePaladins, placing.place_paladins),
    "move": _of_seats(MoveEmperor, emperor.move_emperor),
    "refill_dice": _of_seats(RollDice, refill.refill_dice),
    "refill_crowns": _of_seats(
        ChooseCrowns, lambda position, action: refill.refill_crowns(position, action.clans)
    ),
}
"""By step, or phase, and active seat."""
