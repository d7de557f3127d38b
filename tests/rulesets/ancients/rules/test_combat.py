"""Combat in its details, by example (CA-CC, CA-FLAG, CA-LCK, CA-MOM, CA-RNG, CA-LEV)."""

from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    Attack,
    BattleBack,
    BonusAttack,
    EvadeTo,
    IgnoreFlags,
    LeaderEvade,
    Momentum,
    React,
    RetreatTo,
)
from domain.rulesets.ancients.combat_dice import flag_sources, led
from domain.rulesets.ancients.events import (
    BannerGained,
    LeaderEliminated,
    UnitEliminated,
    UnitRetreated,
)
from domain.rulesets.ancients.field import Field
from tests.support.games.ancients import FIRST_STRIKE, Run, Stage

Patch = pytest.MonkeyPatch
MISS = ("light",) * 5


def fought(
    patch: Patch, units: Any, leaders: Any = (), card: str = "order-4-center", **more: Any
) -> Run:
    """Return a run in which bottom attacks with ``a``."""
    return Stage(patch, units, leaders, **more).ordered(card)


@pytest.mark.rule("CA-CC-1", "CA-CC-2", "CA-BAT-3", "CA-BAT-1")
def test_several_units_attack_one_target(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "MI", "F6"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll(*MISS).do(BattleBack(False))
    run.do(Attack(run.id("b"), "E7")).do(React("stand"))
    assert run.dice_due() == 4


@pytest.mark.rule("CA-CC-4", "CA-LCK-5", "CA-HIT-5", "CA-FLAG-2", "CA-LCK-3")
def test_a_combat_has_an_order(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units, [["l", "top", "E7"]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "flag", *MISS[2:])
    assert run.due.seat == CHANCE
    run.roll("flag", "flag").do(IgnoreFlags(0)).do(RetreatTo("D6"))
    assert run.due.actions == ("momentum",)


@pytest.mark.rule("CA-CC-5", "CA-WAR-1", "CA-WAR-2", "CA-DICE-2")
def test_full_strength_is_noted_at_the_announcement(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "WA", "E7"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", *MISS[1:])
    run.do(BattleBack(True))
    assert run.dice_due() == 4


@pytest.mark.rule("CA-REACT-2", "CA-FS-1", "CA-FS-2", "CA-DICE-2")
def test_first_strike_is_a_reaction(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "LI", "E7"]]
    stage = Stage(monkeypatch, units).card("order-4-center").hands(top=[FIRST_STRIKE])
    run = Run(stage.position, stage.names).do(Attack(stage.names["a"], "E7"))
    choices = list(RULESET.legal(run.position, 1).choices)
    assert choices == [{"type": "react", "choice": ["stand", "evade", "first_strike"]}]
    run.do(React("first_strike"))
    assert run.dice_due() == 2
    assert FIRST_STRIKE in run.position.discard


@pytest.mark.rule("CA-EVA-1", "CA-BACK-5", "CA-BACK-4")
def test_an_attacker_stands_what_strikes_back(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LC", "F7"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("light", "light")
    run.do(BattleBack(True)).roll("light", "heavy", "heavy", "heavy")
    assert run.position.combat is None
    assert run.units() == {"a": ["F7", 2], "d": ["E7", 4]}


@pytest.mark.rule("CA-EVA-9", "CA-EVA-7", "CA-LCK-3")
def test_the_leader_of_an_evading_unit_is_checked_first(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "LI", "E7"]]
    run = fought(monkeypatch, units, [["l", "top", "E7"]])
    run.do(Attack(run.id("a"), "E7")).do(React("evade")).roll("light", *["swords"] * 4)
    assert run.dice_due() == 2
    run.roll("light", "leader").do(EvadeTo("C7"))
    assert (run.units()["d"], run.leaders()["l"]) == (["C7", 3], "C7")


@pytest.mark.rule("CA-FLAG-4", "CA-VIC-3", "CA-LCK-2")
def test_unit_and_leader_fall_in_this_order(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7", 1]]
    run = fought(monkeypatch, units, [["l", "top", "E7"]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", *["flag"] * 4)
    run.roll("leader")
    kinds = [
        one
        for one in run.events
        if isinstance(one, UnitEliminated | BannerGained | LeaderEliminated)
    ]
    assert [type(one).__name__ for one in kinds] == [
        "UnitEliminated",
        "BannerGained",
        "LeaderEliminated",
        "BannerGained",
    ]
    assert run.gains() == ["unit", "leader"]
    assert run.of(UnitRetreated) == []


@pytest.mark.rule("CA-FLAG-5", "CA-FLAG-1")
def test_two_friendly_hexes_are_support(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"], ["x", "top", "MI", "E6"]]
    run = fought(monkeypatch, units, [["l", "top", "D7"]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("flag", *MISS[1:])
    assert run.due.actions == ("ignore_flags",)
    run.do(IgnoreFlags(1))
    assert run.units()["d"] == ["E7", 4]


@pytest.mark.rule("CA-INV-20", "CA-FLAG-3")
def test_a_unit_alone_is_not_asked_about_flags(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"], ["x", "top", "MI", "E6"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("flag", *MISS[1:])
    assert run.due.actions == ("retreat_to",)


@pytest.mark.rule("CA-RET-9", "CA-RET-6", "CA-RET-7", "CA-LCK-1")
def test_a_unit_retreats_though_its_leader_fell(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units, [["l", "top", "E7"]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "flag", *MISS[2:])
    run.roll("leader", "leader").do(RetreatTo("D7"))
    assert run.units()["d"] == ["D7", 3]
    assert run.leaders() == {}


@pytest.mark.rule("CA-LDR-11", "CA-HIT-3")
def test_a_leader_next_to_the_striker_helps(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "I1"], ["d", "top", "MI", "E7"]]
    stage = Stage(monkeypatch, units, [["l", "bottom", "F8"], ["m", "top", "E7"]])
    assert led(stage.field(), stage.number("a"))
    assert not led(stage.field(), stage.number("b"))


@pytest.mark.rule(
    "CA-LDR-9", "CA-LDR-10", "CA-RNG-3", "CA-RNG-9", "CA-LEV-8", "CA-LEV-9", "CA-LEV-3"
)
def test_a_lone_leader_is_a_target_and_flees(monkeypatch: Patch) -> None:
    """Next to him, missiles go to others; he passes an enemy leader and joins a friend."""
    units = [["a", "bottom", "LB", "F7"], ["d", "top", "MI", "E9"], ["x", "top", "MI", "C7"]]
    leaders = [["l", "top", "E7"], ["m", "bottom", "D7"]]
    run = fought(monkeypatch, units, leaders)
    legal = next(iter(RULESET.legal(run.position, 0).choices))["unit"][run.id("a")]
    assert set(legal) == {"E7", "E9"}
    run.do(Attack(run.id("a"), "E7")).roll("flag", "light")
    run.do(LeaderEvade(("D7", "C7")))
    assert run.leaders()["l"] == "C7"
    assert run.rolls() == [["attack", 2]]


@pytest.mark.rule("CA-RNG-1", "CA-RNG-2", "CA-RNG-7", "CA-LCK-3")
def test_missiles_cause_a_check_and_a_retreat(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LB", "E3"], ["d", "top", "MI", "E6"]]
    run = fought(monkeypatch, units, [["l", "top", "E6"]])
    run.do(Attack(run.id("a"), "E6")).roll("medium", "flag").roll("light", "leader")
    run.do(IgnoreFlags(0)).do(RetreatTo("D5"))
    assert run.units()["d"] == ["D5", 3]
    assert run.position.combat is None


@pytest.mark.rule("CA-MOM-3", "CA-MOM-1", "CA-MOM-4")
def test_bonus_and_extra_hex_need_the_advance(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "MC", "F7"], ["d", "top", "MI", "E7", 1], ["e", "top", "MI", "D7"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "light", "light")
    run.do(Momentum(False))
    assert run.position.combat is None
    assert run.units()["a"][0] == "F7"


@pytest.mark.rule("CA-TER-10", "CA-MOM-2")
@pytest.mark.parametrize(
    ("kind", "ground", "due"),
    [
        ("MC", "forest", None),
        ("MC", "broken", None),
        ("MC", "ford", "bonus_attack"),
        ("MC", "hill", "extra_hex"),
        ("WA", "forest", "bonus_attack"),
        ("WA", "broken", "bonus_attack"),
    ],
)
def test_rough_terrain_ends_an_advance(
    kind: str, ground: str, due: str | None, monkeypatch: Patch
) -> None:
    units = [["a", "bottom", kind, "F7"], ["d", "top", "MI", "E7", 1], ["e", "top", "MI", "D7"]]
    run = fought(monkeypatch, units, terrain=[["E7", ground]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand"))
    run.roll("medium", *["light"] * (run.dice_due() - 1)).do(Momentum(True))
    expected = ("attack", "play_card", "draw_card") if due is None else (due,)
    assert run.due.actions[0] in expected


@pytest.mark.rule("CA-TER-10")
def test_nobody_advances_out_of_a_ford_that_was_entered(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "F6"], ["d", "top", "MI", "E7", 1]]
    stage = Stage(monkeypatch, units, terrain=[["F7", "ford"]])
    unit = stage.number("a")
    run = stage.ordered("order-4-center", moved={unit: 1}, entered={unit: stage.field().at(unit)})
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "light")
    assert run.position.combat is None


@pytest.mark.rule("CA-TER-5", "CA-LOS-1")
def test_a_hill_hides_what_is_behind_it(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LB", "E3"], ["d", "top", "MI", "E5"]]
    hidden = fought(monkeypatch, units, terrain=[["E4", "hill"], ["E5", "hill"]])
    hidden.do(Attack(hidden.id("a"), "E5"), 0)
    assert hidden.refusal is not None
    one = fought(monkeypatch, units, terrain=[["E3", "hill"], ["E4", "hill"], ["E5", "hill"]])
    assert one.do(Attack(one.id("a"), "E5")).refusal is None


@pytest.mark.rule("CA-TER-7", "CA-TER-6", "CA-TER-8", "CA-TER-4")
@pytest.mark.parametrize(
    ("ground", "dice"), [("ford", 2), ("broken", 2), ("forest", 2), ("hill", 2), ("camp", 5)]
)
def test_terrain_of_the_target_caps_dice(ground: str, dice: int, monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units, terrain=[["E7", ground]])
    run.do(Attack(run.id("a"), "E7")).do(React("stand"))
    assert run.dice_due() == dice


@pytest.mark.rule("CA-TER-8", "CA-FLAG-1")
def test_foot_in_a_camp_ignores_a_flag(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = fought(monkeypatch, units, terrain=[["E7", "camp"]])
    run.do(Attack(run.id("a"), "E7"))
    combat = run.position.combat
    assert combat is not None
    assert flag_sources(Field(run.position), combat.target, combat.unit, combat) == 1


@pytest.mark.rule("CA-MOM-7", "CA-MOM-6")
def test_a_bonus_combat_has_reactions_of_its_own(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "WA", "F7"], ["d", "top", "MI", "E7", 1], ["e", "top", "MI", "D7"]]
    run = fought(monkeypatch, units)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "light", "light", "light")
    run.do(Momentum(True)).do(BonusAttack("D7"))
    assert run.due.actions == ("react",)
    run.do(React("stand")).roll("light", "light", "light", "light").do(BattleBack(True))
    assert run.dice_due() == 4
