"""What a game came to for the accounts that played it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from domain.table.game import Game, SeatState

Result: TypeAlias = Literal["won", "drawn", "lost"]

_FIRST, _MIDDLE, _LAST = range(3)


class Placed(NamedTuple):
    """An account, its side, and how that came out of a game; the least rank is the best."""

    player: str
    side: str
    rank: int


def ruleset_of(game: Game) -> str:
    """Return the id of the ruleset, without its edition."""
    return game.ruleset.partition("@")[0]


def players_of(game: Game) -> tuple[str, ...]:
    """Return the accounts that sit at a table, in order of their seats; none sits there twice."""
    return tuple(state.player for state in game.seats if state.player is not None)


def rated(game: Game) -> tuple[Placed, ...]:
    """Return the accounts of a game that counts, in order of their seats; none of any other.

    A game counts if it was played to an end, by accounts alone.
    """
    players = players_of(game)
    if game.status != "over" or len(players) < len(game.seats):
        return ()
    ranks = {side: _rank(game, side) for side in game.sides}
    return tuple(
        Placed(player, side, ranks[side]) for player, side in zip(players, game.sides, strict=True)
    )


def result_for(game: Game, player: str) -> Result | None:
    """Return what a game came to for an account; None if it has no outcome, or no seat of theirs.

    Who resigned, or had no time left, has lost, whatever the house has made of it.
    """
    if game.status != "over":
        return None
    for side, state in _seated(game):
        if state.player == player:
            if _rank(game, side) != _FIRST:
                return "lost"
            return "won" if len(game.outcome.winners) == 1 else "drawn"
    return None


def _rank(game: Game, side: str) -> int:
    """Return the rank of a side: one whose players have left is last, whoever played on for it.

    They have resigned, or had no time left.
    """
    if all(state.resigned or state.flagged for one, state in _seated(game) if one == side):
        return _LAST
    return _FIRST if side in game.outcome.winners else _MIDDLE


def _seated(game: Game) -> Iterator[tuple[str, SeatState]]:
    """Yield the side of each seat, and who sits there."""
    return zip(game.sides, game.seats, strict=True)
