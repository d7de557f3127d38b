"""The rules of single battles, by example (CA-SCN)."""

from typing import Any

import pytest

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    Attack,
    LeaderEvade,
    Momentum,
    Move,
    React,
)
from domain.rulesets.ancients.events import (
    CardDrawn,
    HandLimitChanged,
    UnitLeftBoard,
    UnitsPlaced,
)
from tests.rulesets.ancients.rules.test_moves import moving
from tests.rulesets.ancients.rules.test_refusals import ALL_IN, ambushing, placed
from tests.support.games.ancients import Stage

Patch = pytest.MonkeyPatch


@pytest.mark.rule("CA-SCN-2")
def test_the_sacred_band_needs_no_leader(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    stage = Stage(monkeypatch, units, rules=["sacred_band"], sacred="a")
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7")).do(React("stand"))
    run.roll("leader", *["light"] * 4)
    assert run.units()["d"] == ["E7", 3]


@pytest.mark.rule("CA-SCN-3", "CA-SCN-4", "CA-CARD-COUNTER-3")
def test_mago_enters_with_the_reserve() -> None:
    run = ambushing(2).do(placed(*ALL_IN, with_unit="t-WA-1"))
    assert run.refusal is None
    assert len(run.of(UnitsPlaced)) == 1
    position = run.position
    numbers = position.battle.numbers
    assert position.at[numbers["t-L-3"]] == position.at[numbers["t-WA-1"]] >= 0
    assert position.play is not None
    assert {position.battle.ids[one] for one in position.play.orders} == {
        "t-MC-3",
        "t-WA-1",
        "t-WA-2",
    }
    assert set(position.play.moved.values()) == {1}
    assert position.last[0].thirds == ("center",)
    moves: Any = next(iter(RULESET.legal(position, 1).choices))["piece"]
    assert max(moves["t-MC-3"].values()) == 3


@pytest.mark.rule("CA-SCN-6")
def test_rome_draws_at_once_at_beneventum(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7", 1]]
    stage = Stage(monkeypatch, units, [["l", "top", "E7"]], rules=["beneventum_hand"])
    run = stage.ordered("order-4-center")
    position: Any = RULESET.thaw(run.position)
    position.banners[1], position.limits[1], position.hands[1] = 2, 4, position.hands[1][:3]
    run.position = RULESET.freeze(position)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", *["light"] * 4)
    assert [one.limit for one in run.of(HandLimitChanged)] == [6]
    assert run.due.actions == ("draw_card",)
    run.draw()
    assert [one.side for one in run.of(CardDrawn)] == ["bottom", "bottom"]
    assert run.due.actions == ("roll_dice",)
    assert len(run.position.hands[1]) == 5


@pytest.mark.rule("CA-SCN-7", "CA-END-2")
@pytest.mark.parametrize("falls", [True, False])
def test_carthage_wins_when_scipio_is_lost(falls: bool, monkeypatch: Patch) -> None:
    units = [["a", "top", "HI", "H7"]]
    stage = Stage(
        monkeypatch, units, [["l", "bottom", "I7"]], rules=["castulo_leader"], active="top"
    )
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "I7"))
    run.roll("leader" if falls else "light", *["light"] * 4)
    outcome = run.position.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("leader_lost", ("top",))
    assert run.banners()["top"] == (1 if falls else 0)


@pytest.mark.rule("CA-SCN-8", "CA-MOVE-6")
def test_romans_leave_castulo_for_a_banner(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "MI", "A7"],
        ["b", "bottom", "MI", "A3"],
        ["w", "bottom", "WA", "B9"],
        ["d", "top", "MI", "I1"],
    ]
    run = moving(
        monkeypatch, "order-4-center", units, [["l", "bottom", "A7"]], rules=["castulo_exit"]
    )
    moves: Any = next(iter(RULESET.legal(run.position, 0).choices))["piece"]
    assert {one for one, ends in moves.items() if "off" in ends} == {run.id("a")}
    run.do(Move(run.id("a"), "off"))
    (left,) = run.of(UnitLeftBoard)
    assert left.leader == run.id("l")
    assert run.gains() == ["objective"]
    assert run.position.outcome is None


@pytest.mark.rule("CA-SCN-9", "CA-VIC-1")
def test_a_camp_counts_once(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "LI", "C5"],
        ["b", "bottom", "LI", "C9"],
        ["d", "top", "MI", "I1"],
    ]
    run = moving(
        monkeypatch,
        "order-4-center",
        units,
        terrain=[["B5", "camp"], ["B9", "camp"]],
        rules=["camp_capture"],
    )
    run.do(Move(run.id("a"), "B5"))
    assert run.banners()["bottom"] == 1
    run.do(Move(run.id("b"), "B9"))
    assert run.banners()["bottom"] == 2
    assert run.position.objectives == (0, 2)
    assert len(run.position.camps) == 2


@pytest.mark.rule("CA-SCN-9")
def test_an_advance_onto_a_camp_counts_too(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "C5"], ["d", "top", "MI", "B5", 1]]
    stage = Stage(monkeypatch, units, terrain=[["B5", "camp"]], rules=["camp_capture"])
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "B5")).do(React("stand"))
    run.roll("medium", *["light"] * (run.dice_due() - 1)).do(Momentum(True))
    assert run.gains() == ["unit", "objective"]


@pytest.mark.rule("CA-LEV-4", "CA-VIC-4")
def test_a_leader_may_leave_the_board(monkeypatch: Patch) -> None:
    stage = Stage(monkeypatch, [["a", "bottom", "HI", "C7"]], [["l", "top", "B7"]])
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "B7"))
    run.roll(*["light"] * 5).do(LeaderEvade(("A7", "off")))
    assert run.leaders() == {}
    assert run.banners() == {"top": 0, "bottom": 0}
