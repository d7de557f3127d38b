"""The active seat, and the steps of a turn (CM-TURN)."""

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.events import TurnEnded
from tests.support.games.carolus_magnus import (
    Example,
    crowns,
    dice,
    disc,
    exchange,
    given,
    lots,
    move,
    place,
)
from tests.support.games.spec import Request

THREE = ("blue court", "blue court", "green court")


def at_step(step: str) -> Example:
    """Return seat 0's turn at this step."""
    match step:
        case "opening":
            return given(2, phase="opening")
        case "exchange":
            return given(2, options={"setup": "yucata"}, reserves={0: {"blue": 5, "joker": 2}})
        case "place":
            return given(2)
        case "move":
            return given(2).when(place(0, *THREE))
        case "refill_dice":
            return given(2).when(place(0, *THREE), move(0, 1))
        case _:
            return given(2).when(place(0, *THREE), move(0, 1), dice("crown crown red"))


FITTING: dict[str, Request] = {
    "opening": disc(0, 1),
    "exchange": exchange(0, "red red"),
    "place": place(0, *THREE),
    "move": move(0, 1),
    "refill_dice": dice("red red red"),
    "refill_crowns": crowns(0, "red red"),
}
STEPS = list(FITTING)
ARRANGED = lots([0, 1], "blue " * 15)


@pytest.mark.rule("CM-TURN-1")
@pytest.mark.parametrize("step", STEPS)
def test_one_seat_is_due(step: str) -> None:
    """At each step exactly one seat, or chance, is due, and its action is accepted."""
    scene = at_step(step)
    assert len(RULESET.awaits(scene.position)) == 1
    scene.when(FITTING[step]).then()


@pytest.mark.rule("CM-TURN-1", refused=True)
@pytest.mark.parametrize("step", STEPS)
def test_nobody_else_decides(step: str) -> None:
    """The other seat, an unknown seat, and a seat instead of chance or vice versa are refused."""
    by, action = FITTING[step]
    for other in (1, 7, 0 if by == "chance" else "chance"):
        at_step(step).when((other, action)).refused("CM-TURN-1", "decision_of_another")


@pytest.mark.rule("CM-TURN-1")
def test_each_seat_has_one_turn() -> None:
    """After the turns of seat 0 and seat 1, the round has no more turns."""
    scene = at_step("refill_dice").when(dice("red red red")).then(TurnEnded(0), active=1)
    scene.when(place(1, *THREE), move(1, 1), dice("red red red"))
    scene.then(TurnEnded(1), phase="opening", round=2)


@pytest.mark.rule("CM-TURN-2")
def test_exchange_place_move_refill() -> None:
    """A turn has these steps in this order."""
    scene = at_step("exchange").then(step="exchange")
    scene.when(exchange(0, "red red")).then(step="place")
    scene.when(place(0, "red court", "red court", "blue court")).then(step="move")
    scene.when(move(0, 1)).then(step="refill_dice")
    scene.when(dice("red crown red")).then(step="refill_crowns")
    scene.when(crowns(0, "pink")).then(step="place", active=1)


@pytest.mark.rule("CM-TURN-2", refused=True)
@pytest.mark.parametrize("step", STEPS)
def test_no_step_is_skipped_repeated_or_exchanged(step: str) -> None:
    """Actions of any other step are refused, and so is an arrangement of the table."""
    due = FITTING[step][0]
    for other, (_, action) in FITTING.items():
        if other != step:
            at_step(step).when((due, action)).refused("CM-TURN-2", "another_decision_is_due")
    at_step(step).when((due, ARRANGED[1])).refused("CM-TURN-2", "another_decision_is_due")


@pytest.mark.rule("CM-TURN-3")
@pytest.mark.parametrize("step", STEPS)
def test_all_see_everything(step: str) -> None:
    """Seats, spectators and arbiters see the same."""
    scene = at_step(step).when(FITTING[step])
    views = [RULESET.view(scene.position, viewer) for viewer in (0, 1, "spectator", "arbiter")]
    assert all(view == views[0] for view in views)
    for event in scene.batch:
        assert RULESET.view_event(event, 1) is event


@pytest.mark.rule("CM-TURN-4")
def test_the_round_ends_with_the_last_turn() -> None:
    """Seat 2 is last: its refill starts round 2."""
    scene = given(3, active=2).when(
        place(2, "blue 1", "blue 1", "green 1", "green 1"), move(2, 1), dice("red red red red")
    )
    scene.then(TurnEnded(2), round=2, phase="opening", step=None, active=0)
