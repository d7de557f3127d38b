"""The table of a tournament: everybody by points, then by the announced tie-breaks (TN-RANK-1)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from domain.tournament.history import history_of
from domain.tournament.model import Announced, Entrant, RoundPlayed, TieBreakId
from domain.tournament.standings.encounters import by_encounter
from domain.tournament.standings.measures import MEASURES, TieBreakFacts, known


class StandingLine(Struct, frozen=True):
    """One line of the table."""

    rank: int
    """Counted from 1; equal for entrants whom no tie-break separates."""
    player: int
    points: int
    values: tuple[int, ...]
    """The values of the tie-breaks in their order. Of a direct encounter it is minus the number of
    tied entrants that it put ahead."""


def standings(
    rules: Announced,
    entrants: Sequence[Entrant],
    rounds: Iterable[RoundPlayed],
    lots: Mapping[int, int] | None = None,
) -> list[StandingLine]:
    """Return the table after these rounds.

    ``lots`` has the place of each entrant in an order drawn by lot; only the tie-break LOT needs
    it.
    """
    ratings = {one.number: one.rating for one in entrants}
    of = known(rules, history_of(rules, entrants, rounds), ratings, lots or {})
    values: dict[int, list[int]] = {player: [] for player in of.histories}
    groups = _parted([*of.histories], of.scores)
    for tie_break in rules.tie_breaks:
        groups = [part for group in groups for part in _broken(of, tie_break, group, values)]
    lines: list[StandingLine] = []
    for group in groups:
        rank = len(lines) + 1
        lines += [
            StandingLine(rank, player, of.scores[player], tuple(values[player]))
            for player in sorted(group)
        ]
    return lines


def _broken(
    of: TieBreakFacts, tie_break: TieBreakId, group: list[int], values: Mapping[int, list[int]]
) -> list[list[int]]:
    """Part a group of tied entrants by one tie-break, and note everybody's value."""
    if tie_break == "DE":
        parts = by_encounter(of, group)
        found = {}
        ahead = 0
        for part in parts:
            found.update(dict.fromkeys(part, -ahead))
            ahead += len(part)
    else:
        found = {player: MEASURES[tie_break](of, player) for player in group}
        parts = _parted(group, found)
    for player, value in found.items():
        values[player].append(value)
    return parts


def _parted(group: Sequence[int], value: Mapping[int, int]) -> list[list[int]]:
    """Part a group by value, the highest first."""
    ordered = sorted(group, key=lambda player: (-value[player], player))
    return [list(part) for _, part in groupby(ordered, key=lambda player: value[player])]
