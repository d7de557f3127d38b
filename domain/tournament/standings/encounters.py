"""Direct encounter: the games among entrants who are tied (C.07, 6; TN-TIE-1)."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from domain.tournament.standings.buchholz import as_game
from domain.tournament.standings.measures import TieBreakFacts


class _Among(Struct):
    """The duels of an entrant against the others of a group, in halves of a win."""

    halves: int = 0
    games: int = 0
    missing: int = 0


def by_encounter(of: TieBreakFacts, tied: Sequence[int]) -> list[list[int]]:
    """Return the tied entrants in groups, the best group first.

    If every pair has met, the mean result of the duels decides, and then again among those who are
    level. Otherwise, for two seats, an entrant comes first whose points nobody else can reach
    whatever the missing games would bring, and the same applies to those who remain.
    """
    if len(tied) < 2:
        return [list(tied)]
    among = {player: _among(of, player, tied) for player in tied}
    if any(one.missing for one in among.values()):
        return _certain(of, tied, among)
    means = {player: Fraction(one.halves, one.games) for player, one in among.items()}
    groups = [
        [player for player in tied if means[player] == mean]
        for mean in sorted(set(means.values()), reverse=True)
    ]
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in by_encounter(of, group)]


def _among(of: TieBreakFacts, player: int, tied: Sequence[int]) -> _Among:
    found = _Among()
    met = set()
    for one in of.histories[player]:
        if as_game(of.rules, one):
            for other, duel in zip(one.opponents, one.duels, strict=True):
                if other in tied:
                    met.add(other)
                    found.halves += duel
                    found.games += 1
    found.missing = len(tied) - 1 - len(met)
    return found


def _certain(of: TieBreakFacts, tied: Sequence[int], among: dict[int, _Among]) -> list[list[int]]:
    if of.rules.seats > 2:
        return [list(tied)]
    for player in tied:
        most = max(one.halves + 2 * one.missing for who, one in among.items() if who != player)
        if among[player].halves > most:
            rest = [other for other in tied if other != player]
            return [[player], *by_encounter(of, rest)]
    return [list(tied)]
