"""Elephants, by example (CA-EL)."""

from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.ancients.actions import (
    Attack,
    BattleBack,
    IgnoreFlags,
    LeaderEvade,
    Momentum,
    React,
    RetreatTo,
)
from domain.rulesets.ancients.events import DiceRolled
from tests.support.games.ancients import Run, Stage

Patch = pytest.MonkeyPatch


def attacked(patch: Patch, units: Any, leaders: Any = (), **more: Any) -> Run:
    """Return a run in which ``a`` at F7 has attacked the elephants at E7, which stand."""
    run = Stage(patch, units, leaders, **more).ordered("order-4-center")
    return run.do(Attack(run.id("a"), "E7")).do(React("stand"))


def hexes_of(run: Run, role: str) -> list[str | None]:
    """Return the hexes of the rolls in a role."""
    return [one.hex for one in run.of(DiceRolled) if one.role == role]


@pytest.mark.rule("CA-EL-7", "CA-FLAG-3", "CA-LCK-3")
def test_elephants_rampage_before_they_retreat(monkeypatch: Patch) -> None:
    """In the order of the directions, against friend and foe; a lone leader flees."""
    units = [
        ["a", "bottom", "HI", "F7"],
        ["d", "top", "EL", "E7"],
        ["x", "top", "MI", "E6"],
        ["y", "top", "LI", "E8"],
    ]
    run = attacked(monkeypatch, units, [["l", "top", "D7"]])
    run.roll("flag", "light", "light", "light", "light")
    run.roll("light", "medium")
    run.roll("flag", "flag")
    run.do(LeaderEvade(("C7",)))
    run.roll("medium", "medium").roll("heavy", "flag").do(RetreatTo("D7"))
    assert hexes_of(run, "rampage") == ["E8", "D7", "E6", "F7"]
    assert run.units() == {"a": ["F7", 3], "d": ["D7", 2], "x": ["E6", 2], "y": ["E8", 3]}
    assert run.leaders() == {"l": "C7"}
    assert run.due.actions == ("momentum",)


@pytest.mark.rule("CA-EL-8", "CA-EL-11", "CA-BACK-2")
def test_blocked_elephants_trample_what_is_behind_them(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "HI", "F7"],
        ["d", "top", "EL", "E7"],
        ["x", "top", "MI", "D6"],
        ["y", "top", "LI", "D7"],
    ]
    run = attacked(monkeypatch, units).roll("flag", "light", "light", "light", "light")
    for _ in range(3):
        run.roll("flag", "flag")
    assert run.units() == {"a": ["F7", 4], "d": ["E7", 2], "x": ["D6", 3], "y": ["D7", 3]}
    assert run.due.actions == ("battle_back",)
    run.do(BattleBack(True))
    assert run.dice_due() == 5


@pytest.mark.rule("CA-EL-9", "CA-RET-5")
def test_elephants_at_the_edge_lose_blocks(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "B7"], ["d", "top", "EL", "A7"]]
    run = Stage(monkeypatch, units).ordered("order-4-center").do(Attack("b-HI-1", "A7"))
    run.do(React("stand")).roll("flag", *["light"] * 4).roll("flag", "flag")
    assert run.units()["d"] == ["A7", 1]


@pytest.mark.rule("CA-EL-10", "CA-VIC-2")
def test_both_sides_may_reach_their_target_together(monkeypatch: Patch) -> None:
    """A friend and an enemy behind the elephants lose their last blocks at once."""
    units = [
        ["a", "bottom", "HI", "F7"],
        ["d", "top", "EL", "E7"],
        ["x", "top", "MI", "D6", 1],
        ["y", "bottom", "MI", "D7", 1],
    ]
    run = attacked(monkeypatch, units, target=1).roll("flag", *["light"] * 4)
    while run.position.outcome is None:
        run.roll("flag", "flag")
    assert run.banners() == {"top": 1, "bottom": 1}
    assert run.position.outcome.reason == "both_targets"
    assert set(run.position.outcome.winners) == {"top", "bottom"}
    assert {one.rank for one in run.position.outcome.standing} == {1}


@pytest.mark.rule("CA-EL-10", "CA-LCK-2", "CA-LEV-1")
def test_leaders_are_checked_after_the_banners(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "HI", "F7"],
        ["d", "top", "EL", "E7"],
        ["x", "top", "MI", "D6", 1],
        ["y", "top", "MI", "D7"],
    ]
    run = attacked(monkeypatch, units, [["l", "top", "D6"]]).roll("flag", *["light"] * 4)
    for _ in range(3):
        run.roll("flag", "flag")
    assert run.units() == {"a": ["F7", 4], "d": ["E7", 2], "y": ["D7", 3]}
    assert run.banners()["bottom"] == 1
    assert run.dice_due() == 1
    run.roll("leader")
    assert run.gains() == ["unit", "leader"]


@pytest.mark.rule("CA-EL-12")
def test_a_rampage_may_end_the_combat(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7", 1], ["d", "top", "EL", "E7"]]
    run = attacked(monkeypatch, units).roll("flag", *["light"] * 4).roll("heavy", "flag")
    run.do(RetreatTo("D6"))
    assert run.position.combat is None
    assert run.units() == {"d": ["D6", 2]}
    assert run.banners() == {"top": 1, "bottom": 0}


@pytest.mark.rule("CA-EL-4", "CA-FLAG-1")
def test_elephants_ignore_a_flag_of_cavalry_only(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "MC", "F7"],
        ["d", "top", "EL", "E7"],
        ["x", "top", "MI", "E6"],
        ["y", "top", "MI", "E8"],
    ]
    run = attacked(monkeypatch, units).roll("flag", "flag", "light")
    assert run.due.actions == ("ignore_flags",)
    Run(run.position).do(IgnoreFlags(2)).refused("CA-FLAG-2", "flag_count")
    units[0] = ["a", "bottom", "MI", "F7"]
    foot = attacked(monkeypatch, units).roll("flag", *["light"] * 3)
    assert foot.due.seat == CHANCE


@pytest.mark.rule("CA-EL-5", "CA-HIT-3")
def test_leader_faces_do_not_help_elephants(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "EL", "F7"], ["d", "top", "MI", "E7"]]
    run = Stage(monkeypatch, units, [["l", "bottom", "F7"]]).ordered("order-4-center")
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll(*["leader"] * 4)
    assert run.units()["d"] == ["E7", 4]


@pytest.mark.rule("CA-EL-6", "CA-RET-1")
def test_cavalry_flees_further_from_elephants(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "EL", "F7"], ["d", "top", "HC", "E7"]]
    run = Stage(monkeypatch, units).ordered("order-4-center")
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("flag", *["light"] * 3)
    run.do(RetreatTo("B6")).do(Momentum(False))
    assert run.units()["d"] == ["B6", 3]
