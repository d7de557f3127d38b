"""The tables of least cost, up to 20 players: dynamic programming over sets of players.

Of all partitions of least cost the result is the first, where partitions compare table by table.
The first table is that of the first player, the next one that of the first player left, and so on;
a larger table comes before a smaller one, and tables of one size compare as lists of indices. This
definition names one partition, however it is found.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from domain.tournament.pairing.costs import cost_of_table, exact_weights, weighed
from domain.tournament.pairing.situation import Situation

MOST: Final = 20
"""Players whose best partition is computed exactly: a few seconds at most."""


class _BestParts:
    """Remembers the best partition of each set of players that can be left."""

    def __init__(self, situation: Situation, sizes: Sequence[int]) -> None:
        weights = exact_weights(situation, sizes)
        players = range(len(situation.players))
        self._costs = {
            sum(1 << one for one in table): weighed(
                cost_of_table(situation, table, size < sizes[0]), weights
            )
            for size in set(sizes)
            for table in combinations(players, size)
        }
        self._best: dict[tuple[int, tuple[int, ...]], tuple[int, int]] = {}

    def best(self, left: int, sizes: tuple[int, ...]) -> tuple[int, int]:
        """Return the least cost of a set, and the table of its first player."""
        if not left:
            return 0, 0
        key = (left, sizes)
        found = self._best.get(key)
        if found is None:
            found = self._best[key] = self._searched(left, sizes)
        return found

    def _searched(self, left: int, sizes: tuple[int, ...]) -> tuple[int, int]:
        if len(sizes) == 1:
            return self._costs[left], left
        costs = self._costs
        remembered = self._best
        best, first = -1, 0
        for size, rest in _choices(sizes):
            for table in _tables(left, size):
                cost = costs[table]
                if 0 <= best <= cost:
                    continue
                after = remembered.get((left ^ table, rest))
                cost += (after or self.best(left ^ table, rest))[0]
                if not 0 <= best <= cost:
                    best, first = cost, table
        return best, first


def best_tables(situation: Situation, sizes: Sequence[int]) -> list[list[int]]:
    """Return the first partition of least cost, each table in the order of the players."""
    parts = _BestParts(situation, sizes)
    tables = []
    left, rest = (1 << len(situation.players)) - 1, tuple(sizes)
    while left:
        _, table = parts.best(left, rest)
        tables.append([one for one in range(table.bit_length()) if table >> one & 1])
        at = rest.index(len(tables[-1]))
        left, rest = left ^ table, rest[:at] + rest[at + 1 :]
    return tables


def _choices(sizes: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield each size once, the largest first, and the sizes left."""
    for size in sorted(set(sizes), reverse=True):
        at = sizes.index(size)
        yield size, sizes[:at] + sizes[at + 1 :]


def _tables(left: int, size: int) -> Iterator[int]:
    """Yield the tables of this size with the first player of a set, in order."""
    first = left & -left
    others = []
    rest = left ^ first
    while rest:
        others.append(rest & -rest)
        rest &= rest - 1
    for chosen in combinations(others, size - 1):
        yield first + sum(chosen)
