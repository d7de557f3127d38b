"""Test the formulas of the statistics against the vectors of the page, and each other."""

from itertools import product
from math import exp, factorial, sqrt
from random import Random
from statistics import mean, pvariance

import pytest

from service.archives.probability import chi_squared, chi_squared_p, holm, normal_p, wilson
from service.archives.tally import UNIT, LotTally
from tests.support.docs.pages import ROOT

PAGE = (ROOT / "docs" / "reference" / "statistics.md").read_text(encoding="utf-8")


def vectors(heading: str) -> list[list[str]]:
    """Return the rows of the table under this heading of the page."""
    section = PAGE.split(f"\n### {heading}\n")[1].split("\n#")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def as_printed(value: float, printed: str) -> bool:
    """Return whether the value rounds to the printed one, or differs by one in its last place."""
    last_place = 10.0 ** -len(printed.partition(".")[2])
    return abs(value - float(printed)) <= last_place


@pytest.mark.parametrize(("statistic", "degrees", "p"), vectors("Chi-squared"))
def test_chi_squared_has_the_p_of_the_tables(statistic: str, degrees: str, p: str) -> None:
    assert as_printed(chi_squared_p(float(statistic), int(degrees)), p)


@pytest.mark.parametrize("degrees", [2, 4, 14, 60])
@pytest.mark.parametrize("statistic", [0.0, 0.5, 7.0, 40.0, 400.0, 1300.0])
def test_chi_squared_agrees_with_the_sum_for_even_degrees(statistic: float, degrees: int) -> None:
    """With an even number of degrees, Q is a finite sum, which is exact far out in the tail."""
    half = statistic / 2
    known = exp(-half) * sum(half**i / factorial(i) for i in range(degrees // 2))
    assert chi_squared_p(statistic, degrees) == pytest.approx(known, rel=1e-9)


def test_pearson_s_statistic() -> None:
    """Sixty throws of a die, a published example; even counts give 0."""
    assert chi_squared([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert chi_squared([7, 7, 7]) == 0


@pytest.mark.parametrize(
    ("z", "p"), [(0.0, 1.0), (1.959964, 0.05), (-2.575829, 0.01), (3.290527, 0.001)]
)
def test_both_tails_of_the_normal_distribution(z: float, p: float) -> None:
    assert normal_p(z) == pytest.approx(p, rel=1e-5)


@pytest.mark.parametrize(("wins", "games", "low", "high"), vectors("Wilson"))
def test_wilson_as_published(wins: str, games: str, low: str, high: str) -> None:
    interval = wilson(float(wins), int(games))
    assert [f"{bound:.4f}" for bound in interval] == [low, high]


@pytest.mark.parametrize("games", [1, 7, 1000])
def test_wilson_stays_within_its_bounds(games: int) -> None:
    """A player wins at least none and at most all of the games."""
    assert wilson(0, games).low == 0
    assert wilson(games, games).high == 1
    assert all(
        0 <= interval.low <= wins / games <= interval.high <= 1
        for wins in range(games + 1)
        for interval in [wilson(wins, games)]
    )


def test_holm_as_the_page_says() -> None:
    rows = vectors("Holm")
    adjusted = holm([float(p) for p, _ in rows])
    assert adjusted == pytest.approx([float(published) for _, published in rows])
    assert holm([]) == []


def test_holm_lies_between_no_adjustment_and_bonferroni(seed: int) -> None:
    random = Random(seed)
    for _ in range(100):
        p_values = [random.random() ** 4 for _ in range(random.randint(1, 30))]
        adjusted = holm(p_values)
        assert min(adjusted) == min(1, min(p_values) * len(p_values))
        for p, more in zip(p_values, adjusted, strict=True):
            assert p <= more <= min(1, p * len(p_values))
        assert sorted(p_values) == [p for _, p in sorted(zip(adjusted, p_values, strict=True))]


@pytest.mark.parametrize(("row", "runs", "expected", "deviation"), vectors("Runs"))
def test_runs_as_published(row: str, runs: str, expected: str, deviation: str) -> None:
    tally = LotTally()
    tally.add_sequence([value == "1" for value in row])
    assert tally.runs == int(runs)
    assert as_printed(tally.runs_expected / UNIT, expected)
    assert as_printed(sqrt(tally.runs_variance / UNIT), deviation)


@pytest.mark.parametrize(("total", "ones"), [(4, 1), (5, 2), (8, 4), (10, 3)])
def test_runs_have_the_moments_of_all_arrangements(total: int, ones: int) -> None:
    """The test computes every order of this many ones and zeros."""
    rows = [row for row in product((False, True), repeat=total) if sum(row) == ones]
    tallies = [LotTally() for _ in rows]
    for row, tally in zip(rows, tallies, strict=True):
        tally.add_sequence(row)
    counted = [tally.runs for tally in tallies]
    assert tallies[0].runs_expected / UNIT == pytest.approx(mean(counted))
    assert tallies[0].runs_variance / UNIT == pytest.approx(pvariance(counted))


@pytest.mark.parametrize("row", [[], [True], [False, False, False], [True, False]])
def test_rows_that_leave_no_choice_are_left_out(row: list[bool]) -> None:
    """The values already determine their number of runs."""
    tally = LotTally()
    tally.add_sequence(row)
    assert tally == LotTally()
