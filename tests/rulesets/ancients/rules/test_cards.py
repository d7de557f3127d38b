"""Cards and orders, by example (CA-ORD, CA-CARD, CA-TURN, CA-SET)."""

from typing import Any

import pytest

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    AssignDice,
    Attack,
    EndBattle,
    EndMovement,
    IssueOrders,
    Move,
    PlayCard,
    React,
)
from domain.rulesets.ancients.board import SCENARIO, TYPE
from domain.rulesets.ancients.events import OrdersIssued, PhaseEnded
from domain.rulesets.ancients.hexes import SIDES
from tests.support.games.ancients import Run, Stage, begun

Patch = pytest.MonkeyPatch


def opened(card: str, scenario: Any = "001", **hands: Any) -> Run:
    """Return a game in which bottom has played this card first."""
    run = begun(scenario, bottom=[f"{card}#1"], **hands)
    return run.do(PlayCard(f"{card}#1"))


def accepts(card: str, *pieces: str, commander: str | None = None) -> Run:
    """Expect that bottom may order these pieces by a card in the opening of Akragas."""
    run = opened(card).do(IssueOrders(pieces, commander))
    assert run.refusal is None
    return run


def staged(patch: Patch, card: str, units: Any, leaders: Any = ()) -> Run:
    """Return a run in which bottom has played a card on a stage."""
    stage = Stage(patch, units, leaders)
    run = Run(stage.hands(bottom=[f"{card}#1"]).position, stage.names)
    return run.do(PlayCard(f"{card}#1"))


@pytest.mark.rule("CA-SET-1", "CA-SET-2", "CA-SET-4", "CA-SET-5", "CA-SCN-1")
@pytest.mark.parametrize("scenario", SCENARIO)
def test_a_battle_is_set_up_by_its_data(scenario: Any) -> None:
    """Every unit is full, the named side begins, and hands have the sizes of the battle."""
    run, battle = begun(scenario), SCENARIO[scenario]
    view: Any = RULESET.view(run.position, "arbiter")
    assert view.active == battle.first
    assert all(one.blocks == TYPE[one.id.split("-")[1]].blocks for one in view.units)
    assert (view.hand_counts.top, view.hand_counts.bottom) == (battle.top.hand, battle.bottom.hand)
    assert view.hand_limits == view.hand_counts
    assert len(view.units) == len(battle.units)
    assert "river" in dict(battle.terrain).values() or scenario not in ("002", "004", "009")


@pytest.mark.rule("CA-ORD-3", "CA-TURN-6", "CA-TURN-1")
def test_a_turn_without_orders_ends_by_itself() -> None:
    run = accepts("order-2-left")
    assert [one.step for one in run.of(PhaseEnded)] == ["move", "battle"]


@pytest.mark.rule("CA-TURN-3", "CA-TURN-4", "CA-TURN-5", "CA-TURN-6")
def test_moves_come_before_battles(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "HI", "G7"],
        ["b", "bottom", "LB", "F4"],
        ["d", "top", "MI", "E7"],
        ["e", "top", "MI", "D4"],
    ]
    run = staged(monkeypatch, "coordinated-attack", units)
    run.do(IssueOrders((run.id("a"), run.id("b"))))
    run.do(Move(run.id("a"), "F7"))
    assert run.due.actions == ("move", "end_movement")
    run.do(EndMovement()).do(Attack(run.id("b"), "D4")).roll("flag", "light")
    assert run.due.actions[0] in ("attack", "retreat_to")


@pytest.mark.rule("CA-CARD-SECTION-1", "CA-CARD-SECTION-4", "CA-ORD-2", "CA-ORD-9")
def test_a_section_card_orders_units_and_leaders() -> None:
    accepts("order-2-center", "b-HI-4", "b-L-1")
    accepts("order-3-left", "b-LC-1", "b-AX-1", "b-HI-1")


@pytest.mark.rule("CA-CARD-SECTION-2", "CA-CARD-SECTION-3")
def test_a_card_of_several_sections_orders_in_each() -> None:
    accepts("out-flanked", "b-LC-1", "b-AX-1", "b-MC-1", "b-LI-1")
    accepts("coordinated-attack", "b-LC-1", "b-HI-3", "b-MC-1")


@pytest.mark.rule("CA-ORD-4", "CA-ORD-6", "CA-ORD-7", "CA-LDR-3", "CA-LDR-7", "CA-RET-7")
def test_a_leader_goes_with_his_unit_or_leaves_it_first() -> None:
    run = accepts("order-2-center", "b-HI-4").do(Move("b-HI-4", "G8"))
    assert run.leaders() == {}
    numbers = run.position.battle.numbers
    assert run.position.at[numbers["b-L-1"]] == run.position.at[numbers["b-HI-4"]]
    both = accepts("order-2-center", "b-HI-4", "b-L-1")
    both.do(Move("b-L-1", "G8")).do(Move("b-HI-4", "G9"))
    assert both.refusal is None
    with_unit = accepts("order-3-center", "b-HI-4", "b-L-1", "b-HI-3").do(Move("b-HI-4", "G8"))
    with_unit.do(Move("b-L-1", "H8")).refused("CA-MOVE-1", "already_moved")


@pytest.mark.rule("CA-ORD-8", "CA-CARD-TROOP-1", "CA-ORD-5")
def test_a_troop_card_orders_as_many_as_command() -> None:
    assert len(begun("001").position.hands[1]) == 6
    accepts("order-light-troops", *("b-LB-1", "b-LB-2", "b-LI-1", "b-LC-1", "b-AX-1", "b-AX-2"))


@pytest.mark.rule("CA-CARD-TROOP-3", "CA-ORD-5", "CA-ORD-6")
def test_the_mounted_card_orders_leaders_too() -> None:
    accepts("order-mounted-troops", "b-LC-1", "b-MC-1", "b-L-1", "b-L-2")


@pytest.mark.rule("CA-CARD-2", "CA-CARD-3")
def test_a_unit_of_choice_stands_in_for_a_missing_kind(monkeypatch: Patch) -> None:
    known = accepts("mounted-charge", "b-LC-1").position.play
    assert known is not None
    assert not known.choice
    units = [["a", "bottom", "HI", "G7"], ["d", "top", "LC", "A1"]]
    run = staged(monkeypatch, "mounted-charge", units).do(IssueOrders(("b-HI-1",)))
    play = run.position.play
    assert play is not None
    assert play.choice
    assert play.text is None


@pytest.mark.rule(*(f"CA-CARD-LEAD-{n}" for n in range(1, 6)), "CA-ORD-10")
def test_a_leader_commands_linked_hexes() -> None:
    group = ("b-L-1", "b-HI-4", "b-HI-3", "b-HI-2", "b-AX-2")
    accepts("leadership-any-section", *group)
    accepts("leadership-any-section", *group, commander="b-L-1")
    accepts("inspired-center-leadership", *group, "b-AX-3")
    accepts("inspired-left-leadership", "b-HI-1")
    accepts("leadership-any-section", "b-L-2", "b-MC-1", "b-AX-3")


@pytest.mark.rule("CA-CARD-CLASH-1", "CA-CARD-CLASH-2", "CA-CARD-1")
def test_clash_of_shields_orders_units_next_to_an_enemy(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "MI", "H7"], ["d", "top", "MI", "E7"]]
    run = staged(monkeypatch, "clash-of-shields", units)
    (orders,) = run.of(OrdersIssued)
    assert orders.pieces == (run.id("a"),)
    assert run.position.step == "battle"


@pytest.mark.rule("CA-CARD-COUNTER-3", "CA-CARD-COUNTER-5", "CA-CARD-1")
def test_a_copy_uses_the_command_of_its_own_side() -> None:
    leads, counter = "leadership-any-section#1", "counter-attack#1"
    run = begun("001", bottom=[leads], top=[counter])
    run.do(PlayCard(leads)).do(IssueOrders(("b-HI-4", "b-L-1"))).do(EndMovement()).draw()
    run.do(PlayCard(counter)).do(IssueOrders(("t-L-2", "t-AX-3", "t-AX-2", "t-AX-4")))
    assert run.refusal is None
    copied = begun("001", bottom=["order-light-troops#1"], top=[counter])
    copied.do(PlayCard("order-light-troops#1")).do(IssueOrders(())).draw()
    copied.do(PlayCard(counter))
    light = ("t-AX-1", "t-AX-2", "t-AX-3", "t-AX-4", "t-LB-1", "t-LI-1")
    copied.do(IssueOrders(light)).refused("CA-CARD-TROOP-1", "too_many_orders")


@pytest.mark.rule("CA-CARD-DARKEN-1", "CA-CARD-DARKEN-2")
def test_darken_the_sky_gives_two_shots_in_any_order(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "LB", "F4"],
        ["b", "bottom", "LB", "F9"],
        ["d", "top", "HI", "D4"],
        ["e", "top", "HI", "D9"],
    ]
    run = staged(monkeypatch, "darken-the-sky", units)
    for unit, target in (("a", "D4"), ("b", "D9"), ("a", "D4"), ("b", "D9")):
        run.do(Attack(run.id(unit), target)).roll("light", "light")
    assert run.rolls() == [["ranged", 2]] * 4
    assert run.position.step == "draw"


@pytest.mark.rule("CA-CARD-DOUBLE-1", "CA-WAR-3", "CA-MOVE-8")
def test_double_time_moves_two_and_fights(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "HI", "H7"],
        ["w", "bottom", "WA", "H8"],
        ["x", "bottom", "AX", "H9"],
        ["d", "top", "MI", "E7"],
    ]
    run = staged(monkeypatch, "double-time", units)
    run.do(IssueOrders(("b-HI-1", "b-WA-2", "b-AX-3")))
    run.do(Move("b-HI-1", "F7")).do(Move("b-WA-2", "E8"))
    run.do(EndMovement())
    assert run.refusal is None
    assert run.position.play is not None
    assert run.position.play.moved == {0: 2, 1: 3}
    run.do(Attack("b-HI-1", "E7")).do(React("stand"))
    assert run.dice_due() == 5


@pytest.mark.rule("CA-CARD-LINE-1", "CA-CARD-LINE-2", "CA-WAR-5", "CA-ORD-10")
def test_a_line_moves_one_and_may_part(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "WA", "H7"], ["b", "bottom", "LI", "H8"], ["d", "top", "MI", "F6"]]
    run = staged(monkeypatch, "line-command", units)
    run.do(IssueOrders(("b-WA-1", "b-LI-2")))
    Run(run.position).do(Move("b-WA-1", "F7")).refused("CA-MOVE-2", "unreachable")
    run.do(Move("b-WA-1", "H6")).do(Move("b-LI-2", "H9"))
    assert run.refusal is None
    assert staged(monkeypatch, "line-command", units).do(IssueOrders(("b-LI-2",))).refusal is None


@pytest.mark.rule("CA-CARD-CHARGE-1")
def test_a_mounted_charge_takes_heavy_units_three_hexes(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HC", "H7"], ["d", "top", "MI", "D7"]]
    run = staged(monkeypatch, "mounted-charge", units).do(IssueOrders(("b-HC-1",)))
    run.do(Move("b-HC-1", "E7")).do(Attack("b-HC-1", "D7")).do(React("stand"))
    assert run.dice_due() == 5


@pytest.mark.rule("CA-CARD-MFM-1", "CA-CARD-MFM-2", "CA-CARD-TROOP-2", "CA-MOVE-5")
def test_light_troops_move_fire_and_move(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LB", "G7"], ["b", "bottom", "LI", "H8"], ["d", "top", "MI", "D7"]]
    run = staged(monkeypatch, "move-fire-move", units).do(IssueOrders(("b-LB-1", "b-LI-2")))
    run.do(Move("b-LB-1", "F7")).do(EndMovement()).do(Attack("b-LB-1", "D7"))
    assert run.dice_due() == 1
    run.roll("light")
    assert run.due.actions == ("move", "end_movement")
    run.do(Move("b-LB-1", "G7")).do(Move("b-LI-2", "F7"))
    assert run.refusal is None
    assert run.position.step == "draw"


@pytest.mark.rule("CA-CARD-RALLY-1", "CA-CARD-RALLY-2")
def test_a_rally_returns_blocks_and_orders(monkeypatch: Patch) -> None:
    units = [
        ["a", "bottom", "HI", "F7", 2],
        ["b", "bottom", "EL", "F8", 1],
        ["d", "top", "MI", "A1"],
    ]
    run = staged(monkeypatch, "rally", units, [["l", "bottom", "F7"]])
    run.roll("heavy", "leader", "heavy", "light", "flag", "swords")
    Run(run.position).do(AssignDice((run.id("b"), *[None] * 5))).refused(
        "CA-CARD-RALLY-1", "assignment_mismatch"
    )
    run.do(AssignDice((run.id("a"), run.id("a"), None, None, None, None)))
    assert run.units()["a"] == ["F7", 4]
    (orders,) = run.of(OrdersIssued)
    assert orders.pieces == (run.id("a"),)


@pytest.mark.rule("CA-CARD-RALLY-3")
def test_a_rally_without_a_leader_orders_one_unit(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7", 2], ["d", "top", "MI", "A1"]]
    run = staged(monkeypatch, "rally", units).do(IssueOrders(("b-HI-1",)))
    assert run.refusal is None
    assert run.rolls() == []


@pytest.mark.rule("CA-CARD-SPARTACUS-1", "CA-CARD-SPARTACUS-2", "CA-DRAW-3")
def test_spartacus_orders_by_dice_and_adds_one(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = staged(monkeypatch, "i-am-spartacus", units, [["l", "bottom", "F7"]])
    run.roll("heavy", "leader", "light", "flag", "flag", "swords")
    run.do(AssignDice((run.id("a"), run.id("l"), None, None, None, None)))
    run.do(EndMovement()).do(Attack(run.id("a"), "E7")).do(React("stand"))
    assert run.dice_due() == 6


@pytest.mark.rule("CA-CARD-FIRST-1")
def test_first_strike_as_a_card_of_the_turn_orders_nothing() -> None:
    run = opened("first-strike")
    assert run.position.step == "draw"
    assert run.of(OrdersIssued) == []
    run.draw()
    assert SIDES[run.position.active] == "top"


@pytest.mark.rule("CA-CARD-4", "CA-TER-3")
def test_a_card_does_not_lift_the_limits_of_terrain(monkeypatch: Patch) -> None:
    """A charge ends in the forest, and does not fight there."""
    units = [["a", "bottom", "HC", "G7"], ["d", "top", "MI", "E7"]]
    stage = Stage(monkeypatch, units, terrain=[["F7", "forest"]])
    run = Run(stage.hands(bottom=["mounted-charge#1"]).position, stage.names)
    run.do(PlayCard("mounted-charge#1")).do(IssueOrders(("b-HC-1",))).do(Move("b-HC-1", "F7"))
    assert run.position.step == "draw"


@pytest.mark.rule("CA-BAT-1", "CA-TURN-6")
def test_nobody_has_to_battle(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    run = Stage(monkeypatch, units).ordered("order-4-center").do(EndBattle())
    assert run.position.step == "draw"
