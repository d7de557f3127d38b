"""The facts of a refusal: the values that caused it, as clients receive them."""

from typing import Any

import msgspec
import pytest

from domain.ruleset import CHANCE
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.options import Options
from tests.support.games import spec
from tests.support.games.spec import Request
from tests.support.games.teg import (
    Example,
    attack,
    deal,
    dice,
    draw,
    end,
    given,
    move,
    place,
    set_up,
    trade,
)

EVEN = [0, 1] * 25
SECRETS = {"objectives": "secret_and_common"}


def turn(**changes: Any) -> Example:
    """Return a turn in which seat 0 has Argentina and Peru, and has placed all tokens."""
    tokens = {"argentina": 3, "brazil": 2}
    own = {0: "argentina peru"}
    return given(2, **{"own": own, "rest": [1], "tokens": tokens, "pool": {}, **changes})


def fighting() -> Example:
    """Return an attack that awaits two dice against two."""
    return turn().when(attack(0, "argentina", "brazil"))


def ended() -> Example:
    """Return a game that ended at its round limit."""
    options = {"round_limit": 3}
    return given(2, options=options, active=1, pool={}).when(end(1))


BORDERS = ["brazil", "chile", "peru", "uruguay"]
"""The neighbours of Argentina."""

CASES: list[tuple[str, Example, Request, dict[str, Any]]] = [
    ("game_is_over", ended(), end(0), {"by": 0}),
    ("no_such_seat", turn(), end(2), {"seat": 2, "players": 2}),
    ("seat_is_eliminated", turn(status=["active", "eliminated"]), end(1), {"seat": 1}),
    ("seat_has_resigned", turn(status=["active", "resigned"]), end(1), {"seat": 1}),
    ("decision_of_another", turn(), end(1), {"by": 1, "due": 0}),
    ("decision_of_another", fighting(), end(0), {"by": 0, "due": CHANCE}),
    (
        "another_decision_is_due",
        fighting(),
        draw("w_1"),
        {"asked": "draw_card", "expected": ["roll_dice"]},
    ),
    (
        "first_seat_must_be_a_seat",
        set_up(2),
        deal(2, EVEN),
        {"first": 2, "players": 2},
    ),
    (
        "first_seat_must_be_as_agreed",
        set_up(2, first_seat=1),
        deal(0, EVEN),
        {"first": 0, "expected": 1},
    ),
    (
        "each_territory_has_an_owner",
        set_up(2),
        deal(0, EVEN[1:]),
        {"owners": 49, "expected": 50},
    ),
    ("owner_must_be_a_seat", set_up(2), deal(0, [*EVEN[:49], 5]), {"owners": [5], "players": 2}),
    (
        "shares_must_be_equal_or_nearly",
        set_up(2),
        deal(0, [*EVEN[:49], 0]),
        {"shares": [26, 24]},
    ),
    ("no_objectives_are_dealt", set_up(2), deal(0, EVEN, "O1 O2"), {"objectives": 2}),
    (
        "each_seat_gets_an_objective",
        set_up(2, **SECRETS),
        deal(0, EVEN, "O1"),
        {"objectives": 1, "players": 2},
    ),
    ("objectives_must_differ", set_up(2, **SECRETS), deal(0, EVEN, "O1 O1"), {"players": 2}),
    ("count_must_be_positive", turn(), place(0, "peru", 0), {"count": 0, "least": 1}),
    (
        "territory_of_another",
        turn(),
        place(0, "brazil", 1),
        {"territory": "brazil", "owner": 1},
    ),
    (
        "not_enough_tokens_in_the_pool",
        turn(pool={"asia": 2}),
        place(0, "peru", 3, "asia"),
        {"pool": "asia", "count": 3, "in_pool": 2},
    ),
    (
        "tokens_are_bound_to_their_continent",
        turn(pool={"asia": 2}),
        place(0, "peru", 1, "asia"),
        {"pool": "asia", "territory": "peru", "continent": "south_america"},
    ),
    (
        "tokens_must_be_placed_first",
        turn(pool={"free": 1, "asia": 2}),
        end(0),
        {"in_pool": {"free": 1, "asia": 2}},
    ),
    ("three_cards_are_traded", turn(), trade(0, "w_1 w_2"), {"cards": 2, "expected": 3}),
    ("card_named_twice", turn(), trade(0, "w_1 w_2 w_1"), {"cards": ["w_1"]}),
    (
        "trades_come_before_attacks_and_moves",
        turn(options={"trade_window": "before_attack"}, attacked=True),
        trade(0, "w_1 w_2 c_peru"),
        {"attacked": True, "moved": False},
    ),
    (
        "card_not_in_hand",
        turn(hands={0: "w_1"}),
        trade(0, "w_1 w_2 c_peru"),
        {"cards": ["w_2", "c_peru"]},
    ),
    (
        "figures_must_be_equal_or_different",
        turn(hands={0: "c_peru c_brazil c_chile"}),
        trade(0, "c_peru c_brazil c_chile"),
        {"figures": ["square", "square", "circle"]},
    ),
    ("no_attack_in_the_first_round", turn(round=1), attack(0, "peru", "chile"), {"round": 1}),
    ("no_attack_after_a_move", turn(moved=True), attack(0, "peru", "chile"), {}),
    (
        "no_attack_after_three_conquests",
        turn(conquests=3),
        attack(0, "peru", "chile"),
        {"conquests": 3, "greatest": 3},
    ),
    (
        "source_of_another",
        turn(),
        attack(0, "brazil", "sahara"),
        {"source": "brazil", "owner": 1},
    ),
    ("target_is_ones_own", turn(), attack(0, "argentina", "peru"), {"target": "peru"}),
    (
        "territories_do_not_touch",
        turn(),
        attack(0, "argentina", "sahara"),
        {"source": "argentina", "target": "sahara", "neighbours": BORDERS},
    ),
    (
        "source_needs_two_tokens",
        turn(),
        attack(0, "peru", "chile"),
        {"source": "peru", "tokens": 1, "least": 2},
    ),
    (
        "attacker_dice_follow_from_the_tokens",
        fighting(),
        dice("6", "6 6"),
        {"dice": 1, "expected": 2},
    ),
    (
        "defender_dice_follow_from_the_tokens",
        fighting(),
        dice("6 6", "6 6 6"),
        {"dice": 3, "expected": 2},
    ),
    ("count_must_be_positive", turn(), move(0, "argentina", "peru", 0), {"count": 0, "least": 1}),
    (
        "territory_of_another",
        turn(),
        move(0, "argentina", "brazil", 1),
        {"territory": "brazil", "owner": 1},
    ),
    (
        "territories_do_not_touch",
        turn(),
        move(0, "argentina", "argentina", 1),
        {"source": "argentina", "target": "argentina", "neighbours": BORDERS},
    ),
    (
        "one_token_must_stay",
        turn(),
        move(0, "argentina", "peru", 3),
        {"source": "argentina", "count": 3, "greatest": 2},
    ),
    (
        "tokens_have_moved_already",
        turn(arrived={"argentina": 2}),
        move(0, "argentina", "peru", 2),
        {"source": "argentina", "count": 2, "greatest": 1},
    ),
    (
        "card_is_not_in_the_deck",
        turn(conquests=1, hands={1: "w_1"}).when(end(0)),
        draw("w_1"),
        {"card": "w_1"},
    ),
]


@pytest.mark.parametrize(
    ("reason", "scene", "request_", "facts"),
    [pytest.param(*case, id=f"{number} {case[0]}") for number, case in enumerate(CASES)],
)
def test_a_refusal_says_why(
    reason: str, scene: Example, request_: Request, facts: dict[str, Any]
) -> None:
    """It has a reason code and exactly the facts that caused it, without other hands."""
    scene.when(request_)
    assert scene.refusal is not None
    assert (scene.refusal.reason, scene.refusal.facts) == (reason, facts)


@pytest.mark.rule("TG-OPT-1", refused=True)
@pytest.mark.parametrize(
    ("reason", "options", "facts"),
    [
        ("players_must_be_2_to_6", {"players": 7}, {"players": 7, "allowed": [2, 3, 4, 5, 6]}),
        ("colors_must_be_one_per_seat", {"colors": ["red"]}, {"colors": 1, "players": 2}),
        ("color_chosen_twice", {"colors": ["red", "red"]}, {"colors": ["red"]}),
        (
            "common_target_out_of_range",
            {"common_target": 25},
            {"common_target": 25, "least": 26, "greatest": 50},
        ),
        ("first_seat_must_be_a_seat", {"first_seat": 2}, {"first_seat": 2, "players": 2}),
        ("round_limit_must_be_two_or_more", {"round_limit": 1}, {"round_limit": 1, "least": 2}),
    ],
)
def test_refused_options_say_why(
    reason: str, options: dict[str, Any], facts: dict[str, Any]
) -> None:
    """The refusal contains the first mistake and the bounds."""
    agreed = msgspec.convert(options, Options)
    assert spec.refused("TG-OPT-1", reason, lambda: RULESET.start(agreed)).facts == facts
