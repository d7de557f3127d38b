"""Movement of units and leaders, by example (CA-MOVE, CA-LDR, CA-TER)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.rulesets.ancients.actions import Attack, EndMovement, Move
from domain.rulesets.ancients.board import CARD
from domain.rulesets.ancients.hexes import NAMES
from domain.rulesets.ancients.paths import evades, reach, retreats
from tests.support.games.ancients import Run, Stage

Patch = pytest.MonkeyPatch


def ends(stage: Stage, piece: str, card: str = "order-4-center") -> dict[str, int]:
    """Return the destinations of a piece by name."""
    found = reach(stage.field(), stage.number(piece), CARD[card])
    return {NAMES[at]: steps for at, steps in found.items()}


def moving(patch: Patch, card: str, units: Any, leaders: Any = (), **more: Any) -> Run:
    """Return a run in which all pieces of bottom may move."""
    run = Stage(patch, units, leaders, **more).ordered(card)
    return Run(replace(run.position, step="move"), run.names)


@pytest.mark.rule("CA-MOVE-3", "CA-MOVE-6", "CA-MOVE-7")
def test_enemies_stand_in_the_way_and_do_nothing_else(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LC", "I7"], ["d", "top", "MI", "H7"], ["e", "top", "MI", "H6"]]
    found = ends(Stage(monkeypatch, units), "a")
    assert "H7" not in found
    assert found["G8"] == 3
    assert found["I3"] == 4


@pytest.mark.rule("CA-MOVE-4", "CA-MOVE-10", "CA-LDR-3")
def test_a_unit_joins_a_lone_leader_and_stops(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LI", "G7"], ["b", "bottom", "LI", "G9"]]
    leaders = [["l", "bottom", "F7"], ["m", "bottom", "G9"], ["n", "bottom", "F9"]]
    stage = Stage(monkeypatch, units, leaders)
    assert ends(stage, "a")["F7"] == 1
    assert "E7" not in ends(stage, "a") or ends(stage, "a")["E7"] == 2
    assert "F9" not in ends(stage, "b")


@pytest.mark.rule("CA-MOVE-5", "CA-MOVE-10", "CA-TER-9")
def test_light_foot_passes_friends_but_not_in_stopping_terrain(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "LI", "I1"],
        ["x", "bottom", "MI", "H1"],
        ["y", "bottom", "MI", "I2"],
    ]
    stage = Stage(monkeypatch, units, [["l", "bottom", "H1"]], terrain=[["I2", "forest"]])
    found = ends(stage, "a", "order-light-troops")
    assert set(found) == {"G1", "G2", "H2"} - ({"H2"} if "H2" not in found else set())
    assert ends(stage, "a") == {}


@pytest.mark.rule("CA-WAR-3", "CA-WAR-5")
def test_warriors_charge_next_to_an_enemy(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "WA", "G7"], ["d", "top", "MI", "D7"]]
    stage = Stage(monkeypatch, units)
    assert set(ends(stage, "a", "double-time")) >= {"E7", "E8", "D6", "D8"}
    assert max(ends(stage, "a", "line-command").values()) == 1


@pytest.mark.rule("CA-LDR-4", "CA-LDR-5", "CA-TER-9")
def test_a_leader_passes_friends_and_stops_in_the_forest(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "MI", "G7"], ["d", "top", "MI", "G9"]]
    leaders = [["l", "bottom", "H7"], ["m", "bottom", "G7"]]
    stage = Stage(monkeypatch, units, leaders, terrain=[["G8", "forest"], ["H6", "river"]])
    found = ends(stage, "l")
    assert "G7" not in found
    assert found["F7"] == 2
    assert found["G8"] == 1
    assert found["F8"] == 3
    assert not {"G9", "H6"} & set(found)
    assert max(found.values()) == 3


@pytest.mark.rule("CA-LDR-6", "CA-ORD-1")
def test_a_unit_that_a_leader_joined_may_battle(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = moving(monkeypatch, "order-4-center", units, [["l", "bottom", "F8"]])
    run.do(Move(run.id("l"), "F7"))
    assert run.position.step == "battle"
    assert run.do(Attack(run.id("a"), "E7")).refusal is None


@pytest.mark.rule("CA-LDR-8", "CA-LDR-7")
def test_a_joined_leader_moves_on_by_a_card_that_lets_him(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"]]
    leaders = [["l", "bottom", "F8"]]
    run = moving(monkeypatch, "order-4-center", units, leaders)
    run.do(Move(run.id("a"), "F8")).do(Move(run.id("l"), "F9"))
    assert run.leaders() == {"l": "F9"}
    barred = moving(
        monkeypatch, "leadership-any-section", [*units, ["b", "bottom", "HI", "I1"]], leaders
    )
    barred.do(Move(barred.id("a"), "F8")).do(Move(barred.id("l"), "F9"))
    barred.refused("CA-LDR-8", "movement_barred")


@pytest.mark.rule("CA-TER-3", "CA-TER-6", "CA-TER-7", "CA-TER-2", "CA-TER-1")
@pytest.mark.parametrize(
    ("kind", "ground", "beyond"),
    [
        ("LC", "forest", False),
        ("LC", "ford", False),
        ("LC", "broken", False),
        ("LC", "hill", True),
        ("LC", "camp", True),
        ("LC", "river", False),
        ("LI", "broken", True),
        ("LI", "forest", False),
    ],
)
def test_terrain_stops(kind: str, ground: str, beyond: bool, monkeypatch: Patch) -> None:
    """The unit stands in a corner, with one way out."""
    units = [["a", "bottom", kind, "I1"], ["x", "bottom", "MI", "I2"]]
    found = ends(Stage(monkeypatch, units, terrain=[["H1", ground]]), "a")
    assert ("G1" in found) == beyond
    assert ("H1" in found) == (ground != "river")


@pytest.mark.rule("CA-TER-9", "CA-RET-3")
def test_terrain_slows_no_retreat_and_no_evade(monkeypatch: Patch) -> None:
    stage = Stage(
        monkeypatch,
        [["a", "bottom", "LI", "F7"]],
        terrain=[["G7", "forest"], ["G8", "ford"]],
    )
    unit = stage.number("a")
    assert [NAMES[at] for at in retreats(stage.field(), unit, 2).ends] == ["H6", "H7", "H8"]
    assert [NAMES[at] for at in evades(stage.field(), unit)] == ["H6", "H7", "H8"]


@pytest.mark.rule("CA-RET-10", "CA-EVA-11", "CA-RET-4", "CA-RET-6", "CA-RET-11")
def test_a_unit_goes_back_to_a_lone_leader_unless_it_has_one(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LI", "F7"], ["b", "bottom", "LI", "F3"]]
    leaders = [["l", "bottom", "G7"], ["m", "bottom", "G3"], ["n", "bottom", "F3"]]
    stage = Stage(monkeypatch, units, leaders)
    field = stage.field()
    joined = [NAMES[at] for at in retreats(field, stage.number("a"), 2).ends]
    assert joined == ["G7", "H7", "H8"]
    assert "G7" in [NAMES[at] for at in evades(field, stage.number("a"))]
    barred = [NAMES[at] for at in retreats(field, stage.number("b"), 1).ends]
    assert barred == ["G4"]


@pytest.mark.rule("CA-MOVE-8", "CA-WAR-4")
def test_a_charge_is_within_the_limit(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "WA", "G7"], ["d", "top", "MI", "D7"]]
    run = moving(monkeypatch, "order-4-center", units)
    run.do(Move(run.id("a"), "E7"))
    assert run.position.step == "battle"
    assert run.due.actions == ("attack", "end_battle")
    assert run.do(Attack(run.id("a"), "D7")).refusal is None


@pytest.mark.rule("CA-TURN-6", "CA-MOVE-1")
def test_movement_may_end_early(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "G7"], ["d", "top", "MI", "A1"]]
    run = moving(monkeypatch, "order-4-center", units).do(EndMovement())
    assert run.position.step == "draw"
