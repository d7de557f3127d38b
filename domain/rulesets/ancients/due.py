"""Whose decision is due, and which draws chance owes."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kit import CHANCE, Await, Seat, awaited
from domain.rulesets.ancients import combat_due
from domain.rulesets.ancients.actions import (
    Action,
    AssignDice,
    Attack,
    DealHands,
    DrawCard,
    EndBattle,
    EndMovement,
    IssueOrders,
    Move,
    PlayCard,
    RollDice,
)
from domain.rulesets.ancients.position import Table, TurnStep

_KINDS: Final[Mapping[TurnStep, tuple[type[Action], ...]]] = {
    "choose_card": (PlayCard,),
    "issue_orders": (IssueOrders,),
    "assign_dice": (AssignDice,),
    "move": (Move, EndMovement),
    "battle": (Attack, EndBattle),
    "second_move": (Move, EndMovement),
}
"""By step of the turn: the decisions of the active side."""


def roll_of(table: Table) -> combat_due.Roll | None:
    """Return the roll that is due, if one is."""
    if table.draws or table.outcome is not None:
        return None
    if table.stack:
        found = combat_due.look(table)
        return found if isinstance(found, combat_due.Roll) else None
    play = table.play
    if table.step != "assign_dice" or play is None or play.faces is not None:
        return None
    role: Any = "rally" if play.effective == "rally" else "spartacus"
    return combat_due.Roll(role, table.active, table.limits[table.active], None)


def awaits(table: Table) -> tuple[Await, ...]:
    """Return who has to decide; always exactly one, until the end (CA-INV-12)."""
    if table.outcome is not None:
        return ()
    kind = _of_chance(table)
    if kind is not None:
        return (awaited(CHANCE, kind),)
    found = combat_due.look(table)
    if isinstance(found, combat_due.Due):
        return (awaited(table.options.seat_of(found.side), found.kind),)
    return (awaited(table.options.seat_of(table.active), *_KINDS[table.step]),)


def _of_chance(table: Table) -> type[Action] | None:
    """Return what chance has to answer, if anything."""
    if table.step == "deal":
        return DealHands
    if table.draws:
        return DrawCard
    return None if roll_of(table) is None else RollDice


def order(table: Table) -> tuple[Seat, ...]:
    """Return both seats, the active one first; nothing before the hands are dealt."""
    if table.step == "deal":
        return ()
    return tuple(table.options.seat_of(side) for side in (table.active, 1 - table.active))
