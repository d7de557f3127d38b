"""The table before and after the first draws (LA-SETUP)."""

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import ArrangeTable, ChooseAlly, ChooseExtension, TurnUpCards
from domain.rulesets.lancaster.board import FAVOURS, LAWS
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import round_order, stock_of
from tests.support.games.lancaster import Run, Setting

NOBLES = {2: 2, 3: 2, 4: 3, 5: 4}


@pytest.mark.rule("LA-SETUP-1", "LA-SETUP-5", "LA-SETUP-6", "LA-SETUP-7", "LA-SETUP-8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_begins_with_the_same(players: int) -> None:
    position = RULESET.start(Options(players=players))
    for seat in range(players):
        assert (position.courts[seat], position.reserves[seat]) == ((1, 2), (1, 1, 2, 3, 4))
        assert (position.gold[seat], position.squires[seat], position.votes[seat]) == (2, 2, 1)
    assert set(position.nobles) == {NOBLES[players]}
    assert position.favours == FAVOURS


@pytest.mark.rule("LA-SETUP-3", "LA-SETUP-9", "LA-SETUP-10", "LA-SETUP-11", "LA-SETUP-12")
@pytest.mark.rule("LA-SETUP-16", "LA-NEXT-1", "LA-NEXT-3")
def test_chance_draws_cards_from_those_that_may_come() -> None:
    """Ten battle cards, and the laws of one group; no order is stored anywhere."""
    start = RULESET.start(Options(players=4))
    assert RULESET.asks(start) == (4, 10, 9, 6, 5, 4, 3, 2, 1)
    action = RULESET.answer(start, (3, 0, 8, 5, 0, 0, 0, 0, 0))
    assert action == ArrangeTable(3, ("B01", "B12"), ("L06", "L01", "L02", "L03", "L04", "L05"))
    position = Run(start).do(CHANCE, action).position
    assert (position.start, position.current) == (3, ("L06", "L01", "L02"))
    assert position.proposed == ("L03", "L04", "L05")
    assert [one.card for one in position.battles if one is not None] == ["B01", "B12"]
    setting = Setting(round_number=1).due("cards")
    setting.draft.battles = [None] * 4
    setting.draft.battles_gone = ("B01", "B02")
    later = setting.position()
    assert RULESET.asks(later) == (8, 7, 3, 2, 1)
    assert RULESET.answer(later, (0, 0, 2, 0, 0)) == TurnUpCards(
        ("B03", "B04"), ("L09", "L07", "L08")
    )


@pytest.mark.rule("LA-SETUP-4", "LA-SETUP-13", "LA-SETUP-14", "LA-TROOPS-1", "LA-GEN-8")
def test_extensions_are_chosen_in_the_order_of_the_round() -> None:
    """Clockwise from the start player, who then has the first turn."""
    run = Run(RULESET.start(Options(players=3, first_seat=1)))
    run.do(CHANCE, ArrangeTable(1, ("B01", "B02"), LAWS[:6]))
    assert round_order(run.position) == (1, 2, 0)
    for seat in (1, 2, 0):
        assert [one.seat for one in RULESET.awaits(run.position)] == [seat]
        run.do(seat, ChooseExtension("CS_GOLD"))
    assert run.position.moment == "place"
    assert [one.seat for one in RULESET.awaits(run.position)] == [1]
    assert len(stock_of(run.position, 0)) == 5


@pytest.mark.rule("LA-TWO-1", "LA-TWO-5")
def test_two_players_choose_allies_first() -> None:
    run = Run(RULESET.start(Options(players=2, first_seat=1)))
    run.do(CHANCE, ArrangeTable(1, ("B01", "B02"), LAWS[:6]))
    run.do(1, ChooseAlly("red")).do(0, ChooseAlly("yellow"))
    assert run.position.colors == ("blue", "green", "yellow", "red")
    assert (run.position.moment, run.position.queue) == ("extension", (1, 0))
