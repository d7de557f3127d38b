"""Rematches: a further game of the same players on the same seats."""

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from domain.chance import SCHEME
from domain.kit.option_marks import outdated
from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import TakeSeat
from domain.table.contributions import RegisteredWitness
from domain.table.game import Game
from domain.table.opening import OpenGame
from domain.table.seating import must_exist
from domain.table.wording import present


def rematch_of(
    game: Game, commitment: str, witnesses: tuple[RegisteredWitness, ...] = ()
) -> OpenGame[object, object]:
    """Return the action that opens the rematch, with the terms of this game (TB-REMATCH-1).

    The rules of the game may change its options, for example to exchange the sides, and the rematch
    has the newest set-up if that of this game was corrected. The rematch of a game that continues
    another begins at the same position, which belongs to the same options. A rematch in a sandbox
    is marked like its game.

    ``witnesses`` registered the rematch, if this game has witnesses.
    """
    must_have_ended(game)
    clocks = game.clocks
    return OpenGame(
        game.ruleset,
        _again(game) if game.continues is None else game.options,
        SCHEME,
        commitment,
        present(game.rules),
        None if clocks is None else clocks.clock,
        game.terms is not None and game.terms.decisions is not None,
        links=game.links,
        witnesses=witnesses,
        continues=game.continues,
        sandbox=game.sandbox,
    )


def _again(game: Game) -> Any:
    """Return the options of a rematch that begins at the start: corrected values are the newest."""
    options = game.rules.rematch(game.options)
    return replace(options, **{one.option: one.newest for one in outdated(options)})


def house_again(game: Game) -> list[TakeSeat]:
    """Return the actions by which the house bots of this game sit down in the rematch."""
    return [
        TakeSeat(seat, state.name, state.bot, "", UNSET)
        for seat, state in enumerate(game.seats)
        if state.is_of_the_house
    ]


def must_have_ended(game: Game) -> None:
    """Refuse a rematch of a game that was not played to an end (TB-REMATCH-1)."""
    if not was_played(game):
        raise IllegalAction("TB-REMATCH-1", "game_is_not_over", status=game.status)


def was_played(game: Game) -> bool:
    """Return whether the game has ended after it had started, that is, with all seats taken."""
    return game.finished and all(state.taken for state in game.seats)


def must_have_sat(game: Game, seat: Seat, player: str | None) -> None:
    """Refuse a seat to anyone who did not play on it (TB-REMATCH-2).

    The creator of a game has the links of all its seats. So only the same account may take its seat
    again, and no one may take a seat of a house bot.
    """
    must_exist(game, seat)
    state = game.seats[seat]
    if state.is_of_the_house:
        raise IllegalAction("TB-REMATCH-2", "seat_was_of_the_house", seat=seat)
    if state.player != player:
        raise IllegalAction("TB-REMATCH-2", "seat_was_of_an_account", seat=seat)


def sits_again(game: Game, seat: Seat, player: str | None) -> bool:
    """Return whether the player sits on that seat of the rematch already."""
    state = game.seats[seat]
    return state.taken and state.player == player and not state.is_of_the_house
