"""Foreign positions: each fault is found, and all faults are reported together."""

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.refusal import IllegalAction
from domain.rulesets.carolus_magnus import RULESET, check, check_pieces
from domain.rulesets.carolus_magnus.board import CLANS
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.view import PositionView
from tests.rulesets.carolus_magnus.positions import RIGHT, THREE, data_of, faults_of
from tests.support.games import spec
from tests.support.games.changes import put
from tests.support.games.judging import Data


@pytest.mark.parametrize("name", RIGHT)
def test_valid_positions_have_no_faults(name: str) -> None:
    """The base positions of the faults below have no fault, and read back unchanged."""
    view, options = RIGHT[name]
    assert faults_of(view, options) == []
    position = RULESET.read(msgspec.convert(view, PositionView), options)
    assert data_of(position) == view


# --- one example of each fault -------------------------------------------------------------------

WRONG: list[tuple[str, str, str, dict[str, Any]]] = [
    # Seats
    ("CM-SET-2", "seat_has_another_side", "place", {"seats.0.side": "black"}),
    ("CM-INV-16", "order_must_name_each_seat_once", "place", {"order": [0, 0]}),
    ("CM-INV-16", "order_must_name_each_seat_once", "three", {"order": [0, 1, 2, 2]}),
    ("CM-INV-16", "order_must_name_each_seat_once", "lots drawn", {"order": [0, 3]}),
    ("CM-SET-3", "opening_must_go_clockwise", "lots of three", {"order": [1, 0, 2]}),
    # Phase, step, round
    ("CM-TURN-2", "step_must_fit_the_phase", "place", {"step": None}),
    ("CM-TURN-2", "step_must_fit_the_phase", "opening", {"step": "place"}),
    ("CM-TURN-1", "active_seat_must_fit_the_phase", "place", {"active": None}),
    ("CM-TURN-1", "active_seat_must_fit_the_phase", "place", {"active": 3}),
    ("CM-TURN-1", "active_seat_must_fit_the_phase", "goal", {"active": 0}),
    ("CM-TURN-1", "active_seat_must_fit_the_phase", "lots drawn", {"active": None}),
    ("CM-END-1", "outcome_must_fit_the_phase", "goal", {"outcome": None}),
    (
        "CM-END-1",
        "outcome_must_fit_the_phase",
        "place",
        {
            "outcome": {
                "reason": "draw_agreed",
                "winners": ["white"],
                "castles": {},
                "standing": [],
            }
        },
    ),
    ("CM-FILL-6", "crowns_must_fit_the_step", "place", {"crowns": 1}),
    ("CM-FILL-6", "crowns_must_fit_the_step", "crowns", {"crowns": 0}),
    ("CM-FILL-6", "crowns_must_fit_the_step", "drawing yucata", {"crowns": 1}),
    ("CM-OPEN-1", "set_up_is_in_round_1", "lots drawn", {"round": 2}),
    ("CM-END-7", "round_is_past_the_limit", "limited", {"round": 4}),
    (
        "CM-END-6",
        "nothing_can_have_happened_yet_in_this_round",
        "opening",
        {"placed_this_round": True},
    ),
    (
        "CM-END-6",
        "nothing_can_have_happened_yet_in_this_round",
        "move",
        {"owner_changed_this_round": True},
    ),
    # Discs
    ("CM-OPEN-4", "disc_must_be_held_or_played_once", "place", {"seats.0.discs": [1, 2, 3, 4]}),
    ("CM-OPEN-4", "disc_must_be_held_or_played_once", "place", {"seats.0.discs": [2, 3, 4, 5, 5]}),
    ("CM-OPEN-3", "discs_are_played_in_opening_order", "place", {"seats.0.disc_played": None}),
    ("CM-OPEN-3", "discs_are_played_in_opening_order", "lots drawn", {"seats.0.disc_played": 1}),
    (
        "CM-OPEN-3",
        "discs_are_played_in_opening_order",
        "opening",
        {"seats.1.disc_played": 1, "seats.1.discs": [2, 3, 4, 5]},
    ),
    ("CM-INV-13", "seat_must_hold_a_disc_for_each_round", "place", {"seats.0.discs": [2, 3, 4]}),
    # The end
    (
        "CM-END-8",
        "outcome_must_tell_the_castles_in_play",
        "goal",
        {"outcome.castles": {"white": 0, "black": 9}},
    ),
    ("CM-END-2", "castle_goal_ends_the_game", "goal", {"outcome.reason": "stalled"}),
    ("CM-END-2", "castle_goal_ends_the_game", "few", {"outcome.reason": "castle_goal"}),
    ("CM-END-3", "few_territories_end_the_game", "few", {"outcome.reason": "resignation"}),
    ("CM-END-3", "few_territories_end_the_game", "limit", {"outcome.reason": "few_territories"}),
    ("CM-END-7", "round_limit_must_be_reached", "limit", {"round": 2}),
    ("CM-END-10", "winners_must_be_sides_in_order", "few", {"outcome.winners": []}),
    ("CM-END-10", "winners_must_be_sides_in_order", "few", {"outcome.winners": ["black", "white"]}),
    ("CM-END-10", "winners_must_be_sides_in_order", "few", {"outcome.winners": ["gray"]}),
    ("CM-END-8", "winners_must_have_the_most", "goal", {"outcome.winners": ["white"]}),
    ("CM-END-9", "winners_must_have_the_most", "few", {"outcome.winners": ["white"]}),
    ("CM-END-9", "winners_must_have_the_most", "few by markers", {"outcome.winners": ["white"]}),
    *(
        ("CM-END-12", "standing_must_follow_from_winners_and_castles", name, changes)
        for name, changes in (
            ("goal", {"outcome.standing": []}),
            ("goal", {"outcome.standing.0.side": "white"}),
            ("goal", {"outcome.standing.1.rank": 1}),
            ("goal", {"outcome.standing.0.score": 9}),
            ("goal", {"outcome.standing.0.rule": "CM-END-8"}),
            ("few by markers", {"outcome.standing.1.rank": 1}),
            ("limit", {"outcome.standing.1.rank": 2}),
        )
    ),
    # The ring
    ("CM-INV-2", "territories_must_make_up_the_ring", "place", {"territories.0.segments": [2]}),
    ("CM-INV-2", "segments_must_be_neighbours", "place", {"territories.3.segments": [4, 6, 5]}),
    ("CM-INV-2", "territories_must_be_in_ring_order", "place", {"territories.reverse": True}),
    ("CM-INV-14", "emperor_must_stand_on_a_head", "place", {"emperor": 5}),
    ("CM-END-3", "too_few_territories_to_continue", "place", {"territories": []}),
    ("CM-INV-8", "two_territories_always_remain", "goal", {"territories": []}),
    # Castles
    (
        "CM-INV-3",
        "unowned_territory_is_one_segment_without_castle",
        "place",
        {"territories.0.castles": 1},
    ),
    (
        "CM-INV-3",
        "unowned_territory_is_one_segment_without_castle",
        "place",
        {"territories.3.owner": None},
    ),
    (
        "CM-INV-3",
        "owned_territory_must_have_a_castle",
        "place",
        {"territories.0.owner": "white"},
    ),
    ("CM-INV-4", "castles_must_match_segments", "place", {"territories.3.castles": 2}),
    ("CM-INV-4", "castles_must_match_segments", "goal", {"territories.2.castles": 4}),
    (
        "CM-INV-6",
        "no_such_side_in_this_game",
        "place",
        {"territories.0.owner": "gray", "territories.0.castles": 1},
    ),
    (
        "CM-INV-6",
        "castles_in_play_must_be_those_standing",
        "place",
        {"castles_in_play": {"white": 3, "black": 2}},
    ),
    (
        "CM-INV-6",
        "castles_in_play_must_be_those_standing",
        "three",
        {"castles_in_play": {"white": 0, "black": 0}},
    ),
    ("CM-INV-6", "too_many_castles", "place", {"territories.3.castles": 10}),
    ("CM-INV-6", "too_many_castles", "goal", {"territories.0.castles": 11}),
    (
        "CM-INV-5",
        "neighbours_of_one_owner_must_be_merged",
        "place",
        {"territories.4.owner": "white", "territories.4.castles": 1},
    ),
    # Paladins, markers, reserves
    ("CM-INV-1", "paladins_must_be_conserved", "place", {"supply.red": 34}),
    ("CM-INV-1", "paladins_must_be_conserved", "place", {"seats.1.court.red": 1}),
    (
        "CM-INV-9",
        "territory_must_hold_a_paladin_per_segment",
        "place",
        {"territories.3.paladins.red": 2},
    ),
    ("CM-INV-10", "holder_must_have_the_most", "place", {"seats.1.court.red": 1}),
    (
        "CM-INV-10",
        "holder_must_have_the_most",
        "place",
        {"seats.1.court.red": 1, "markers.red": 0},
    ),
    ("CM-INV-10", "holder_must_have_the_most", "place", {"markers.red": 3}),
    ("CM-INV-12", "reserve_is_too_large", "place", {"seats.1.reserve.red": 8}),
    ("CM-INV-12", "reserve_is_too_large", "move", {"seats.0.reserve.red": 4}),
    ("CM-INV-12", "reserve_is_too_large", "crowns", {"seats.0.reserve.red": 6}),
    ("CM-SET-9", "jokers_must_be_exchanged", "place", {"seats.1.jokers": 1}),
    ("CM-SET-9", "jokers_must_be_exchanged", "exchange", {"step": "place"}),
    ("CM-SET-9", "no_joker_to_exchange", "exchange", {"seats.0.jokers": 0}),
    (
        "CM-FILL-5",
        "nothing_to_take",
        "nothing left",
        {"step": "refill_crowns", "crowns": 2},
    ),
    (
        "CM-SET-10",
        "supply_must_reach_for_the_jokers",
        "exchange",
        {f"supply.{clan}": 0 for clan in CLANS},
    ),
    # The set-up
    (
        "CM-SET-4",
        "ring_must_hold_three_paladins_of_each_clan",
        "lots drawn",
        {"territories.0.paladins.blue": 2},
    ),
    (
        "CM-SET-4",
        "ring_must_hold_three_paladins_of_each_clan",
        "lots drawn",
        {"territories": []},
    ),
    ("CM-SET-5", "emperor_must_start_as_agreed", "agreed", {"emperor": 8}),
    ("CM-SET-5", "emperor_must_start_as_agreed", "drawing yucata", {"emperor": 2}),
    (
        "CM-SET-6",
        "no_castle_stands_in_the_set_up",
        "lots drawn",
        {"territories.0.castles": 1, "territories.0.owner": "white"},
    ),
    ("CM-SET-6", "courts_are_empty_in_the_set_up", "lots drawn", {"seats.0.court.red": 1}),
    ("CM-SET-6", "nobody_holds_a_marker_in_the_set_up", "lots drawn", {"markers.red": 0}),
    ("CM-SET-7", "reserves_are_drawn_in_opening_order", "drawing", {"active": 0}),
    ("CM-SET-7", "reserves_are_drawn_in_opening_order", "drawing", {"seats.0.reserve.red": 0}),
    ("CM-SET-8", "reserves_are_drawn_in_opening_order", "drawing yucata", {"seats.0.jokers": 6}),
]
"""Rule and reason of the fault, the valid base position, and its changes by path."""


def made_wrong(name: str, changes: Mapping[str, Any]) -> tuple[Data, Options]:
    """Return the valid position of this name with these changes."""
    view, options = RIGHT[name]
    for path, value in changes.items():
        if path == "territories.reverse":
            view = {**view, "territories": view["territories"][::-1]}
            continue
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


@pytest.mark.rule("CM-SET-2", refused=True)
def test_the_seats_must_be_those_of_the_options() -> None:
    """A position with two seats does not fit a game of three; no other check runs."""
    view, _ = RIGHT["place"]
    assert faults_of(view, THREE) == [("CM-SET-2", "seats_must_match_players")]


@pytest.mark.rule("CM-OPT-2", refused=True)
def test_the_options_must_be_possible() -> None:
    """Impossible options are refused as at the start of a game."""
    view, _ = RIGHT["four"]
    with pytest.raises(IllegalAction) as caught:
        faults_of(view, Options(players=4, setup="yucata"))
    spec.SEEN.add(caught.value.refusal.rule)


@pytest.mark.parametrize(
    ("left", "enough"),
    [
        pytest.param(10, True, marks=pytest.mark.rule("CM-SET-10")),
        pytest.param(9, False, marks=pytest.mark.rule("CM-SET-10", refused=True)),
    ],
)
def test_jokers_need_a_supply(left: int, *, enough: bool) -> None:
    """Two reserves lack four paladins, and both seats may place three: the supply needs ten."""
    view, options = RIGHT["exchange"]
    supply = {**dict.fromkeys(CLANS, 0), "red": left}
    gone = {clan: view["supply"][clan] - supply[clan] for clan in CLANS}
    land = {clan: view["territories"][0]["paladins"][clan] + gone[clan] for clan in CLANS}
    view = put({**view, "supply": supply}, ("territories", 0, "paladins"), land)
    faults = [] if enough else [("CM-SET-10", "supply_must_reach_for_the_jokers")]
    assert faults_of(view, options) == faults


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


@pytest.mark.rule("CM-INV-1", "CM-INV-14", "CM-INV-6", "CM-INV-16", "CM-SET-9", refused=True)
def test_faults_are_reported_together() -> None:
    """Five mistakes are reported as five faults, and no more."""
    changes = {
        "supply.red": 30,
        "emperor": 6,
        "castles_in_play": {"white": 0, "black": 0},
        "order": [1, 1],
        "active": 1,
        "seats.0.jokers": 1,
        "seats.0.reserve.blue": 1,
        "supply.blue": 35,
    }
    found = faults_of(*made_wrong("place", changes))
    assert Counter(found) == Counter(
        [
            ("CM-INV-16", "order_must_name_each_seat_once"),
            ("CM-INV-14", "emperor_must_stand_on_a_head"),
            ("CM-INV-6", "castles_in_play_must_be_those_standing"),
            ("CM-INV-1", "paladins_must_be_conserved"),
            ("CM-SET-9", "jokers_must_be_exchanged"),
        ]
    )
