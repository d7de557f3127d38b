"""Rematches (TB-REMATCH): how the next game is opened, and who has which seat in it."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.ruleset import Seat
from domain.table.actions import AbortGame, CallOffGame, Resign, TakeSeat
from domain.table.clock import BankClock
from domain.table.decide import open_game
from domain.table.game import TABLE, Game
from domain.table.opening import OpenGame
from domain.table.rematch import (
    house_again,
    must_have_ended,
    must_have_sat,
    rematch_of,
    sits_again,
    was_played,
)
from tests.support.games import spec
from tests.support.games.table import SECRET, Table, opened, started

ANA, EVA = "a" * 26, "b" * 26


def over(players: int = 2, **options: Any) -> Table:
    """Return a table at which a seat has resigned."""
    return started(players, **options).ask(0, Resign())


def refused(rule: str, reason: str, judge: Callable[[], object]) -> dict[str, Any]:
    """Expect this refusal; return its facts."""
    return dict(spec.refused(rule, reason, judge).facts)


@pytest.mark.rule("TB-REMATCH-1")
def test_the_next_game_is_opened_as_this_one_was() -> None:
    """It has the same options and terms, and its own dice."""
    clock = BankClock(seconds=600, on_flag="forfeit", increment_seconds=5)
    game = over(clock=clock, take_backs=True, setup="tabletop").game
    again = rematch_of(game, "c" * 64)
    assert (again.ruleset, again.options, again.clock) == (game.ruleset, game.options, clock)
    assert again.take_backs
    assert again.commitment == "c" * 64 != game.commitment
    plain = rematch_of(over().game, "c" * 64)
    assert (plain.clock, plain.take_backs) == (None, False)


@pytest.mark.rule("TB-REMATCH-1")
def test_house_bots_play_again() -> None:
    """Those that sat down, but no stand-in for a seat that resigned."""
    game = over(4, bots={1: "random", 3: "greedy"}).game
    assert game.seats[0].bot == "greedy"
    assert house_again(game) == [TakeSeat(1, None, "random"), TakeSeat(3, None, "greedy")]


@pytest.mark.rule("TB-REMATCH-1")
def test_a_game_that_was_called_off_has_a_rematch_too() -> None:
    """Provided that it had started."""
    game = started(2).ask(TABLE, CallOffGame()).game
    assert was_played(game)
    assert isinstance(rematch_of(game, "c" * 64), OpenGame)


@pytest.mark.rule("TB-REMATCH-1", refused=True)
@pytest.mark.parametrize(
    "table",
    [opened(2), started(2), opened(2).sit(0).ask(TABLE, AbortGame())],
    ids=["open", "running", "aborted"],
)
def test_a_game_that_was_not_played_has_none(table: Table) -> None:
    """Neither before the start, nor while it runs, nor if it never started."""
    game = table.game
    assert not was_played(game)
    for judge in (lambda: must_have_ended(game), lambda: rematch_of(game, "")):
        facts = refused("TB-REMATCH-1", "game_is_not_over", judge)
        assert facts == {"status": game.status}


def with_accounts() -> Game:
    """Return a game between Ana with her account, a person without one, and a bot."""
    table = opened(3).ask(0, TakeSeat(0, player=ANA)).ask(1, TakeSeat(1))
    return table.ask(TABLE, TakeSeat(2, bot="random")).ask(0, Resign()).ask(1, Resign()).game


@pytest.mark.rule("TB-REMATCH-2")
def test_players_keep_their_seats() -> None:
    """The account, and the person with the link of a seat without an account."""
    game = with_accounts()
    must_have_sat(game, 0, ANA)
    must_have_sat(game, 1, None)


@pytest.mark.rule("TB-REMATCH-2", refused=True)
@pytest.mark.parametrize(
    ("seat", "player", "reason"),
    [
        (0, None, "seat_was_of_an_account"),
        (0, EVA, "seat_was_of_an_account"),
        (1, EVA, "seat_was_of_an_account"),
        (2, None, "seat_was_of_the_house"),
        (2, ANA, "seat_was_of_the_house"),
    ],
)
def test_nobody_has_the_seat_of_another(seat: Seat, player: str | None, reason: str) -> None:
    """Not even with its link, which the creator of the game has too."""
    game = with_accounts()
    facts = refused("TB-REMATCH-2", reason, lambda: must_have_sat(game, seat, player))
    assert facts == {"seat": seat}


def test_returning_players_are_recognised() -> None:
    """By the account, or by the lack of one; a bot's seat belongs to nobody."""
    before = with_accounts()
    batch = open_game("b" * 16, before.rules, rematch_of(before, "c" * 64))
    table = Table(batch, SECRET).ask(TABLE, *house_again(before))
    assert not any(sits_again(table.game, seat, None) for seat in range(3))
    game = table.ask(0, TakeSeat(0, player=ANA)).ask(1, TakeSeat(1)).game
    assert sits_again(game, 0, ANA)
    assert sits_again(game, 1, None)
    assert not sits_again(game, 0, None)
    assert not sits_again(game, 1, EVA)
    assert not sits_again(game, 2, None)
