"""The statistics of an archive as tables for people."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.segment import Segments
from rich.table import Table
from rich.text import Text

from service.archives.statistics import (
    CountsTest,
    RulesetStatistics,
    RunsTest,
    SeatingStatistics,
    Share,
    Statistics,
    Verdict,
)

_COLUMNS_MAX = 6
"""Of a lot with more values only the rarest and the most frequent one are shown."""

_WIDTH_MAX = 200


def tell(statistics: Statistics, console: Console) -> None:
    """Print the statistics: the two verdicts first, then the tables behind them."""
    console.print(_verdict("Dice and lots", statistics.chance))
    console.print(_verdict("Seats", statistics.seats))
    for ruleset in statistics.rulesets:
        console.print(Text(f"\n{ruleset.ruleset}, {_counted(ruleset.games, 'game')}"))
        for title, table in _tables(ruleset):
            console.print(Text(f"\n{title}"))
            # In a pipe as well as on a narrow screen no number is cut off.
            wide = console.options.update(width=_WIDTH_MAX)
            console.print(Segments(console.render(table, wide)), end="", crop=False, soft_wrap=True)


def _verdict(name: str, verdict: Verdict) -> Text:
    few = f"{_counted(verdict.too_few, 'test')} left out, for want of games."
    return Text(f"{name}: {verdict.words}" + (f" {few}" if verdict.too_few else ""))


def _tables(ruleset: RulesetStatistics) -> Iterator[tuple[str, Table]]:
    """Yield each table with its title: counts by lots of the same values, runs, outcomes."""
    by_values = sorted(ruleset.counts, key=lambda test: test.values)
    many: list[CountsTest] = []
    for values, group in groupby(by_values, key=lambda test: test.values):
        tests = list(group)
        if len(values) <= _COLUMNS_MAX:
            yield "How often each value came", _counts(values, tests)
        else:
            # A deck of cards is fifty such lots: seats with too few draws would hide the others.
            many += [test for test in tests if test.seat is None or test.p is not None]
    if many:
        yield "How often the rarest and the most frequent value came", _ends(many)
    if ruleset.runs:
        title = "How often the values changed: runs of the lower and the upper half of the values"
        yield title, _runs(ruleset.runs)
    for seating in ruleset.seatings:
        yield from _outcomes(seating)


def _outcomes(seating: SeatingStatistics) -> Iterator[tuple[str, Table]]:
    players = f"{seating.seats} players"
    yield f"{players}: how {_counted(seating.games, 'game')} ended", _endings(seating)
    decided = _counted(seating.decided, "decided game")
    if seating.by_seat:
        yield f"{players}: wins by seat, in {decided}", _shares("seat", seating.by_seat)
    if seating.by_place:
        title = f"{players}: wins by place in the first turn order, in {decided}"
        yield title, _shares("place", seating.by_place)


def _table(first: str, *numbers: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1))
    table.add_column(first, no_wrap=True)
    for number in numbers:
        table.add_column(number, justify="right", no_wrap=True)
    return table


def _counts(values: Sequence[str], tests: Sequence[CountsTest]) -> Table:
    table = _table("lot", *values, "expected", "χ²", "df", "p")
    for test in tests:
        table.add_row(_lot(test), *(str(count) for count in test.observed), *_chi_squared(test))
    return table


def _ends(tests: Sequence[CountsTest]) -> Table:
    table = _table("lot", "rarest", "most frequent", "expected", "χ²", "df", "p")
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
        _p(test.p),
    )


def _runs(tests: Sequence[RunsTest]) -> Table:
    table = _table("lot", "games", "runs", "expected", "z", "p")
    for test in tests:
        expected = f"{test.expected:.1f}"
        table.add_row(test.lot, str(test.games), str(test.runs), expected, _z(test.z), _p(test.p))
    return table


def _endings(seating: SeatingStatistics) -> Table:
    table = _table("reason", "games")
    for ending in seating.endings:
        reason = "not ended" if ending.reason is None else ending.reason.replace("_", " ")
        table.add_row(reason, str(ending.games))
    return table


def _shares(what: str, shares: Sequence[Share]) -> Table:
    table = _table(what, "games", "wins", "share", "95 % interval", "expected", "z", "p")
    for one in shares:
        table.add_row(
            str(one.number),
            str(one.games),
            f"{one.wins:.1f}",
            f"{one.share:.1%}",
            f"{one.low:.1%} … {one.high:.1%}",
            f"{one.expected:.1%}",
            _z(one.z),
            _p(one.p),
        )
    return table


def _z(z: float | None) -> str:
    return "" if z is None else f"{z:+.2f}"


def _p(p: float | None) -> str:
    if p is None:
        return "too few"
    return f"{p:.3f}" if p >= 0.001 else f"{p:.1e}"


def _counted(count: int, thing: str) -> str:
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
