"""Foreign positions: each fault is found, and all faults are reported together."""

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.rulesets.teg import RULESET, check, check_pieces
from domain.rulesets.teg.atlas import CARDS, CONTINENTS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.view import PositionView
from tests.rulesets.teg.positions import RIGHT, data_of, faults_of
from tests.support.games import spec, teg
from tests.support.games.changes import put
from tests.support.games.judging import Data


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.rule("TG-INV-1", "TG-INV-2", "TG-INV-5", "TG-INV-7", "TG-INV-9", "TG-INV-11")
def test_valid_positions_have_no_faults(name: str) -> None:
    """The base positions of the faults below have no fault, and read back unchanged."""
    view, options = RIGHT[name]
    assert faults_of(view, options) == []
    position = RULESET.read(msgspec.convert(view, PositionView), options)
    assert data_of(position) == view


# --- one example of each fault -------------------------------------------------------------------

ONE_TERRITORY = {"territory": "argentina", "owner": 0, "tokens": 1, "arrived": 0}
FREE_11: dict[str, int] = {**dict.fromkeys(CONTINENTS, 0), "free": 11}

WRONG: list[tuple[str, str, str, dict[str, Any]]] = [
    # Territories
    (
        "TG-INV-1",
        "territories_must_be_those_of_the_map_in_order",
        "place",
        {"territories.1": ONE_TERRITORY},
    ),
    ("TG-INV-1", "territories_must_be_those_of_the_map_in_order", "world", {"territories": []}),
    ("TG-INV-1", "owner_must_be_a_seat", "place", {"territories.0.owner": 3}),
    ("TG-INV-1", "territory_must_hold_a_token", "place", {"territories.0.tokens": 0}),
    ("TG-MOVE-7", "tokens_arrive_by_moves", "place", {"territories.0.arrived": 1}),
    ("TG-MOVE-7", "tokens_arrive_by_moves", "place", {"moved": True}),
    (
        "TG-MOVE-1",
        "tokens_arrive_on_territories_of_the_active_player",
        "move",
        {"territories.1.arrived": 1},
    ),
    (
        "TG-INV-11",
        "more_tokens_have_arrived_than_stand_there",
        "move",
        {"territories.0.arrived": 2},
    ),
    # The pool
    ("TG-INV-9", "pool_must_not_be_negative", "place", {"pool.asia": -1}),
    ("TG-WIN-3", "nothing_is_placed_after_the_end", "world", {"pool.free": 1}),
    ("TG-COLLECT-2", "more_free_tokens_than_a_turn_gives", "place", {"pool": FREE_11}),
    ("TG-COLLECT-2", "more_free_tokens_than_a_turn_gives", "place", {"pool.free": 10}),
    (
        "TG-COLLECT-2",
        "more_free_tokens_than_a_turn_gives",
        "round 1",
        {"seats.0.trades": 0, "attacked": True},
    ),
    ("TG-ATTACK-7", "bound_tokens_are_placed_before_attacks", "place", {"attacked": True}),
    ("TG-COLLECT-3", "more_tokens_than_the_continent_brings", "place", {"pool.africa": 4}),
    ("TG-INV-9", "active_player_must_own_the_continent", "place", {"pool.oceania": 1}),
    ("TG-INV-10", "nothing_is_collected_in_round_2", "round 2", {"seats.0.trades": 0}),
    ("TG-INV-10", "nothing_is_collected_in_round_2", "place", {"round": 2}),
    # Cards
    ("TG-INV-2", "card_must_be_in_one_place", "place", {"discard": ["w_1"]}),
    ("TG-INV-2", "deck_must_hold_the_rest", "place", {"deck": 49}),
    ("TG-INV-2", "number_of_cards_must_be_that_of_the_hand", "place", {"seats.0.card_count": 1}),
    ("TG-INV-2", "cards_of_each_seat_must_be_given", "place", {"seats.1.cards": None}),
    ("TG-INV-3", "hand_is_too_large", "place", {"seats.0.cards": list(CARDS[:6])}),
    ("TG-INV-6", "who_is_out_holds_no_cards", "left", {"seats.2.cards": ["w_1"]}),
    # Objectives
    ("TG-SETUP-9", "no_objective_is_dealt", "place", {"seats.0.objective": "O1"}),
    ("TG-SETUP-8", "objective_of_each_seat_must_be_given", "secret", {"seats.0.objective": None}),
    ("TG-OBJ-6", "target_must_follow_from_the_objective", "secret", {"seats.1.target": 0}),
    ("TG-OBJ-6", "target_must_follow_from_the_objective", "secret", {"seats.0.target": 1}),
    ("TG-SETUP-8", "objectives_must_differ", "secret", {"seats.1.objective": "O1"}),
    (
        "TG-INV-27",
        "objective_must_have_become_common",
        "freed",
        {"seats.2.objective": "O11", "seats.2.target": 1},
    ),
    # Seats and rounds
    ("TG-OPT-4", "seat_has_another_color", "place", {"seats.0.color": "green"}),
    ("TG-INV-5", "eliminated_is_who_owns_nothing", "place", {"seats.1.status": "eliminated"}),
    ("TG-INV-5", "eliminated_is_who_owns_nothing", "freed", {"seats.1.status": "active"}),
    ("TG-RESIGN-1", "nobody_leaves_by_these_options", "place", {"seats.1.status": "resigned"}),
    ("TG-SETUP-7", "first_seat_must_be_that_of_the_options", "chosen", {"first": 0}),
    ("TG-SETUP-7", "first_seat_must_be_that_of_the_options", "place", {"first": 3}),
    ("TG-WIN-7", "round_is_past_the_limit", "chosen", {"round": 6}),
    (
        "TG-WIN-6",
        "game_ends_when_one_is_left",
        "left",
        {"seats.1.status": "resigned"},
    ),
    ("TG-INV-7", "a_player_is_active_until_the_end", "place", {"active": None}),
    ("TG-INV-7", "a_player_is_active_until_the_end", "world", {"active": 0}),
    ("TG-INV-7", "active_player_must_play", "left", {"active": 2}),
    ("TG-INV-7", "active_player_must_play", "place", {"active": 5}),
    # What is due
    ("TG-ATTACK-6", "no_attack_in_the_first_round", "round 1", {"attacked": True}),
    ("TG-INV-17", "conquest_needs_an_attack", "place", {"conquests": 1}),
    ("TG-CONQ-1", "last_conquest_must_be_of_the_active_player", "card", {"conquered": None}),
    ("TG-CONQ-1", "last_conquest_must_be_of_the_active_player", "card", {"conquered": "colombia"}),
    ("TG-WIN-3", "nothing_is_due_after_the_end", "world", {"card_due": True}),
    ("TG-ATTACK-1", "attack_was_made_in_this_turn", "attack", {"attacked": False}),
    ("TG-ATTACK-7", "pool_must_be_empty_at_an_attack", "attack", {"pool.free": 1}),
    ("TG-ATTACK-8", "no_attack_after_a_move", "attack", {"moved": True}),
    ("TG-ATTACK-9", "no_attack_after_three_conquests", "attack", {"conquests": 3}),
    ("TG-ATTACK-2", "source_of_another", "attack", {"attack.source": "brazil"}),
    ("TG-ATTACK-3", "target_is_ones_own", "attack", {"attack.target": "chile"}),
    ("TG-ATTACK-4", "territories_do_not_touch", "attack", {"attack.target": "java"}),
    ("TG-ATTACK-5", "source_needs_two_tokens", "attack", {"territories.0.tokens": 1}),
    ("TG-END-2", "card_is_due_at_the_end_of_the_turn", "card", {"pool.free": 1}),
    ("TG-DRAW-1", "card_must_have_been_earned", "card", {"conquests": 0}),
    ("TG-DRAW-1", "card_must_have_been_earned", "card", {"seats.0.card_count": 5}),
    ("TG-DRAW-5", "deck_is_renewed_before_a_card_is_due", "card", {"deck": 0}),
    # The end
    (
        "TG-INV-1",
        "outcome_must_tell_the_territories_owned",
        "world",
        {"outcome.territories": {"blue": 49, "red": 1}},
    ),
    ("TG-WIN-3", "winners_must_be_colors_in_order", "world", {"outcome.winners": []}),
    ("TG-WIN-3", "winners_must_be_colors_in_order", "world", {"outcome.winners": ["green"]}),
    ("TG-WIN-3", "winners_must_be_colors_in_order", "limit", {"outcome.winners": ["red", "blue"]}),
    ("TG-WIN-4", "reasons_must_be_in_order", "world", {"outcome.reason": "last_standing"}),
    ("TG-WIN-4", "reasons_must_be_in_order", "world", {"outcome.reasons": []}),
    (
        "TG-WIN-4",
        "reasons_must_be_in_order",
        "world",
        {"outcome.reasons": ["last_standing", "world"], "outcome.reason": "last_standing"},
    ),
    ("TG-WIN-4", "reasons_must_be_in_order", "world", {"outcome.reasons": ["world", "world"]}),
    ("TG-WIN-4", "reasons_must_be_in_order", "world", {"outcome.reasons": ["world", "time"]}),
    (
        "TG-WIN-4",
        "reasons_must_be_in_order",
        "limit",
        {"outcome.reasons": ["last_standing", "round_limit"], "outcome.reason": "last_standing"},
    ),
    (
        "TG-WIN-4",
        "reasons_must_be_in_order",
        "world",
        {"outcome.reasons": ["time", "adjudicated"], "outcome.reason": "time"},
    ),
    (
        "TG-OBJ-3",
        "winner_must_have_met_the_objective",
        "occupied",
        {"seats.0.objective": "O7"},
    ),
    ("TG-OBJ-3", "winner_must_have_met_the_objective", "destroyed", {"outcome.winners": ["black"]}),
    (
        "TG-OBJ-3",
        "winner_must_have_met_the_objective",
        "destroyed",
        {"outcome.winners": ["blue", "black"]},
    ),
    ("TG-OBJ-2", "winner_must_own_the_common_target", "common", {"territories.1.owner": 1}),
    ("TG-OBJ-1", "winner_must_own_the_world", "world", {"territories.1.owner": 1}),
    ("TG-WIN-6", "winner_must_be_the_last_one", "world", {"outcome.winners": ["red"]}),
    ("TG-WIN-7", "round_limit_must_be_reached", "limit", {"round": 2}),
    ("TG-WIN-7", "winners_must_have_the_most", "limit", {"outcome.winners": ["red"]}),
    *(
        ("TG-WIN-9", "standing_must_follow_from_winners_and_territories", name, changes)
        for name, changes in (
            ("world", {"outcome.standing": []}),
            ("world", {"outcome.standing.0.rule": "TG-WIN-6"}),
            ("limit", {"outcome.standing.1.rank": 1}),
            ("limit", {"outcome.standing.1.score": 26}),
            ("destroyed", {"outcome.standing.3.rank": 3}),
            ("destroyed", {"seats.2.status": "resigned"}),
        )
    ),
]
"""Rule and reason of the fault, the valid base position, and its changes by path."""


def made_wrong(name: str, changes: Mapping[str, Any]) -> tuple[Data, Options]:
    """Return the valid position of this name with these changes."""
    view, options = RIGHT[name]
    for path, value in changes.items():
        keys = [int(key) if key.isdigit() else key for key in path.split(".")]
        view = put(view, tuple(keys), value)
    return view, options


def _wrong(rule: str, reason: str, name: str, changes: Mapping[str, Any]) -> Any:
    paths = " ".join(f"{path}={value}" for path, value in changes.items())
    mark = pytest.mark.rule(rule, refused=True)
    return pytest.param(rule, reason, name, changes, id=f"{reason}: {name} {paths}", marks=mark)


@pytest.mark.parametrize(
    ("rule", "reason", "name", "changes"), [_wrong(*example) for example in WRONG]
)
def test_each_fault_is_found(rule: str, reason: str, name: str, changes: Mapping[str, Any]) -> None:
    """A valid position with these changes has this fault, and perhaps others that follow."""
    assert (rule, reason) in faults_of(*made_wrong(name, changes))


@pytest.mark.rule("TG-OPT-1", refused=True)
def test_the_seats_must_be_those_of_the_options() -> None:
    """A position with two seats does not fit a game of three; no other check runs."""
    view, _ = RIGHT["move"]
    assert faults_of(view, Options(players=3)) == [("TG-OPT-1", "seats_must_match_players")]


@pytest.mark.rule("TG-OPT-1", refused=True)
def test_the_options_must_be_possible() -> None:
    """Impossible options are refused as at the start of a game."""
    view, _ = RIGHT["move"]
    with pytest.raises(IllegalAction) as caught:
        faults_of(view, Options(common_target=25))
    spec.SEEN.add(caught.value.refusal.rule)


@pytest.mark.rule("TG-HIDE-1")
@pytest.mark.rule("TG-INV-2", "TG-SETUP-8", refused=True)
def test_the_view_of_a_seat_is_not_enough() -> None:
    """A seat does not see the other hands and objectives, so its view cannot be checked."""
    position = teg.given(4, hands={1: "c_chile", 2: "w_1 w_2"}).position
    view = msgspec.to_builtins(RULESET.view(position, 0))
    assert Counter(faults_of(view, position.options)) == {
        ("TG-INV-2", "cards_of_each_seat_must_be_given"): 3,
        ("TG-SETUP-8", "objective_of_each_seat_must_be_given"): 3,
    }


def test_every_fault_has_an_example() -> None:
    """Each reason in the code has an example above."""
    shown = {reason for _, reason, _, _ in WRONG} | {"seats_must_match_players"}
    known = set()
    for module in (check, check_pieces):
        for node in ast.walk(ast.parse(Path(module.__file__ or "").read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "fault":
                reason = node.args[1]
                assert isinstance(reason, ast.Constant)
                known.add(reason.value)
    assert shown == known


@pytest.mark.rule("TG-INV-1", "TG-INV-2", "TG-INV-9", "TG-OPT-4", "TG-MOVE-7", refused=True)
def test_faults_are_reported_together() -> None:
    """Five mistakes are reported as five faults, and no more."""
    changes = {
        "territories.3.tokens": 0,
        "deck": 51,
        "pool.europe": 2,
        "seats.2.color": "magenta",
        "moved": True,
    }
    assert Counter(faults_of(*made_wrong("place", changes))) == Counter(
        [
            ("TG-INV-1", "territory_must_hold_a_token"),
            ("TG-INV-2", "deck_must_hold_the_rest"),
            ("TG-INV-9", "active_player_must_own_the_continent"),
            ("TG-OPT-4", "seat_has_another_color"),
            ("TG-MOVE-7", "tokens_arrive_by_moves"),
        ]
    )
