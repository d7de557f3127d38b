"""Rounds, turns, collecting and drawing a card (TG-TURN, TG-COLLECT, TG-END, TG-DRAW)."""

from typing import Any

import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import CARDS
from domain.rulesets.teg.events import (
    CardDrawn,
    CardEarned,
    DeckRenewed,
    Pool,
    TurnEnded,
    TurnStarted,
)
from tests.support.games.teg import attack, dice, draw, end, given, move, place, trade

AMERICA = "argentina brazil chile colombia peru uruguay"


@pytest.mark.rule("TG-TURN-1")
def test_the_active_seat_acts() -> None:
    """After its turn, the next seat acts."""
    given(2, pool={}).when(end(0), place(1, "brazil", 1)).then(active=1)


@pytest.mark.rule("TG-TURN-1", refused=True)
def test_nobody_acts_for_another() -> None:
    """Neither another or an unknown seat, nor chance for a seat, nor a seat for chance."""
    given(3, pool={}).when(end(1)).refused("TG-TURN-1", "decision_of_another")
    given(3, pool={}).when(end(3)).refused("TG-TURN-1", "no_such_seat")
    given(3, pool={}).when(dice("6", "1")).refused("TG-TURN-1", "decision_of_another")
    given(3, pool={}).when((0, dice("6", "1")[1])).refused("TG-TURN-1", "another_decision_is_due")
    fighting = given(2, pool={}, tokens={"argentina": 4}).when(attack(0, "argentina", "brazil"))
    fighting.when(end(0)).refused("TG-TURN-1", "decision_of_another")
    fighting.refusal = None
    fighting.when(draw("w_1")).refused("TG-TURN-1", "another_decision_is_due")


@pytest.mark.rule("TG-TURN-5", "TG-TURN-2", "TG-END-1")
def test_turns_go_round() -> None:
    """From seat to seat, past those that are out, and then to the first seat of the next round."""
    scene = given(4, options={"objectives": "world"}, round=4, pool={}, active=1, first=1)
    scene.when(end(1)).then(TurnEnded(1), active=2, round=4)
    scene = given(4, options={"objectives": "world"}, round=4, pool={}, active=0, first=1)
    scene.when(end(0)).then(active=1, round=5)
    scene = given(
        4,
        options={"objectives": "world"},
        rest=[0, 2, 3],
        status=["active", "eliminated", "active", "active"],
        pool={},
    )
    scene.when(end(0)).then(active=2, round=3)


@pytest.mark.rule("TG-TURN-3", "TG-TURN-4")
def test_the_seat_that_opens_the_next_round() -> None:
    """The same seat, or the next one, which with two players then has two turns in a row."""
    given(2, round=3, active=1, pool={}).when(end(1)).then(active=0, round=4)
    rotating = {"round_starter": "rotating"}
    scene = given(3, options=rotating, first=2, round=3, active=0, pool={})
    # Round 3 goes 1, 2, 0; round 4 goes 2, 0, 1.
    scene.when(end(0)).then(active=2, round=4)
    given(2, options=rotating, round=1, active=1, pool={}).when(end(1)).then(active=1, round=2)


@pytest.mark.rule("TG-TURN-7")
def test_a_turn_begins_with_nothing_done() -> None:
    """Conquests, attacks, moves and arrived tokens belong to a single turn."""
    scene = given(
        2,
        own={0: "argentina brazil"},
        rest=[1],
        tokens={"argentina": 3, "brazil": 3},
        pool={},
        conquests=2,
        attacked=True,
    )
    scene.when(move(0, "argentina", "brazil", 2)).then(moved=True, arrived={"brazil": 2})
    scene.when(end(0), draw("w_1"))
    scene.then(moved=False, attacked=False, conquests=0, arrived={"brazil": 0}, active=1)


@pytest.mark.rule("TG-TURN-8", "TG-TURN-9", "TG-TURN-10", "TG-COLLECT-1")
def test_tokens_and_attacks_of_each_round() -> None:
    """Tokens in round 1, attacks without tokens in round 2, and both from round 3 on."""
    owners: dict[str, Any] = {"own": {0: AMERICA}, "rest": [1], "tokens": {"brazil": 3}}
    both = {"free": 3, "south_america": 3}
    given(2, round=1, **owners).then(pool=both)
    given(2, round=2, **owners).then(pool={}).when(attack(0, "brazil", "sahara")).then()
    given(2, round=3, **owners).then(pool=both)
    # The event that starts a turn contains the tokens collected.
    scene = given(2, own={1: AMERICA}, rest=[0], round=3, pool={}).when(end(0))
    scene.then(TurnStarted(3, 1, Pool(free=3, south_america=3)), pool=both)


@pytest.mark.rule("TG-TURN-6", "TG-TURN-11", "TG-TRADE-13", "TG-MOVE-4")
def test_a_turn_has_no_phases() -> None:
    """Move, trade, place, move again: only end_turn ends the turn."""
    scene = given(
        2,
        own={0: f"{AMERICA} sahara"},
        rest=[1],
        tokens={"peru": 3},
        pool={},
        hands={0: "c_chile c_colombia c_uruguay w_1 w_2"},
    )
    scene.when(
        move(0, "peru", "chile", 1),
        trade(0, "c_chile c_colombia w_1"),
        place(0, "sahara", 4),
        move(0, "peru", "brazil", 1),
    )
    scene.then(active=0, pool={}, hands={0: ["c_uruguay", "w_2"]})
    assert [due.seat for due in RULESET.awaits(scene.position)] == [0]


@pytest.mark.rule("TG-COLLECT-5")
def test_conquests_bring_no_tokens_in_their_turn() -> None:
    """After the last territory of a continent is conquered, its bonus comes with the next turn."""
    scene = given(
        2,
        own={0: AMERICA.replace("uruguay", "sahara")},
        rest=[1],
        tokens={"argentina": 4},
        pool={},
    )
    scene.when(attack(0, "argentina", "uruguay"), dice("6 6 6", "1")).then(pool={}, conquests=1)


@pytest.mark.rule("TG-COLLECT-4", "TG-COLLECT-2")
def test_continents_come_on_top_of_ten() -> None:
    """Half of 25 would be 12: ten are free, in addition to three for South America."""
    lands = f"{AMERICA} mexico california oregon new_york alaska yukon canada terranova labrador"
    lands += " sahara zaire ethiopia egypt madagascar spain france germany italy poland"
    given(2, own={0: lands}, rest=[1]).then(pool={"free": 10, "south_america": 3})


@pytest.mark.rule("TG-END-2")
def test_a_turn_can_end_with_nothing_to_place() -> None:
    """After the last token is placed, the turn can end, but need not."""
    scene = given(2, own={0: "java"}, rest=[1], pool={"free": 1}).when(place(0, "java", 1))
    scene.then(active=0).when(end(0)).then(TurnEnded(0), active=1)


@pytest.mark.rule("TG-PLACE-6", refused=True)
@pytest.mark.rule("TG-END-2")
def test_a_turn_does_not_end_before_all_is_placed() -> None:
    """Not even with one bound token left."""
    scene = given(2, own={0: AMERICA}, rest=[1], pool={"south_america": 1}).when(end(0))
    scene.refused("TG-PLACE-6", "tokens_must_be_placed_first", active=0)


@pytest.mark.rule("TG-DRAW-1", "TG-DRAW-2", "TG-DRAW-4", "TG-DRAW-7")
def test_a_conqueror_draws_one_card() -> None:
    """After three conquests a card is drawn without a request, and the turn is over."""
    scene = given(2, pool={}, conquests=3).when(end(0)).then(CardEarned(0), active=0)
    assert RULESET.asks(scene.position) == (52,)
    scene.when(draw("c_japan"))
    scene.then(CardDrawn(0, "c_japan"), TurnEnded(0), active=1, hands={0: ["c_japan"]})
    assert len(scene.batch) == 3


@pytest.mark.rule("TG-TURN-1", refused=True)
@pytest.mark.rule("TG-DRAW-7")
def test_nobody_acts_between_the_end_and_the_card() -> None:
    """The seat that ended its turn waits for the card, like all others."""
    for seat in (0, 1):
        scene = given(2, pool={}, conquests=1, tokens={"argentina": 5})
        scene.when(end(0), attack(seat, "argentina", "brazil"))
        scene.refused("TG-TURN-1", "decision_of_another")


@pytest.mark.rule("TG-DRAW-1", "TG-DRAW-3", "TG-CARD-2")
def test_a_seat_without_conquest_or_with_five_cards_draws_nothing() -> None:
    """A card is not drawn later instead: without a conquest, a hand of four draws none either."""
    five = "c_chile c_colombia c_brazil c_peru c_mexico"
    scene = given(2, pool={}, conquests=2, hands={0: five}).when(end(0))
    scene.without(CardEarned).then(active=1, hand_sizes=[5, 0])
    scene = given(2, pool={}, hands={0: "c_chile c_peru w_1 w_2"}).when(end(0))
    scene.without(CardEarned).then(active=1)


@pytest.mark.rule("TG-DRAW-5", "TG-DRAW-6")
def test_the_deck_is_renewed_when_a_card_is_due() -> None:
    """Not before: if one card is left, that one is drawn, and the pile stays."""
    scene = given(2, pool={}, conquests=1, deck="empty", hands={0: "c_chile c_peru"})
    scene.when(end(0)).then(DeckRenewed(), CardEarned(0), deck_size=50, discard=[])
    assert RULESET.asks(scene.position) == (50,)
    rest = [card for card in CARDS if card not in ("w_1", "w_2")]
    scene = given(2, pool={}, conquests=1, discard=rest, hands={1: "w_1"}).when(end(0))
    scene.without(DeckRenewed).then(deck_size=1)
    assert RULESET.asks(scene.position) == (1,)
    scene.when(draw("w_2")).then(deck_size=0, discard_size=50, hands={0: ["w_2"], 1: ["w_1"]})


@pytest.mark.rule("TG-DRAW-5")
def test_the_order_of_the_discard_pile_does_not_matter() -> None:
    """Chance picks from the cards in their fixed order, independent of the order of discarding."""
    rest = [card for card in reversed(CARDS) if card != "w_1"]
    scene = given(2, pool={}, conquests=1, discard=rest, hands={1: "w_1"}).when(end(0))
    assert RULESET.answer(scene.position, [0]) == draw("c_argentina")[1]
    assert RULESET.answer(scene.position, [50]) == draw("w_2")[1]


@pytest.mark.rule("TG-CARD-3")
def test_a_card_goes_from_hand_to_pile_to_deck_to_hand() -> None:
    """A card that moves is in only one place at a time."""
    hand = "c_chile c_colombia c_uruguay"
    scene = given(2, own={0: "java"}, rest=[1], pool={}, hands={0: hand}, conquests=1)
    scene.when(trade(0, hand)).then(discard=hand.split(), deck_size=49, hand_sizes=[0, 0])
    scene.when(place(0, "java", 4), end(0), draw("w_1")).then(deck_size=48, discard_size=3)


@pytest.mark.rule("TG-CARD-3", refused=True)
def test_only_a_card_of_the_deck_is_drawn() -> None:
    """Neither a card in a hand nor a discarded one."""
    for card in ("w_1", "w_2", "c_japan"):
        scene = given(2, pool={}, conquests=1, hands={0: "w_1", 1: "w_2"}, discard=["c_japan"])
        scene.when(end(0), draw(card)).refused("TG-CARD-3", "card_is_not_in_the_deck")
