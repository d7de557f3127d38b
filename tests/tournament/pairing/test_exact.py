"""The exact tables against the published example and every partition, one by one."""

from itertools import islice

import pytest

from domain.tournament.pairing.costs import (
    CostVector,
    cost_of,
    cost_of_table,
    exact_weights,
    pair_costs,
    weighed,
)
from domain.tournament.pairing.exact import best_tables
from domain.tournament.pairing.situation import Situation
from tests.support.run.long import cases
from tests.tournament.pairing.situations import PUBLISHED, at_random, costs_of_all, partitions

SIZES = [(4, 3), (4, 4), (3, 3, 3), (2, 2, 2, 2), (5, 4), (3, 3, 2), (6,), (4, 3, 2)]


def test_the_published_example() -> None:
    """BCEG and ADF is the optimum; ACEG and BDF is second, and ABEG and CDF best by points."""
    tables = best_tables(PUBLISHED, (4, 3))
    assert tables == [[0, 3, 5], [1, 2, 4, 6]]
    assert cost_of(PUBLISHED, tables) == CostVector(repeats=6, small=7, spread=3509)
    ranked = sorted(costs_of_all(PUBLISHED, (4, 3)))
    assert ranked[1] == (CostVector(repeats=6, small=7, spread=3697), "ACEG + BDF")
    by_points = min(ranked, key=lambda one: one[0].spread)
    assert by_points == (CostVector(repeats=7, small=9, spread=737), "ABEG + CDF")


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_the_first_of_all_partitions_of_least_cost(sizes: tuple[int, ...]) -> None:
    number = sum(sizes)
    for seed in range(cases(12, 4)):
        situation = at_random(number, seed, teams=seed % 2 == 0, clashes=seed % 3 == 0)
        every = list(partitions(range(number), sizes))
        assert best_tables(situation, sizes) == min(every, key=lambda one: cost_of(situation, one))


@pytest.mark.parametrize("sizes", [(4, 4, 3, 3), (2, 2, 2)], ids=str)
def test_one_number_orders_costs_as_the_vectors_do(sizes: tuple[int, ...]) -> None:
    """No component of the mixed radix overflows into the one before it."""
    number = sum(sizes)
    situation = at_random(number, 3, teams=True, clashes=True)
    weights = exact_weights(situation, sizes)
    few = islice(partitions(range(number), sizes), 3000)
    costs = [cost_of(situation, tables) for tables in few]
    assert sorted(costs) == sorted(costs, key=lambda cost: weighed(cost, weights))


def test_the_cost_of_pairs_is_part_of_the_cost_of_a_table() -> None:
    situation: Situation = at_random(8, 5, clashes=True)
    weights = exact_weights(situation, (4, 4))
    pairs = pair_costs(situation)(weights)
    table = [1, 4, 6, 7]
    total = sum(pairs[one][other] for one in table for other in table if one < other)
    assert total == weighed(cost_of_table(situation, table, small=False), weights)
