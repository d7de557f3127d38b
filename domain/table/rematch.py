"""Playing again: the next game of those who have played one, each on the same seat."""

from msgspec import UNSET

from domain.chance import SCHEME
from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import OpenGame, TakeSeat
from domain.table.game import Game
from domain.table.seating import must_exist
from domain.table.wording import present


def rematch_of(game: Game, commitment: str) -> OpenGame[object]:
    """Return how the next game is opened: as this one was (TB-REMATCH-1)."""
    must_have_ended(game)
    clocks = game.clocks
    return OpenGame(
        game.ruleset,
        game.options,
        SCHEME,
        commitment,
        present(game.rules),
        None if clocks is None else clocks.clock,
        game.terms is not None and game.terms.decisions is not None,
    )


def house_again(game: Game) -> list[TakeSeat]:
    """Return how the house bots of this game sit down in the next one."""
    return [
        TakeSeat(seat, state.name, state.bot, "", UNSET)
        for seat, state in enumerate(game.seats)
        if state.is_of_the_house
    ]


def must_have_ended(game: Game) -> None:
    """Refuse the next game before this one was played (TB-REMATCH-1)."""
    if not was_played(game):
        raise IllegalAction("TB-REMATCH-1", "game_is_not_over", status=game.status)


def was_played(game: Game) -> bool:
    """Tell whether the game had begun, which it does when the last seat is taken, and has ended."""
    return game.finished and all(state.taken for state in game.seats)


def must_have_sat(game: Game, seat: Seat, player: str | None) -> None:
    """Refuse a seat to whoever did not play on it (TB-REMATCH-2).

    Whoever opened a game has the links of all its seats. So where an account sat it alone comes
    again, and nobody on a seat of the house.
    """
    must_exist(game, seat)
    state = game.seats[seat]
    if state.is_of_the_house:
        raise IllegalAction("TB-REMATCH-2", "seat_was_of_the_house", seat=seat)
    if state.player != player:
        raise IllegalAction("TB-REMATCH-2", "seat_was_of_an_account", seat=seat)


def sits_again(game: Game, seat: Seat, player: str | None) -> bool:
    """Tell whether the next game has them on their seat already."""
    state = game.seats[seat]
    return state.taken and state.player == player and not state.is_of_the_house
