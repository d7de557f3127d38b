"""Foreign positions: faults are reported together, and a position without faults is playable."""

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refusal import IllegalAction
from domain.ruleset import Faults
from domain.rulesets.teg import RULESET, check, check_pieces
from domain.rulesets.teg.actions import Attack
from domain.rulesets.teg.atlas import CARDS, CONTINENTS, TERRITORIES
from domain.rulesets.teg.board import COLORS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.position import Position
from domain.rulesets.teg.rules.leaving import resign
from domain.rulesets.teg.view import PositionView
from tests.support.games import spec, teg
from tests.support.games.changes import changed, put, shifted
from tests.support.games.play import play
from tests.support.games.strategies import inside_schema

Data = dict[str, Any]

AFRICA = "sahara zaire ethiopia egypt madagascar south_africa"


def data_of(position: Position) -> Data:
    """Return the complete view of a position in wire format."""
    decoded: Data = msgspec.json.decode(msgspec.json.encode(RULESET.view(position, "arbiter")))
    return decoded


def faults_of(view: Data, options: Options) -> list[tuple[str, str]]:
    """Return the rule and reason of each fault of a view."""
    try:
        RULESET.read(msgspec.convert(view, PositionView), options)
    except Faults as faults:
        found = faults.faults
    else:
        return []
    for fault in found:
        assert fault.rule in RULESET.catalogue
        assert msgspec.json.encode(fault), "facts are ready for JSON"
        spec.SEEN.add(fault.rule)
    assert found
    return [(fault.rule, fault.reason) for fault in found]


# --- valid positions, by name --------------------------------------------------------------------


def reached(scene: teg.Example) -> tuple[Data, Options]:
    """Return an arbiter's view of an example's position, and its options."""
    return data_of(scene.position), scene.position.options


def left() -> tuple[Data, Options]:
    """Return a game that one of three seats has left by the rules."""
    position = teg.given(3, options={"allow_resign": True}, hands={2: "c_chile"}).position
    return data_of(RULESET.fold(position, resign(position, 2) or ())), position.options


def others(names: str) -> str:
    """Return all territories but these."""
    return " ".join(name for name in TERRITORIES if name not in names.split())


FIGHT = (teg.attack(0, "argentina", "brazil"), teg.dice("6 5", "1"))
SECRET = {"objectives": "secret_and_common"}
LAST: dict[str, Any] = {
    "own": {0: others("brazil"), 1: "brazil"},
    "tokens": {"argentina": 3},
    "pool": {},
}
"""Seat 1 has one territory left, and seat 0 is about to take it."""

RIGHT: Mapping[str, tuple[Data, Options]] = {
    "place": reached(teg.given(3, own={0: AFRICA}, rest=[1, 2], hands={1: "c_chile w_1"})),
    "chosen": reached(teg.given(2, options={"first_seat": 1, "round_limit": 5})),
    "round 1": reached(teg.given(2, round=1)),
    "round 2": reached(teg.given(2, round=2, trades=[1, 0], pool={"free": 4})),
    "move": reached(teg.given(2, pool={}, moved=True, arrived={"argentina": 1})),
    "chained": reached(
        teg.given(
            2,
            options={"chain_moves": True},
            pool={},
            moved=True,
            arrived={"argentina": 3, "peru": 3},
        )
    ),
    "attack": reached(
        teg.given(2, pool={}, tokens={"argentina": 3}).when(teg.attack(0, "argentina", "brazil"))
    ),
    "card": reached(
        teg.given(2, pool={}, tokens={"argentina": 3}, hands={0: "w_2"}).when(*FIGHT, teg.end(0))
    ),
    "secret": reached(teg.given(4, objectives={0: "O1", 1: "O12", 2: "COMMON", 3: "O15"}, round=5)),
    "freed": reached(
        teg.given(
            4,
            own={1: "brazil", 0: "argentina"},
            rest=[0, 2, 3],
            tokens={"argentina": 3},
            pool={},
            objectives={2: "O11"},
        ).when(*FIGHT)
    ),
    "left": left(),
    "world": reached(teg.given(2, **LAST).when(*FIGHT)),
    "common": reached(
        teg.given(
            2,
            options={"objectives": "common_only", "common_target": 26},
            tokens={"argentina": 3},
            pool={},
        ).when(*FIGHT)
    ),
    "occupied": reached(
        teg.given(
            2,
            options=SECRET,
            own={
                0: "argentina chile colombia peru uruguay egypt ethiopia madagascar sahara zaire "
                "south_africa aral arabia iran israel",
                1: "brazil",
            },
            rest=[1],
            objectives={0: "O8", 1: "O1"},
            tokens={"argentina": 3},
            pool={},
        ).when(*FIGHT)
    ),
    "destroyed": reached(
        teg.given(
            4,
            own={1: "brazil", 0: "argentina"},
            rest=[0, 2, 3],
            tokens={"argentina": 3},
            pool={},
            objectives={0: "O11", 1: "O1"},
        ).when(*FIGHT)
    ),
    "limit": reached(
        teg.given(2, options={"round_limit": 3}, active=1, pool={}, tokens={"peru": 2}).when(
            teg.end(1)
        )
    ),
}


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
        "tokens_arrive_on_territories_of_the_player_on_turn",
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
    ("TG-INV-9", "player_on_turn_must_own_the_continent", "place", {"pool.oceania": 1}),
    ("TG-INV-10", "nothing_is_collected_in_round_2", "round 2", {"seats.0.trades": 0}),
    ("TG-INV-10", "nothing_is_collected_in_round_2", "place", {"round": 2}),
    # Cards
    ("TG-INV-2", "card_must_be_in_one_place", "place", {"discard": ["w_1"]}),
    ("TG-INV-2", "deck_must_hold_the_rest", "place", {"deck": 49}),
    ("TG-INV-2", "number_of_cards_must_be_that_of_the_hand", "place", {"seats.0.card_count": 1}),
    ("TG-INV-2", "cards_of_each_seat_must_be_told", "place", {"seats.1.cards": None}),
    ("TG-INV-3", "hand_is_too_large", "place", {"seats.0.cards": list(CARDS[:6])}),
    ("TG-INV-6", "who_is_out_holds_no_cards", "left", {"seats.2.cards": ["w_1"]}),
    # Objectives
    ("TG-SETUP-9", "no_objective_is_dealt", "place", {"seats.0.objective": "O1"}),
    ("TG-SETUP-8", "objective_of_each_seat_must_be_told", "secret", {"seats.0.objective": None}),
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
    ("TG-INV-7", "somebody_is_on_turn_until_the_end", "place", {"active": None}),
    ("TG-INV-7", "somebody_is_on_turn_until_the_end", "world", {"active": 0}),
    ("TG-INV-7", "player_on_turn_must_play", "left", {"active": 2}),
    ("TG-INV-7", "player_on_turn_must_play", "place", {"active": 5}),
    # What is due
    ("TG-ATTACK-6", "no_attack_in_the_first_round", "round 1", {"attacked": True}),
    ("TG-INV-17", "conquest_needs_an_attack", "place", {"conquests": 1}),
    ("TG-CONQ-1", "last_conquest_must_be_of_the_player_on_turn", "card", {"conquered": None}),
    ("TG-CONQ-1", "last_conquest_must_be_of_the_player_on_turn", "card", {"conquered": "colombia"}),
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
        ("TG-INV-2", "cards_of_each_seat_must_be_told"): 3,
        ("TG-SETUP-8", "objective_of_each_seat_must_be_told"): 3,
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
            ("TG-INV-9", "player_on_turn_must_own_the_continent"),
            ("TG-OPT-4", "seat_has_another_color"),
            ("TG-MOVE-7", "tokens_arrive_by_moves"),
        ]
    )


# --- properties ----------------------------------------------------------------------------------

KINDS = {
    "two": Options(round_limit=6),
    "three": Options(players=3, objectives="common_only", common_target=18, chain_moves=True),
    "four": Options(players=4, elimination_cards="discard", round_starter="rotating"),
    "six": Options(players=6, allow_resign=True),
}
STEPS = 600


@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
def test_every_position_of_a_game_is_valid(options: Options, seed: int) -> None:
    """After every step, its view survives JSON and reads back as the same position."""
    decoder = msgspec.json.Decoder(PositionView)
    start = RULESET.start(options)
    for step in play(RULESET, start, Random(seed), choose=to_and_fro, steps_max=STEPS):
        view = decoder.decode(msgspec.json.encode(RULESET.view(step.after, "arbiter")))
        assert RULESET.read(view, options) == step.after


def to_and_fro(position: Any, legal: Any, random: Random) -> Any:
    """Attack if that is legal, and end the turn soon, so that hands and seats change."""
    kinds = [choices["type"] for choices in legal.choices]
    if "attack" in kinds and random.random() < 0.9:
        return next(one for one in _shuffled(legal, random) if isinstance(one, Attack))
    if "end_turn" in kinds and random.random() < 0.5:
        return legal.at(legal.count - 1)
    return legal.at(random.randrange(legal.count))


def _shuffled(legal: Any, random: Random) -> Any:
    first = random.randrange(legal.count)
    return (legal.at((first + step) % legal.count) for step in range(legal.count))


@given(inside_schema(PositionView), st.sampled_from([options for _, options in RIGHT.values()]))
@settings(max_examples=100)
def test_any_position_in_the_schema_is_judged(view: PositionView, options: Options) -> None:
    """However absurd a position is, the checker reports faults and raises nothing else."""
    with pytest.raises(Faults):
        RULESET.read(view, options)


WORDS = [
    *COLORS,
    *("active", "eliminated", "resigned", "O1", "O11", "COMMON"),
    *("secret", "common", "world", "last_standing", "round_limit", "resignation"),
    *("argentina", "brazil", "c_chile", "w_1"),
    *(None, 0, 1, 2, 3),
]
MUTANTS_OF_A_KIND = 80


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-INV-20")
@pytest.mark.parametrize("name", RIGHT)
def test_every_accepted_position_is_playable(name: str, seed: int) -> None:
    """Many mutated positions: each has faults, or is playable like any other.

    Playable means forty steps or to the end, with a legal action at every decision.
    """
    random = Random(f"{seed} {name}")
    view, options = RIGHT[name]
    verdicts: Counter[str] = Counter()
    while verdicts["faults"] + verdicts["played on"] < MUTANTS_OF_A_KIND:
        verdicts[_mutant(view, options, random)] += 1
    assert verdicts["faults"] > MUTANTS_OF_A_KIND / 10
    assert verdicts["played on"] > MUTANTS_OF_A_KIND / 50


def _mutant(view: Data, options: Options, random: Random) -> str:
    """Mutate the view in a few places; if it is valid, show it and play on from it."""
    for _ in range(random.choice((1, 1, 2, 3))):
        shift = random.random() < 0.6
        view = shifted(view, random) if shift else changed(view, random, WORDS)
    try:
        mutant = msgspec.convert(view, PositionView)
    except msgspec.ValidationError:
        return "outside the schema"
    try:
        position = RULESET.read(mutant, options)
    except Faults:
        return "faults"
    RULESET.text(mutant)
    RULESET.picture(mutant)
    for step in play(RULESET, position, random, steps_max=40):
        assert min(step.after.tokens) > 0
        assert min(step.after.pool) >= 0
    return "played on"
