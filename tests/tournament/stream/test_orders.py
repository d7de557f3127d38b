"""What a tournament has decided about the games at its tables."""

import pytest

from domain.table.clock import BankClock
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream.orders import TableOrder, orders_in
from domain.tournament.stream.people import SERVICE
from tests.support.tournaments.desk import ARBITER, ORGANISER, WHY, Desk, opened, person, playing

CLOCK = BankClock(600, "house")


def orders(desk: Desk) -> list[TableOrder]:
    """Return what is decided about games."""
    desk.then()
    return list(orders_in(desk.state))


def players(desk: Desk) -> tuple[int, ...]:
    """Return the entrants of the first table."""
    return desk.state.rounds[-1].tables[0].players


def test_nothing_is_decided_about_a_game_that_gives_its_result() -> None:
    desk = playing(2).game()
    assert orders(desk) == []
    desk.ask(SERVICE, a.RecordGame(desk.proof()))
    assert orders(desk) == []


@pytest.mark.rule("TN-TIME-1")
def test_granted_time_adds_up_for_each_seat() -> None:
    desk = playing(2, clock=CLOCK).game()
    first, second = players(desk)
    for entrant, seconds in ((second, 60), (first, 5), (second, 30)):
        desk.ask(ARBITER, a.GrantTime(1, 1, entrant, seconds, WHY))
    assert orders(desk) == [TableOrder("game-1", granted=(5, 90))]


@pytest.mark.rule("TN-LEAVE-1", "TN-FORFEIT-1")
def test_players_who_leave_a_table_that_continues() -> None:
    """They forfeit, withdraw or are expelled, in one tournament."""
    desk = playing(4, announced(4, 3)).game()
    one, two, three, _ = players(desk)
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (two,), WHY), a.ExpelEntrant(three, WHY))
    assert orders(desk) == [TableOrder("game-1", left=(1, 2))]
    desk.ask(ORGANISER, a.WithdrawEntrant(one, WHY))
    assert orders(desk) == [TableOrder("game-1", left=(0, 1, 2))]


def test_both_seats_of_a_pair() -> None:
    desk = opened(team=2, clock=CLOCK)
    for number in (1, 3):
        desk.ask(ORGANISER, a.RegisterEntrant((person(number), person(number + 1))))
    desk.start().pair().open_round().game()
    one, _ = players(desk)
    desk.ask(ARBITER, a.GrantTime(1, 1, one, 60, WHY), a.ExpelEntrant(one, WHY))
    assert orders(desk) == [TableOrder("game-1", left=(0, 2), granted=(60, 0, 60, 0))]


@pytest.mark.rule("TN-RESULT-2", "TN-FORFEIT-1", "TN-CORRECT-1")
def test_a_table_with_another_result_needs_its_game_no_more() -> None:
    """An arbiter entered one, or corrected it; or everybody but one player forfeits."""
    desk = playing(4).game(1, "one").game(2, "two")
    desk.ask(ARBITER, a.EnterResult(1, 1, (2, 1), WHY))
    (first,) = orders(desk)
    assert first == TableOrder("one", ends=True, winners=(1,), reason=WHY)
    desk.ask(ARBITER, a.CorrectResult(1, 1, (1, 1), WHY))
    second = desk.state.rounds[0].tables[1].players[1]
    desk.ask(ARBITER, a.ForfeitSides(1, 2, (second,), WHY))
    both, forfeit = orders(desk)
    assert both.winners == (0, 1)
    assert forfeit == TableOrder("two", ends=True, winners=(0,))


@pytest.mark.rule("TN-REPLAY-1")
def test_a_replay_ends_the_game_before_it() -> None:
    """Time that was granted in the one is not for the other."""
    desk = playing(2, clock=CLOCK).game()
    desk.ask(ARBITER, a.GrantTime(1, 1, 1, 60, WHY), a.OrderReplay(1, 1, WHY))
    assert orders(desk) == [TableOrder("game-1", ends=True)]
    assert orders(desk.game(1, "game-2")) == [TableOrder("game-1", ends=True)]


def test_a_tournament_that_is_called_off_ends_its_games() -> None:
    desk = playing(2).game().ask(ORGANISER, a.AbortTournament(WHY))
    assert orders(desk) == [TableOrder("game-1", ends=True)]


@pytest.mark.rule("TN-PAUSE-1")
def test_a_pause_and_its_end() -> None:
    """The game has to be paused, and later to go on, including with time that was granted."""
    desk = playing(2, clock=CLOCK).game().ask(ARBITER, a.PauseTables(1, (1,), WHY))
    assert orders(desk) == [TableOrder("game-1", paused=True)]
    one, _ = players(desk)
    desk.ask(ARBITER, a.GrantTime(1, 1, one, 60, WHY), a.ResumeTables(1, (1,), WHY))
    assert orders(desk) == [TableOrder("game-1", granted=(60, 0), paused=False)]


@pytest.mark.rule("TN-PAUSE-1", "TN-LEAVE-1")
def test_only_what_has_changed_since_an_earlier_state() -> None:
    """A decision about one table is all that is new; one about people can concern every table."""
    desk = playing(4).game(1, "one").game(2, "two").ask(ARBITER, a.PauseTables(1, (1, 2), WHY))
    before = desk.state
    assert list(orders_in(before, before)) == []
    desk.ask(ARBITER, a.ResumeTables(1, (2,), WHY)).then()
    assert list(orders_in(desk.state, before)) == [TableOrder("two", paused=False)]
    before = desk.state
    desk.ask(ARBITER, a.ExpelEntrant(desk.state.rounds[0].tables[1].players[0], WHY)).then()
    assert (
        list(orders_in(desk.state, before))
        == orders(desk)
        == [
            TableOrder("one", paused=True),
            TableOrder("two", left=(0,), paused=False),
        ]
    )
    before = desk.state
    desk.ask(ORGANISER, a.AbortTournament(WHY)).then()
    assert {one.ends for one in orders_in(desk.state, before)} == {True}
