"""Taking decisions back (TB-BACK): by consent, and never past an answer of chance."""

from random import Random

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.carolus_magnus.actions import ChooseDisc
from domain.table.actions import (
    AcceptTakeBack,
    DeclineTakeBack,
    FallFlag,
    OfferTakeBack,
    Resign,
)
from domain.table.clock import BankClock, PerActionClock
from domain.table.events import (
    ClocksRun,
    DecisionNoted,
    DecisionsSealed,
    DecisionsTakenBack,
    TakeBackAccepted,
    TakeBackOffered,
    TakeBacksAllowed,
)
from domain.table.game import TABLE
from domain.table.terms import Decision
from tests.support.games.table import Table, action_of, due, opened, play_on, started


def decide(table: Table, seed: int = 1) -> Table:
    """Let the seat that is due decide something."""
    seat = due(table.game)
    house = table.game.seats[seat].bot is not None
    return table.ask(seat, action_of(table.game, seat, Random(seed)), house=house)


def ready(table: Table) -> Table:
    """Play on until the discs of a round are due, which seats choose without chance.

    There is no decision since the last answer of chance; if there is one, play another round.
    """
    while table.game.awaits[0].actions != ("choose_disc",) or noted(table):
        decide(table)
    return table


def noted(table: Table) -> tuple[Decision, ...]:
    """Return the decisions that can be taken back."""
    return (table.game.terms and table.game.terms.decisions) or ()


def decided(table: Table) -> tuple[Table, int]:
    """Return the table after a seat chose the first disc, and this seat."""
    seat = due(ready(table).game)
    return decide(table), seat


@pytest.mark.rule("TB-BACK-1", "TB-BACK-2", "TB-OFFER-3")
def test_a_decision_is_taken_back() -> None:
    """The game returns to where it was before the decision, and can go on differently."""
    table = ready(started(2, take_backs=True))
    before = table.game
    seat = due(before)
    decide(table, 1).then(DecisionNoted(seat))
    table.ask(seat, OfferTakeBack()).then(TakeBackOffered(seat))
    table.ask(1 - seat, AcceptTakeBack())
    table.then(TakeBackAccepted(1 - seat), DecisionsTakenBack(seat))
    table.then(position=before.position, awaits=before.awaits)
    assert [state.agrees for state in table.game.seats] == [(), ()]
    assert table.game.version > before.version
    decide(table, 2)
    play_on(table, Random(5)).then(status="over")


@pytest.mark.rule("TB-BACK-2")
def test_later_decisions_are_taken_back_too() -> None:
    """The other seat has decided since: both decisions are gone, and earlier ones stay."""
    table = ready(started(2, take_backs=True))
    position, first = table.game.position, due(table.game)
    second = due(decide(table).game)
    decide(table)
    assert second != first
    table.ask(first, OfferTakeBack()).ask(second, AcceptTakeBack()).then(position=position)
    table.ask(second, OfferTakeBack()).refused("TB-BACK-2", "no_decision_to_take_back")


def test_house_bots_agree() -> None:
    """A person who plays alone against the house takes a decision back at once."""
    table = started(2, bots={1: "random"}, take_backs=True)
    while due(ready(table).game) != 0:
        decide(table)
    before = table.game.position
    decide(table)
    table.ask(0, OfferTakeBack()).then(TakeBackOffered(0), DecisionsTakenBack(0), position=before)


@pytest.mark.rule("TB-BACK-1")
def test_take_backs_are_agreed_on_before_the_game() -> None:
    """An event of its own allows it; games without it have no events about decisions."""
    opened(2, take_backs=True).then(TakeBacksAllowed(), version=2)
    play_on(started(2), Random(1)).without(DecisionNoted, DecisionsSealed)


@pytest.mark.rule("TB-BACK-1", refused=True)
def test_other_games_have_no_take_backs() -> None:
    """Not even those with a clock."""
    table, seat = decided(started(2))
    table.ask(seat, OfferTakeBack()).refused("TB-BACK-1", "take_backs_were_not_agreed_on")
    table = started(2, clock=BankClock(60, "forfeit")).ask(0, OfferTakeBack())
    table.refused("TB-BACK-1", "take_backs_were_not_agreed_on")


@pytest.mark.rule("TB-BACK-2", refused=True)
def test_nothing_is_taken_back_past_an_answer_of_chance() -> None:
    """A seat that has seen the dice cannot change decisions from before them."""
    table = decide(ready(started(2, take_backs=True)))
    while table.batch is not None and table.batch.entries[-1].by != CHANCE:
        decide(table)
    table.then(DecisionsSealed())
    for seat in (0, 1):
        table.ask(seat, OfferTakeBack())
        table.refused("TB-BACK-2", "no_decision_to_take_back")
        table.refused_with = None


@pytest.mark.rule("TB-BACK-2", refused=True)
def test_nobody_takes_back_the_decision_of_another() -> None:
    """The last decision of the seat itself counts, not the last decision of all."""
    table, seat = decided(started(2, take_backs=True))
    table.ask(1 - seat, OfferTakeBack())
    table.refused("TB-BACK-2", "no_decision_to_take_back")


@pytest.mark.rule("TB-OFFER-2")
def test_playing_on_declines_the_offer() -> None:
    """After the next decision the offer would mean something else, so it is gone."""
    table, seat = decided(started(2, take_backs=True))
    table.ask(seat, OfferTakeBack())
    decide(table)
    table.ask(1 - seat, AcceptTakeBack()).refused("TB-OFFER-2", "nothing_to_answer")


def test_a_refusal_changes_nothing() -> None:
    """The position stays, and the seat can offer again."""
    table, seat = decided(started(3, take_backs=True))
    position = table.game.position
    others = [one for one in range(3) if one != seat]
    table.ask(seat, OfferTakeBack()).ask(others[0], AcceptTakeBack())
    table.ask(others[1], DeclineTakeBack()).then(position=position)
    table.ask(seat, OfferTakeBack()).then(TakeBackOffered(seat))


def test_a_resignation_ends_the_offer() -> None:
    """The remaining seats must agree again."""
    table, seat = decided(started(3, take_backs=True))
    others = [one for one in range(3) if one != seat]
    table.ask(seat, OfferTakeBack()).ask(others[0], Resign())
    table.ask(others[1], AcceptTakeBack()).refused("TB-OFFER-2", "nothing_to_answer")


@pytest.mark.rule("TB-OFFER-3")
def test_the_remaining_seat_takes_back_its_own_decision() -> None:
    """The other seat ran out of time during its own offer, and the offer went with it."""
    table = ready(started(2, clock=PerActionClock(30, "house"), take_backs=True))
    own, before = due(table.game), table.game.position
    other = 1 - own
    table.ask(own, ChooseDisc(5)).ask(other, ChooseDisc(1))
    assert due(table.game) == other
    table.ask(other, OfferTakeBack()).wait(31).ask(TABLE, FallFlag())
    table.ask(own, OfferTakeBack()).then(TakeBackOffered(own), DecisionsTakenBack(own))
    table.then(position=before)


def test_time_is_not_given_back() -> None:
    """Time spent on a decision stays spent, and the clock of the seat runs again."""
    table = ready(started(2, clock=BankClock(60, "forfeit"), take_backs=True))
    first = due(table.game)
    decide(table.wait(10))
    second = due(table.game)
    assert second != first
    table.wait(5).ask(first, OfferTakeBack()).wait(5).ask(second, AcceptTakeBack())
    left = {first: 50_000, second: 50_000}
    table.then(DecisionsTakenBack(first), ClocksRun((left[0], left[1]), (first,), table.at))


def test_the_time_of_an_action_is_whole_after_a_take_back() -> None:
    """With a time for each action, the repeated action has all of it."""
    table = ready(started(2, clock=PerActionClock(30, "forfeit"), take_backs=True))
    first = due(table.game)
    decide(table.wait(10)).wait(29)
    table.ask(first, OfferTakeBack()).ask(due(table.game), AcceptTakeBack())
    table.then(ClocksRun((30_000, 30_000), (first,), table.at))
