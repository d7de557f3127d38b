"""Trades (TG-TRADE)."""

from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import CARDS, FIGURE_OF
from domain.rulesets.teg.events import CardsTraded
from domain.rulesets.teg.rules.cards import is_set
from tests.support.games.teg import Example, attack, dice, given, move, place, trade

CIRCLES = "c_chile c_colombia c_uruguay"
FIVE = f"{CIRCLES} w_1 w_2"


def trader(lands: str = "java", hand: str = FIVE, **changes: Any) -> Example:
    """Return a turn in which seat 0 has these territories and cards, and has placed all tokens."""
    return given(2, own={0: lands}, rest=[1], pool={}, hands={0: hand}, **changes)


@pytest.mark.rule("TG-TRADE-1", "TG-TRADE-2", "TG-TRADE-9", "TG-TRADE-12")
def test_a_trade() -> None:
    """The seat gives three cards, in the order named, and gets four free tokens."""
    scene = trader().when(trade(0, "c_uruguay c_chile c_colombia"))
    scene.then(
        CardsTraded(0, ("c_uruguay", "c_chile", "c_colombia"), 1, 4, ()),
        pool={"free": 4},
        discard=["c_uruguay", "c_chile", "c_colombia"],
        hands={0: ["w_1", "w_2"]},
    )


@pytest.mark.rule("TG-TRADE-1", refused=True)
@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        ("", "three_cards_are_traded"),
        ("w_1 w_2", "three_cards_are_traded"),
        (f"{CIRCLES} w_1", "three_cards_are_traded"),
        ("w_1 w_1 w_2", "card_named_twice"),
        ("c_chile c_colombia c_japan", "card_not_in_hand"),
    ],
)
def test_a_trade_needs_three_different_cards_of_the_hand(cards: str, reason: str) -> None:
    """Neither two nor four, no card twice, and no card from another hand."""
    scene = trader().when(trade(0, cards))
    scene.refused("TG-TRADE-1", reason, hand_sizes=[5, 0], pool={})


@pytest.mark.rule("TG-TRADE-2", refused=True)
@pytest.mark.parametrize("third", ["c_brazil", "c_mexico"])
def test_two_equal_figures_and_another_are_not_a_set(third: str) -> None:
    """Two circles with a square or with a triangle."""
    scene = trader(hand=f"c_chile c_colombia {third}").when(trade(0, f"c_chile c_colombia {third}"))
    scene.refused("TG-TRADE-2", "figures_must_be_equal_or_different")


@pytest.mark.rule("TG-TRADE-2", "TG-TRADE-3", "TG-TRADE-11")
@pytest.mark.parametrize(
    "cards", ["c_chile c_brazil c_mexico", "c_chile c_brazil w_1", "c_chile c_colombia w_2"]
)
def test_sets(cards: str) -> None:
    """Three different figures; a wildcard replaces a third different one, or a third equal one."""
    trader(hand=cards).when(trade(0, cards)).then(pool={"free": 4}, total=50)


@pytest.mark.rule("TG-CARD-2", "TG-TRADE-3")
def test_any_five_cards_have_a_set() -> None:
    """Whatever their figures: every full hand can trade."""
    by_figure = {
        figure: [card for card in range(len(CARDS)) if FIGURE_OF[card] == figure][:5]
        for figure in FIGURE_OF
    }
    kinds = 0
    for figures in combinations_with_replacement(by_figure, 5):
        if figures.count(None) <= 2:
            kinds += 1
            hand = [by_figure[figure][number] for number, figure in enumerate(figures) if figure]
            hand += by_figure[None][: figures.count(None)]
            assert any(is_set(cards) for cards in combinations(hand, 3))
    assert kinds == 46


@pytest.mark.rule("TG-TRADE-5", "TG-TRADE-6")
def test_a_trade_at_any_time() -> None:
    """By default even after attacks and moves; with the option only before them, after placing."""
    lands, tokens = "argentina brazil", {"argentina": 5}
    fought = (attack(0, "argentina", "chile"), dice("1 1 1", "6"))
    moved = move(0, "argentina", "brazil", 1)
    trader(lands, tokens=tokens).when(*fought, trade(0, CIRCLES)).then(pool={"free": 4})
    trader(lands, tokens=tokens).when(moved, trade(0, CIRCLES)).then(pool={"free": 4})
    early = {"trade_window": "before_attack"}
    scene = trader(lands, options=early, tokens=tokens).when(trade(0, CIRCLES))
    scene.then(pool={"free": 4})


@pytest.mark.rule("TG-TRADE-5", "TG-COLLECT-1")
@pytest.mark.parametrize("window", ["any_time", "before_attack"])
def test_a_trade_in_round_two(window: str) -> None:
    """Seats collect nothing in round 2, but tokens of trades are placed and may attack (Q24)."""
    scene = trader("argentina", round=2, options={"trade_window": window}).then(pool={})
    scene.when(trade(0, CIRCLES)).then(pool={"free": 4}, hand_sizes=[2, 0])
    scene.when(place(0, "argentina", 4), attack(0, "argentina", "chile")).then(pool={})


@pytest.mark.rule("TG-TRADE-6", refused=True)
def test_no_trade_after_attacks_and_moves_if_agreed() -> None:
    """The window closes with the first attack, won or lost, and with the first move."""
    lands, tokens, early = "argentina brazil", {"argentina": 5}, {"trade_window": "before_attack"}
    for before in (
        (attack(0, "argentina", "chile"), dice("1 1 1", "6")),
        (move(0, "argentina", "brazil", 1),),
    ):
        scene = trader(lands, options=early, tokens=tokens).when(*before, trade(0, CIRCLES))
        scene.refused("TG-TRADE-6", "trades_come_before_attacks_and_moves", hand_sizes=[5, 0])


@pytest.mark.rule("TG-TRADE-7", "TG-TRADE-8")
def test_the_number_of_a_trade() -> None:
    """A seat's own trades, or those of all; trades still count when the tokens no longer rise."""
    trader(trades=[2, 1]).when(trade(0, CIRCLES)).then(pool={"free": 8}, trades=[3, 1])
    scene = trader(trades=[0, 1], options={"trade_counter": "global"}).when(trade(0, CIRCLES))
    scene.then(pool={"free": 6}, trades=[1, 1])
    scene = trader(trades=[6, 1]).when(trade(0, CIRCLES))
    scene.then(CardsTraded(0, ("c_chile", "c_colombia", "c_uruguay"), 7, 10, ()))


@pytest.mark.rule("TG-TRADE-10", "TG-TRADE-11")
def test_two_tokens_on_each_traded_land_of_the_seat() -> None:
    """Up to six in a trade; none for another seat's territory, and none for a wildcard."""
    trader("chile colombia uruguay").when(trade(0, CIRCLES)).then(
        CardsTraded(
            0, ("c_chile", "c_colombia", "c_uruguay"), 1, 4, ("chile", "colombia", "uruguay")
        ),
        tokens={"chile": 3, "colombia": 3, "uruguay": 3},
        total=56,
    )
    scene = trader("colombia").when(trade(0, "c_chile c_colombia w_1"))
    scene.then(tokens={"chile": 1, "colombia": 3}, total=52)


@pytest.mark.rule("TG-TRADE-13")
def test_nobody_has_to_trade() -> None:
    """Even with five cards, a seat can end its turn."""
    scene = trader()
    assert {"trade_cards", "end_turn"} <= set(RULESET.awaits(scene.position)[0].actions)


@pytest.mark.rule("TG-TRADE-14", "TG-TRADE-9", "TG-ELIM-2")
def test_a_second_trade_once_the_first_is_placed() -> None:
    """The seat keeps two cards, inherits three, and gets two tokens more for another trade."""
    scene = given(
        3,
        own={0: "argentina", 1: "uruguay"},
        rest=[2],
        tokens={"argentina": 4},
        pool={},
        hands={0: FIVE, 1: "c_brazil c_mexico c_japan"},
    )
    scene.when(trade(0, CIRCLES), place(0, "argentina", 4))
    scene.when(attack(0, "argentina", "uruguay"), dice("6 6 6", "1"))
    scene.when(trade(0, "c_brazil w_1 w_2"))
    scene.then(pool={"free": 6}, trades=[2, 0, 0], hands={0: ["c_mexico", "c_japan"]})


@pytest.mark.rule("TG-TRADE-4", refused=True)
def test_no_second_trade_before_the_first_is_placed() -> None:
    """The tokens of the first trade must be placed first."""
    scene = trader(hand=f"{CIRCLES} w_1 w_2").when(trade(0, CIRCLES), trade(0, "w_1 w_2 c_peru"))
    scene.refused("TG-TRADE-4", "tokens_must_be_placed_first")


@pytest.mark.rule("TG-ATTACK-8", "TG-ATTACK-9", refused=True)
@pytest.mark.rule("TG-TRADE-15")
def test_a_trade_opens_no_attacks() -> None:
    """After a move or three conquests, attacks stay closed."""
    lands, tokens = "argentina brazil", {"argentina": 5}
    again = (trade(0, CIRCLES), place(0, "argentina", 4), attack(0, "argentina", "chile"))
    scene = trader(lands, tokens=tokens).when(move(0, "argentina", "brazil", 1), *again)
    scene.refused("TG-ATTACK-8", "no_attack_after_a_move")
    scene = trader(lands, tokens=tokens, conquests=3).when(*again)
    scene.refused("TG-ATTACK-9", "no_attack_after_three_conquests")
