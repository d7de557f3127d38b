"""Situations before a round: the published one, and random ones."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final

from domain.tournament.pairing.costs import CostVector, cost_of
from domain.tournament.pairing.situation import Matrix, Situation

LETTERS: Final = "ABCDEFG"


def met_in_tables(number: int, tables: Sequence[Sequence[int]]) -> Matrix:
    """Return how often each pair has met, if these tables were played."""
    rows = [[0] * number for _ in range(number)]
    for table in tables:
        for one, other in combinations(table, 2):
            rows[one][other] += 1
            rows[other][one] += 1
    return tuple(map(tuple, rows))


PUBLISHED: Final = Situation(
    players=tuple(range(1, 8)),
    points=(28, 30, 10, 0, 42, 3, 27),
    met=met_in_tables(
        7, [[LETTERS.index(one) for one in table] for table in ("ABCD", "EFG", "BEAF", "GCD")]
    ),
    small=(0, 0, 1, 1, 1, 1, 2),
    seats=((0, 0, 0),) * 7,
)
"""Seven players after two rounds at tables of four and three; points are doubled."""


def at_random(number: int, seed: int, *, teams: bool = False, clashes: bool = False) -> Situation:
    """Return a situation after about three rounds that were not paired well."""
    random = Random(seed)
    groups = [random.sample(range(number), 4) for _ in range(3 * number // 4)]
    return Situation(
        players=tuple(range(1, number + 1)),
        points=tuple(random.randrange(8) for _ in range(number)),
        met=met_in_tables(number, groups),
        small=tuple(random.randrange(3) for _ in range(number)),
        seats=tuple(tuple(random.randrange(3) for _ in range(6)) for _ in range(number)),
        partnered=met_in_tables(number, [group[:2] for group in groups]) if teams else None,
        clashes=met_in_tables(number, [random.sample(range(number), 2) for _ in groups])
        if clashes
        else None,
    )


def partitions(players: Sequence[int], sizes: tuple[int, ...]) -> Iterator[list[list[int]]]:
    """Yield all partitions in the order that the exact algorithm names: large tables first."""
    if not players:
        yield []
        return
    for size in sorted(set(sizes), reverse=True):
        at = sizes.index(size)
        rest = sizes[:at] + sizes[at + 1 :]
        for others in combinations(players[1:], size - 1):
            table = [players[0], *others]
            left = [one for one in players if one not in table]
            yield from ([table, *more] for more in partitions(left, rest))


def costs_of_all(situation: Situation, sizes: Sequence[int]) -> list[tuple[CostVector, str]]:
    """Return the costs of all partitions in their order, each with its name in letters."""
    return [
        (cost_of(situation, tables), " + ".join("".join(map(_letter, table)) for table in tables))
        for tables in partitions(range(len(situation.players)), tuple(sizes))
    ]


def _letter(one: int) -> str:
    return chr(ord("A") + one)
