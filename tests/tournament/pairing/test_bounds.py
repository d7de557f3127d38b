"""The bounds never exceed what some pairing costs, and prices are refused that prove nothing."""

import pytest

from domain.refusal import IllegalAction
from domain.tournament.pairing.bounds import (
    PRICE_UNITS,
    lower_bounds,
    priced_spread,
    repeats_at_least,
    spread_at_least,
)
from domain.tournament.pairing.costs import cost_of_table
from domain.tournament.pairing.situation import Situation
from tests.support.run.long import cases
from tests.tournament.pairing.situations import (
    PUBLISHED,
    at_random,
    costs_of_all,
    met_in_tables,
    partitions,
)

SIZES = [(4, 4), (4, 3), (3, 3, 2), (2, 2, 2, 2), (4, 3, 2)]


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_no_pairing_costs_less(sizes: tuple[int, ...]) -> None:
    for seed in range(cases(10, 6)):
        situation = at_random(sum(sizes), seed)
        costs = [cost for cost, _ in costs_of_all(situation, sizes)]
        bounds = lower_bounds(situation, sizes)
        assert bounds.repeats <= min(cost.repeats for cost in costs)
        assert bounds.small == min(cost.small for cost in costs)
        least = min(cost.spread for cost in costs)
        assert bounds.spread <= least
        if len(set(sizes)) == 1:
            assert bounds.spread == least


def test_the_bounds_of_the_published_example() -> None:
    assert lower_bounds(PUBLISHED, (4, 3)) == (0, 1, 0, 0, 5, 593)


def test_an_entrant_who_has_met_everybody_repeats_an_opponent() -> None:
    """Five players who have all met, at tables of five, repeat ten pairs."""
    situation = Situation((1, 2, 3, 4, 5), (0,) * 5, met_in_tables(5, [range(5)]), (0,) * 5, ())
    assert repeats_at_least(situation, 5) == 10
    assert repeats_at_least(situation, 2) == 3


def test_consecutive_tables() -> None:
    assert spread_at_least((0, 0, 10, 10), (2, 2)) == 0
    assert spread_at_least((10, 0, 10, 0), (2, 2)) == 0
    assert spread_at_least((0, 10, 20, 30), (2, 2)) == 200


# --- prices -----------------------------------------------------------------------------------


def shares(situation: Situation, sizes: tuple[int, ...]) -> list[int]:
    """Return prices that are valid: the least share of any table without repeats."""
    fresh = [
        table
        for tables in partitions(range(len(situation.players)), sizes)
        for table in tables
        if not cost_of_table(situation, table, small=False).repeats
    ]
    return [
        min(
            PRICE_UNITS * cost_of_table(situation, table, small=False).spread // len(table)
            for table in fresh
            if one in table
        )
        for one in range(len(situation.players))
    ]


def fresh_situation(number: int, seed: int) -> Situation:
    """Return a situation after one round at tables of two."""
    situation = at_random(number, seed)
    pairs = [(at, at + 1) for at in range(0, number - 1, 2)]
    met = met_in_tables(number, pairs)
    return Situation(situation.players, situation.points, met, situation.small, situation.seats)


@pytest.mark.parametrize("sizes", [(4, 4), (3, 3, 2), (2, 2, 2, 2)], ids=str)
def test_prices_bound_every_pairing_without_repeats(sizes: tuple[int, ...]) -> None:
    for seed in range(cases(10, 3)):
        situation = fresh_situation(8, seed)
        prices = shares(situation, sizes)
        bound = priced_spread(situation, sizes, prices)
        fresh = [cost.spread for cost, _ in costs_of_all(situation, sizes) if not cost.repeats]
        assert bound <= min(fresh)


def test_a_price_that_is_too_high_is_refused() -> None:
    situation = fresh_situation(8, 1)
    prices = shares(situation, (4, 4))
    high = [max(one + 60 * PRICE_UNITS, 0) for one in prices]
    with pytest.raises(IllegalAction) as refused:
        priced_spread(situation, (4, 4), high)
    assert refused.value.refusal.rule == "TN-BOUND-2"
    table = [one - 1 for one in refused.value.refusal.facts["players"]]
    cost = cost_of_table(situation, table, small=False)
    assert cost.repeats == 0
    assert PRICE_UNITS * cost.spread < sum(high[one] for one in table)
