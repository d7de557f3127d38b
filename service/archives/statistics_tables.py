"""The statistics of an archive as tables for people.

A test with too few games has no row; one sentence names all tests left out. The reports for
programs contain all counts.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import ceil
from typing import NamedTuple

from rich.console import Console
from rich.segment import Segments
from rich.table import Table
from rich.text import Text

from service.archives.cells import as_p, counted, table_of
from service.archives.conclusions import Conclusion
from service.archives.statistics import (
    LEAST,
    CountsTest,
    RulesetStatistics,
    RunsTest,
    SeatingStatistics,
    Share,
    Statistics,
)
from service.archives.trial_tables import trial_tables

_COLUMNS_MAX = 6
"""For a lot with more values, only the rarest and the most frequent one are shown."""

_WIDTH_MAX = 200


def show(statistics: Statistics, console: Console, printable: Callable[[str], str] = str) -> None:
    """Print the statistics: first the three conclusions, then the tables behind them.

    ``printable`` escapes what players chose, such as their names.
    """
    console.print(_verdict("Dice and lots", statistics.chance))
    console.print(_verdict("Seats", statistics.seats))
    if statistics.trials.tests or statistics.trials.too_few:
        console.print(Text(printable(_verdict("Scores", statistics.trials).plain)))
    for ruleset in statistics.rulesets:
        console.print(Text(f"\n{ruleset.ruleset}, {counted(ruleset.games, 'game')}"))
        for title, table in _tables(ruleset, printable):
            console.print(Text(f"\n{title}"))
            # A fixed width, so that neither a pipe nor a narrow screen cuts off numbers.
            wide = console.options.update(width=_WIDTH_MAX)
            console.print(Segments(console.render(table, wide)), end="", crop=False, soft_wrap=True)
        if missing := list(_missing(ruleset)):
            console.print(Text(f"\n{_left_out(missing)}"))


def _verdict(name: str, verdict: Conclusion) -> Text:
    few = f"{counted(verdict.too_few, 'test')} left out because there are too few games."
    return Text(f"{name}: {verdict.words}" + (f" {few}" if verdict.too_few else ""))


def _tables(
    ruleset: RulesetStatistics, printable: Callable[[str], str]
) -> Iterator[tuple[str, Table]]:
    """Yield each table with its title: lots of the same values, runs, outcomes, scores."""
    shown = [test for test in ruleset.counts if test.p is not None]
    by_values = sorted(shown, key=lambda test: test.values)
    many: list[CountsTest] = []
    for values, group in groupby(by_values, key=lambda test: test.values):
        if len(values) <= _COLUMNS_MAX:
            yield "How often each value came", _counts(values, list(group))
        else:
            many += group
    if many:
        yield "How often the rarest and the most frequent value came", _ends(many)
    if runs := [test for test in ruleset.runs if test.p is not None]:
        title = "How often the values changed: runs of the lower and the upper half of the values"
        yield title, _runs(runs)
    for seating in ruleset.seatings:
        yield from _outcomes(seating)
    yield from trial_tables(ruleset.trials, printable)


def _outcomes(seating: SeatingStatistics) -> Iterator[tuple[str, Table]]:
    players = seating.players
    yield f"{players}: how {counted(seating.games, 'game')} ended", _endings(seating)
    decided = counted(seating.decided, "decided game")
    if seats := [one for one in seating.by_seat if one.p is not None]:
        yield f"{players}: wins by seat, in {decided}", _shares("seat", seats)
    if places := [one for one in seating.by_place if one.p is not None]:
        title = f"{players}: wins by place in the first turn order, in {decided}"
        yield title, _shares("place", places)


# --- tests with too few games --------------------------------------------------------------------


class _Missing(NamedTuple):
    """A test that was left out because there are too few games."""

    what: str
    """What it tests, with numbers replaced: ``segment N`` is any segment."""
    games: float
    """About how many games it needs."""


def _missing(ruleset: RulesetStatistics) -> Iterator[_Missing]:
    """Yield the tests of a ruleset that were left out."""
    for lot in ruleset.counts:
        if lot.p is None:
            what = _kind(lot.lot) if lot.seat is None else f"{_kind(lot.lot)} by seat"
            yield _Missing(what, _games(ruleset.games, lot.expected))
    for runs in ruleset.runs:
        if runs.p is None:
            yield _Missing(f"runs of {_kind(runs.lot)}", _games(ruleset.games, runs.variance))
    for seating in ruleset.seatings:
        players = f"with {seating.players}"
        for what, shares in (("seat", seating.by_seat), ("place", seating.by_place)):
            for one in shares:
                variance = one.games * one.expected * (1 - one.expected)
                if one.p is None and variance:  # who plays alone always wins
                    yield _Missing(f"wins by {what} {players}", _games(one.games, variance))


def _kind(lot: str) -> str:
    return re.sub(r"\d+", "N", lot)


def _games(games: int, reached: float) -> float:
    """Estimate how many games make a count or variance large enough, if growth is linear."""
    return games * LEAST / reached


_NAMED_MAX = 8
"""At most this many kinds of tests are named."""


def _left_out(missing: Sequence[_Missing]) -> str:
    """Return the sentence about the tests that were left out."""
    kinds = list(dict.fromkeys(one.what for one in missing))
    named = ", ".join(kinds[:_NAMED_MAX])
    more = f" and {len(kinds) - _NAMED_MAX} more kinds" if len(kinds) > _NAMED_MAX else ""
    fewest, most = (_rounded(pick(one.games for one in missing)) for pick in (min, max))
    needed = f"about {fewest} games" if fewest == most else f"about {fewest} to {most} games"
    tests = counted(len(missing), "test")
    return f"Too few games for {tests} ({named}{more}): they need {needed}."


def _rounded(games: float) -> str:
    """Return a number of games, rounded up to two digits."""
    unit = 10 ** max(0, len(str(ceil(games))) - 2)
    return f"{ceil(games / unit) * unit:,}"


def _counts(values: Sequence[str], tests: Sequence[CountsTest]) -> Table:
    table = table_of("lot", *values, "expected", "χ²", "df", "p")
    for test in tests:
        table.add_row(_lot(test), *(str(count) for count in test.observed), *_chi_squared(test))
    return table


def _ends(tests: Sequence[CountsTest]) -> Table:
    table = table_of("lot", "rarest", "most frequent", "expected", "χ²", "df", "p")
    for test in tests:
        ends = [
            f"{test.values[test.observed.index(count)]}: {count}"
            for count in (min(test.observed), max(test.observed))
        ]
        table.add_row(_lot(test), *ends, *_chi_squared(test))
    return table


def _lot(test: CountsTest) -> str:
    return test.lot if test.seat is None else f"{test.lot}, seat {test.seat}"


def _chi_squared(test: CountsTest) -> tuple[str, str, str, str]:
    return (
        f"{test.expected:.1f}",
        f"{test.chi_squared:.2f}",
        str(test.degrees_of_freedom),
        as_p(test.p),
    )


def _runs(tests: Sequence[RunsTest]) -> Table:
    table = table_of("lot", "games", "runs", "expected", "z", "p")
    for test in tests:
        expected = f"{test.expected:.1f}"
        table.add_row(test.lot, str(test.games), str(test.runs), expected, _z(test.z), as_p(test.p))
    return table


def _endings(seating: SeatingStatistics) -> Table:
    table = table_of("reason", "games")
    for ending in seating.endings:
        reason = "not ended" if ending.reason is None else ending.reason.replace("_", " ")
        table.add_row(reason, str(ending.games))
    return table


def _shares(what: str, shares: Sequence[Share]) -> Table:
    table = table_of(what, "games", "wins", "share", "95% interval", "expected", "z", "p")
    for one in shares:
        table.add_row(
            str(one.number),
            str(one.games),
            f"{one.wins:.1f}",
            f"{one.share:.1%}",
            f"{one.low:.1%} … {one.high:.1%}",
            f"{one.expected:.1%}",
            _z(one.z),
            as_p(one.p),
        )
    return table


def _z(z: float | None) -> str:
    return "" if z is None else f"{z:+.2f}"
