"""Groups before a final: who plays in which, their tables, and who qualifies (TN-GROUP)."""

from collections.abc import Iterable, Mapping, Sequence

from domain.refusal import IllegalAction
from domain.tournament.model import RoundPlayed
from domain.tournament.pairing.swiss import table_sizes
from domain.tournament.schedules.knockout import (
    Apart,
    apart_in_bracket,
    apart_in_heats,
    dealt,
    finalists,
)
from domain.tournament.standings.order import standings
from domain.tournament.stream.announcement import Groups
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.played import entrants_of, lots_in, numbers_of, rounds_played
from domain.tournament.stream.state import Tournament


def in_groups(players: Sequence[int], groups: int) -> list[list[int]]:
    """Deal players, best first, to groups that differ by one at most, forth and back (TN-KO-3).

    >>> in_groups([1, 2, 3, 4, 5, 6, 7], 2)
    [[1, 4, 5, 7], [2, 3, 6]]
    """
    each, more = divmod(len(players), groups)
    return dealt(players, [each + (at < more) for at in range(groups)])


def group_rounds(state: Tournament) -> int:
    """Return the number of rounds in groups; 0 if there are none."""
    schedule = state.schedule
    return len(schedule.rounds) if schedule is not None and schedule.groups else 0


def group_standings(state: Tournament, after: int | None = None) -> list[list[FinalPlace]]:
    """Return the table of each group now, or after a round, from its own rounds alone.

    Entrants who share a rank are in the order of the lot (TN-GROUP-2).
    """
    schedule = state.schedule
    if schedule is None:
        return []
    numbers, lots = numbers_of(state), lots_in(state)
    everybody, played = entrants_of(state), rounds_played(state)[: group_rounds(state)][:after]
    found = []
    for group in schedule.groups:
        members = {numbers.of[entry] for entry in group}
        lines = standings(
            state.rules,
            [one for one in everybody if one.number in members],
            [_of_group(one, members) for one in played],
            lots,
        )
        lines.sort(key=lambda line: (line.rank, lots[line.player]))
        found.append(
            [
                FinalPlace(line.rank, numbers.entry(line.player), line.points, line.values)
                for line in lines
            ]
        )
    return found


def _of_group(one: RoundPlayed, members: set[int]) -> RoundPlayed:
    return RoundPlayed(
        tuple(sitting for sitting in one.sittings if members.issuperset(sitting.players)),
        tuple(bye for bye in one.byes if bye.player in members),
    )


def places_in_groups(state: Tournament) -> Mapping[int, int]:
    """Return the rank of each entrant in its group; nothing without groups."""
    return {line.entrant: line.rank for group in group_standings(state) for line in group}


def qualified(state: Tournament) -> tuple[int, ...]:
    """Return the seeds of the final: the best of each group who are still in (TN-GROUP-1)."""
    form = state.announcement.format
    assert isinstance(form, Groups), "only groups have a final"
    groups = [
        [line.entrant for line in group if state.entrant(line.entrant).status == "in"]
        for group in group_standings(state)
    ]
    count = sum(min(len(group), form.qualify) for group in groups)
    return tuple(finalists(groups, form.qualify, _apart(state, count)))


def finalists_known(state: Tournament) -> tuple[int, ...]:
    """Return the seeds of the final, once all rounds in groups are over; nobody before."""
    last = group_rounds(state)
    if not last or len(state.rounds) < last or not state.rounds[last - 1].closed:
        return ()
    return state.rounds[last - 1].advanced or qualified(state)


def _apart(state: Tournament, count: int) -> Apart:
    """Return how late this many finalists meet each other."""
    if state.rules.seats == 2:
        return apart_in_bracket(count)
    if count < min(state.rules.sizes):  # too few are left for a final
        return lambda one, other: 0
    return apart_in_heats(*table_sizes(count, state.rules.sizes))


def must_be_of_one_group(state: Tournament, number: int, tables: Iterable[Sequence[int]]) -> None:
    """Refuse tables of a round in groups whose players are of several (TN-GROUP-3)."""
    schedule = state.schedule
    if schedule is None or number > group_rounds(state):
        return
    for table in tables:
        if not any(set(group).issuperset(table) for group in schedule.groups):
            raise IllegalAction("TN-GROUP-3", "players_of_several_groups", players=table)
