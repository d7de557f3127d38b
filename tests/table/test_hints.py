"""Hints (TB-HINT): a house bot advises the only person in a game, and the log shows it."""

from random import Random

import pytest

from domain.table.actions import AskHint, Resign
from domain.table.dealers import FairDealer
from domain.table.decide import perform
from domain.table.events import HintGiven
from domain.table.game import Game
from domain.table.hints import choice_of
from tests.support.games.table import AT, SECRET, Table, action_of, due, opened, play_on, started


def asked(table: Table, seat: int = 0) -> Table:
    """Let the house bots play until it is this seat's turn, and ask for a hint."""
    while due(table.game) != seat:
        play_on(table, Random(1), 1)
    return table.ask(seat, AskHint())


@pytest.mark.rule("TB-HINT-1", "TB-HINT-2")
def test_a_hint_is_an_event_of_its_own() -> None:
    """Nothing else changes, and the seat decides as it likes."""
    table = started(3, bots={1: "greedy", 2: "random"})
    position = asked(table).game.position
    table.then(HintGiven(0), hinted=True)
    play_on(table, Random(1), 1).then(hinted=False)
    assert table.game.position != position


def test_a_second_hint_for_the_same_decision_changes_nothing() -> None:
    """So a client may ask again if it lost the answer."""
    table = asked(started(2, bots={1: "random"}))
    table.ask(0, AskHint()).nothing_happened()


def test_dice_do_not_depend_on_hints() -> None:
    """The next moments have the same dice, with and without the event."""

    def played(table: Table) -> Game:
        while table.game.moments < 3:
            play_on(table, Random(table.game.moments), 1)
        return table.game

    plain, hinted = started(2, bots={1: "random"}), asked(started(2, bots={1: "random"}))
    while due(plain.game) != 0:
        play_on(plain, Random(1), 1)
    assert played(plain).position == played(hinted).position


def test_the_bot_chooses_a_legal_action() -> None:
    """The stand-in of the ruleset advises."""
    game = asked(started(2, bots={1: "random"})).game
    action = choice_of(game, 0, game.rules.stand_in, Random(1).randrange)
    assert perform(game, 0, [action], FairDealer(SECRET), at=AT).events


@pytest.mark.rule("TB-HINT-1", refused=True)
def test_nobody_has_hints_against_people() -> None:
    """Not even in a game with a house bot."""
    table = started(3, bots={2: "greedy"})
    refusal = table.ask(due(table.game), AskHint()).refused("TB-HINT-1", "other_people_play")
    assert refusal.facts == {"people": [0, 1]}


@pytest.mark.rule("TB-HINT-1")
def test_the_only_person_left_may_have_hints() -> None:
    """Even if the others were people: a house bot plays on for a partner who resigned."""
    table = started(4, bots={1: "greedy", 3: "greedy"}).ask(2, Resign())
    asked(table).then(HintGiven(0))


@pytest.mark.rule("TB-HINT-2", refused=True)
def test_a_hint_needs_a_decision() -> None:
    """While a house bot is due, there is nothing to advise on."""
    table = started(2, bots={1: "random"})
    while due(table.game) != 1:
        table.ask(0, action_of(table.game, 0, Random(1)))
    assert table.ask(0, AskHint()).refused("TB-HINT-2", "no_decision_is_due").facts == {"seat": 0}


@pytest.mark.rule("TB-ACT-1", refused=True)
def test_no_hint_comes_before_the_start() -> None:
    opened(2).ask(0, AskHint()).refused("TB-ACT-1", "game_has_not_started")
