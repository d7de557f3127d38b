"""The turn order of a whole schedule: everybody in each seat about equally often (TN-SEAT-2)."""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from domain.tournament.schedules.berger import Schedule

_PASSES: Final = 50


def in_turn_order(rounds: Sequence[Sequence[Sequence[int]]], *, teams: bool = False) -> Schedule:
    """Return the rounds with the players of each table in turn order, numbered from 1.

    Table after table takes the order that keeps the squares of the numbers of games in each seat
    least; then all tables are ordered again, until nothing improves. With ``teams``, the first two
    players of a table are a team, and so get the first and third seat, or the second and fourth.
    """
    tables = [tuple(table) for round_ in rounds for table in round_]
    seats = max(map(len, tables))
    players = 1 + max(map(max, tables))
    counts = [[0] * seats for _ in range(players)]
    orders: list[tuple[int, ...]] = []
    for table in tables:
        orders.append(_best(table, counts, teams))
        _count(orders[-1], counts, 1)
    for _ in range(_PASSES):
        before = list(orders)
        for at, table in enumerate(tables):
            _count(orders[at], counts, -1)
            orders[at] = _best(table, counts, teams)
            _count(orders[at], counts, 1)
        if orders == before:
            break
    found = iter(orders)
    return tuple(tuple(tuple(one + 1 for one in next(found)) for _ in round_) for round_ in rounds)


def _best(table: tuple[int, ...], counts: Sequence[Sequence[int]], teams: bool) -> tuple[int, ...]:
    def growth(order: tuple[int, ...]) -> int:
        return sum(2 * counts[one][seat] for seat, one in enumerate(order))

    orders = permutations(table)
    if not teams:
        return min(orders, key=growth)
    team = set(table[:2])
    return min((one for one in orders if {one[0], one[2]} in (team, {*table[2:]})), key=growth)


def _count(order: tuple[int, ...], counts: Sequence[list[int]], by: int) -> None:
    for seat, one in enumerate(order):
        counts[one][seat] += by
