"""Rounds, standings and crosstables as rows of text, for every form of output."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from msgspec import Struct
from rich.cells import cell_len

from domain.kit.words import Words
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
from service.clubs.legend import legend_of_crosstable, legend_of_standings
from service.pairing.trf import NotExpressible

_FALLING: Final = frozenset({"LOT", "SEATS", "DE"})
"""Tie-breaks whose values are below zero, because fewer is better."""


class Grid(Struct, frozen=True):
    """A table: the names of its columns, and its rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: tuple[int, ...] = ()
    """The columns with names, which are aligned to the left."""
    legend: tuple[str, ...] = ()
    """What its columns and signs mean, a line for each."""


def without_empty_columns(grid: Grid) -> Grid:
    """Return a grid without the columns that say nothing about anybody, for narrow screens."""
    kept = [at for at, cells in enumerate(zip(*grid.rows, strict=True)) if any(cells)]
    return Grid(
        tuple(grid.head[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in grid.rows),
        tuple(new for new, at in enumerate(kept) if at in grid.names),
        grid.legend,
    )


def points(sixtieths: int, texts: Words) -> str:
    """Return points for people, such as 2.5 or, in German and Spanish, 2,5."""
    return texts.decimal(decimal(Fraction(sixtieths, SIXTIETHS)))


def value_of(tie_break: TieBreakId, value: int, texts: Words) -> str:
    """Return the value of a tie-break for people."""
    shown = -value if tie_break in _FALLING else value
    return texts.decimal(decimal(Fraction(shown, UNITS.get(tie_break, 1))))


def places(state: Tournament, after: int | None = None) -> Sequence[FinalPlace]:
    """Return the standings now, or after a round with the results as they are known now."""
    if not state.started:
        raise NotExpressible("the tournament has not started; `carolus tournament start` starts it")
    if after is not None:
        state.round(after)
    return places_after(state, after)


def name_of(state: Tournament, entrant: int, texts: Words) -> str:
    """Return the name of an entrant for lists of the whole tournament.

    These have everybody who played for the entry: ``Ana, from round 3: Bruno``.
    """
    one = state.entrants[entrant - 1]
    return " / ".join(_members(one.stints(at), texts) for at in range(1, len(one.people) + 1))


def _members(stints: Sequence[Stint], texts: Words) -> str:
    """Return the first person, and all later ones with the round from which each played."""
    first, *others = stints
    played = [
        one for at, one in enumerate(others, 1) if all(one.start < x.start for x in others[at:])
    ]
    return ", ".join(
        (
            first.person.name,
            *(texts("grid.from", round=x.start, name=x.person.name) for x in played),
        )
    )


def entrants_grid(state: Tournament, texts: Words) -> Grid:
    """Return the list of entrants, by pairing number once there is one; it says who left."""
    numbers = numbers_of(state).of
    order = sorted(state.entrants, key=lambda one: (numbers.get(one.number, 0), one.number))
    rows = tuple(
        (
            str(one.number),
            str(numbers.get(one.number, "")),
            _with_status(state, one.number, texts),
            str(one.rating or ""),
        )
        for one in order
    )
    legend = (texts("legend.number"),) if numbers else ()
    return Grid(_head(texts, "entry", "number", "name", "rating"), rows, (2,), legend)


def _head(texts: Words, *names: str) -> tuple[str, ...]:
    return tuple(texts(f"grid.{name}") for name in names)


def schedule_line(state: Tournament, texts: Words) -> str:
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
    rounds = texts("schedule.rounds", count=len(schedule.rounds))
    if schedule.groups:
        rounds = texts("schedule.groups", rounds=rounds, groups=len(schedule.groups))
    worst = texts("schedule.worst", count=max(met.values()))
    return texts("schedule.by", rounds=rounds, construction=schedule.construction, worst=worst)


def standings_grid(state: Tournament, texts: Words, after: int | None = None) -> Grid:
    """Return the standings with the values of the tie-breaks."""
    return _ranked(state, places(state, after), texts)


def standings_for_programs(state: Tournament, texts: Words) -> Grid:
    """Return the standings with a column of its own for how some left the tournament."""
    return _ranked(state, places(state), texts, apart=True)


def group_grids(state: Tournament, texts: Words) -> list[Grid]:
    """Return the table of each group, from the rounds before the final; none without groups.

    When these are over, a column says who plays in the final.
    """
    finalists = finalists_known(state)
    return [_ranked(state, group, texts, finalists) for group in group_standings(state)]


def _ranked(
    state: Tournament,
    found: Sequence[FinalPlace],
    texts: Words,
    finalists: Sequence[int] = (),
    *,
    apart: bool = False,
) -> Grid:
    """Return places; a column says who plays in the final.

    Brackets after the name mark entrants who left the tournament: a column would be empty for most,
    and push others off a narrow screen; ``apart`` adds it nevertheless.
    """
    breaks = state.rules.tie_breaks if any(line.values for line in found) else ()
    left = apart and any(state.entrants[line.entrant - 1].status != "in" for line in found)
    rows = tuple(
        (
            str(line.rank),
            (name_of if apart else _with_status)(state, line.entrant, texts),
            *((_status(state, line.entrant, texts),) if left else ()),
            *((texts("grid.yes") if line.entrant in finalists else "",) if finalists else ()),
            points(line.points, texts),
            *(value_of(one, value, texts) for one, value in zip(breaks, line.values, strict=False)),
        )
        for line in found
    )
    more = (*(("status",) if left else ()), *(("final",) if finalists else ()))
    head = (*_head(texts, "rank", "name", *more, "points"), *breaks)
    return Grid(head, rows, (1, 2) if left else (1,), legend_of_standings(breaks, texts))


def _status(state: Tournament, entrant: int, texts: Words) -> str:
    """Return how an entrant left the tournament; empty for one who did not."""
    status = state.entrants[entrant - 1].status
    return "" if status == "in" else texts(f"grid.status.{status}")


def _with_status(state: Tournament, entrant: int, texts: Words) -> str:
    """Return the name of an entrant, and in brackets how it left the tournament."""
    name, status = name_of(state, entrant, texts), _status(state, entrant, texts)
    return f"{name} ({status})" if status else name


def crosstable_grid(state: Tournament, texts: Words) -> Grid:
    """Return what everybody did in each round, in the order of the standings.

    Opponents appear by their rows. For two seats a cell is the opponent, ``w`` for the first player
    or ``b`` for the second, and the points; otherwise the points and the opponents. A forfeit has
    ``+`` or ``-``, a bye its kind.
    """
    found = places(state)
    rows_of = {line.entrant: row for row, line in enumerate(found, 1)}
    numbers, histories = numbers_of(state), histories_of(state)
    cells = {
        line.entrant: [
            _cell(one, [rows_of[numbers.entry(other)] for other in one.opponents], texts)
            for one in histories[numbers.of[line.entrant]]
        ]
        for line in found
    }
    rows = tuple(
        (
            str(rows_of[line.entrant]),
            name_of(state, line.entrant, texts),
            *cells[line.entrant],
            points(line.points, texts),
        )
        for line in found
    )
    rounds = (texts("grid.round", round=number) for number in range(1, len(state.rounds) + 1))
    head = (*_head(texts, "row", "name"), *rounds, *_head(texts, "points"))
    shown = (
        (one, cell)
        for line in found
        for one, cell in zip(histories[numbers.of[line.entrant]], cells[line.entrant], strict=True)
    )
    return Grid(head, rows, (1,), legend_of_crosstable(shown, texts))


def _cell(one: Outing, opponents: Sequence[int], texts: Words) -> str:
    if one.kind == "pending":
        return "*"
    if not one.size:
        return f"{texts(f'grid.cell.{one.kind}')} {points(one.points, texts)}"
    forfeit = {"forfeit_win": "+", "forfeit_loss": "-"}.get(one.kind, "")
    if one.size == 2:
        seat = "wb"[one.seat]
        return f"{opponents[0]}{seat}{forfeit or points(one.points, texts)}"
    met = " ".join(map(str, sorted(opponents)))
    return f"{points(one.points, texts)}{forfeit} ({met})"


def round_grid(state: Tournament, number: int, texts: Words) -> Grid:
    """Return the tables of a round: players in turn order, and points once they are known."""
    one = state.round(number)
    rows = [
        (str(at), str(seat), state.entrants[player - 1].name_in(number), result)
        for at, table in enumerate(one.tables, 1)
        for seat, (player, result) in enumerate(
            zip(table.players, results(state, table, texts), strict=True), 1
        )
    ]
    rows += [
        ("", "", state.entrants[bye.player - 1].name_in(number), texts(f"grid.bye.{bye.kind}"))
        for bye in one.byes
    ]
    head = _head(texts, "table", "seat", "name", "points")
    return Grid(head, tuple(rows), (2, 3), (texts("legend.seat"),))


def results(state: Tournament, table: TableState, texts: Words) -> list[str]:
    """Return the points of each player of a table; empty while there is no result."""
    forfeit = texts("grid.forfeit")
    if table.result is None:
        return [forfeit if one in table.forfeits else "" for one in table.players]
    return [
        points(found, texts) + (f" {forfeit}" if one in table.forfeits else "")
        for one, found in zip(table.players, points_at(state, table), strict=True)
    ]


def current_round(state: Tournament, number: int | None) -> RoundState:
    """Return the round with a number, or else the last one; raise ClubFileError if none is."""
    if not state.rounds:
        raise ClubFileError("no round is paired; `carolus tournament pair` pairs the next one")
    return state.round(len(state.rounds) if number is None else number)


def legend_text(grid: Grid) -> str:
    """Return the legend of a grid as lines after an empty one; nothing without a legend."""
    return "".join(f"{line}\n" for line in ("", *grid.legend)) if grid.legend else ""


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
