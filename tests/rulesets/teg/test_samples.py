"""Samples of chance for archives: which values were drawn, for whom, and from which."""

from typing import Any

import pytest

from domain.ruleset import Sample, Trial
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import CARDS, TERRITORIES
from domain.rulesets.teg.board import OBJECTIVES
from domain.rulesets.teg.events import BattleFought
from tests.support.games.spec import Request
from tests.support.games.teg import Example, attack, deal, dice, draw, end, given, set_up

FACES = ("1", "2", "3", "4", "5", "6")


def samples_of(scene: Example, request: Request) -> list[Sample]:
    """Return the samples from the events of this answer of chance."""
    before = scene.position
    scene.when(request).then()
    return [sample for event in scene.batch for sample in RULESET.samples(before, event)]


@pytest.mark.rule("TG-ATTACK-17")
def test_dice_of_both_sides_keep_the_order_in_which_they_fell() -> None:
    """The attacker's dice come first, then the defender's, unsorted: runs would show a pattern."""
    scene = given(3, own={0: "argentina", 2: "brazil"}, rest=[1], pool={}, tokens={"argentina": 4})
    scene.when(attack(0, "argentina", "brazil"))
    assert samples_of(scene, dice("1 6 2", "5")) == [
        Sample("die", "1", FACES, 0),
        Sample("die", "6", FACES, 0),
        Sample("die", "2", FACES, 0),
        Sample("die", "5", FACES, 2),
    ]


@pytest.mark.rule("TG-ATTACK-14")
def test_a_battle_is_a_trial_of_both_sides() -> None:
    """Each scores the tokens that the other lost; 2,890 of 7,776 throws take two defenders."""
    armies = {"argentina": 4, "brazil": 2}
    scene = given(3, own={0: "argentina", 2: "brazil"}, rest=[1], pool={}, tokens=armies)
    scene.when(attack(0, "argentina", "brazil"))
    before = scene.position
    scene.when(dice("6 1 2", "5 2")).then()
    (fought,) = [event for event in scene.batch if isinstance(event, BattleFought)]
    assert RULESET.trials(before, fought) == (
        Trial("attack", 0, 1, (2275, 2611, 2890)),
        Trial("defence", 2, 1, (2890, 2611, 2275)),
    )


@pytest.mark.rule("TG-SETUP-5")
def test_a_card_is_sampled_by_its_place_in_the_deck() -> None:
    """Decks of one size are comparable this way; a draw of the only card left is not a sample."""
    scene = given(2, pool={}, conquests=1, hands={1: "c_argentina c_chile"}).when(end(0))
    places = tuple(map(str, range(1, 51)))
    assert samples_of(scene, draw("c_colombia")) == [Sample("card of 50", "2", places, 0)]
    rest = [card for card in CARDS if card not in ("w_1", "w_2", "c_chile")]
    two: dict[str, Any] = {"pool": {}, "conquests": 1, "discard": rest}
    scene = given(2, hands={1: "c_chile"}, **two).when(end(0))
    assert samples_of(scene, draw("w_2")) == [Sample("card of 2", "2", ("1", "2"), 0)]
    scene = given(2, hands={1: "c_chile w_1"}, **two).when(end(0))
    assert samples_of(scene, draw("w_2")) == []


@pytest.mark.rule("TG-SETUP-1", "TG-SETUP-7", "TG-SETUP-8")
def test_the_deal_samples_first_seat_owners_and_objectives() -> None:
    """Anything that the options determine is not a sample."""
    owners, seats = [0, 1] * 25, ("0", "1")
    held = [Sample(name, str(seat), seats) for name, seat in zip(TERRITORIES, owners, strict=True)]
    first = Sample("first seat", "1", seats)
    assert samples_of(set_up(2), deal(1, owners)) == [first, *held]
    assert samples_of(set_up(2, first_seat=1), deal(1, owners)) == held
    secret = set_up(2, first_seat=1, objectives="secret_and_common")
    assert samples_of(secret, deal(1, owners, "O7 O2")) == [
        *held,
        Sample("objective of seat 0", "O7", OBJECTIVES),
        Sample("objective of seat 1", "O2", OBJECTIVES),
    ]


def test_other_events_have_no_samples() -> None:
    """A declared attack, an earned card, and the end of a turn."""
    scene = given(2, pool={}, conquests=1)
    before = scene.position
    scene.when(end(0)).then()
    assert [list(RULESET.samples(before, event)) for event in scene.batch] == [[]]
