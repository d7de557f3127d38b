"""Games of Ancients in which both players answer reactions by standing orders."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from domain.rulesets.ancients.reactions import StandingOrders
from domain.table.actions import TakeSeat
from domain.table.standing_orders import GiveStandingOrders
from tests.support.games.table import Table, due

STAND: Final = StandingOrders(others="stand", battle_back="fight", flags="ignore")
NEVER_ASK: Final = StandingOrders("evade", "stand", "stand", "fight", "ignore")


def give(orders: StandingOrders | None) -> GiveStandingOrders[Any]:
    """Return the action that gives these orders."""
    return GiveStandingOrders(orders)


def random_orders(random: Random) -> StandingOrders:
    """Return any orders; most members answer something."""
    return StandingOrders(
        random.choice(("ask", "evade", "stand")),
        random.choice(("ask", "evade", "stand")),
        random.choice(("ask", "stand", "stand")),
        random.choice(("ask", "fight", "fight")),
        random.choice(("ask", "ignore", "ignore")),
    )


def by_orders(table: Table, random: Random) -> Iterator[Table]:
    """Play a whole game, request by request, as a house bot would; the orders change at times."""
    for seat in (0, 1):
        yield table.ask(seat, TakeSeat(seat))
    yield table.ask(0, give(NEVER_ASK))
    yield table.ask(1, give(STAND))
    while not table.game.finished:
        if random.random() < 0.03:
            yield table.ask(random.randrange(2), give(random_orders(random)))
            continue
        seat = due(table.game)
        rules, position = table.game.rules, table.game.position
        view, legal = rules.view(position, seat), rules.legal(position, seat)
        yield table.ask(seat, rules.bots["greedy"](view, legal, random.randrange))
