"""Lower bounds of the costs of a round: how much better any other pairing could be (TN-BOUND-1).

Each is proved by a few lines of arithmetic, and none needs the pairing itself.

* **Repeats.** A player meets at least one player less than the smallest table has seats, and at
  best those met least often. The sum of that over all players counts each pair twice.
* **Small tables.** Those with the fewest rounds there.
* **Spread.** The spread of a table is its size times the sum of squares around its mean. The sum of
  squares over all tables is least if each takes consecutive players in order of points, in some
  order of the sizes: two players out of order could change places and lower it. So the spread is at
  least the smallest size times that sum; with equal sizes, the bound is that of a real partition.
* **Prices.** A price for each player, such that no table without repeats costs less than the prices
  of its players: then their sum bounds the spread of every pairing without repeats. A solver may
  find prices; ``priced_spread`` checks them with integers alone.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from domain.refusal import IllegalAction
from domain.tournament.model import SIXTIETHS
from domain.tournament.pairing.costs import CostVector
from domain.tournament.pairing.situation import Situation

PRICE_UNITS: Final = 1_000
"""Prices are in thousandths of the unit of the spread."""


def lower_bounds(situation: Situation, sizes: Sequence[int]) -> CostVector:
    """Return what any pairing into tables of these sizes costs at least, component by component."""
    at_small = sum(size for size in sizes if size < sizes[0])
    fewest = sorted(situation.small)[:at_small]
    return CostVector(
        repeats=repeats_at_least(situation, min(sizes)),
        small=sum(2 * times + 1 for times in fewest),
        spread=spread_at_least(situation.points, sizes),
    )


def repeats_at_least(situation: Situation, smallest: int) -> int:
    """Return how many repeats there are at least, if the smallest table has this size."""
    total = 0
    for one, met in enumerate(situation.met):
        others = sorted(met[:one] + met[one + 1 :])
        total += sum(others[: smallest - 1])
    return -(-total // 2)


def spread_at_least(points: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the least spread of consecutive tables, as far as it is proved for mixed sizes."""
    ordered = sorted(points)

    @cache
    def squares(first: int, size: int) -> int:
        """Return the sum of squares around the mean of consecutive players, in sixtieths."""
        group = ordered[first : first + size]
        return (size * sum(one * one for one in group) - sum(group) ** 2) * SIXTIETHS // size

    kinds = sorted(set(sizes), reverse=True)
    best = {(0,) * len(kinds): 0}
    limits = [sizes.count(kind) for kind in kinds]
    for _ in sizes:
        longer: dict[tuple[int, ...], int] = {}
        for used, cost in best.items():
            first = sum(kind * count for kind, count in zip(kinds, used, strict=True))
            for at, kind in enumerate(kinds):
                if used[at] < limits[at]:
                    key = (*used[:at], used[at] + 1, *used[at + 1 :])
                    found = cost + squares(first, kind)
                    longer[key] = min(longer.get(key, found), found)
        best = longer
    return -(-min(best.values()) * min(sizes) // SIXTIETHS)


def priced_spread(situation: Situation, sizes: Sequence[int], prices: Sequence[int]) -> int:
    """Return the bound that these prices prove; refuse prices that prove none (TN-BOUND-2).

    The bound is that of the spread of every pairing without repeats and barred pairs.
    """
    for size in sorted(set(sizes)):
        cheap = _cheaper(situation, size, prices)
        if cheap is not None:
            players = [situation.players[one] for one in cheap]
            raise IllegalAction("TN-BOUND-2", "table_below_its_prices", players=players)
    return -(-sum(prices) // PRICE_UNITS)


def _cheaper(situation: Situation, size: int, prices: Sequence[int]) -> tuple[int, ...] | None:
    """Return a table without repeats that costs less than the prices of its players, if any."""
    # Depth first, with a bound: what a player adds to those chosen only grows with more of them.
    points, met, barred = situation.points, situation.met, situation.barred
    paths: list[tuple[tuple[int, ...], int, list[tuple[int, int]]]] = [
        ((), 0, [(-price, one) for one, price in enumerate(prices)])
    ]
    while paths:
        chosen, cost, candidates = paths.pop()
        missing = size - len(chosen)
        if cost + sum(added for added, _ in sorted(candidates)[:missing]) >= 0:
            continue
        for added, one in candidates:
            table, total = (*chosen, one), cost + added
            if missing == 1:
                if total < 0:
                    return table
                continue
            rest = [
                (more + PRICE_UNITS * (points[one] - points[other]) ** 2, other)
                for more, other in candidates
                if other > one and not met[one][other] and not (barred and barred[one][other])
            ]
            if len(rest) >= missing - 1:
                paths.append((table, total, rest))
    return None
