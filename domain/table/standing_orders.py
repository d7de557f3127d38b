"""Standing orders: a player answers reactions in advance, and the table applies the answers.

The log shows that orders were given, and hides what they say until the end; they may be empty. An
answer in the log does not show that it comes from orders. It follows from them: whenever the orders
of a seat answer the decision that is due, that answer is the next entry. So at the end, anyone can
verify which answers came from orders, and that none was left out.
"""

from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec import Struct

from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, AnyRuleset, Seat
from domain.table.actions import SentTableAction, TableAction
from domain.table.events import StandingOrdersGiven
from domain.table.game import GameState

OrdersT = TypeVar("OrdersT")

GIVEN_MAX: Final = 100
"""How often a seat gives orders: without a limit, one player could make the record too long to be
checked, because nothing else needs to happen in between."""


class GiveStandingOrders(
    Struct,
    Generic[OrdersT],
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="give_standing_orders",
    omit_defaults=True,
):
    """Answer reactions in advance. The orders replace the previous ones; null withdraws them."""

    orders: OrdersT | None = None


def recorded_actions(rules: AnyRuleset) -> Any:
    """Return the union of the actions of a table, as records of this ruleset have them."""
    return TableAction if rules.orders_type is None else TableAction | giving(rules)


def sent_actions(rules: AnyRuleset) -> Any:
    """Return the union of the actions of a table that clients of this ruleset may send."""
    return SentTableAction if rules.orders_type is None else SentTableAction | giving(rules)


def giving(rules: AnyRuleset) -> Any:
    """Return the type of the action that gives orders, in a game that has any."""
    action: Any = GiveStandingOrders
    return action[rules.orders_type]


def give_standing_orders(
    game: GameState, seat: Seat, action: GiveStandingOrders[Any]
) -> list[StandingOrdersGiven]:
    """Give orders, or withdraw them (TB-ORDERS-1, TB-ORDERS-2, TB-ORDERS-4).

    There is an event even if nothing changes, because its absence would show what the orders say.
    """
    if seat not in game.playing:
        raise IllegalAction("TB-ORDERS-2", "seat_is_out_of_the_game", seat=seat)
    kind, orders = game.rules.orders_type, action.orders
    if kind is None:
        raise IllegalAction("TB-ORDERS-1", "game_has_no_standing_orders", ruleset=game.ruleset)
    if orders is not None and type(orders) is not kind:
        raise IllegalAction("TB-ORDERS-1", "orders_of_another_ruleset", ruleset=game.ruleset)
    if game.seats[seat].orders_given >= GIVEN_MAX:
        raise IllegalAction("TB-ORDERS-4", "orders_were_given_too_often", seat=seat, most=GIVEN_MAX)
    return [StandingOrdersGiven(seat, msgspec.to_builtins(orders) or None)]


def ordered(game: GameState) -> tuple[Seat, Any] | None:
    """Return the answer to a decision that is due that follows from orders, and its seat.

    Only a person has orders: they lapse as soon as a house bot plays on (TB-ORDERS-2).
    """
    if all(state.orders is None for state in game.seats):
        return None
    for due in game.awaits:
        if due.seat != CHANCE:
            state = game.seats[due.seat]
            if state.orders is not None and state.is_played_by_a_person:
                answer = game.rules.follow(game.position, state.orders, due.seat)
                if answer is not None:
                    return due.seat, answer
    return None
