"""A tournament as CSV for spreadsheets, and as its events for other programs."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.kit.words import Words
from domain.record.chain import canonical, chained, genesis
from domain.tournament.stream.state import Tournament
from service.archives.crosstable import csv_line
from service.clubs.files import Club
from service.clubs.grids import crosstable_grid, standings_for_programs, standings_grid
from service.clubs.words import CLUB_WORDS

_ENGLISH: Final = CLUB_WORDS["en"]


def csv_of_club(state: Tournament) -> Iterator[bytes]:
    """Yield the lines of the standings, with what each entrant did in each round.

    Opponents appear by the number of their line, without that of the columns. No cell is a formula
    for a spreadsheet, and the columns have the same names in all languages, for programs.
    """
    standings = standings_for_programs(state, _ENGLISH)
    crosstable = crosstable_grid(state, _ENGLISH)
    rounds = slice(2, -1)
    yield csv_line((*standings.head, *crosstable.head[rounds]))
    for line, row in zip(standings.rows, crosstable.rows, strict=True):
        yield csv_line((*line, *row[rounds]))


def legend_of_csv(state: Tournament, texts: Words) -> Iterator[str]:
    """Yield what the columns and signs of the CSV mean."""
    yield from standings_grid(state, texts).legend
    yield from crosstable_grid(state, texts).legend


def events_of_club(club: Club) -> Iterator[bytes]:
    """Yield a line for each event: its canonical form with its hash, as the API has it."""
    head, version = genesis(club.state.id), 0
    for entry, step in zip(club.record.entries, club.steps, strict=True):
        for event in step.events:
            version += 1
            form = canonical(version, entry.at, step.by, event)
            head = chained(head, form)
            line = {**msgspec.json.decode(form), "hash": head.hex()}
            yield msgspec.json.encode(line, order="sorted") + b"\n"
