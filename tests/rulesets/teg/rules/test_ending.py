"""Objectives, victory and leaving (TG-OBJ, TG-WIN, TG-RESIGN)."""

from collections.abc import Sequence
from typing import Any

import pytest

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import LANDS, TERRITORIES
from domain.rulesets.teg.events import (
    CardEarned,
    GameEnded,
    SeatEliminated,
    SeatWithdrew,
    TurnEnded,
    TurnStarted,
)
from domain.rulesets.teg.rules.objectives import target
from tests.support.games import spec
from tests.support.games.teg import Example, attack, dice, end, given, options_of, place

SECRETS: dict[str, Any] = {"objectives": "secret_and_common"}
LEAVING: dict[str, Any] = {"objectives": "world", "allow_resign": True}


def all_of(*continents: str) -> list[str]:
    """Return the territories of these continents."""
    return [name for name, land in LANDS.items() if land.continent in continents]


def wins(scene: Example, *reasons: str) -> None:
    """Let seat 0, which is blue, take Uruguay from Argentina; expect its victory, or none."""
    scene.when(attack(0, "argentina", "uruguay"), dice("6 6 6", "1"))
    ended = [event for event in scene.batch if isinstance(event, GameEnded)]
    assert [event.reasons for event in ended] == ([reasons] if reasons else [])
    if reasons:
        scene.then(result={"winners": ["blue"], "reasons": list(reasons)}, active=None)
    else:
        scene.then(result=None, active=0)


def conqueror(lands: Sequence[str], players: int = 2, **changes: Any) -> Example:
    """Return a turn in which seat 0 has Argentina and these territories, and can take Uruguay."""
    held = {0: ["argentina", *lands], **changes.pop("own", {})}
    changed = {"rest": [1], "tokens": {"argentina": 4}, "pool": {}, **changes}
    return given(players, own=held, **changed)


# --- goals ---------------------------------------------------------------------------------------


@pytest.mark.rule("TG-OBJ-1", "TG-WIN-5")
def test_the_world() -> None:
    """All fifty territories, and not one fewer: the common target does not count."""
    all_but = [name for name in TERRITORIES if name not in ("argentina", "uruguay", "java")]
    wins(conqueror([*all_but, "java"]), "world", "last_standing")
    wins(conqueror(all_but))


@pytest.mark.rule("TG-OBJ-2", "TG-WIN-1", "TG-WIN-5")
def test_the_common_target() -> None:
    """Thirty by default, or as agreed; the game ends right after the conquest, without a card."""
    others = [name for name in TERRITORIES if name not in ("argentina", "uruguay")]
    common = {"objectives": "common_only"}
    wins(conqueror(others[:27], options=common))
    wins(conqueror(others[:28], options=common), "common")
    scene = conqueror(others[:28], options={**common, "common_target": 31})
    wins(scene)
    scene = conqueror(others[:29], options={**common, "common_target": 31})
    wins(scene, "common")
    scene.without(CardEarned)


@pytest.mark.rule("TG-OBJ-3", "TG-OBJ-4", "TG-WIN-4", "TG-WIN-5")
def test_the_secret_objective_or_the_common_one() -> None:
    """Either wins; both are listed in this order; another seat's objective does not count."""
    needed = [name for name in all_of("south_america", "africa") if name != "uruguay"]
    secret: dict[str, Any] = {
        "options": {**SECRETS, "common_target": 26},
        "objectives": {0: "O8", 1: "O1"},
    }
    asia = all_of("asia")
    wins(conqueror([*needed[1:], *asia[:3]], **secret))
    wins(conqueror([*needed[1:], *asia[:4]], **secret), "secret")
    wins(conqueror([*needed[1:], *asia[:14]], **secret), "secret", "common")
    wins(conqueror([*all_of("asia", "europe"), "java"], **secret), "common")
    other: dict[str, Any] = {**secret, "objectives": {0: "O1", 1: "O8"}}
    wins(conqueror([*needed[1:], *asia[:4]], **other))


@pytest.mark.rule("TG-OBJ-5")
def test_three_neighbours_in_addition() -> None:
    """O2 is met with a triangle far away, but not with three territories in a row."""
    needed = [name for name in all_of("south_america") if name not in ("argentina", "uruguay")]
    needed += all_of("europe")[:7]
    secret: dict[str, Any] = {"options": SECRETS, "objectives": {0: "O2", 1: "O1"}}
    wins(conqueror([*needed, "china", "gobi", "mongolia"], **secret), "secret")
    wins(conqueror([*needed, "china", "japan", "india"], **secret))


@pytest.mark.rule("TG-WIN-2")
def test_a_goal_reached_by_the_deal_counts_with_the_next_conquest() -> None:
    """The seat owns all it needs and places, but wins only when it conquers any territory."""
    secret: dict[str, Any] = {"options": SECRETS, "objectives": {0: "O8", 1: "O1"}}
    met = [*all_of("south_america", "africa"), *all_of("asia")[:4]]
    scene = given(2, own={0: met}, rest=[1], tokens={"brazil": 4}, **secret)
    scene.when(place(0, "brazil", 8), place(0, "brazil", 3, "south_america"))
    scene.when(place(0, "egypt", 3, "africa")).then(result=None)
    scene.when(attack(0, "egypt", "poland"), dice("6 6 6", "1"))
    scene.then(result={"winners": ["blue"], "reasons": ["secret"]})


@pytest.mark.rule("TG-WIN-3")
def test_the_game_ends_at_once() -> None:
    """No seat is due, and no action is legal any more."""
    scene = conqueror(list(TERRITORIES[1:5] + TERRITORIES[6:]))
    wins(scene, "world", "last_standing")
    assert RULESET.awaits(scene.position) == ()
    assert [RULESET.legal(scene.position, seat).count for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("TG-WIN-3", refused=True)
def test_nobody_acts_after_the_end() -> None:
    """Neither the winner nor another seat nor chance."""
    for request in (end(0), end(1), dice("6 6 6", "1")):
        scene = conqueror(list(TERRITORIES[1:5] + TERRITORIES[6:]))
        wins(scene, "world", "last_standing")
        scene.when(request).refused("TG-WIN-3", "game_is_over")


@pytest.mark.rule("TG-WIN-8")
def test_after_the_end_everything_can_be_seen() -> None:
    """An arbiter's view contains every hand and every objective."""
    secret: dict[str, Any] = {
        "options": {**SECRETS, "common_target": 26},
        "objectives": {0: "O7", 1: "O10"},
    }
    scene = conqueror(all_of("asia", "europe"), hands={1: "w_1"}, **secret)
    wins(scene, "common")
    view = RULESET.view(scene.position, "arbiter")
    assert view is not None
    assert [seat.cards for seat in view.seats] == [(), ("w_1",)]
    assert [seat.objective for seat in view.seats] == ["O7", "O10"]
    assert [seat.target for seat in view.seats] == [None, 0]


# --- destruction ---------------------------------------------------------------------------------


@pytest.mark.rule("TG-OBJ-6")
@pytest.mark.parametrize(
    ("objective", "seat", "expected"),
    [("O11", 0, 1), ("O10", 3, 0), ("O14", 1, 0), ("O15", 0, 3), ("O10", 0, 3), ("O12", 2, 1)],
)
def test_the_target_of_an_objective(objective: Any, seat: int, expected: int) -> None:
    """The colour's seat; if nobody or the holder has this colour, the neighbour on the right."""
    colors = ["blue", "red", "black", "yellow"]
    assert target(options_of(4, {"colors": colors}), objective, seat) == expected
    assert target(options_of(4, {"colors": colors}), "O1", seat) is None


def hunters(objectives: dict[int, str], **changes: Any) -> Example:
    """Return a turn in which seat 0 takes the last territory of seat 1, which is red."""
    changed = {"options": SECRETS, "own": {1: "uruguay", 2: "china"}, "rest": [2, 3], **changes}
    scene = conqueror([], 4, objectives=objectives, **changed)
    return scene.when(attack(0, "argentina", "uruguay"), dice("6 6 6", "1"))


@pytest.mark.rule("TG-OBJ-8")
def test_the_seat_that_takes_the_last_land_of_its_target_wins() -> None:
    """Whichever seat took the others."""
    scene = hunters({0: "O11", 1: "O1", 2: "O2", 3: "O3"})
    scene.then(result={"winners": ["blue"], "reasons": ["secret"]})


@pytest.mark.rule("TG-OBJ-7", "TG-OBJ-9")
def test_a_late_hunter_has_the_common_objective() -> None:
    """Seat 2 hunted red, seat 3 another colour: only seat 2 is freed, and nobody wins."""
    scene = hunters({0: "O1", 1: "O2", 2: "O11", 3: "O10"})
    scene.then(
        SeatEliminated(1, 0, (), 0, (), (2,)),
        objectives={0: "O1", 2: "COMMON", 3: "O10"},
        result=None,
    )


@pytest.mark.rule("TG-OBJ-7", "TG-OBJ-6")
def test_two_may_hunt_the_same_seat() -> None:
    """Nobody is green: seat 2 hunts its right neighbour, red; seat 3 hunts red by its colour."""
    scene = hunters({0: "O1", 1: "O2", 2: "O14", 3: "O11"})
    scene.then(objectives={2: "COMMON", 3: "COMMON"}, result=None)


@pytest.mark.rule("TG-OBJ-7")
def test_a_seat_that_resigned_is_not_freed() -> None:
    """A seat that resigned no longer needs an objective."""
    status = ["active", "active", "resigned", "active"]
    scene = hunters({0: "O1", 1: "O2", 2: "O11", 3: "O3"}, status=status)
    scene.then(SeatEliminated(1, 0, (), 0, (), ()), objectives={2: "O11"})


# --- the last seat, and the limit of rounds ------------------------------------------------------


@pytest.mark.rule("TG-WIN-6")
def test_the_last_seat_wins() -> None:
    """Seat 2 has resigned, so the elimination of seat 1 leaves one seat."""
    status = ["active", "active", "resigned"]
    scene = conqueror([], 3, own={1: "uruguay"}, rest=[2], status=status, options=LEAVING)
    wins(scene, "last_standing")


@pytest.mark.rule("TG-WIN-7")
def test_most_territories_win_after_the_last_round() -> None:
    """Only active seats count, and the last seat plays its turn to the end."""
    limited = {"objectives": "world", "round_limit": 3}
    scene = given(3, options=limited, own={2: "java"}, rest=[0, 1, 1], pool={}, active=1)
    scene.when(end(1)).then(active=2, result=None)
    scene.when(place(2, "java", 3), end(2))
    scene.then(TurnEnded(2), result={"winners": ["red"], "reasons": ["round_limit"]})
    status = ["active", "resigned", "active"]
    scene = given(
        3, options=limited, own={2: "java"}, rest=[0, 1, 1], pool={}, active=2, status=status
    )
    scene.when(end(2)).then(result={"winners": ["blue"], "reasons": ["round_limit"]})


@pytest.mark.rule("TG-WIN-7")
def test_tokens_break_ties_and_equal_seats_share() -> None:
    """With equal territories, more tokens win; if these are equal too, the seats share victory."""
    limited = {"objectives": "world", "round_limit": 3}
    scene = given(2, options=limited, pool={}, active=1, tokens={"brazil": 2}).when(end(1))
    scene.then(result={"winners": ["red"], "reasons": ["round_limit"]})
    scene = given(2, options=limited, pool={}, active=1).when(end(1))
    scene.then(
        GameEnded(("blue", "red"), ("round_limit",), {"blue": 25, "red": 25}),
        result={"winners": ["blue", "red"], "reasons": ["round_limit"]},
    )


def places_of(scene: Example) -> list[tuple[str, int, int, str]]:
    """Return side, rank, score and rule of each place at the end."""
    assert scene.position.outcome is not None
    places = scene.position.outcome.standing
    return [(one.side, one.rank, one.score, one.rule) for one in places]


@pytest.mark.rule("TG-WIN-9")
def test_losers_rank_by_territories_then_by_tokens() -> None:
    """After the last round; the seats of equal strength share the last rank."""
    limited = {"objectives": "world", "round_limit": 3}
    own = {0: "java", 3: "china", 4: "gobi"}
    tokens = {"java": 2}
    scene = given(5, options=limited, own=own, rest=[1, 2], pool={}, active=4, tokens=tokens)
    assert places_of(scene.when(end(4))) == [
        ("red", 1, 24, "TG-WIN-7"),
        ("black", 2, 23, "TG-WIN-9"),
        ("blue", 3, 1, "TG-WIN-9"),
        ("yellow", 4, 1, "TG-WIN-9"),
        ("green", 4, 1, "TG-WIN-9"),
    ]


@pytest.mark.rule("TG-WIN-9")
def test_seats_that_are_out_come_last() -> None:
    """Seat 1 was just eliminated, seat 2 has resigned and still owns most: both are fourth."""
    options = {**LEAVING, "objectives": "common_only", "common_target": 26}
    asia_and_europe = [*all_of("asia", "europe"), "brazil"]
    scene = given(
        5,
        own={0: ["argentina", *asia_and_europe], 1: "uruguay", 3: "java", 4: "peru"},
        rest=[2],
        tokens={"argentina": 4},
        pool={},
        status=["active", "active", "resigned", "active", "active"],
        options=options,
    )
    wins(scene, "common")
    (first, *rest) = places_of(scene)
    assert first[:2] == ("blue", 1)
    assert first[3] == "TG-WIN-3"
    assert [place[:2] for place in rest] == [("yellow", 2), ("green", 2), ("red", 4), ("black", 4)]
    assert {place[3] for place in rest} == {"TG-WIN-9"}
    assert dict(place[0:3:2] for place in rest)["black"] > 10


@pytest.mark.rule("TG-WIN-6", "TG-WIN-9")
@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("resignation", "TB-RESIGN-2"),
        ("draw_agreed", "TB-DRAW-4"),
        ("time", "TB-FLAG-4"),
        ("adjudicated", "TB-JUDGE-1"),
    ],
)
def test_the_table_names_winners_and_the_others_rank_by_strength(reason: Any, rule: str) -> None:
    """An arbiter may name even a seat that is out of the game."""
    status = ["resigned", "active", "active"]
    position = given(3, own={2: "java"}, rest=[0, 1], status=status, options=LEAVING).position
    outcome = RULESET.settle(position, reason, ("blue",))
    assert [(one.side, one.rank, one.rule) for one in outcome.standing] == [
        ("blue", 1, rule),
        ("red", 2, "TG-WIN-9"),
        ("black", 3, "TG-WIN-9"),
    ]


# --- leaving -------------------------------------------------------------------------------------


def left(scene: Example, seat: int) -> Example:
    """Let a seat resign."""
    events = RULESET.resign(scene.position, seat)
    assert events is not None
    scene.batch = events
    scene.position = RULESET.fold(scene.position, events)
    return scene


@pytest.mark.rule("TG-RESIGN-1", "TG-RESIGN-2")
def test_a_seat_resigns_out_of_turn() -> None:
    """Its cards are discarded, its territories stay, and the turn of the other seat continues."""
    scene = given(3, options=LEAVING, pool={}, hands={1: "c_iran w_1"})
    left(scene, 1).then(
        SeatWithdrew(1, ("c_iran", "w_1")),
        status=["active", "resigned", "active"],
        discard=["c_iran", "w_1"],
        owner={"brazil": 1},
        total=50,
        active=0,
    )
    assert len(scene.batch) == 1


@pytest.mark.rule("TG-RESIGN-1")
def test_without_the_option_these_rules_have_no_resigning() -> None:
    """Then the table applies its own rule."""
    assert RULESET.resign(given(3).position, 1) is None


@pytest.mark.rule("TG-RESIGN-3")
def test_a_seat_resigns_in_its_turn() -> None:
    """Tokens in the pool are lost, no card is drawn, and it is the turn of the next seat."""
    scene = given(3, options=LEAVING, pool={"free": 3}, conquests=1)
    left(scene, 0).without(CardEarned).then(SeatWithdrew(0, ()), TurnEnded(0), active=1, total=50)
    assert isinstance(scene.batch[-1], TurnStarted)


@pytest.mark.rule("TG-RESIGN-3")
def test_a_seat_resigns_while_dice_or_a_card_are_due() -> None:
    """The attack is not fought, the card is not drawn, and nothing waits for them."""
    scene = given(3, options=LEAVING, pool={}, tokens={"argentina": 4})
    left(scene.when(attack(0, "argentina", "brazil")), 0).then(active=1, tokens={"brazil": 1})
    assert RULESET.awaits(scene.position)[0].seat == 1
    scene = given(3, options=LEAVING, pool={}, conquests=1).when(end(0))
    left(scene, 0).then(active=1, hand_sizes=[0, 0, 0], deck_size=52)
    assert RULESET.awaits(scene.position)[0].seat == 1


@pytest.mark.rule("TG-RESIGN-3")
def test_the_turns_of_a_seat_that_resigned_are_skipped() -> None:
    """They never return, and the round continues with the others."""
    scene = left(given(3, options=LEAVING, pool={}), 1).when(end(0))
    scene.then(active=2).when(place(2, "chile", 8), end(2)).then(active=0, round=4)


@pytest.mark.rule("TG-RESIGN-3", "TG-ELIM-4", refused=True)
def test_a_seat_that_is_out_neither_acts_nor_leaves() -> None:
    """Neither a seat that resigned nor one that was eliminated."""
    status = ["active", "resigned", "eliminated", "active"]
    scene = given(4, options=LEAVING, status=status, rest=[0, 1, 3], pool={})
    spec.refused("TG-RESIGN-3", "seat_has_resigned", lambda: RULESET.resign(scene.position, 1))
    spec.refused("TG-ELIM-4", "seat_is_eliminated", lambda: RULESET.resign(scene.position, 2))
    scene.when(end(1)).refused("TG-RESIGN-3", "seat_has_resigned")


@pytest.mark.rule("TG-ELIM-4", refused=True)
def test_an_eliminated_seat_cannot_resign_without_the_option() -> None:
    """No bot plays on for an eliminated seat; an active seat can still resign."""
    scene = given(3, status=["active", "eliminated", "active"], rest=[0, 2], pool={})
    spec.refused("TG-ELIM-4", "seat_is_eliminated", lambda: RULESET.resign(scene.position, 1))
    assert RULESET.resign(scene.position, 2) is None


@pytest.mark.rule("TG-RESIGN-4", "TG-WIN-6")
def test_a_seat_that_resigned_cannot_win() -> None:
    """With two seats, the other wins at once, whatever the number of territories."""
    scene = left(given(2, options=LEAVING), 0)
    scene.then(
        GameEnded(("red",), ("last_standing",), {"blue": 25, "red": 25}),
        result={"winners": ["red"], "reasons": ["last_standing"]},
        active=None,
    )


@pytest.mark.rule("TG-RESIGN-4", "TG-OBJ-8")
def test_a_seat_that_resigned_can_be_eliminated() -> None:
    """When its last territory falls, its hunter wins, and there are no cards to inherit."""
    status = ["active", "resigned", "active", "active"]
    scene = hunters({0: "O11", 1: "O1", 2: "O2", 3: "O3"}, status=status)
    scene.then(
        SeatEliminated(1, 0, (), 0, (), ()),
        status=["active", "eliminated", "active", "active"],
        result={"winners": ["blue"], "reasons": ["secret"]},
    )


@pytest.mark.rule("TG-WIN-6", "TG-WIN-7")
def test_the_last_turn_of_the_last_round_may_end_by_resigning() -> None:
    """Two seats are left, and the round limit decides between them."""
    limited = {**LEAVING, "round_limit": 3}
    scene = left(given(3, options=limited, active=2, pool={}, tokens={"brazil": 2}), 2)
    scene.then(TurnEnded(2), result={"winners": ["red"], "reasons": ["round_limit"]})
