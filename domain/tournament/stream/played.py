"""What pairings and standings need to know of a tournament, by pairing number.

The stream names entrants by their entries, the algorithms by pairing numbers: this module
translates both ways. Entrants who came late have the numbers after all others.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from domain.tournament.history import Outing, history_of
from domain.tournament.model import ByeTaken, Entrant, RoundPlayed, Sitting
from domain.tournament.points import points_of
from domain.tournament.standings.order import standings
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.state import RoundState, TableState, Tournament


class Numbers(NamedTuple):
    """The pairing numbers of the entrants, both ways."""

    of: Mapping[int, int]
    entries: tuple[int, ...]

    def entry(self, number: int) -> int:
        """Return the entry with a pairing number."""
        return self.entries[number - 1]


def numbers_of(state: Tournament) -> Numbers:
    """Return the pairing numbers of a tournament that has started."""
    return Numbers({entry: at for at, entry in enumerate(state.order, 1)}, state.order)


def entrants_of(state: Tournament) -> list[Entrant]:
    """Return the entrants with their ratings, in the order of their pairing numbers."""
    return [
        Entrant(number, state.entrants[entry - 1].rating)
        for number, entry in enumerate(state.order, 1)
    ]


def rounds_played(state: Tournament) -> list[RoundPlayed]:
    """Return the rounds so far; a table without a result yet is one that is being played."""
    numbers = numbers_of(state)
    return [_round(state, numbers, one) for one in state.rounds]


def _round(state: Tournament, numbers: Numbers, one: RoundState) -> RoundPlayed:
    byes = tuple(ByeTaken(numbers.of[bye.player], bye.kind) for bye in one.byes)
    return RoundPlayed(tuple(sitting_of(numbers, table) for table in one.tables), byes)


def sitting_of(numbers: Numbers, table: TableState) -> Sitting:
    """Return a table with pairing numbers."""
    result = table.result
    return Sitting(
        players=tuple(numbers.of[player] for player in table.players),
        ranks=result.ranks if result else (),
        forfeits=tuple(numbers.of[player] for player in table.forfeits),
        scores=result.scores if result else (),
    )


def points_at(state: Tournament, table: TableState) -> tuple[int, ...]:
    """Return the points of each entrant at a table, in turn order; zeros without a result."""
    # Points follow from places alone, so entries do as well as pairing numbers.
    result = table.result
    sitting = Sitting(table.players, result.ranks if result else (), table.forfeits)
    found = points_of(state.rules, sitting)
    return tuple(found.get(one, 0) for one in table.players)


def lots_in(state: Tournament) -> dict[int, int]:
    """Return the place of each entrant in the lot, by pairing number."""
    numbers = numbers_of(state)
    return {numbers.of[entry]: place for entry, place in zip(state.order, state.lots, strict=True)}


def standings_of(state: Tournament, after: int | None = None) -> list[FinalPlace]:
    """Return the standings after a round, or now, with the results as they are known now."""
    numbers = numbers_of(state)
    played = rounds_played(state)[:after]
    lines = standings(state.rules, entrants_of(state), played, lots_in(state))
    return [
        FinalPlace(line.rank, numbers.entry(line.player), line.points, line.values)
        for line in lines
    ]


def histories_of(state: Tournament) -> dict[int, list[Outing]]:
    """Return what each entrant did so far, by pairing number."""
    return history_of(state.rules, entrants_of(state), rounds_played(state))


def barred_pairs(state: Tournament) -> set[frozenset[int]]:
    """Return the pairs that must not meet, by pairing number."""
    numbers = numbers_of(state)
    return {
        frozenset(numbers.of[one] for one in pair)
        for pair in state.barred
        if all(one in numbers.of for one in pair)
    }


def in_entries(state: Tournament, tables: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    """Return tables of pairing numbers as tables of entries."""
    numbers = numbers_of(state)
    return tuple(tuple(numbers.entry(one) for one in table) for table in tables)
