"""The distributions and tests that the statistics need, each with its formula.

``docs/reference/statistics.md`` describes how they are used.
"""

from collections.abc import Sequence
from math import erfc, sqrt
from statistics import NormalDist
from typing import Final, NamedTuple

from mpmath import gammainc, inf  # type: ignore[import-untyped] # it comes without types

CONFIDENCE: Final = 0.95
"""Confidence level of the intervals."""

_Z: Final = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


class Interval(NamedTuple):
    """A confidence interval for a share."""

    low: float
    high: float


def chi_squared(observed: Sequence[int]) -> float:
    """Return Pearson's statistic for values of equal probability: Σ (o − e)² / e.

    >>> chi_squared([5, 8, 9, 8, 10, 20])
    13.4
    """
    expected = sum(observed) / len(observed)
    # Add all squares before dividing, which is exact up to the last step.
    return sum((count - expected) ** 2 for count in observed) / expected


def chi_squared_p(statistic: float, degrees_of_freedom: int) -> float:
    """Return the probability of a statistic this large or larger: Q(k / 2, x / 2).

    >>> round(chi_squared_p(13.4, 5), 4)
    0.0199
    """
    return float(gammainc(degrees_of_freedom / 2, statistic / 2, inf, regularized=True))


def normal_p(z: float) -> float:
    """Return the two-sided probability of a distance this large or larger: erfc(|z| / √2)."""
    return erfc(abs(z) / sqrt(2))


def wilson(wins: float, games: int) -> Interval:
    """Return the Wilson score interval for a share of wins."""
    share = wins / games
    squared = _Z**2 / games
    middle = (share + squared / 2) / (1 + squared)
    half = _Z * sqrt(share * (1 - share) / games + squared / (4 * games)) / (1 + squared)
    # Keep the share inside the interval: at 0 and 1, rounding could put it outside.
    return Interval(min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return each p-value adjusted for multiple testing (Holm 1979), in the same order.

    The tests may depend on each other.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [1.0] * len(p_values)
    greatest = 0.0
    ascending = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(ascending):
        greatest = max(greatest, min(1.0, (len(p_values) - rank) * p_values[index]))
        adjusted[index] = greatest
    return adjusted
