"""Sitting down, standing up, and calling the game off before it starts."""

from typing import Any

from msgspec import UNSET

from domain.refusal import IllegalAction
from domain.ruleset import Seat
from domain.table.actions import AbortGame, LeaveSeat, TakeSeat
from domain.table.events import GameAborted, GameStarted, PlayerSeated, SeatLeft, SeatTaken
from domain.table.game import GameState
from domain.table.reserving import must_be_expected_on, must_be_named_so, player_key


def take_seat(game: GameState, action: TakeSeat) -> list[Any]:
    """Sit down; when the last seat is taken the game starts by itself (TB-SIT)."""
    must_exist(game, action.seat)
    state = game.seats[action.seat]
    player = None if action.player is UNSET else action.player
    tip = None if action.tip is UNSET else action.tip
    asked = (action.name, action.bot, action.entropy, player, tip)
    if state.taken and asked == (state.name, state.bot, state.entropy, state.player, state.tip):
        # A retry, perhaps because the answer was lost: nothing changes.
        return []
    _must_be_open(game)
    if action.bot is not None and action.bot not in game.rules.bots:
        raise IllegalAction(
            "TB-SIT-3", "no_such_house_bot", bot=action.bot, bots=list(game.rules.bots)
        )
    if state.taken:
        raise IllegalAction("TB-SIT-2", "seat_is_taken", seat=action.seat)
    must_be_expected_on(game.reserved, action.seat, player_key(player, action.bot))
    must_be_named_so(game.reserved_names, action.seat, action.name)
    if tip is not None:
        _must_suit_the_chains(game, action, tip)
    events: list[Any] = [SeatTaken(action.seat, action.name, action.bot, action.entropy, tip)]
    if player is not None:
        _must_sit_once(game, action, player)
        events.append(PlayerSeated(action.seat, player))
    if sum(not seat.taken for seat in game.seats) == 1:
        events.append(GameStarted())
    return events


def _must_sit_once(game: GameState, action: TakeSeat, player: str) -> None:
    """Refuse an account a second seat, and a house bot any account (TB-SIT-6)."""
    if action.bot is not None:
        raise IllegalAction("TB-SIT-6", "house_bot_has_no_account", bot=action.bot)
    for other, state in enumerate(game.seats):
        if state.player == player:
            raise IllegalAction("TB-SIT-6", "player_sits_already", player=player, seat=other)


def _must_suit_the_chains(game: GameState, action: TakeSeat, tip: str) -> None:
    """Refuse the tip of a chain that cannot be used (TB-SIT-7)."""
    if not game.links:
        raise IllegalAction("TB-SIT-7", "game_has_no_links", seat=action.seat)
    if action.bot is not None:
        raise IllegalAction("TB-SIT-7", "house_bot_has_no_chain", bot=action.bot)
    for chain in game.chains:
        if chain.link == tip:
            raise IllegalAction("TB-SIT-7", "chain_of_another", seat=action.seat, who=chain.who)


def leave_seat(game: GameState, action: LeaveSeat) -> list[Any]:
    """Stand up before the start (TB-LEAVE-1)."""
    must_exist(game, action.seat)
    _must_be_open(game)
    if not game.seats[action.seat].taken:
        raise IllegalAction("TB-LEAVE-1", "seat_is_free", seat=action.seat)
    return [SeatLeft(action.seat)]


def abort_game(game: GameState, action: AbortGame) -> list[Any]:
    """Call the game off before it starts (TB-ABORT-1)."""
    if game.status != "open":
        raise IllegalAction("TB-ABORT-1", "game_is_not_open", status=game.status)
    return [GameAborted()]


def must_exist(game: GameState, seat: Seat) -> None:
    """Refuse a seat that the game does not have (TB-SIT-5)."""
    if not 0 <= seat < len(game.seats):
        raise IllegalAction("TB-SIT-5", "no_such_seat", seat=seat, seats=len(game.seats))


def _must_be_open(game: GameState) -> None:
    if game.status != "open":
        raise IllegalAction("TB-SIT-1", "game_is_not_open", status=game.status)
