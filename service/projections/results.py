"""Results: how a game ended for the accounts that played it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from domain.table.game import Game, SeatState
from domain.table.ranking import ranks

Result: TypeAlias = Literal["won", "drawn", "lost"]


class Placed(NamedTuple):
    """An account, its side, and the rank of that side, from 1."""

    player: str
    side: str
    rank: int


def ruleset_of(game: Game) -> str:
    """Return the id of the ruleset, without its edition."""
    return game.ruleset.partition("@")[0]


def players_of(game: Game) -> tuple[str, ...]:
    """Return the accounts that sit at a table, in order of their seats, each once."""
    return tuple(state.player for state in game.seats if state.player is not None)


def rated(game: Game) -> tuple[Placed, ...]:
    """Return the accounts of a rated game, in order of their seats; none for other games.

    A game counts if it was played from the beginning to an end, by accounts alone. The position of
    a game that continues another was chosen, not played for.
    """
    players = players_of(game)
    if game.status != "over" or game.continues is not None or len(players) < len(game.seats):
        return ()
    found = placed_sides(game)
    return tuple(
        Placed(player, side, found[side]) for player, side in zip(players, game.sides, strict=True)
    )


def result_for(game: Game, player: str) -> Result | None:
    """Return an account's result; None if the game has no outcome or the account no seat in it."""
    for seat, state in enumerate(game.seats):
        if state.player == player:
            return result_at(game, seat)
    return None


def result_at(game: Game, seat: int) -> Result | None:
    """Return the result of the player who took a seat; None if the game has no outcome.

    A player who left the game to a house bot has lost, however the bot played on.
    """
    if game.status != "over":
        return None
    side = game.sides[seat]
    if game.seats[seat].has_left or side not in game.outcome.winners:
        return "lost"
    return "won" if len(game.outcome.winners) == 1 else "drawn"


def placed_sides(game: Game) -> dict[str, int]:
    """Return the rank of each side of a game that is over; sides that all left are last."""
    return ranks(game.outcome.standing, ((side, state.has_left) for side, state in _seated(game)))


def _seated(game: Game) -> Iterator[tuple[str, SeatState]]:
    """Yield the side of each seat, and who sits there."""
    return zip(game.sides, game.seats, strict=True)
