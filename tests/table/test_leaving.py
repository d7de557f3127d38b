"""Leaving a game by its own rules (TB-RESIGN), and being eliminated from one (TB-OFFER-4).

The game is Veil, from ``tests/support/games/veiled.py``; a seat that leaves it shows its cards.
"""

import dataclasses
from collections.abc import Iterator
from typing import Any

import pytest

from domain.refusal import IllegalAction
from domain.table.actions import (
    AcceptDraw,
    AcceptPause,
    DeclineDraw,
    OfferDraw,
    OfferPause,
    OfferTakeBack,
    Resign,
)
from domain.table.clock import BankClock
from domain.table.events import (
    DecisionNoted,
    DecisionsSealed,
    DrawAgreed,
    GameConceded,
    GamePaused,
    GameResumed,
    SeatResigned,
    TakeBackOffered,
)
from service.projections.results import result_for
from tests.support.games.registered import registered
from tests.support.games.table import Table
from tests.support.games.veiled import (
    VEIL,
    CardLaid,
    GameWon,
    LayCard,
    SeatGone,
    TrickTaken,
    seated,
)

BANK = BankClock(600, "house")


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    """Register Veil with the table."""
    with registered(VEIL):
        yield


def opened(leaving: Any = "table", players: Any = 3, **others: Any) -> Table:
    """Return a table for three, at which a seat that resigns leaves the game."""
    return seated(players, leaving, **others)


def lay(table: Table, *seats: int) -> Table:
    """Let each of these seats lay the first card of its hand."""
    for seat in seats:
        table.ask(seat, LayCard(table.game.position.hands[seat][0]))
    return table


def hand(table: Table, seat: int) -> tuple[str, ...]:
    return tuple(table.game.position.hands[seat])


@pytest.mark.rule("TB-RESIGN-1")
def test_a_seat_leaves_by_the_rules_of_the_game() -> None:
    """The same entry contains the resignation and its consequences, and no bot plays on."""
    table = opened()
    cards = hand(table, 1)
    table.ask(1, Resign()).without(GameConceded).then(status="running", bots_due=())
    assert table.batch is not None
    assert table.batch.entries[0].events == (SeatResigned(1, None), SeatGone(1, cards))
    assert table.game.people_due == (0, 2)
    assert (table.game.playing, table.game.people) == ((0, 2), (0, 2))


@pytest.mark.rule("TB-RESIGN-1")
def test_without_a_rule_for_leaving_the_house_plays_on() -> None:
    table = opened("house").ask(1, Resign()).then(SeatResigned(1, "random"))
    table.without(SeatGone)
    assert table.game.bots_due == (1,)
    assert table.game.people == (0, 2)


@pytest.mark.rule("TB-RESIGN-1", refused=True)
def test_a_seat_that_left_decides_nothing_more() -> None:
    table = opened()
    card = hand(table, 1)[0]
    table.ask(1, Resign())
    for action in (LayCard(card), Resign(), OfferDraw(), AcceptDraw(), DeclineDraw()):
        table.ask(1, action).refused("TB-RESIGN-1", "seat_has_resigned")
        table.refused_with = None


@pytest.mark.rule("TB-RESIGN-2")
def test_the_last_seat_wins() -> None:
    table = opened().ask(1, Resign())
    cards = hand(table, 2)
    table.ask(2, Resign())
    table.then(SeatGone(2, cards), GameConceded(("north",)), status="over")
    assert table.game.outcome.winners == ("north",)


@pytest.mark.rule("TB-RESIGN-2")
def test_an_end_by_the_rules_of_the_game_is_the_end() -> None:
    """The table adds nothing to it."""
    table = opened("rules").ask(1, Resign()).ask(2, Resign()).without(GameConceded)
    table.then(GameWon(0), status="over")
    assert (table.game.outcome.reason, table.game.outcome.winners) == ("won", ("north",))


@pytest.mark.rule("TB-RESIGN-1")
def test_chance_answers_in_the_same_batch() -> None:
    """The others were waiting only for the seat that left."""
    table = lay(opened(), 0, 2).ask(1, Resign()).then(SeatResigned(1, None))
    assert table.batch is not None
    assert [entry.by for entry in table.batch.entries] == [1, "chance", "chance", "chance"]
    assert any(isinstance(event, TrickTaken) for event in table.batch.events)


def test_a_rule_of_the_game_may_forbid_leaving() -> None:
    def refuse(position: Any, seat: int) -> None:
        raise IllegalAction("VEIL-TURN-1", "stay_a_while", seat=seat)

    with registered(dataclasses.replace(VEIL, resign=refuse)):
        table = opened()
        before = table.game
        table.ask(1, Resign())
        assert table.refused_with is not None
        assert table.refused_with.refusal.reason == "stay_a_while"
        assert table.game == before


@pytest.mark.rule("TB-OFFER-3")
def test_a_seat_that_left_has_no_say() -> None:
    """The two other seats agree on a draw and share it."""
    table = opened().ask(1, Resign()).ask(0, OfferDraw()).without(DrawAgreed)
    table.ask(2, AcceptDraw()).then(DrawAgreed(("north", "west")), status="over")


@pytest.mark.rule("TB-PAUSE-1")
def test_the_clock_runs_for_the_remaining_seats() -> None:
    """It stops for a seat that leaves, and a pause ends when a resignation ends the game."""
    table = opened(clock=BANK)
    table.wait(5).ask(1, Resign())
    clocks = table.game.clocks
    assert clocks is not None
    assert clocks.running == (0, 2)
    assert clocks.left_ms[1] == 595_000
    table.wait(5).ask(0, OfferPause()).without(GamePaused)
    table.ask(2, AcceptPause()).then(GamePaused())
    table.ask(2, Resign()).then(GameConceded(("north",)), status="over")


def test_a_pause_ends_when_the_last_person_leaves() -> None:
    """The last person leaves during a pause, and the two bots play on."""
    table = opened(clock=BANK, bots={0: "random", 2: "random"})
    table.ask(1, OfferPause()).then(GamePaused())
    table.ask(1, Resign()).then(SeatResigned(1, None), GameResumed(), status="running")
    assert table.game.bots_due == (0, 2)


@pytest.mark.rule("TB-BACK-2", refused=True)
def test_decisions_before_a_seat_left_are_final() -> None:
    """Otherwise the seat would return."""
    table = lay(opened(take_backs=True), 0)
    table.ask(0, OfferTakeBack()).then(status="running")
    table.ask(1, Resign()).then(SeatResigned(1, None), DecisionsSealed())
    assert table.game.seats[0].agrees == ()
    table.ask(0, OfferTakeBack()).refused("TB-BACK-2", "no_decision_to_take_back")


@pytest.mark.rule("TB-BACK-2")
def test_a_bot_that_plays_on_leaves_decisions_open() -> None:
    """The seat is still in the game, so earlier decisions can be taken back."""
    table = lay(opened("house", take_backs=True), 0).ask(1, Resign()).without(DecisionsSealed)
    table.ask(0, OfferTakeBack()).then(TakeBackOffered(0))


@pytest.mark.rule("TB-BACK-2", refused=True)
def test_no_decision_before_a_final_one_is_taken_back() -> None:
    """A ruleset names the events that are final; an offer to take something back is dropped."""
    table = lay(opened(take_backs=True), 0)
    table.ask(0, OfferTakeBack()).then(TakeBackOffered(0))
    with registered(dataclasses.replace(VEIL, final=frozenset({CardLaid}))):
        lay(table, 1).then(DecisionsSealed()).without(DecisionNoted)
        assert table.game.seats[0].agrees == ()
        for seat in (0, 1):
            table.ask(seat, OfferTakeBack()).refused("TB-BACK-2", "no_decision_to_take_back")
            table.refused_with = None
        lay(table, 2).without(DecisionNoted)


@pytest.mark.rule("TB-OFFER-4")
@pytest.mark.rule("TB-OFFER-4", refused=True)
def test_an_eliminated_seat_has_no_say() -> None:
    """It has not resigned; the game goes on without it."""
    rules = dataclasses.replace(VEIL, order=lambda position: (0, 1) if position.hands else ())
    with registered(rules):
        table = opened("house")
        table.ask(2, OfferDraw()).refused("TB-OFFER-4", "seat_is_out_of_the_game")
        table.refused_with = None
        table.ask(0, OfferDraw())
        for action in (AcceptDraw(), DeclineDraw()):
            table.ask(2, action).refused("TB-OFFER-4", "seat_is_out_of_the_game")
            table.refused_with = None
        table.ask(1, AcceptDraw()).then(DrawAgreed(("north", "south")), status="over")


@pytest.mark.rule("TB-RESIGN-3")
@pytest.mark.rule("TB-RESIGN-3", refused=True)
def test_an_eliminated_seat_does_not_resign() -> None:
    """If the rulebook has no rule for leaving, the table refuses: no bot takes over a dead seat."""
    rules = dataclasses.replace(VEIL, order=lambda position: (0, 1) if position.hands else ())
    with registered(rules):
        table = opened("house")
        before = table.game
        table.ask(2, Resign()).refused("TB-RESIGN-3", "seat_is_out_of_the_game")
        assert table.game == before
        table.refused_with = None
        table.ask(1, Resign()).then(GameConceded(("north",)), status="over")


@pytest.mark.rule("TB-OFFER-1")
def test_an_offer_does_not_wait_for_an_eliminated_seat() -> None:
    """The remaining seats agree already, so repeating the offer makes it take effect."""

    def order(position: Any) -> tuple[int, ...]:
        return () if not position.hands else (0, 1) if any(position.tricks) else position.seats

    with registered(dataclasses.replace(VEIL, order=order)):
        table = opened("house").ask(0, OfferDraw()).ask(1, AcceptDraw()).without(DrawAgreed)
        lay(table, 0, 1, 2).then(status="running")
        table.ask(0, OfferDraw()).then(DrawAgreed(("north", "south")), status="over")


@pytest.mark.rule("TB-RESIGN-2")
def test_an_eliminated_seat_cannot_win() -> None:
    rules = dataclasses.replace(VEIL, order=lambda position: (0, 1) if position.hands else ())
    with registered(rules):
        opened("house").ask(0, Resign()).then(GameConceded(("south",)), status="over")


def test_a_seat_that_left_has_lost() -> None:
    """As a seat that resigns in any other game."""
    table = opened("rules", players=2, accounts=("aaa", "bbb")).ask(0, Resign())
    table.then(GameWon(1))
    assert [result_for(table.game, one) for one in ("aaa", "bbb")] == ["lost", "won"]


def test_a_card_that_was_laid_is_shown_too() -> None:
    table = lay(opened(), 1)
    assert table.batch is not None
    (laid,) = (event.card for event in table.batch.events if isinstance(event, CardLaid))
    assert laid is not None
    rest = hand(table, 1)
    table.ask(1, Resign()).then(SeatGone(1, (*rest, laid)))
