"""How likely independent trials reach a total score: exactly for few, by a saddlepoint for many.

``docs/reference/statistics.md`` has the formulas, and how far the approximation is off.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import erfc, exp, expm1, log, log1p, pi, prod, sinh, sqrt
from typing import Final, NamedTuple

from service.archives.trial_tally import Odds

EXACT_MAX: Final = 60
"""Up to this many trials, the probability is exact; more would take too long."""

_STEPS: Final = 100
"""More than halving an interval takes to the last digit."""

_CLOSE: Final = 1e-13

_NEAR: Final = 0.1
"""Below this exponent, logarithm and power lose digits that ``log1p`` and ``expm1`` keep."""

_FARTHEST: Final = 60.0
"""Beyond this saddlepoint, a score of trials with less than 10²⁰ draws is the greatest or least."""

_AT_THE_MEAN: Final = 1e-4
"""Closer than this to the mean, in standard deviations, the formula is the difference of two large
numbers."""


class Moments(NamedTuple):
    """Expectation and variance of a total score."""

    expected: Fraction
    variance: Fraction


class _Cumulants(NamedTuple):
    """The first two derivatives of the cumulant generating function of a total score."""

    slope: float
    curvature: float


def moments(trials: Mapping[Odds, int]) -> Moments:
    """Return expectation and variance of the total score of trials, counted by their odds.

    >>> moments({(1, 1): 4})
    Moments(expected=Fraction(2, 1), variance=Fraction(1, 1))
    """
    expected = variance = Fraction(0)
    for odds, count in trials.items():
        draws = sum(odds)
        mean = Fraction(sum(score * ways for score, ways in enumerate(odds)), draws)
        squares = Fraction(sum(score**2 * ways for score, ways in enumerate(odds)), draws)
        expected += count * mean
        variance += count * (squares - mean**2)
    return Moments(expected, variance)


def upper_tail(trials: Mapping[Odds, int], score: int) -> float:
    """Return the probability that these trials, counted by their odds, have this score or more.

    >>> upper_tail({(1, 1): 3}, 3)
    0.125
    """
    if score <= 0:
        return 1.0
    if sum(trials.values()) <= EXACT_MAX:
        return float(exact_upper_tail(trials, score))
    greatest = sum((len(odds) - 1) * count for odds, count in trials.items())
    if score >= greatest:
        return smallest_tail(trials) if score == greatest else 0.0
    return saddlepoint_upper_tail(trials, score)


def smallest_tail(trials: Mapping[Odds, int]) -> float:
    """Return the probability of the greatest score, below which no upper tail can be.

    >>> smallest_tail({(1, 1): 2, (5, 1): 1}) == 1 / 24
    True
    """
    return prod(
        (float(Fraction(odds[-1], sum(odds))) ** count for odds, count in trials.items()), start=1.0
    )


def exact_upper_tail(trials: Mapping[Odds, int], score: int) -> Fraction:
    """Return the same as a fraction; the time grows with the cube of the number of trials.

    The polynomial whose coefficients are the odds, to the power of their count, has the odds of all
    total scores as coefficients. With a power of two in place of its variable, it is one number.
    """
    draws = prod(sum(odds) ** count for odds, count in trials.items())
    bits = draws.bit_length() + 1
    packed = prod(
        sum(ways << (bits * one) for one, ways in enumerate(odds)) ** count
        for odds, count in trials.items()
    )
    # A number modulo base − 1 is the sum of its digits, which is at most the number of draws.
    return Fraction((packed >> (bits * score)) % ((1 << bits) - 1), draws)


def saddlepoint_upper_tail(trials: Mapping[Odds, int], score: int) -> float:
    """Return the same by Lugannani and Rice (1980), with Daniels' (1987) correction for lattices.

    The score must be above 0 and below the greatest one.
    """
    between = score - 0.5
    point = _saddlepoint(trials, between)
    distance = sqrt(max(0.0, 2 * _exponent(trials, point, between)))
    if distance < _AT_THE_MEAN:
        return 0.5
    signed = distance if point > 0 else -distance
    density = exp(-(distance**2) / 2) / sqrt(2 * pi)
    step = 2 * sinh(point / 2) * sqrt(_cumulants(trials, point).curvature)
    return erfc(signed / sqrt(2)) / 2 + density * (1 / step - 1 / signed)


def _saddlepoint(trials: Mapping[Odds, int], score: float) -> float:
    """Return where the slope is the score: by Newton's method, within halved intervals."""
    low, high, point = -_FARTHEST, _FARTHEST, 0.0
    for _ in range(_STEPS):
        slope, curvature = _cumulants(trials, point)
        low, high = (point, high) if slope < score else (low, point)
        following = point - (slope - score) / curvature if curvature else low
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - point) < _CLOSE:
            break
        point = following
    return point


def _exponent(trials: Mapping[Odds, int], point: float, score: float) -> float:
    """Return point × score minus the cumulant generating function, precise near the mean too.

    There both terms are nearly equal, so that of each kind of trial is taken about its mean.
    """
    exponent = 0.0
    expected = Fraction(0)
    for odds, count in trials.items():
        draws = sum(odds)
        mean = Fraction(sum(one * ways for one, ways in enumerate(odds)), draws)
        expected += count * mean
        from_mean = [float(one - mean) * point for one in range(len(odds))]
        most = max(from_mean)
        if most < _NEAR:
            sums = sum(ways * expm1(one) for ways, one in zip(odds, from_mean, strict=True))
            exponent -= count * log1p(sums / draws)
        else:
            # Take the greatest exponent out, so that no power overflows.
            sums = sum(ways * exp(one - most) for ways, one in zip(odds, from_mean, strict=True))
            exponent -= count * (log(sums / draws) + most)
    return exponent + point * float(Fraction(score) - expected)


def _cumulants(trials: Mapping[Odds, int], point: float) -> _Cumulants:
    slope = curvature = 0.0
    for odds, count in trials.items():
        most = max(0.0, (len(odds) - 1) * point)
        weights = [ways * exp(score * point - most) for score, ways in enumerate(odds)]
        total = sum(weights)
        mean = sum(score * weight for score, weight in enumerate(weights)) / total
        spread = sum((score - mean) ** 2 * weight for score, weight in enumerate(weights)) / total
        slope += count * mean
        curvature += count * spread
    return _Cumulants(slope, curvature)
