"""Rounds, standings and crosstables as rows of text, for every form of output."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from domain.tournament.history import Outing
from domain.tournament.model import SIXTIETHS, TieBreakId
from domain.tournament.standings.measures import UNITS
from domain.tournament.stream.ending import places_after
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.grouping import finalists_known, group_standings
from domain.tournament.stream.played import histories_of, numbers_of, points_at
from domain.tournament.stream.state import RoundState, Stint, TableState, Tournament
from service.archives.crosstable import decimal
from service.clubs.files import ClubFileError
from service.pairing.trf import NotExpressible

_FALLING: Final = frozenset({"LOT", "SEATS", "DE"})
"""Tie-breaks whose values are below zero, because fewer is better."""


class Grid(Struct, frozen=True):
    """A table: the names of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: tuple[int, ...] = ()
    """The columns with names, which are aligned to the left."""


def without_empty_columns(grid: Grid) -> Grid:
    """Return a grid without the columns that say nothing about anybody, for narrow screens."""
    kept = [at for at, cells in enumerate(zip(*grid.rows, strict=True)) if any(cells)]
    return Grid(
        tuple(grid.head[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in grid.rows),
        tuple(new for new, at in enumerate(kept) if at in grid.names),
    )


def points(sixtieths: int) -> str:
    """Return points for people.

    >>> points(150), points(60)
    ('2.5', '1')
    """
    return decimal(Fraction(sixtieths, SIXTIETHS))


def value_of(tie_break: TieBreakId, value: int) -> str:
    """Return the value of a tie-break for people."""
    shown = -value if tie_break in _FALLING else value
    return decimal(Fraction(shown, UNITS.get(tie_break, 1)))


def places(state: Tournament, after: int | None = None) -> Sequence[FinalPlace]:
    """Return the standings now, or after a round with the results as they are known now."""
    if not state.started:
        raise NotExpressible("the tournament has not started; `carolus tournament start` starts it")
    if after is not None:
        state.round(after)
    return places_after(state, after)


def name_of(state: Tournament, entrant: int, number: int | None = None) -> str:
    """Return the name of an entrant in a round; without one, for lists of the whole tournament.

    These have everybody who played for the entry: ``Ana, from round 3: Bruno``.
    """
    one = state.entrants[entrant - 1]
    if number is not None:
        return one.name_in(number)
    return " / ".join(_members(one.stints(at)) for at in range(1, len(one.people) + 1))


def _members(stints: Sequence[Stint]) -> str:
    """Return the first person, and all later ones with the round from which each played."""
    first, *others = stints
    played = [
        one for at, one in enumerate(others, 1) if all(one.start < x.start for x in others[at:])
    ]
    return first.person.name + "".join(
        f", from round {one.start}: {one.person.name}" for one in played
    )


def entrants_grid(state: Tournament) -> Grid:
    """Return the list of entrants, by pairing number once there is one."""
    numbers = numbers_of(state).of
    order = sorted(state.entrants, key=lambda one: (numbers.get(one.number, 0), one.number))
    rows = tuple(
        (str(one.number), str(numbers.get(one.number, "")), name_of(state, one.number),
         str(one.rating or ""), "" if one.status == "in" else one.status)
        for one in order
    )  # fmt: skip
    return Grid(("entry", "number", "name", "rating", "status"), rows, (2, 4))


def schedule_line(state: Tournament) -> str:
    """Return how long a schedule is, and how often its worst pair meets; empty without one."""
    schedule = state.schedule
    if schedule is None:
        return ""
    met = Counter(
        pair
        for tables in schedule.rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    groups = f" in {len(schedule.groups)} groups" if schedule.groups else ""
    rounds, worst = len(schedule.rounds), max(met.values())
    return (
        f"{rounds} round{'' if rounds == 1 else 's'}{groups}, by {schedule.construction}; "
        f"no pair meets more than {'once' if worst == 1 else f'{worst} times'}"
    )


def standings_grid(state: Tournament, after: int | None = None) -> Grid:
    """Return the standings with the values of the tie-breaks."""
    return _ranked(state, places(state, after))


def group_grids(state: Tournament) -> list[Grid]:
    """Return the table of each group, from the rounds before the final; none without groups.

    When these are over, a column says who plays in the final.
    """
    finalists = finalists_known(state)
    return [_ranked(state, group, finalists) for group in group_standings(state)]


def _ranked(state: Tournament, found: Sequence[FinalPlace], finalists: Sequence[int] = ()) -> Grid:
    breaks = state.rules.tie_breaks if any(line.values for line in found) else ()
    rows = tuple(
        (
            str(line.rank),
            name_of(state, line.entrant),
            *(("yes" if line.entrant in finalists else "",) if finalists else ()),
            points(line.points),
            *(value_of(one, value) for one, value in zip(breaks, line.values, strict=False)),
        )
        for line in found
    )
    final = ("final",) if finalists else ()
    return Grid(("rank", "name", *final, "points", *breaks), rows, (1,))


def crosstable_grid(state: Tournament) -> Grid:
    """Return what everybody did in each round, in the order of the standings.

    Opponents appear by their rows. For two seats a cell is the opponent, ``w`` for the first player
    or ``b`` for the second, and the points; otherwise the points and the opponents. A forfeit has
    ``+`` or ``-``, a bye its kind.
    """
    found = places(state)
    rows_of = {line.entrant: row for row, line in enumerate(found, 1)}
    numbers, histories = numbers_of(state), histories_of(state)
    rows = tuple(
        (
            str(rows_of[line.entrant]),
            name_of(state, line.entrant),
            *(
                _cell(one, [rows_of[numbers.entry(other)] for other in one.opponents])
                for one in histories[numbers.of[line.entrant]]
            ),
            points(line.points),
        )
        for line in found
    )
    rounds = (f"round {number}" for number in range(1, len(state.rounds) + 1))
    return Grid(("row", "name", *rounds, "points"), rows, (1,))


def _cell(one: Outing, opponents: Sequence[int]) -> str:
    if one.kind == "pending":
        return "*"
    if not one.size:
        return {"pairing": "bye"}.get(one.kind, one.kind) + f" {points(one.points)}"
    forfeit = {"forfeit_win": "+", "forfeit_loss": "-"}.get(one.kind, "")
    if one.size == 2:
        seat = "wb"[one.seat]
        return f"{opponents[0]}{seat}{forfeit or points(one.points)}"
    met = " ".join(map(str, sorted(opponents)))
    return f"{points(one.points)}{forfeit} ({met})"


def round_grid(state: Tournament, number: int) -> Grid:
    """Return the tables of a round: players in turn order, and points once they are known."""
    rows = [
        (str(at), str(seat), name_of(state, player, number), result)
        for at, table in enumerate(state.round(number).tables, 1)
        for seat, (player, result) in enumerate(
            zip(table.players, results(state, table), strict=True), 1
        )
    ]
    rows += [
        ("", "", name_of(state, bye.player, number), f"{bye.kind} bye")
        for bye in state.round(number).byes
    ]
    return Grid(("table", "seat", "name", "points"), tuple(rows), (2, 3))


def results(state: Tournament, table: TableState) -> list[str]:
    """Return the points of each player of a table; empty while there is no result."""
    if table.result is None:
        return ["forfeit" if one in table.forfeits else "" for one in table.players]
    return [
        points(found) + (" forfeit" if one in table.forfeits else "")
        for one, found in zip(table.players, points_at(state, table), strict=True)
    ]


def current_round(state: Tournament, number: int | None) -> RoundState:
    """Return the round with a number, or else the last one; raise ClubFileError if none is."""
    if not state.rounds:
        raise ClubFileError("no round is paired; `carolus tournament pair` pairs the next one")
    return state.round(len(state.rounds) if number is None else number)


def text_of(grid: Grid) -> str:
    """Return a grid as lines of text; letters of any script take the cells that they need."""
    lines = (grid.head, *grid.rows)
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(
            cell + pad if at in grid.names else pad + cell
            for at, (cell, pad) in enumerate(
                (cell, " " * (width - cell_len(cell)))
                for cell, width in zip(line, widths, strict=True)
            )
        ).rstrip()
        + "\n"
        for line in lines
    )
