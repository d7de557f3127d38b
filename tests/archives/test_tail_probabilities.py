"""Test the probabilities of total scores: exact ones by enumeration, the others by exact ones."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from service.archives.tail_probabilities import (
    EXACT_MAX,
    exact_upper_tail,
    moments,
    saddlepoint_upper_tail,
    smallest_tail,
    upper_tail,
)
from service.archives.trial_tally import Odds

COIN: Odds = (1, 1)
THREE_ON_ONE: Odds = (441, 855)
THREE_ON_THREE: Odds = (17871, 12348, 10017, 6420)

SMALL: list[dict[Odds, int]] = [
    {COIN: 3},
    {(5, 1): 2, (25, 10, 1): 1},
    {THREE_ON_ONE: 2, THREE_ON_THREE: 2},
    {(0, 1, 2): 2, (3, 0, 1): 2},
]


def enumerated(trials: Mapping[Odds, int]) -> dict[int, Fraction]:
    """Return the probability of each total score, by all combinations of scores."""
    every = [odds for odds, count in trials.items() for _ in range(count)]
    draws = prod(map(sum, every))
    found: dict[int, Fraction] = {}
    for scores in product(*(range(len(odds)) for odds in every)):
        ways = prod(odds[score] for odds, score in zip(every, scores, strict=True))
        found[sum(scores)] = found.get(sum(scores), Fraction(0)) + Fraction(ways, draws)
    return found


@pytest.mark.parametrize("trials", SMALL)
def test_few_trials_have_the_probabilities_of_all_combinations(trials: dict[Odds, int]) -> None:
    known = enumerated(trials)
    for score in range(max(known) + 1):
        tail = sum(one for total, one in known.items() if total >= score)
        assert exact_upper_tail(trials, score) == tail
        assert upper_tail(trials, score) == float(tail)
    assert upper_tail(trials, max(known) + 1) == 0
    assert smallest_tail(trials) == pytest.approx(float(known[max(known)]))


@pytest.mark.parametrize("trials", SMALL)
def test_moments_are_those_of_all_combinations(trials: dict[Odds, int]) -> None:
    known = enumerated(trials)
    mean = sum(score * chance for score, chance in known.items())
    squares = sum(score**2 * chance for score, chance in known.items())
    assert moments(trials) == (mean, squares - mean**2)


def test_a_published_figure() -> None:
    """Seventeen of seventeen battles of three dice against one: the first p below 0.001."""
    assert upper_tail({THREE_ON_ONE: 16}, 16) == pytest.approx((855 / 1296) ** 16)
    assert upper_tail({THREE_ON_ONE: 16}, 16) > 0.001 > upper_tail({THREE_ON_ONE: 17}, 17)


def test_many_trials_are_approximated_well_far_out_in_the_tail(seed: int) -> None:
    """The error of p is at most one in a hundred, and one in thirty for the last scores."""
    random = Random(seed)
    kinds: list[Odds] = [THREE_ON_ONE, THREE_ON_THREE, (5, 1), (2275, 2611, 2890), COIN]
    for _ in range(6):
        trials = {odds: random.randint(13, 30) for odds in random.sample(kinds, 5)}
        assert sum(trials.values()) > EXACT_MAX
        greatest = sum((len(odds) - 1) * count for odds, count in trials.items())
        middle = int(moments(trials).expected)
        for score in {*random.sample(range(middle - 20, greatest), 6), greatest - 1, greatest - 4}:
            exact = float(exact_upper_tail(trials, score))
            allowed = 0.01 if greatest - score > 3 else 1 / 30
            assert upper_tail(trials, score) == pytest.approx(exact, rel=allowed), (trials, score)
        assert upper_tail(trials, greatest) == pytest.approx(
            float(exact_upper_tail(trials, greatest))
        )
        assert upper_tail(trials, greatest + 1) == 0


def test_at_the_mean_the_probability_is_one_half() -> None:
    """There the formula is the difference of two infinite numbers."""
    assert upper_tail({COIN: 101}, 51) == 0.5
    assert saddlepoint_upper_tail({COIN: 1001}, 501) == 0.5
    near = [saddlepoint_upper_tail({THREE_ON_ONE: 10**7}, 6597222 + step) for step in (-1, 0, 1, 2)]
    assert near == sorted(near, reverse=True)
    assert near == pytest.approx([0.5] * 4, abs=0.001)


def test_a_million_trials_have_a_probability() -> None:
    """Far out it may be below the least number, but never above one or below zero."""
    trials = {THREE_ON_ONE: 10**6, THREE_ON_THREE: 10**6}
    expected, variance = moments(trials)
    scores = [int(expected + deviations * variance**0.5) for deviations in (-50, -3, 3, 50)]
    tails = [upper_tail(trials, score) for score in scores]
    assert tails[0] == pytest.approx(1)
    assert tails[1] == pytest.approx(1 - 0.00135, abs=1e-5)
    assert tails[2] == pytest.approx(0.00135, rel=0.02)
    assert 0 <= tails[3] < 1e-300
