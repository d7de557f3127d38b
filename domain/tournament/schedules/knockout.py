"""Knock-outs: brackets for two seats, single or double, and heats from which the best advance.

A bracket is a list of matches whose players are seeds, or winners or losers of earlier matches. So
one function finds who meets whom, whatever the form of the bracket (TN-KO-1).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.model import Sitting
from domain.tournament.points import places

MatchSourceKind: TypeAlias = Literal["seed", "winner", "loser"]


class MatchSource(Struct, frozen=True):
    """Where a player of a match comes from: a seed from 1, or a match from 0."""

    kind: MatchSourceKind
    number: int


class BracketMatch(Struct, frozen=True):
    """A match of a bracket."""

    round: str
    """Such as W1 for winners, L1 for those who lost once, F for the final."""
    sides: tuple[MatchSource, MatchSource]


Bracket: TypeAlias = tuple[BracketMatch, ...]

NOBODY: Final = 0
"""Takes the place of a seed that does not exist: the opponent goes on without a match."""


def seeding(size: int) -> list[int]:
    """Return the seeds of a bracket from top to bottom: the best two can meet only in the final.

    >>> seeding(8)
    [1, 8, 4, 5, 2, 7, 3, 6]
    """
    order = [1]
    while len(order) < size:
        total = 2 * len(order) + 1
        order = [seed for one in order for seed in (one, total - one)]
    return order


def single(players: int) -> Bracket:
    """Return the bracket of a single knock-out; the best seeds go on where players are missing."""
    matches: list[BracketMatch] = []
    _winners(matches, players)
    return tuple(matches)


def double(players: int) -> Bracket:
    """Return the bracket of a double knock-out: those who lose once play on for the final.

    Those who lose later enter the lower bracket from the other end, so that the same two do not
    meet again at once. In the final ``F`` both sides are equal; whether there is a second one when
    its winner had lost before is for the rules that are announced: that match is ``F2``.
    """
    matches: list[BracketMatch] = []
    rounds = _winners(matches, players)
    lower = [MatchSource("loser", match) for match in rounds[0]]
    number = 0
    for entering in rounds[1:]:
        lower = _next(matches, f"L{number + 1}", lower)
        losers = [MatchSource("loser", match) for match in reversed(entering)]
        mixed = [side for pair in zip(lower, losers, strict=True) for side in pair]
        lower = _next(matches, f"L{number + 2}", mixed)
        number += 2
    upper = MatchSource("winner", rounds[-1][0])
    final = len(matches)
    matches.append(BracketMatch("F", (upper, lower[0])))
    matches.append(BracketMatch("F2", (MatchSource("winner", final), MatchSource("loser", final))))
    return tuple(matches)


def _winners(matches: list[BracketMatch], players: int) -> list[list[int]]:
    """Add the rounds of those who have not lost; return the matches of each round."""
    size = 2
    while size < players:
        size *= 2
    sides = [MatchSource("seed", seed if seed <= players else NOBODY) for seed in seeding(size)]
    rounds: list[list[int]] = []
    while len(sides) > 1:
        sides = _next(matches, f"W{len(rounds) + 1}", sides)
        rounds.append([side.number for side in sides])
    return rounds


def _next(
    matches: list[BracketMatch], name: str, sides: Sequence[MatchSource]
) -> list[MatchSource]:
    """Add a round between neighbours; return its winners."""
    first = len(matches)
    matches.extend(
        BracketMatch(name, (one, other)) for one, other in zip(sides[::2], sides[1::2], strict=True)
    )
    return [MatchSource("winner", number) for number in range(first, len(matches))]


def pairs_of(
    bracket: Bracket, seeds: Sequence[int], winners: Mapping[int, int]
) -> list[tuple[int | None, int | None]]:
    """Return who meets in each match; None where that is not known yet.

    ``seeds`` are the players from the first seed on, and ``winners`` the winner of each match that
    was played. A side that is ``NOBODY`` loses without a match. Refuse a winner who was not in the
    match (TN-KO-2).
    """
    found: list[tuple[int | None, int | None]] = []
    ends: list[tuple[int | None, int | None]] = []
    for number, match in enumerate(bracket):
        one, other = (_player(side, seeds, ends) for side in match.sides)
        found.append((one, other))
        ends.append(_end(number, one, other, winners))
    return found


def _player(
    side: MatchSource, seeds: Sequence[int], ends: Sequence[tuple[int | None, int | None]]
) -> int | None:
    if side.kind == "seed":
        return seeds[side.number - 1] if side.number else NOBODY
    return ends[side.number][0 if side.kind == "winner" else 1]


def _end(
    number: int, one: int | None, other: int | None, winners: Mapping[int, int]
) -> tuple[int | None, int | None]:
    """Return the winner and the loser of a match, as far as they are known."""
    if one is None or other is None:
        return None, None
    if NOBODY in (one, other):
        return one or other, NOBODY
    winner = winners.get(number)
    if winner is None:
        return None, None
    if winner not in (one, other):
        raise IllegalAction("TN-KO-2", "winner_was_not_there", match=number, winner=winner)
    return winner, other if winner == one else one


# --- heats --------------------------------------------------------------------------------------


def dealt(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Deal players to tables or groups of these sizes, best first, forth and back (TN-KO-3).

    >>> dealt([1, 2, 3, 4, 5, 6, 7, 8], (4, 4))
    [[1, 4, 5, 8], [2, 3, 6, 7]]
    """
    tables: list[list[int]] = [[] for _ in sizes]
    line = iter(players)
    forth = True
    while any(len(table) < size for table, size in zip(tables, sizes, strict=True)):
        for at in range(len(sizes)) if forth else range(len(sizes) - 1, -1, -1):
            if len(tables[at]) < sizes[at]:
                tables[at].append(next(line))
        forth = not forth
    return tables


def advancing(sittings: Iterable[Sitting], best: int) -> list[int]:
    """Return who goes on from the heats: all first, then all second places, and so on.

    Refuse a tie for the last place that goes on (TN-KO-4): an arbiter must break it.
    """
    found: list[tuple[int, int, int]] = []
    for heat, sitting in enumerate(sittings):
        ranked = places(sitting)
        through = [player for player, place in ranked.items() if place < best]
        if len(through) > best:
            raise IllegalAction("TN-KO-4", "tie_for_the_last_place", players=sorted(through))
        found += [(ranked[player], heat, player) for player in through]
    return [player for _, _, player in sorted(found)]


# --- finals after groups ------------------------------------------------------------------------

Apart: TypeAlias = Callable[[int, int], int]
"""How late two seeds meet, counted from 0; later is more."""


def apart_in_bracket(players: int) -> Apart:
    """Return in which round two seeds can meet in the bracket of this many players.

    >>> apart = apart_in_bracket(4)
    >>> apart(0, 3), apart(0, 1)
    (1, 2)
    """
    size = 2
    while size < players:
        size *= 2
    place = {seed - 1: at for at, seed in enumerate(seeding(size))}
    return lambda one, other: (place[one] ^ place[other]).bit_length()


def apart_in_heats(sizes: Sequence[int], resting: int) -> Apart:
    """Return 0 for seeds that are dealt to one table of the first heats; the best may rest."""
    tables = dealt(range(resting, resting + sum(sizes)), sizes)
    table = {seed: at for at, seeds in enumerate(tables) for seed in seeds}
    return lambda one, other: int(one not in table or table[one] != table.get(other))


def finalists(groups: Sequence[Sequence[int]], best: int, apart: Apart) -> list[int]:
    """Return the seeds of a final: all first places, then all second places (TN-GROUP-1).

    ``groups`` are the players of each group in order of its standings. Of equal places, each seed
    goes to the player who would meet others of the same group latest, then to the first group.
    """
    found: list[int] = []
    group_of: list[int] = []

    def lateness(group: int) -> int:
        mates = (seed for seed, other in enumerate(group_of) if other == group)
        return min((apart(seed, len(found)) for seed in mates), default=0)

    for place in range(best):
        left = [at for at, group in enumerate(groups) if place < len(group)]
        while left:
            group = max(left, key=lateness)
            left.remove(group)
            found.append(groups[group][place])
            group_of.append(group)
    return found
