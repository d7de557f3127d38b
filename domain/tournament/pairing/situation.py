"""What is known before a round is paired, with the players in the order of the shuffle.

Inside the algorithms a player is an index into this order, so that every tie falls by chance that
was committed to, and by nothing that an organiser can choose.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from domain.tournament.history import HistoryOf, Outing
from domain.tournament.model import Announced
from domain.tournament.pairing.colours import absolute, turns_of

Matrix = tuple[tuple[int, ...], ...]


class Situation(Struct, frozen=True):
    """The players of a round, and what they did before; index by index."""

    players: tuple[int, ...]
    """Their pairing numbers."""
    points: tuple[int, ...]
    met: Matrix
    """How often each pair has sat at one table."""
    small: tuple[int, ...]
    """How often each sat at a smaller table than the largest."""
    seats: tuple[tuple[int, ...], ...]
    """How often each sat in each seat of a full table; see ``seat_classes``."""
    partnered: Matrix | None = None
    """How often each pair formed a team; None without changing partners."""
    clashes: Matrix | None = None
    """For two seats: 1 for pairs that both must be first now, or both second."""
    barred: Matrix | None = None
    """1 for pairs that must not meet."""


def situation_of(
    rules: Announced,
    histories: HistoryOf,
    players: Sequence[int],
    barred: Collection[frozenset[int]] = (),
) -> Situation:
    """Return the situation of these players, in this order.

    A pair has met if both were at a table that was played, or is still being played; forfeits do
    not count.
    """
    found = [histories[player] for player in players]
    return Situation(
        players=tuple(players),
        points=tuple(sum(one.points for one in history) for history in found),
        met=_counts(players, [[o for one in h for o in met_in(one)] for h in found]),
        small=tuple(sum(0 < one.size < rules.seats for one in history) for history in found),
        seats=tuple(_seats_of(rules, history) for history in found),
        partnered=_counts(players, [[one.partner for one in h] for h in found])
        if rules.partners
        else None,
        clashes=_clashes(found) if rules.seats == 2 else None,
        barred=tuple(
            tuple(int(frozenset((one, other)) in barred) for other in players) for one in players
        )
        if barred
        else None,
    )


def met_in(one: Outing) -> tuple[int, ...]:
    """Return whom an entrant met in a round; forfeits do not count (C.04.1)."""
    return one.opponents if one.kind in {"played", "pending"} else ()


def _counts(players: Sequence[int], others: Sequence[Sequence[int]]) -> Matrix:
    index = {player: at for at, player in enumerate(players)}
    rows = [[0] * len(players) for _ in players]
    for row, met in zip(rows, others, strict=True):
        for other in met:
            if other in index:
                row[index[other]] += 1
    return tuple(map(tuple, rows))


def _seats_of(rules: Announced, history: Sequence[Outing]) -> tuple[int, ...]:
    counts = [0] * rules.seats
    for one in history:
        if one.kind in {"played", "pending"}:
            counts[seat_classes(rules.seats, one.size)[one.seat]] += 1
    return tuple(counts)


def seat_classes(seats: int, size: int) -> tuple[int, ...]:
    """Return which seat of a full table each seat of a table counts as: the last is always last.

    >>> seat_classes(4, 4), seat_classes(4, 3)
    ((0, 1, 2, 3), (0, 1, 3))
    """
    return (*range(size - 1), seats - 1)


def _clashes(found: Sequence[Sequence[Outing]]) -> Matrix:
    wishes = [absolute(turns_of(history)) for history in found]
    return tuple(tuple(int(one is not None and one == other) for other in wishes) for one in wishes)
