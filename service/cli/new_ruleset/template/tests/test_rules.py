"""Examples of every rule: given a position, when someone acts, then this happens."""

from typing import Any

import pytest
from msgspec.structs import replace

from carolus_pig import RULESET
from carolus_pig.actions import DrawSeat, Hold, Roll, ShowFace
from carolus_pig.events import DieTaken, FaceShown, GameEnded, PointsKept, TurnStarted
from carolus_pig.options import Options
from carolus_pig.position import Position
from carolus_pig.view import PositionView
from domain.refusal import IllegalAction
from domain.ruleset import CHANCE, Actor, Faults

FIRST = RULESET.start(Options(goal=20))
TURN = Position(goal=20, points=(0, 12), turn=8, seat=1)
ROLLING = replace(TURN, rolling=True)


def then(given: Position, by: Actor, action: Any) -> list[Any]:
    """Return the events that an action causes."""
    return [*RULESET.decide(given, by, action)]


@pytest.mark.rule("PIG-OPT-1", "PIG-OPT-2")
def test_options_within_the_limits_are_accepted() -> None:
    assert RULESET.start(Options(players=4, goal=2)).points == (0, 0, 0, 0)


@pytest.mark.rule("PIG-OPT-1", refused=True)
def test_one_player_is_not_enough() -> None:
    with pytest.raises(IllegalAction, match="PIG-OPT-1: players_must_be_2_to_4"):
        RULESET.start(Options(players=1))


@pytest.mark.rule("PIG-OPT-2", refused=True)
def test_a_goal_of_one_is_refused() -> None:
    with pytest.raises(IllegalAction, match="PIG-OPT-2: goal_must_be_at_least_2"):
        RULESET.start(Options(goal=1))


@pytest.mark.rule("PIG-TURN-1")
def test_the_player_whose_turn_it_is_rolls() -> None:
    assert then(TURN, 1, Roll()) == [DieTaken(1)]


@pytest.mark.rule("PIG-TURN-1", refused=True)
def test_another_player_does_not_roll() -> None:
    with pytest.raises(IllegalAction, match="PIG-TURN-1: decision_of_another"):
        RULESET.decide(TURN, 0, Roll())


@pytest.mark.rule("PIG-TURN-2")
def test_chance_draws_who_begins() -> None:
    assert RULESET.order(FIRST) == ()  # nobody knows it yet, not even if seat 0 always begins
    assert then(FIRST, CHANCE, DrawSeat(1)) == [TurnStarted(1)]


@pytest.mark.rule("PIG-TURN-2", refused=True)
def test_players_do_not_choose_the_face() -> None:
    with pytest.raises(IllegalAction, match="PIG-TURN-2: another_decision_is_due"):
        RULESET.decide(TURN, 1, ShowFace(6))


@pytest.mark.rule("PIG-ROLL-1")
def test_a_six_counts_and_a_one_loses_the_turn() -> None:
    assert then(ROLLING, CHANCE, ShowFace(6)) == [FaceShown(1, 6)]
    lost = then(ROLLING, CHANCE, ShowFace(1))
    assert lost == [FaceShown(1, 1), TurnStarted(0)]
    assert RULESET.fold(ROLLING, lost) == replace(TURN, turn=0, seat=0)


@pytest.mark.rule("PIG-HOLD-1")
def test_a_player_keeps_what_was_rolled() -> None:
    kept = then(replace(TURN, goal=50), 1, Hold())
    assert kept == [PointsKept(1, 8), TurnStarted(0)]
    assert RULESET.fold(TURN, kept).points == (0, 20)


@pytest.mark.rule("PIG-HOLD-1", refused=True)
def test_a_player_cannot_hold_before_a_roll() -> None:
    with pytest.raises(IllegalAction, match="PIG-HOLD-1: player_must_roll_first"):
        RULESET.decide(replace(TURN, turn=0), 1, Hold())


@pytest.mark.rule("PIG-END-1")
def test_the_goal_ends_the_game() -> None:
    won = then(TURN, 1, Hold())
    assert won == [PointsKept(1, 8), GameEnded("goal", ("blue",))]
    ranks = [(one.side, one.rank) for one in RULESET.fold(TURN, won).outcome.standing]
    assert ranks == [("blue", 1), ("red", 2)]


@pytest.mark.rule("PIG-END-1", refused=True)
def test_nobody_acts_after_the_end() -> None:
    ended = RULESET.fold(TURN, then(TURN, 1, Hold()))
    with pytest.raises(IllegalAction, match="PIG-END-1: game_is_over"):
        RULESET.decide(ended, 0, Roll())


def test_the_checker_finds_all_faults_of_a_position() -> None:
    view = PositionView(goal=9, points=(0, 25, 3), turn=0, seat=2, rolling=False, outcome=None)
    with pytest.raises(Faults) as found:
        RULESET.read(view, Options(goal=20))
    broken = [one.rule for one in found.value.faults]
    assert broken == ["PIG-OPT-2", "PIG-OPT-1", "PIG-TURN-1", "PIG-END-1"]
