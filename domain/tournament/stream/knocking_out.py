"""Knock-outs: who meets whom, who goes on, and the places of those who are out (TN-KO).

For two seats, a bracket says from which matches the players of each match come. At larger tables,
the best of each heat go on. Who went on from a round is stored with the pairing of the next one, so
a result that is corrected later changes no pairing that was made.
"""

from collections.abc import Iterable, Mapping, Sequence

from domain.refusal import IllegalAction
from domain.tournament.pairing.tables import table_sizes
from domain.tournament.schedules.knockout import (
    Bracket,
    advancing,
    dealt,
    double,
    pairs_of,
    single,
)
from domain.tournament.stream.announcement import KnockOut
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.played import numbers_of, sitting_of
from domain.tournament.stream.state import RoundState, TableState, Tournament


def is_knock_out(state: Tournament) -> bool:
    """Return whether the tournament is a knock-out."""
    return isinstance(state.announcement.format, KnockOut)


def due_tables(state: Tournament) -> list[tuple[int, ...]]:
    """Return the tables of the next round, in no turn order; none after the last."""
    if state.rules.seats == 2:
        return [*_due_matches(state).values()]
    going_on = _in_heats(state)
    if len(going_on) < 2:
        return []
    sizes, resting = table_sizes(len(going_on), state.rules.sizes)
    return [tuple(table) for table in dealt(going_on[resting:], sizes)]


def going_on_from(state: Tournament, one: RoundState) -> tuple[int, ...]:
    """Return who goes on from the tables of a round (TN-KO-4, TN-CLOSE-2)."""
    if one.advanced:
        return one.advanced
    return tuple(
        player
        for at, table in enumerate(one.tables, 1)
        for player in going_on_at(state, one.number, at, table)
    )


def going_on_at(state: Tournament, number: int, at: int, table: TableState) -> list[int]:
    """Return who goes on from a table that has a result, best first.

    Refuse a tie about it (TN-KO-4), and that everybody lost by forfeit (TN-CLOSE-2).
    """
    numbers = numbers_of(state)
    sitting = sitting_of(numbers, table)
    if sitting.ranks:
        best = _format(state).advance
        return [numbers.entry(player) for player in advancing([sitting], best)]
    stayed = [player for player in table.players if player not in table.forfeits]
    if not stayed:
        raise IllegalAction("TN-CLOSE-2", "nobody_goes_on", round=number, table=at)
    return stayed


def is_over(state: Tournament) -> bool:
    """Return whether the last round is played: a knock-out has no table left to play."""
    if is_knock_out(state):
        return not due_tables(state)
    return len(state.rounds) >= state.rules.rounds


def rounds_needed(state: Tournament, players: int) -> int:
    """Return how many rounds a knock-out of this many players takes at most."""
    if state.rules.seats == 2:
        return _rounds_of(_bracket(state, players), players)
    count = 0
    while players >= min(state.rules.sizes):
        sizes, resting = table_sizes(players, state.rules.sizes)
        count += 1
        if len(sizes) == 1 and not resting:
            break
        players = resting + sum(min(_format(state).advance, size) for size in sizes)
    return count


def places_of(state: Tournament, points: Mapping[int, int]) -> list[FinalPlace]:
    """Return the standings: the later somebody was knocked out, the better."""

    def reached(entrant: int) -> tuple[int, bool]:
        for one in reversed(state.rounds):
            if any(entrant in table.players for table in one.tables):
                return one.number, one.closed and entrant in going_on_from(state, one)
        return 0, False

    found = {entrant: reached(entrant) for entrant in state.order}
    order = sorted(state.order, key=lambda entrant: found[entrant], reverse=True)
    best = [found[entrant] for entrant in order]
    return [
        FinalPlace(best.index(found[entrant]) + 1, entrant, points[entrant], ())
        for entrant in order
    ]


def _format(state: Tournament) -> KnockOut:
    form = state.announcement.format
    assert isinstance(form, KnockOut), "only knock-outs come here"
    return form


# --- two seats --------------------------------------------------------------------------------


def _bracket(state: Tournament, players: int) -> Bracket:
    return double(players) if _format(state).lives == 2 else single(players)


def _due_matches(state: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the matches that are played next, by their places in the bracket."""
    seeds = state.order[: state.founders]
    bracket = _bracket(state, len(seeds))
    winners: dict[int, int] = {}
    for one in state.rounds:
        through = going_on_from(state, one)
        due = _due(bracket, seeds, winners)
        for (match, _), table in zip(due.items(), one.tables, strict=True):
            winners[match] = next(player for player in table.players if player in through)
    return _due(bracket, seeds, winners)


def _due(
    bracket: Bracket, seeds: Sequence[int], winners: Mapping[int, int]
) -> dict[int, tuple[int, ...]]:
    pairs = pairs_of(bracket, seeds, winners)
    return {
        number: (one, other)
        for number, (one, other) in enumerate(pairs)
        if one and other and number not in winners
        if not _is_needless(bracket, pairs, winners, number)
    }


def _is_needless(
    bracket: Bracket,
    pairs: Sequence[tuple[int | None, int | None]],
    winners: Mapping[int, int],
    number: int,
) -> bool:
    """Say whether this is the second final, and the first was won by who had never lost."""
    return bracket[number].round == "F2" and winners.get(number - 1) == pairs[number - 1][0]


def _rounds_of(bracket: Bracket, players: int) -> int:
    """Count the rounds if the second side wins every match, so that a second final is needed."""
    seeds = range(1, players + 1)
    winners: dict[int, int] = {}
    count = 0
    while due := _due(bracket, seeds, winners):
        winners |= {match: pair[1] for match, pair in due.items()}
        count += 1
    return count


# --- heats ------------------------------------------------------------------------------------


def _in_heats(state: Tournament) -> list[int]:
    """Return who plays the next heats, best first; nobody after the final."""
    players = list(state.order[: state.founders])
    for one in state.rounds:
        through = going_on_from(state, one)
        if len(one.tables) == 1 and not _resting(players, one.tables):
            return []
        players = [*_resting(players, one.tables), *through]
    return players


def _resting(players: Iterable[int], tables: Iterable[TableState]) -> list[int]:
    seated = {player for table in tables for player in table.players}
    return [player for player in players if player not in seated]
