"""Who is first in turn order at a table of two: FIDE's colours (C.04.3, A.6 and E).

"White" is the first in turn order. The rules, in our own words: a player who was first in the last
two games, or two times more often first than second, *must* be second, and the other way round;
that wish is absolute. A difference of one makes a strong wish, and equality a mild one to change
places. A player who has not played has no wish.
"""

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.tournament.history import Outing

TurnNumber: TypeAlias = Literal[0, 1]
"""0 for the first player, "white", and 1 for the second."""

ABSOLUTE: Final = 3
STRONG: Final = 2
MILD: Final = 1


class TurnWish(Struct, frozen=True):
    """What a player should be next; no turn and strength 0 before the first game."""

    turn: TurnNumber | None
    strength: int


class TwoSeatPlayer(Struct, frozen=True):
    """What the allocation needs to know of a player."""

    number: int
    points: int
    turns: tuple[TurnNumber, ...]
    """What the player was in the games played, oldest first."""


def turns_of(history: Sequence[Outing]) -> tuple[TurnNumber, ...]:
    """Return what a player was in each game; rounds without one leave no trace (A.6)."""
    return tuple(1 if one.seat else 0 for one in history if one.kind in {"played", "pending"})


def difference(turns: Sequence[TurnNumber]) -> int:
    """Return how much more often a player was first than second."""
    return len(turns) - 2 * sum(turns)


def wish(turns: Sequence[TurnNumber]) -> TurnWish:
    """Return what a player should be next (A.6)."""
    if not turns:
        return TurnWish(None, 0)
    more = difference(turns)
    other: TurnNumber = 0 if turns[-1] else 1
    if abs(more) > 1:
        return TurnWish(1 if more > 0 else 0, ABSOLUTE)
    if len(turns) > 1 and turns[-1] == turns[-2]:
        return TurnWish(other, ABSOLUTE)
    if more:
        return TurnWish(1 if more > 0 else 0, STRONG)
    return TurnWish(other, MILD)


def absolute(turns: Sequence[TurnNumber]) -> TurnNumber | None:
    """Return what a player must be next, if anything."""
    found = wish(turns)
    return found.turn if found.strength == ABSOLUTE else None


def allocated(
    one: TwoSeatPlayer, other: TwoSeatPlayer, initial: TurnNumber
) -> tuple[TwoSeatPlayer, TwoSeatPlayer]:
    """Return the two in turn order (E.1 to E.5).

    ``initial`` is what player number 1 would be in round one; it is drawn by lot.
    """
    high, low = sorted((one, other), key=lambda player: (-player.points, player.number))
    return (high, low) if _turn_of_higher(high, low, initial) == 0 else (low, high)


def _turn_of_higher(high: TwoSeatPlayer, low: TwoSeatPlayer, initial: TurnNumber) -> TurnNumber:
    mine, theirs = wish(high.turns), wish(low.turns)
    if mine.turn is None and theirs.turn is None:  # E.5
        return initial if high.number % 2 else _other(initial)
    if mine.turn is None or theirs.turn is None or mine.turn != theirs.turn:  # E.1
        return mine.turn if mine.turn is not None else _other(theirs.turn or 0)
    if mine.strength != theirs.strength:  # E.2
        return mine.turn if mine.strength > theirs.strength else _other(mine.turn)
    wider = abs(difference(high.turns)) - abs(difference(low.turns))
    if mine.strength == ABSOLUTE and wider:  # E.2, both absolute
        return mine.turn if wider > 0 else _other(mine.turn)
    for had, they_had in zip(reversed(high.turns), reversed(low.turns), strict=False):  # E.3
        if had != they_had:
            return _other(had)
    return mine.turn  # E.4


def _other(turn: TurnNumber) -> TurnNumber:
    return 0 if turn else 1
