"""What a partition into tables costs: six numbers, of which earlier ones weigh more than all later.

The order is that of rule TN-COST-1. Repeated opponents come first, so that everybody meets as many
others as possible; the spread of points comes after the fairness of smaller tables, because the
other way round the same few players would sit at them in nearly every round.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from domain.tournament.pairing.situation import Situation

Partition: TypeAlias = Sequence[Sequence[int]]
"""The players of each table, as indices."""

_SPLITS: Final = ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, 1, 2))


class CostVector(NamedTuple):
    """What a partition costs; vectors compare as the rule says."""

    barred: int = 0
    """Pairs that must not meet."""
    repeats: int = 0
    """*R*: how often the pairs at each table have met before. A third meeting costs 2."""
    partners: int = 0
    """*P*: how often the teams were together before, with the best teams at each table."""
    turns: int = 0
    """At tables of two: pairs that both must be first, or both second."""
    small: int = 0
    """*F*: 2s + 1 for each player at a smaller table who sat at one s times before."""
    spread: int = 0
    """*S*: the squared differences of points of all pairs at each table."""


class Weights(NamedTuple):
    """What one of each costs, as one number."""

    barred: int
    repeats: int
    partners: int
    turns: int
    small: int
    spread: int = 1


def cost_of(situation: Situation, tables: Partition) -> CostVector:
    """Return what these tables cost."""
    full = max(map(len, tables), default=0)
    total = [0] * 6
    for table in tables:
        for at, cost in enumerate(cost_of_table(situation, table, len(table) < full)):
            total[at] += cost
    return CostVector(*total)


def cost_of_table(situation: Situation, table: Sequence[int], small: bool) -> CostVector:
    """Return what one table costs; ``small`` says that others are larger."""
    pairs = list(combinations(table, 2))
    points = situation.points
    return CostVector(
        barred=_sum(situation.barred, pairs),
        repeats=_sum(situation.met, pairs),
        partners=partners_again(situation, table),
        turns=_sum(situation.clashes, pairs),
        small=sum(2 * situation.small[one] + 1 for one in table) if small else 0,
        spread=sum((points[one] - points[other]) ** 2 for one, other in pairs),
    )


def _sum(matrix: Sequence[Sequence[int]] | None, pairs: Iterable[tuple[int, int]]) -> int:
    return sum(matrix[one][other] for one, other in pairs) if matrix else 0


def teams_of(
    situation: Situation, table: Sequence[int]
) -> list[tuple[int, tuple[int, int, int, int]]]:
    """Return the ways to form two teams of a table of four, and how often these were teams.

    The first two players of each are one team. Other tables have none, at no cost.
    """
    met = situation.partnered
    if met is None or len(table) != 4:
        return [(0, (0, 1, 2, 3))]
    return [
        (met[table[a]][table[b]] + met[table[c]][table[d]], (a, b, c, d)) for a, b, c, d in _SPLITS
    ]


def partners_again(situation: Situation, table: Sequence[int]) -> int:
    """Return how often the best teams of a table were teams before."""
    met = situation.partnered
    if met is None or len(table) != 4:
        return 0
    # The least of `teams_of`, without its lists: a search calls this for each of a million steps.
    a, b, c, d = table
    return min(met[a][b] + met[c][d], met[a][c] + met[b][d], met[a][d] + met[b][c])


def exact_weights(situation: Situation, sizes: Sequence[int]) -> Weights:
    """Return weights that make one number of the vector, in mixed radix: no component overflows."""
    pairs = sum(size * (size - 1) // 2 for size in sizes)
    at_small = sum(size for size in sizes if size < sizes[0])
    points = situation.points
    small = pairs * (max(points, default=0) - min(points, default=0)) ** 2 + 1
    turns = small * (at_small * (2 * max(situation.small, default=0) + 1) + 1)
    partners = turns * (pairs * _most(situation.clashes) + 1)
    repeats = partners * (2 * len(sizes) * _most(situation.partnered) + 1)
    barred = repeats * (pairs * _most(situation.met) + 1)
    return Weights(barred, repeats, partners, turns, small)


def _most(matrix: Sequence[Sequence[int]] | None) -> int:
    return max(map(max, matrix), default=0) if matrix else 0


def weighed(cost: CostVector, weights: Weights) -> int:
    """Return a cost as one number."""
    return sum(one * weight for one, weight in zip(cost, weights, strict=True))


def pair_costs(situation: Situation) -> Callable[[Weights], list[list[int]]]:
    """Return what gives the cost of each pair at one table, without teams and smaller tables.

    The search asks for many weights, and for a thousand players there are a million pairs. Their
    spreads are computed once, and few pairs cost anything else.
    """
    points = situation.points
    spreads = [[(mine - theirs) ** 2 for theirs in points] for mine in points]
    others = [
        (one, other, _CostOfPair(*costs))
        for one, rows in enumerate(zip(*_matrices(situation), strict=True))
        for other, costs in enumerate(zip(*rows, strict=True))
        if any(costs)
    ]

    def weighed_pairs(weights: Weights) -> list[list[int]]:
        rows = [
            [weights.spread * spread for spread in row] if weights.spread != 1 else [*row]
            for row in spreads
        ]
        for one, other, cost in others:
            rows[one][other] += (
                weights.barred * cost.barred
                + weights.repeats * cost.repeats
                + weights.turns * cost.turns
            )
        return rows

    return weighed_pairs


class _CostOfPair(NamedTuple):
    repeats: int
    barred: int
    turns: int


def _matrices(situation: Situation) -> list[Sequence[Sequence[int]]]:
    """Return the meetings, barred pairs and clashes of all pairs."""
    nothing = ((0,) * len(situation.players),) * len(situation.players)
    return [situation.met, situation.barred or nothing, situation.clashes or nothing]
