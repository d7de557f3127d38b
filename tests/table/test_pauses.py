"""Pauses of games with a clock (TB-PAUSE), agreed on like all offers (TB-OFFER)."""

from random import Random
from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.table.actions import (
    AcceptDraw,
    AcceptPause,
    AcceptResume,
    AcceptTakeBack,
    AddTime,
    Adjudicate,
    DeclinePause,
    DeclineResume,
    DeclineTakeBack,
    DrawMoment,
    FallFlag,
    LiftSuspension,
    OfferDraw,
    OfferPause,
    OfferResume,
    Resign,
    SuspendGame,
)
from domain.table.clock import BankClock, PerActionClock
from domain.table.decide import Batch
from domain.table.events import (
    ClocksRun,
    DrawAgreed,
    GamePaused,
    GameResumed,
    GameSuspended,
    PauseAccepted,
    PauseDeclined,
    PauseOffered,
    ResumeAccepted,
    ResumeOffered,
    SuspensionLifted,
    TimeAdded,
)
from domain.table.game import TABLE
from tests.support.games.table import Table, action_of, due, play_on, started

CLOCK = BankClock(60, "house")
MONTH = 30 * 86_400


def paused(players: int = 2) -> Table:
    """Return a game paused after 20 seconds."""
    table = started(players, clock=CLOCK).wait(20).ask(0, OfferPause())
    for seat in range(1, players):
        table.ask(seat, AcceptPause())
    return table


@pytest.mark.rule("TB-PAUSE-1", "TB-OFFER-1", "TB-OFFER-2", "TB-OFFER-3")
def test_two_agree_on_a_pause() -> None:
    """The clocks keep the time left, and no seat is due."""
    table = started(2, clock=CLOCK)
    seat = due(table.game)
    table.wait(20).ask(1 - seat, OfferPause()).then(PauseOffered(1 - seat), paused=False)
    table.wait(5).ask(seat, AcceptPause())
    left = tuple(35_000 if one == seat else 60_000 for one in (0, 1))
    table.then(PauseAccepted(seat), GamePaused(), ClocksRun(left, (), table.at))
    table.then(paused=True, deadline=None, awaits=(), status="running")
    assert not any(state.agrees for state in table.game.seats)


@pytest.mark.rule("TB-PAUSE-2", "TB-PAUSE-3", "TB-OFFER-3")
def test_a_pause_takes_no_time() -> None:
    """A month later, once all agree to go on, the same seat is due with the time it had."""
    table = paused()
    clocks = table.game.clocks
    assert clocks is not None
    table.wait(MONTH).ask(1, OfferResume()).then(ResumeOffered(1), paused=True)
    table.ask(0, AcceptResume())
    table.then(ResumeAccepted(0), GameResumed(), paused=False, awaits=table.game.awaits)
    seat = due(table.game)
    table.then(ClocksRun(clocks.left_ms, (seat,), table.at))
    table.ask(seat, action_of(table.game, seat, Random(1))).then(status="running")


@pytest.mark.rule("TB-OFFER-3")
def test_all_people_must_agree_and_bots_do() -> None:
    """With one bot of three, both people must agree; alone against bots, one person decides."""
    table = started(3, bots={1: "random"}, clock=CLOCK).ask(0, OfferPause()).then(paused=False)
    table.ask(2, AcceptPause()).then(GamePaused(), paused=True)
    table = started(3, bots={1: "random", 2: "greedy"}, clock=CLOCK).ask(0, OfferPause())
    table.then(PauseOffered(0), GamePaused(), paused=True)
    table.ask(0, OfferResume()).then(GameResumed(), paused=False)


@pytest.mark.rule("TB-OFFER-3")
def test_a_resigned_seat_has_no_say() -> None:
    """Neither does its stand-in, and a resignation clears the offer."""
    table = started(3, clock=CLOCK).ask(0, OfferPause()).ask(1, Resign())
    assert not any(state.agrees for state in table.game.seats)
    table.ask(0, OfferPause()).ask(2, AcceptPause()).then(paused=True)


@pytest.mark.rule("TB-OFFER-2")
def test_one_refusal_is_enough() -> None:
    """The game goes on, and a seat can offer a pause again."""
    table = started(3, clock=CLOCK).ask(0, OfferPause()).ask(1, AcceptPause())
    table.ask(2, DeclinePause()).then(PauseDeclined(2), paused=False).without(ClocksRun)
    table.ask(2, OfferPause()).then(PauseOffered(2))


def test_one_seat_that_declines_keeps_the_pause() -> None:
    """Resuming needs consent too."""
    paused().ask(0, OfferResume()).ask(1, DeclineResume()).then(paused=True)


@pytest.mark.rule("TB-PAUSE-1", refused=True)
def test_some_games_cannot_be_paused() -> None:
    """A game without a clock, and a game that is already paused."""
    started(2).ask(0, OfferPause()).refused("TB-PAUSE-1", "game_has_no_clock")
    paused().ask(0, OfferPause()).refused("TB-PAUSE-1", "game_is_paused")


@pytest.mark.rule("TB-PAUSE-2", refused=True)
@pytest.mark.parametrize("house", [True, False])
def test_nobody_plays_in_a_pause(*, house: bool) -> None:
    """Not even the house: none of its bots is due."""
    table = paused()
    seat = table.game.people_due[0]
    action = action_of(table.game, seat, Random(1))
    table.ask(seat, action, house=house).refused("TB-PAUSE-2", "game_is_paused", bots_due=())


@pytest.mark.rule("TB-PAUSE-2")
def test_a_paused_game_can_end() -> None:
    """By a resignation or an agreed draw; then the game is over and no longer paused."""
    paused().ask(0, Resign()).then(status="over", paused=False)
    table = paused().ask(0, OfferDraw()).ask(1, AcceptDraw())
    table.then(DrawAgreed(("white", "black")), status="over")


def test_a_pause_ends_when_nobody_is_left_to_end_it() -> None:
    """The last person resigns, and the bots play the game to its end."""
    table = started(3, bots={1: "random", 2: "greedy"}, clock=CLOCK).ask(0, OfferPause())
    table.ask(0, Resign()).then(GameResumed(), paused=False, status="running")
    play_on(table, Random(1)).then(status="over")


@pytest.mark.rule("TB-PAUSE-3", refused=True)
@pytest.mark.parametrize("clock", [None, CLOCK])
def test_only_a_paused_game_can_be_resumed(clock: BankClock | None) -> None:
    """A game that is not paused cannot be resumed."""
    table = started(2, clock=clock).ask(0, OfferResume())
    table.refused("TB-PAUSE-3", "game_is_not_paused")


@pytest.mark.rule("TB-OFFER-1", refused=True)
@pytest.mark.parametrize("seat", [0, 1])
def test_one_offer_of_a_kind_at_a_time(seat: int) -> None:
    """No seat can repeat the offer; an offer of another kind can stand next to it."""
    table = started(2, clock=CLOCK).ask(0, OfferPause()).ask(1, OfferDraw())
    table.ask(seat, OfferPause())
    assert table.refused("TB-OFFER-1", "is_on_offer").facts == {"seats": [0]}


ANSWERS = [
    AcceptPause(),
    DeclinePause(),
    AcceptResume(),
    DeclineResume(),
    AcceptTakeBack(),
    DeclineTakeBack(),
]


@pytest.mark.rule("TB-OFFER-2", refused=True)
@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
def test_a_seat_can_only_answer_an_offer_of_another(answer: Any) -> None:
    """Not an offer that nobody made, and not by the seat that made it."""
    table = started(2, clock=CLOCK, take_backs=True).ask(1, answer)
    table.refused("TB-OFFER-2", "nothing_to_answer")
    table = started(2, clock=CLOCK).ask(0, OfferPause()).ask(0, answer)
    table.refused("TB-OFFER-2", "nothing_to_answer")


# --- pauses of an arbiter ---------------------------------------------------------------------


def suspended(players: int = 2, **terms: Any) -> Table:
    """Return a game that an arbiter paused after 20 seconds."""
    return started(players, **terms).wait(20).ask(TABLE, SuspendGame())


def again(table: Table) -> Table:
    """Return a table as this one is, to ask for what is refused."""
    other = Table(Batch((), table.game))
    other.at = table.at
    return other


@pytest.mark.rule("TB-SUSPEND-1", "TB-SUSPEND-2")
def test_an_arbiter_stops_the_clocks_until_the_game_goes_on() -> None:
    table = started(2, clock=CLOCK)
    seat = due(table.game)
    left = tuple(40_000 if one == seat else 60_000 for one in (0, 1))
    table.wait(20).ask(TABLE, SuspendGame())
    table.then(GameSuspended(), ClocksRun(left, (), table.at))
    table.then(paused=True, suspended=True, deadline=None, awaits=(), bots_due=())
    table.wait(MONTH).ask(TABLE, AddTime(seat, 5)).then(TimeAdded(seat, 5)).without(ClocksRun)
    table.wait(MONTH).ask(TABLE, LiftSuspension())
    more = tuple(45_000 if one == seat else 60_000 for one in (0, 1))
    table.then(SuspensionLifted(), ClocksRun(more, (seat,), table.at), paused=False)
    play_on(table.wait(44), Random(4))


def test_a_pause_costs_and_gives_no_time_where_each_action_has_its_own() -> None:
    table = suspended(clock=PerActionClock(30, "forfeit")).wait(MONTH).ask(TABLE, LiftSuspension())
    clocks = table.game.clocks
    assert clocks is not None
    seat = due(table.game)
    assert (clocks.left_ms[seat], clocks.left_ms[1 - seat]) == (10_000, 30_000)


@pytest.mark.rule("TB-SUSPEND-2", refused=True)
def test_nobody_acts_while_an_arbiter_has_paused_the_game() -> None:
    """Neither moves nor requests, whether the game has a clock or not."""
    variants: tuple[dict[str, Any], ...] = ({"clock": CLOCK}, {})
    for terms in variants:
        table = started(2, **terms)
        seat = due(table.game)
        move = action_of(table.game, seat, Random(4))
        table.ask(TABLE, SuspendGame())
        for by in (0, 1):
            for asked in (Resign(), OfferDraw(), OfferPause(), OfferResume(), move):
                again(table).ask(by, asked).refused("TB-SUSPEND-2", "game_is_suspended")
        draw = DrawMoment(table.game.moments + 1)
        again(table).ask(CHANCE, draw).refused("TB-SUSPEND-2", "game_is_suspended")
        table.ask(TABLE, LiftSuspension()).ask(seat, move).then(suspended=False)


@pytest.mark.rule("TB-SUSPEND-1", refused=True)
def test_a_game_is_suspended_once_and_by_the_table() -> None:
    table = started(2, clock=CLOCK)
    again(table).ask(TABLE, LiftSuspension()).refused("TB-SUSPEND-1", "game_is_not_suspended")
    for asked in (SuspendGame(), LiftSuspension()):
        again(table).ask(0, asked).refused("TB-ACT-3", "action_is_for_the_table")
    stopped = suspended(clock=CLOCK)
    again(stopped).ask(TABLE, SuspendGame()).refused("TB-SUSPEND-1", "game_is_suspended")
    stopped.wait(61).ask(TABLE, FallFlag()).refused("TB-FLAG-1", "flag_is_not_due")
    late = started(2, clock=CLOCK).wait(61)
    late.ask(TABLE, SuspendGame()).refused("TB-FLAG-2", "time_is_up")


def test_a_pause_of_the_players_lasts_beyond_that_of_an_arbiter() -> None:
    table = paused().ask(TABLE, SuspendGame()).without(ClocksRun)
    table.ask(TABLE, LiftSuspension()).without(ClocksRun).then(paused=True, suspended=False)
    table.ask(0, OfferResume()).ask(1, AcceptResume()).then(GameResumed(), paused=False)


def test_an_arbiter_ends_a_suspended_game() -> None:
    sides = suspended(clock=CLOCK).game.sides
    suspended(clock=CLOCK).ask(TABLE, Adjudicate(sides[:1])).then(status="over", suspended=False)
