"""A tournament as CSV for spreadsheets and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from domain.tournament.stream.state import RoundState, TableState, Tournament
from service.archives.crosstable import csv_line
from service.clubs.files import Club
from service.clubs.tables import crosstable_grid, name_of, places, standings_grid


def csv_of_club(state: Tournament) -> Iterator[bytes]:
    """Yield the lines of the standings with what everybody did in each round.

    No cell is a formula for a spreadsheet.
    """
    standings, crosstable = standings_grid(state), crosstable_grid(state)
    rounds = slice(2, -1)
    yield csv_line((*standings.head, *crosstable.head[rounds]))
    for line, row in zip(standings.rows, crosstable.rows, strict=True):
        yield csv_line((*line, *row[rounds]))


def json_of_club(club: Club) -> dict[str, Any]:
    """Return entrants, rounds and standings; points are sixtieths, as in the record."""
    state = club.state
    return {
        "tournament": state.id,
        "name": state.announcement.name,
        "phase": state.phase,
        "head": club.head,
        "entrants": [
            {
                "entrant": one.number,
                "name": one.name,
                "rating": one.rating,
                "status": one.status,
            }
            for one in state.entrants
        ],
        "rounds": [_round(one) for one in state.rounds],
        "tie_breaks": state.rules.tie_breaks,
        "standings": [
            {
                "rank": line.rank,
                "entrant": line.entrant,
                "name": name_of(state, line.entrant),
                "points": line.points,
                "values": line.values,
            }
            for line in (places(state) if state.started else ())
        ],
    }


def _round(one: RoundState) -> dict[str, Any]:
    return {
        "round": one.number,
        "closed": one.closed,
        "tables": [_table(table) for table in one.tables],
        "byes": [{"entrant": bye.player, "kind": bye.kind} for bye in one.byes],
    }


def _table(table: TableState) -> dict[str, Any]:
    """Return a table; its lists are in turn order."""
    result = table.result
    return {
        "entrants": table.players,
        "ranks": result.ranks if result else None,
        "scores": result.scores if result else None,
        "forfeits": table.forfeits,
        "source": result.source if result else None,
        "corrected": bool(result and result.corrected),
    }
