"""A tournament as CSV for spreadsheets."""

from collections.abc import Iterator

from domain.tournament.stream.state import Tournament
from service.archives.crosstable import csv_line
from service.clubs.tables import crosstable_grid, standings_grid


def csv_of_club(state: Tournament) -> Iterator[bytes]:
    """Yield the lines of the standings with what everybody did in each round.

    No cell is a formula for a spreadsheet.
    """
    standings, crosstable = standings_grid(state), crosstable_grid(state)
    rounds = slice(2, -1)
    yield csv_line((*standings.head, *crosstable.head[rounds]))
    for line, row in zip(standings.rows, crosstable.rows, strict=True):
        yield csv_line((*line, *row[rounds]))
