"""Statistics of an archive: are chance, seats and players' luck as they should be?

``docs/reference/statistics.md`` describes what is computed and how to read it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import Final

from msgspec import Struct

from domain.kit.option_marks import stratum_name
from domain.kit.words import NO_WORDS
from domain.ruleset import Seat
from domain.rulesets.registry import BY_PINNED
from service.archives.conclusions import Conclusion, conclude
from service.archives.probability import chi_squared, chi_squared_p, normal_p, wilson
from service.archives.tally import (
    UNIT,
    Lot,
    LotTally,
    Results,
    RulesetTally,
    SeatingTally,
    Stratum,
    Tally,
)
from service.archives.trial_statistics import (
    TrialStatistics,
    trial_statistics,
    trial_tests,
    with_limits,
)

LEAST: Final = 5
"""Expected counts and variances below this are too small for accurate p-values."""


class CountsTest(Struct, frozen=True):
    """Whether all values of a lot come equally often (chi-squared)."""

    lot: str
    seat: Seat | None
    """None for the lot as a whole."""
    values: tuple[str, ...]
    observed: tuple[int, ...]
    expected: float
    """Of each value."""
    chi_squared: float
    degrees_of_freedom: int
    p: float | None
    """None if there is too little data."""


class RunsTest(Struct, frozen=True):
    """Whether the values of a lot change as often as they should (Wald and Wolfowitz)."""

    lot: str
    games: int
    """Games in which the number of runs could vary."""
    runs: int
    expected: float
    variance: float
    z: float | None
    """Below 0: streaks; above 0: values change too often."""
    p: float | None
    """None if there is too little data."""


class Share(Struct, frozen=True):
    """The games won by one seat, or by one place in the turn order."""

    number: int
    """Seats count from 0, places from 1."""
    games: int
    wins: float
    """A win shared by n sides counts as 1 / n."""
    share: float
    low: float
    high: float
    """The Wilson interval for the share, 95 %."""
    expected: float
    """The share if all sides were equal."""
    z: float | None
    p: float | None
    """None if there is too little data."""


class Ending(Struct, frozen=True):
    """A way in which games ended, and the number of those games."""

    reason: str | None
    """None for games that did not end."""
    games: int


class SeatingStatistics(Struct, frozen=True):
    """Outcomes of the games of one stratum."""

    stratum: str
    """The name that the ruleset gives to comparable games."""
    name: str
    """The same in English, without the number of players; empty if nothing else matters."""
    seats: int
    games: int
    decided: int
    """Games with a winner; only they count for the shares."""
    endings: tuple[Ending, ...]
    by_seat: tuple[Share, ...]
    by_place: tuple[Share, ...]

    @property
    def players(self) -> str:
        """The stratum in words: the number of players, and its name if it says more."""
        players = f"{self.seats} players"
        return f"{players} ({self.name})" if self.name else players


class RulesetStatistics(Struct, frozen=True):
    """The statistics of one ruleset."""

    ruleset: str
    games: int
    counts: tuple[CountsTest, ...]
    runs: tuple[RunsTest, ...]
    seatings: tuple[SeatingStatistics, ...]
    trials: TrialStatistics


class Statistics(Struct, frozen=True):
    """The statistics of an archive."""

    games: int
    chance: Conclusion
    seats: Conclusion
    trials: Conclusion
    rulesets: tuple[RulesetStatistics, ...]


def report(tally: Tally) -> Statistics:
    """Return the statistics of a tally."""
    rulesets = tuple(_ruleset(name, tally.rulesets[name]) for name in sorted(tally.rulesets))
    return Statistics(
        games=sum(ruleset.games for ruleset in rulesets),
        chance=conclude(_chance_tests(rulesets)),
        seats=conclude(_seat_tests(rulesets)),
        trials=with_limits(conclude(_trial_tests(rulesets))),
        rulesets=rulesets,
    )


def _ruleset(name: str, tally: RulesetTally) -> RulesetStatistics:
    lots = sorted(tally.lots.items(), key=lambda item: _natural(item[0]))
    return RulesetStatistics(
        ruleset=name,
        games=tally.games,
        counts=tuple(test for lot, counted in lots for test in _counts_tests(lot, counted)),
        runs=tuple(_runs_test(lot, counted) for lot, counted in lots if counted.sequences),
        seatings=tuple(
            _seating(name, stratum, tally.seatings[stratum]) for stratum in sorted(tally.seatings)
        ),
        trials=trial_statistics(tally.trials),
    )


def _natural(lot: Lot) -> tuple[list[tuple[int, str]], tuple[str, ...]]:
    """Return a key that sorts "segment 2" before "segment 10"."""
    words = re.split(r"(\d+)", lot.name)
    return [(int(word), "") if word.isdigit() else (-1, word) for word in words], lot.values


def _counts_tests(lot: Lot, tally: LotTally) -> Iterator[CountsTest]:
    """Yield the test of the whole lot, then that of each seat for which it was drawn."""
    whole = [sum(counts) for counts in zip(*tally.counts.values(), strict=True)]
    yield _counts_test(lot, None, whole)
    seats = sorted(seat for seat in tally.counts if seat is not None)
    for seat in seats:
        yield _counts_test(lot, seat, tally.counts[seat])


def _counts_test(lot: Lot, seat: Seat | None, observed: Sequence[int]) -> CountsTest:
    expected = sum(observed) / len(observed)
    statistic = chi_squared(observed)
    degrees = len(observed) - 1
    return CountsTest(
        lot=lot.name,
        seat=seat,
        values=lot.values,
        observed=tuple(observed),
        expected=expected,
        chi_squared=statistic,
        degrees_of_freedom=degrees,
        p=chi_squared_p(statistic, degrees) if expected >= LEAST else None,
    )


def _runs_test(lot: Lot, tally: LotTally) -> RunsTest:
    expected = tally.runs_expected / UNIT
    variance = tally.runs_variance / UNIT
    z = (tally.runs - expected) / sqrt(variance) if variance >= LEAST else None
    return RunsTest(
        lot=lot.name,
        games=tally.sequences,
        runs=tally.runs,
        expected=expected,
        variance=variance,
        z=z,
        p=None if z is None else normal_p(z),
    )


def _seating(ruleset: str, stratum: Stratum, tally: SeatingTally) -> SeatingStatistics:
    rules = BY_PINNED.get(ruleset)
    words = (NO_WORDS if rules is None else rules.words)["en"]
    games = sum(tally.endings.values())
    endings = sorted(tally.endings.items(), key=lambda item: (-item[1], item[0] or ""))
    return SeatingStatistics(
        stratum=stratum.name,
        name=stratum_name(words, stratum.name),
        seats=stratum.seats,
        games=games,
        decided=games - tally.endings.get(None, 0) - tally.undecided,
        endings=tuple(Ending(reason, count) for reason, count in endings),
        by_seat=tuple(_share(seat, tally.by_seat[seat]) for seat in sorted(tally.by_seat)),
        by_place=tuple(
            _share(place + 1, tally.by_place[place]) for place in sorted(tally.by_place)
        ),
    )


def _share(number: int, results: Results) -> Share:
    games = sum(results.values())
    wins = expected = variance = Fraction(0)
    for (sides, winning, won), count in results.items():
        wins += Fraction(count, winning) if won else 0
        expected += Fraction(count, sides)
        # A win is worth 1 / winning and has the probability winning / sides.
        variance += count * (Fraction(1, sides * winning) - Fraction(1, sides**2))
    z = float(wins - expected) / sqrt(variance) if variance >= LEAST else None
    low, high = wilson(float(wins), games)
    return Share(
        number=number,
        games=games,
        wins=float(wins),
        share=float(wins / games),
        low=low,
        high=high,
        expected=float(expected / games),
        z=z,
        p=None if z is None else normal_p(z),
    )


def _chance_tests(rulesets: Iterable[RulesetStatistics]) -> Iterator[tuple[str, float | None]]:
    for ruleset in rulesets:
        for counts in ruleset.counts:
            of = "" if counts.seat is None else f" of seat {counts.seat}"
            yield f"{ruleset.ruleset}, {counts.lot}{of}: how often each value came", counts.p
        for runs in ruleset.runs:
            yield f"{ruleset.ruleset}, {runs.lot}: how often the values changed", runs.p


def _seat_tests(rulesets: Iterable[RulesetStatistics]) -> Iterator[tuple[str, float | None]]:
    for ruleset in rulesets:
        for seating in ruleset.seatings:
            what = f"{ruleset.ruleset}, {seating.players}"
            for one in seating.by_seat:
                yield f"{what}: wins of seat {one.number}", one.p
            for one in seating.by_place:
                yield f"{what}: wins of place {one.number} in the turn order", one.p


def _trial_tests(rulesets: Iterable[RulesetStatistics]) -> Iterator[tuple[str, float | None]]:
    for ruleset in rulesets:
        for what, p in trial_tests(ruleset.trials):
            yield f"{ruleset.ruleset}, {what}", p
