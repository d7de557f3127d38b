"""The trials of an archive as tables for people: the score of each seat and player."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from rich.table import Table

from service.archives.cells import as_p, counted, table_of
from service.archives.trial_statistics import TrialStatistics, TrialsTest

PLAYERS_SHOWN: Final = 20
"""At most this many tests of players have a row; reports for machines contain all of them."""


def trial_tables(
    trials: TrialStatistics, printable: Callable[[str], str]
) -> Iterator[tuple[str, Table]]:
    """Yield each table with its title."""
    if trials.by_seat:
        title = "Scores against expectation by seat"
        yield title, _table("seat", trials.by_seat, printable)
    if trials.by_player:
        shown = trials.by_player[:PLAYERS_SHOWN]
        title = "Scores against expectation by player"
        if left := len(trials.by_player) - len(shown):
            title += f", the smallest p first; {counted(left, 'more row')} in reports for machines"
        yield title, _table("player", shown, printable)


def _table(what: str, tests: Sequence[TrialsTest], printable: Callable[[str], str]) -> Table:
    table = table_of(what, "trial", "trials", "expected", "actual", "p")
    for test in tests:
        table.add_row(
            str(test.seat) if test.player is None else printable(test.player.label),
            test.name,
            str(test.trials),
            f"{test.expected:.1f}",
            str(test.score),
            as_p(test.p),
        )
    return table
