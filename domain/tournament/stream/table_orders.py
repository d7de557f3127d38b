"""What a tournament has decided about the games at its tables, and the service carries out there.

All of it follows from the state, so any worker can carry it out at any time, again and again: a
game that has it already needs nothing.
"""

from collections.abc import Container, Iterator, Sequence
from typing import Final, NamedTuple

from domain.tournament.stream.state import TableState, Tournament

_OF_THE_GAME: Final = frozenset({"game", "as_it_stands"})
"""Where a result comes from that ended the game, too."""


class TableOrder(NamedTuple):
    """What a tournament decided about a game. Seats are those of the game."""

    game: str
    ends: bool = False
    """Whether the table needs the game no more: it has another result, another game, or none."""
    winners: tuple[int, ...] = ()
    """The seats that won by a decision or a forfeit; empty if nobody did."""
    reason: str | None = None
    """What the arbiter said about it."""
    left: tuple[int, ...] = ()
    """The seats of those who forfeit, withdrew or were expelled."""
    granted: tuple[int, ...] = ()
    """The seconds that arbiters granted to each seat; empty if they granted none."""
    paused: bool | None = None
    """Whether arbiters have paused it; None if they never did."""


def orders_in(state: Tournament, since: Tournament | None = None) -> Iterator[TableOrder]:
    """Yield what is decided about games that may still be played, first about the oldest.

    With ``since``, an earlier state, leave out what was decided in it and is still the same.
    """
    for number, table in _changed_tables(state, since):
        if _has_its_result(table):
            continue  # this is so at nearly all tables, and everybody asks often
        for game in table.games:
            found = _order_about(state, number, table, game)
            if found is not None:
                yield found


def pauses_in(state: Tournament) -> Iterator[TableOrder]:
    """Yield what is decided about the games of the last round that arbiters have ever paused."""
    for one in state.rounds[-1:]:
        for table in one.tables:
            if table.paused is not None and table.result is None and table.game is not None:
                found = _order_about(state, one.number, table, table.game)
                if found is not None:
                    yield found


def _changed_tables(
    state: Tournament, since: Tournament | None
) -> Iterator[tuple[int, TableState]]:
    """Yield the tables, with their rounds, about which more may be decided than in ``since``.

    An event leaves tables and entrants that it does not change the same objects.
    """
    same = since is not None and since.entrants is state.entrants and _same_end(state, since)
    before = since.rounds if since is not None and same else ()
    for index, one in enumerate(state.rounds):
        old = before[index].tables if index < len(before) else ()
        if one.tables is not old:
            for at, table in enumerate(one.tables):
                if at >= len(old) or table is not old[at]:
                    yield one.number, table


def _same_end(state: Tournament, since: Tournament) -> bool:
    """Return whether both are called off, or neither is."""
    return (state.phase == "aborted") == (since.phase == "aborted")


def _has_its_result(table: TableState) -> bool:
    """Return whether a table has the result of its only game."""
    result = table.result
    return result is not None and len(table.games) == 1 and result.source in _OF_THE_GAME


def _order_about(state: Tournament, number: int, table: TableState, game: str) -> TableOrder | None:
    if game != table.game or (table.result is None and state.phase == "aborted"):
        return TableOrder(game, ends=True)
    if table.result is None:
        return _of_undecided(state, number, table, game)
    if table.result.source in _OF_THE_GAME:
        return None
    winners = seats_of(state, table, _first(table, table.result.ranks))
    return TableOrder(game, ends=True, winners=winners, reason=table.result.reason)


def _first(table: TableState, ranks: Sequence[int]) -> list[int]:
    """Return who won: without ranks, the only one who did not forfeit."""
    if not ranks:
        return [one for one in table.players if one not in table.forfeits]
    return [one for one, rank in zip(table.players, ranks, strict=True) if rank == 1]


def _of_undecided(
    state: Tournament, number: int, table: TableState, game: str
) -> TableOrder | None:
    left = seats_of(state, table, leaving(state, number, table))
    granted = [0] * len(table.players) * state.announcement.team
    for entrant, seconds in table.granted:
        for seat in seats_of(state, table, [entrant]):
            granted[seat] += seconds
    added = tuple(granted) if any(granted) else ()
    if not left and not added and table.paused is None:
        return None
    return TableOrder(game, left=left, granted=added, paused=table.paused)


def leaving(state: Tournament, number: int, table: TableState) -> list[int]:
    """Return the entrants of a table of this round who forfeit, or are out of it (TN-LEAVE-4)."""
    return [
        one
        for one in table.players
        if one in table.forfeits or state.entrants[one - 1].has_left(number)
    ]


def seats_of(state: Tournament, table: TableState, entrants: Container[int]) -> tuple[int, ...]:
    """Return the seats of these entrants in the game; the second of each pair after all firsts."""
    count = len(table.players)
    return tuple(
        at + member * count
        for member in range(state.announcement.team)
        for at, player in enumerate(table.players)
        if player in entrants
    )
