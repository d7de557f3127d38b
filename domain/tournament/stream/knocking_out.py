"""Knock-outs: who meets whom, who goes on, and the places of those who are out (TN-KO).

For two seats, a bracket says from which matches the players of each match come. At larger tables,
the best of each heat go on. The pairing of the next round stores who went on, so a
result that is corrected later changes no pairing that was made. The final of a tournament in
groups is a knock-out, too: its seeds are those who qualified.
"""

from collections.abc import Iterable, Mapping, Sequence

from domain.refusal import IllegalAction
from domain.tournament.pairing.swiss import table_sizes
from domain.tournament.schedules.knockout import (
    Bracket,
    advancing,
    dealt,
    double,
    pairs_of,
    single,
)
from domain.tournament.stream.announcement import Groups, KnockOut
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.grouping import group_rounds, places_in_groups, qualified
from domain.tournament.stream.played import numbers_of, sitting_of
from domain.tournament.stream.state import RoundState, TableState, Tournament


def has_knock_out(state: Tournament) -> bool:
    """Return whether the tournament is a knock-out, or ends with one."""
    return isinstance(state.announcement.format, KnockOut | Groups)


def is_knock_out(state: Tournament, number: int) -> bool:
    """Return whether a round, by its number, is one of a knock-out."""
    return has_knock_out(state) and number > group_rounds(state)


def _rounds(state: Tournament) -> Sequence[RoundState]:
    """Return the rounds of the knock-out so far."""
    return state.rounds[group_rounds(state) :]


def _seeds(state: Tournament) -> tuple[int, ...]:
    """Return who plays the knock-out, best first: all, or those who qualified in the groups."""
    groups = group_rounds(state)
    if not groups:
        return state.order[: state.founders]
    return state.rounds[groups - 1].advanced or qualified(state)


def due_tables(state: Tournament) -> list[tuple[int, ...]]:
    """Return the tables of the next round, in no turn order; none after the last."""
    if state.rules.seats == 2:
        return [*_due_matches(state).values()]
    through = _in_heats(state)
    if len(through) < min(state.rules.sizes):
        return []
    sizes, resting = table_sizes(len(through), state.rules.sizes)
    return [tuple(table) for table in dealt(through[resting:], sizes)]


def went_on(state: Tournament) -> tuple[int, ...]:
    """Return who goes on to the next round of the knock-out; empty for the first.

    Those who qualified in the groups go on to the first round of a final.
    """
    if _rounds(state):
        return advancing_from(state, state.rounds[-1])
    return _seeds(state) if state.rounds else ()


def advancing_from(state: Tournament, one: RoundState) -> tuple[int, ...]:
    """Return who goes on from the tables of a round (TN-KO-4, TN-CLOSE-2)."""
    if one.advanced:
        return one.advanced
    return tuple(
        player
        for at, table in enumerate(one.tables, 1)
        for player in advancing_at(state, one.number, at, table)
    )


def advancing_at(state: Tournament, number: int, at: int, table: TableState) -> list[int]:
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
        raise IllegalAction("TN-CLOSE-2", "nobody_advances", round=number, table=at)
    return stayed


def is_over(state: Tournament) -> bool:
    """Return whether the last round is played: a knock-out has no table left to play."""
    if has_knock_out(state):
        return is_knock_out(state, state.next_round) and not due_tables(state)
    return len(state.rounds) >= state.rules.rounds


def is_played_out(state: Tournament) -> bool:
    """Return whether the tournament has started and waits for its end alone.

    A correction after the last round can leave a tie about who goes on: then it is not.
    """
    if state.phase != "between" or not state.started:
        return False
    try:
        return is_over(state)
    except IllegalAction:
        return False


def rounds_needed(state: Tournament, players: int) -> int:
    """Return how many rounds a knock-out of this many players takes at most.

    Refuse a number from which heats lead to no final at one table (TN-START-2).
    """
    if state.rules.seats == 2:
        return _rounds_of(_bracket(state, players), players)
    count, left = 0, players
    while left >= min(state.rules.sizes):
        sizes, resting = table_sizes(left, state.rules.sizes)
        count += 1
        if len(sizes) == 1 and not resting:
            return count
        left = resting + _format(state).advance * len(sizes)
    raise IllegalAction(
        "TN-START-2", "no_final", players=players, left=left, least=min(state.rules.sizes)
    )


def places_of(state: Tournament, points: Mapping[int, int]) -> list[FinalPlace]:
    """Return the standings: the later someone was knocked out, the better.

    Entrants who did not play in the final of groups come after all who did, by place in the group.
    """
    in_group = places_in_groups(state)

    def reached(entrant: int) -> tuple[int, int]:
        for one in reversed(_rounds(state)):
            if any(entrant in table.players for table in one.tables):
                return one.number, one.closed and entrant in advancing_from(state, one)
        return 0, -in_group.get(entrant, 0)

    found = {entrant: reached(entrant) for entrant in state.order}
    order = sorted(state.order, key=lambda entrant: found[entrant], reverse=True)
    best = [found[entrant] for entrant in order]
    return [
        FinalPlace(best.index(found[entrant]) + 1, entrant, points[entrant], ())
        for entrant in order
    ]


def _format(state: Tournament) -> KnockOut | Groups:
    form = state.announcement.format
    assert isinstance(form, KnockOut | Groups), "only knock-outs come here"
    return form


# --- two seats --------------------------------------------------------------------------------


def _bracket(state: Tournament, players: int) -> Bracket:
    return double(players) if _format(state).lives == 2 else single(players)


def _due_matches(state: Tournament) -> dict[int, tuple[int, ...]]:
    """Return the matches that are played next, by their places in the bracket."""
    seeds = _seeds(state)
    bracket = _bracket(state, len(seeds))
    winners: dict[int, int] = {}
    for one in _rounds(state):
        through = advancing_from(state, one)
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
    players = list(_seeds(state))
    for one in _rounds(state):
        through = advancing_from(state, one)
        if len(one.tables) == 1 and not _resting(players, one.tables):
            return []
        players = [*_resting(players, one.tables), *through]
    return players


def _resting(players: Iterable[int], tables: Iterable[TableState]) -> list[int]:
    seated = {player for table in tables for player in table.players}
    return [player for player in players if player not in seated]
