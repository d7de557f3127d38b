"""Samples of chance for archives: which values were drawn, for whom, and from which."""

import pytest

from domain.ruleset import CHANCE, Sample
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import Attack, DrawCard, IssueOrders, PlayCard
from domain.rulesets.ancients.board import FACES
from domain.rulesets.ancients.events import CardDrawn, DiceRolled
from domain.rulesets.ancients.position import deck_of
from tests.support.games.ancients import Stage, begun


@pytest.mark.rule("CA-CHANCE-1")
def test_a_die_is_a_sample_of_the_side_that_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    units = [["a", "bottom", "LB", "E3"], ["d", "top", "MI", "E6"]]
    run = Stage(monkeypatch, units).ordered("order-4-left")
    run.do(Attack(run.id("a"), "E6"))
    before = run.position
    (rolled,) = run.roll("medium", "swords").of(DiceRolled)
    assert list(RULESET.samples(before, rolled)) == [
        Sample("die", "medium", FACES, 0),
        Sample("die", "swords", FACES, 0),
    ]


@pytest.mark.rule("CA-CHANCE-2")
def test_a_card_is_a_sample_of_its_place_in_the_deck() -> None:
    run = begun("001", bottom=["order-2-left#1"])
    run.do(PlayCard("order-2-left#1")).do(IssueOrders(()))
    before = run.position
    deck = deck_of(before)
    (drawn,) = run.do(DrawCard(deck[4]), CHANCE).of(CardDrawn)
    places = tuple(map(str, range(1, len(deck) + 1)))
    assert list(RULESET.samples(before, drawn)) == [Sample(f"card of {len(deck)}", "5", places, 0)]
