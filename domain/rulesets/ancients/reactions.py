"""Reactions of the side that is not active, and the standing orders that answer them."""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.kit import Seat
from domain.rulesets.ancients import combat_dice, combat_due, due, paths
from domain.rulesets.ancients.actions import (
    BattleBack,
    IgnoreFlags,
    React,
    Reaction,
    SeatAction,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.position import Table

Evading: TypeAlias = Literal["ask", "evade", "stand"]


class StandingOrders(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """How the units of a player react in the turns of the other side; ``ask`` asks the player.

    Orders never play First Strike, and do not depend on whether it is held (CA-HID-6): a player who
    may want to play it lets the orders ask.
    """

    evaders: Evading = "ask"
    """What a unit does that may evade the attack."""
    evaders_with_leader: Evading = "ask"
    """The same, while a leader is with the unit."""
    others: Literal["ask", "stand"] = "ask"
    """What a unit does that may not evade the attack."""
    battle_back: Literal["ask", "fight"] = "ask"
    """Whether a unit that stood and may battle back does so."""
    flags: Literal["ask", "ignore"] = "ask"
    """Whether a unit ignores all flags that it may ignore."""


def reacts(table: Table, seat: Seat) -> bool:
    """Return whether the decision that the seat has to make comes in the turn of the other side."""
    if table.options.seat_of(table.active) == seat:
        return False
    return any(one.seat == seat for one in due.awaits(table))


def follow(table: Table, orders: StandingOrders, seat: Seat) -> SeatAction | None:
    """Return the action by which orders answer the decision of the seat, or None to ask it."""
    found = combat_due.look(table)
    if not isinstance(found, combat_due.Due) or not reacts(table, seat):
        return None
    if found.kind is React:
        choice = _reaction(table, orders)
        return None if choice == "ask" else React(choice)
    if found.kind is BattleBack and orders.battle_back == "fight":
        return BattleBack(True)
    if found.kind is IgnoreFlags and orders.flags == "ignore":
        return IgnoreFlags(combat_due.sources_of(Field(table), table.stack[-1]))
    return None


def _reaction(table: Table, orders: StandingOrders) -> Reaction | Literal["ask"]:
    field, combat = Field(table), combat_due.combat_of(table)
    unit = combat.target
    may_evade = combat_dice.may_evade_from(field, unit, combat.unit) and paths.evades(field, unit)
    if not may_evade:
        return orders.others
    return orders.evaders if field.leader_of(unit) is None else orders.evaders_with_leader
