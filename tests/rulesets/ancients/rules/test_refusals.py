"""What the rules refuse, by example: each refusal has its rule and its reason."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.refusal import Malformed
from domain.ruleset import CHANCE
from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.actions import (
    Ambush,
    AssignDice,
    Attack,
    BattleBack,
    BonusAttack,
    DealHands,
    DrawCard,
    EndBattle,
    EndMovement,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    IssueOrders,
    LeaderEvade,
    Momentum,
    Move,
    Placement,
    PlayCard,
    React,
    RetreatTo,
    RollDice,
)
from domain.rulesets.ancients.options import Options
from tests.support.games.ancients import FIRST_STRIKE, Run, Stage, begun

Patch = pytest.MonkeyPatch
LIGHTS = ("light",) * 5


def refuses(*rules: str) -> pytest.MarkDecorator:
    """Mark an example of a refusal by these rules."""
    return pytest.mark.rule(*rules, refused=True)


def duel(
    patch: Patch, attacker: str = "HI", target: str = "MI", card: str = "order-4-center"
) -> Run:
    """Return a run in which a unit of bottom stands at F7, next to one of top at E7."""
    units = [["a", "bottom", attacker, "F7"], ["d", "top", target, "E7"]]
    return Stage(patch, units).ordered(card)


def opened(card: str, side: str = "bottom", scenario: Any = "001") -> Run:
    """Return a game in which a side has played this card first."""
    run = begun(scenario, **{side: [f"{card}#1"]})
    return run.do(PlayCard(f"{card}#1"))


# --- whose turn it is --------------------------------------------------------------------------


@refuses("CA-TURN-1")
def test_the_other_side_waits() -> None:
    run = begun("001")
    run.do(PlayCard(run.position.hands[0][0]), 1).refused("CA-TURN-1", "decision_of_another")


@refuses("CA-TURN-1")
def test_movement_ends_once(monkeypatch: Patch) -> None:
    run = duel(monkeypatch)
    run.do(EndMovement()).refused("CA-TURN-1", "another_decision_is_due")


@refuses("CA-VIC-2")
def test_nothing_follows_the_end(monkeypatch: Patch) -> None:
    stage = Stage(monkeypatch, [["a", "bottom", "HI", "F7"]], [["l", "top", "E7"]], target=1)
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7"))
    run.roll("leader", *LIGHTS[1:])
    assert run.position.outcome is not None
    run.do(EndBattle(), 0).refused("CA-VIC-2", "game_is_over")


# --- cards and orders --------------------------------------------------------------------------


@refuses("CA-TURN-2")
def test_a_card_is_played_from_the_hand() -> None:
    run = begun("001", top=["rally#1"])
    run.do(PlayCard("rally#1")).refused("CA-TURN-2", "card_not_in_hand")


@refuses("CA-SET-3")
def test_a_card_exists() -> None:
    begun("001").do(PlayCard("rally#2")).refused("CA-SET-3", "unknown_card")


@refuses("CA-SET-1")
def test_a_piece_is_of_the_battle() -> None:
    run = opened("order-2-left").do(IssueOrders(("b-EL-1",)))
    run.refused("CA-SET-1", "unknown_piece")


@refuses("CA-ORD-1")
@pytest.mark.parametrize(
    ("pieces", "reason"),
    [(("t-LI-1",), "not_your_piece"), (("b-LC-1", "b-LC-1"), "duplicate_order")],
)
def test_a_side_orders_only_its_own_pieces_and_each_once(
    pieces: tuple[str, ...], reason: str
) -> None:
    opened("order-2-left").do(IssueOrders(pieces)).refused("CA-ORD-1", reason)


@refuses("CA-ORD-1")
def test_a_piece_must_be_on_the_board() -> None:
    run = begun("005", bottom=["order-2-left#1"]).do(PlayCard("order-2-left#1"))
    run.do(IssueOrders(())).draw()
    card = run.position.hands[0][0]
    run.do(PlayCard(card)).do(IssueOrders(("t-MC-3",))).refused("CA-ORD-1", "not_on_board")


@refuses("CA-ORD-2")
@pytest.mark.parametrize(
    ("pieces", "reason"),
    [(("b-HI-4",), "wrong_section"), (("b-LC-1", "b-AX-1", "b-HI-1"), "too_many_orders")],
)
def test_a_section_card_orders_in_its_section(pieces: tuple[str, ...], reason: str) -> None:
    opened("order-2-left").do(IssueOrders(pieces)).refused("CA-ORD-2", reason)


@refuses("CA-ORD-5")
def test_a_troop_card_orders_no_leader() -> None:
    run = opened("order-heavy-troops").do(IssueOrders(("b-HI-4", "b-L-1")))
    run.refused("CA-ORD-5", "leader_not_orderable")


@pytest.mark.parametrize(
    ("card", "rule", "wrong"),
    [
        pytest.param(card, rule, wrong, marks=refuses(rule), id=card)
        for card, rule, wrong in [
            ("order-medium-troops", "CA-CARD-TROOP-1", "b-HI-1"),
            ("order-mounted-troops", "CA-CARD-TROOP-3", "b-HI-1"),
            ("mounted-charge", "CA-CARD-CHARGE-1", "b-HI-1"),
            ("move-fire-move", "CA-CARD-MFM-1", "b-HI-1"),
            ("double-time", "CA-CARD-DOUBLE-1", "b-MC-1"),
            ("line-command", "CA-CARD-LINE-1", "b-MC-1"),
        ]
    ],
)
def test_a_card_orders_its_types(card: str, rule: str, wrong: str) -> None:
    opened(card).do(IssueOrders((wrong,))).refused(rule, "wrong_type")


@refuses("CA-CARD-LINE-1")
def test_a_line_is_linked() -> None:
    run = opened("line-command").do(IssueOrders(("b-HI-1", "b-HI-2")))
    run.refused("CA-CARD-LINE-1", "not_linked")


@refuses("CA-CARD-2")
@pytest.mark.parametrize(
    ("pieces", "reason"),
    [(("l",), "leader_not_orderable"), (("a", "b"), "too_many_orders")],
)
def test_one_unit_of_choice_is_one_unit(
    pieces: tuple[str, ...], reason: str, monkeypatch: Patch
) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "F8"], ["d", "top", "MI", "A1"]]
    stage = Stage(monkeypatch, units, [["l", "bottom", "F7"]])
    run = Run(stage.hands(bottom=["mounted-charge#1"]).position, stage.names)
    run.do(PlayCard("mounted-charge#1"))
    assert run.position.play is not None
    assert run.position.play.choice
    run.do(IssueOrders(tuple(map(run.id, pieces)))).refused("CA-CARD-2", reason)


@refuses("CA-CARD-LEAD-1")
@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        (("b-HI-1", "b-HI-2"), "leader_required"),
        (("b-L-1", "b-HI-4"), "wrong_section"),
        (("b-HI-4",), "wrong_section"),
    ],
)
def test_a_leader_of_the_section_commands(pieces: tuple[str, ...], reason: str) -> None:
    run = opened("inspired-right-leadership").do(IssueOrders(pieces))
    run.refused("CA-CARD-LEAD-1", reason)


@refuses("CA-CARD-LEAD-1")
def test_a_commander_is_ordered_and_few_others() -> None:
    run = opened("leadership-any-section")
    many = ("b-L-1", "b-HI-4", "b-HI-3", "b-HI-2", "b-AX-2", "b-AX-3")
    run.do(IssueOrders(many)).refused("CA-CARD-LEAD-1", "too_many_orders")
    other = Run(run.position).do(IssueOrders(("b-HI-4",), "b-L-1"))
    other.refused("CA-CARD-LEAD-1", "leader_required")
    section = opened("order-2-center").do(IssueOrders(("b-HI-4",), "b-L-1"))
    section.refused("CA-CARD-LEAD-1", "commander_not_taken")


@refuses("CA-CARD-LEAD-3")
def test_a_commanded_group_is_linked() -> None:
    run = opened("leadership-any-section").do(IssueOrders(("b-L-1", "b-HI-4", "b-HI-1")))
    run.refused("CA-CARD-LEAD-3", "not_linked")


@refuses("CA-CARD-LEAD-4")
@pytest.mark.parametrize(
    ("pieces", "commander", "reason"),
    [
        (("b-L-1", "b-HI-3"), None, "no_detach"),
        (("b-L-1", "b-HI-4", "b-L-2"), "b-L-1", "leader_not_orderable"),
    ],
)
def test_no_leader_leaves_his_unit_under_command(
    pieces: tuple[str, ...], commander: str | None, reason: str
) -> None:
    run = opened("leadership-any-section").do(IssueOrders(pieces, commander))
    run.refused("CA-CARD-LEAD-4", reason)


@refuses("CA-CARD-COUNTER-3")
def test_a_copied_leadership_orders_in_the_same_third() -> None:
    leads, counter = "leadership-any-section#1", "counter-attack#1"
    run = begun("001", bottom=[leads], top=[counter])
    run.do(PlayCard(leads)).do(IssueOrders(("b-HI-4", "b-L-1")))
    run.do(EndMovement()).draw()
    run.do(PlayCard(counter))
    assert run.position.last[1].thirds == ("center",)
    run.do(IssueOrders(("t-LC-1",))).refused("CA-CARD-COUNTER-3", "wrong_section")


@refuses("CA-CARD-1")
def test_clash_of_shields_selects_by_itself(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "MI", "E7"]]
    stage = Stage(monkeypatch, units)
    run = Run(stage.hands(bottom=["clash-of-shields#1"]).position, stage.names)
    run.do(PlayCard("clash-of-shields#1")).do(IssueOrders((run.id("a"),)))
    run.refused("CA-CARD-1", "selection_not_taken")


@refuses("CA-CARD-SPARTACUS-1")
@pytest.mark.parametrize(
    ("assignments", "reason"),
    [
        (("b-HI-1",), "assignment_count"),
        (("b-HI-1", None, None, None, None, None), "assignment_mismatch"),
        ((None, "b-HI-1", "b-HI-1", None, None, None), "assignment_mismatch"),
    ],
)
def test_a_die_orders_its_class_once(assignments: Any, reason: str) -> None:
    run = opened("i-am-spartacus").roll("light", "heavy", "heavy", "flag", "flag", "flag")
    run.do(AssignDice(assignments)).refused("CA-CARD-SPARTACUS-1", reason)


@refuses("CA-CARD-RALLY-1")
def test_a_full_unit_regains_nothing(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7", 2], ["b", "bottom", "HI", "F8"], ["d", "top", "MI", "A1"]]
    stage = Stage(monkeypatch, units, [["l", "bottom", "F7"]])
    run = Run(stage.hands(bottom=["rally#1"]).position, stage.names)
    run.do(PlayCard("rally#1")).roll("heavy", *["flag"] * 5)
    run.do(AssignDice((run.id("b"), *[None] * 5)))
    run.refused("CA-CARD-RALLY-1", "assignment_mismatch")


# --- the reserve at the Trebbia ----------------------------------------------------------------


def ambushing(turns: int) -> Run:
    """Return Trebbia after Carthage has played this many cards, the last one a leadership card."""
    card = "leadership-any-section#1"
    run = begun("005", top=[card])
    for played in range(1, turns + 1):
        other = next(one for one in run.position.hands[1] if one.startswith("order"))
        run.do(PlayCard(other)).do(IssueOrders(())).draw()
        hand = run.position.hands[0]
        mine = card if played == turns else next(one for one in hand if one.startswith("order"))
        run.do(PlayCard(mine))
        if played < turns:
            run.do(IssueOrders(())).draw()
    return run


def placed(*places: tuple[str, str], with_unit: str | None) -> IssueOrders:
    """Return the orders that bring in units."""
    placements = tuple(Placement(unit, at) for unit, at in places)
    return IssueOrders((), None, Ambush("center", placements, with_unit))


ALL_IN = (("t-MC-3", "I5"), ("t-WA-1", "I6"), ("t-WA-2", "I8"))


@refuses("CA-SCN-3")
def test_the_reserve_does_not_enter_on_the_first_turn() -> None:
    run = ambushing(1).do(placed(*ALL_IN, with_unit="t-WA-1"))
    run.refused("CA-SCN-3", "ambush_not_allowed")


@refuses("CA-SCN-3")
def test_the_reserve_enters_in_the_section_of_the_card() -> None:
    run = begun("005", top=["inspired-left-leadership#1"])
    position = replace(run.position, active=0, turn=4)
    last = replace(position.last[0], turns=3)
    run = Run(replace(position, last=(last, position.last[1])))
    run.do(PlayCard("inspired-left-leadership#1")).do(placed(*ALL_IN, with_unit="t-WA-1"))
    run.refused("CA-SCN-3", "wrong_section")


@refuses("CA-SCN-4")
@pytest.mark.parametrize(
    ("places", "leader"),
    [
        (ALL_IN[:2], "t-WA-1"),
        (ALL_IN, None),
        ((*ALL_IN[:2], ("t-WA-2", "H8")), "t-WA-1"),
        ((*ALL_IN[:2], ("t-WA-2", "I6")), "t-WA-1"),
    ],
)
def test_the_whole_reserve_enters_with_its_leader(places: Any, leader: str | None) -> None:
    ambushing(2).do(placed(*places, with_unit=leader)).refused("CA-SCN-4", "illegal_placement")


# --- moves -------------------------------------------------------------------------------------


def moving(patch: Patch, card: str, pieces: Any, leaders: Any = (), **more: Any) -> Run:
    """Return a run in which all pieces of bottom may move."""
    run = Stage(patch, pieces, leaders, **more).ordered(card)
    return Run(replace(run.position, step="move"), run.names)


@refuses("CA-GEO-1")
def test_row_b_ends_at_twelve(monkeypatch: Patch) -> None:
    run = moving(monkeypatch, "order-4-center", [["a", "bottom", "LC", "B11"]])
    run.do(Move(run.id("a"), "B13")).refused("CA-GEO-1", "unknown_hex")


@pytest.mark.rule("CA-GEO-2")
def test_hexes_have_one_spelling() -> None:
    """Not so in the schema; the notation accepts any case, as everywhere."""
    assert RULESET.parse_action("move b-hi-4 g8") == Move("b-HI-4", "G8")
    for line in ("move b-HI-4 G08", "move b-HI-4 J1", "move b-HI-4 G14"):
        with pytest.raises(Malformed):
            RULESET.parse_action(line)


@refuses("CA-ORD-1", "CA-MOVE-1", "CA-MOVE-2")
def test_an_ordered_piece_moves_once_within_reach(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "I1"]]
    run = moving(monkeypatch, "order-4-center", units)
    assert run.position.play is not None
    play = replace(run.position.play, orders=run.position.play.orders[:1])
    start = Run(replace(run.position, play=play), run.names)
    Run(start.position).do(Move(run.id("b"), "I2")).refused("CA-ORD-1", "not_ordered")
    Run(start.position).do(Move(run.id("a"), "D7")).refused("CA-MOVE-2", "unreachable")
    both = run.do(Move(run.id("a"), "F8"))
    both.do(Move(run.id("a"), "F9")).refused("CA-MOVE-1", "already_moved")


@refuses("CA-LDR-6")
def test_a_unit_that_a_leader_joined_stays(monkeypatch: Patch) -> None:
    run = moving(
        monkeypatch,
        "order-4-center",
        [["a", "bottom", "HI", "F7"], ["b", "bottom", "HI", "I1"]],
        [["l", "bottom", "F8"]],
    )
    run.do(Move(run.id("l"), "F7")).do(Move(run.id("a"), "F6"))
    run.refused("CA-LDR-6", "movement_barred")


@refuses("CA-LDR-8")
def test_a_leader_does_not_leave_his_unit_under_command(monkeypatch: Patch) -> None:
    run = moving(
        monkeypatch,
        "leadership-any-section",
        [["a", "bottom", "HI", "F7"]],
        [["l", "bottom", "F7"]],
    )
    run.do(Move(run.id("l"), "F6")).refused("CA-LDR-8", "movement_barred")


# --- attacks -----------------------------------------------------------------------------------


@refuses("CA-ORD-1", "CA-LDR-1", "CA-CC-1", "CA-RNG-3")
def test_an_ordered_unit_attacks_an_enemy(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["b", "bottom", "MI", "F6"], ["d", "top", "MI", "E7"]]
    run = Stage(monkeypatch, units, [["l", "bottom", "F7"]]).ordered("order-4-center")
    assert run.position.play is not None
    a, leader = run.id("a"), run.id("l")
    orders = tuple(run.position.battle.numbers[one] for one in (a, leader))
    position = replace(run.position, play=replace(run.position.play, orders=orders))
    Run(position).do(Attack(run.id("b"), "E7")).refused("CA-ORD-1", "not_ordered")
    Run(position).do(Attack(leader, "E7")).refused("CA-LDR-1", "cannot_battle")
    Run(position).do(Attack(a, "F8")).refused("CA-CC-1", "no_target")
    Run(position).do(Attack(a, "A1")).refused("CA-RNG-3", "no_target")


@refuses("CA-BAT-2")
def test_a_unit_battles_once(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "MI", "F7"], ["b", "bottom", "MI", "F6"], ["d", "top", "HI", "E7"]]
    stage = Stage(monkeypatch, units).card("order-4-center").hands(top=[FIRST_STRIKE])
    run = Run(stage.position, stage.names).do(Attack(stage.names["a"], "E7"))
    run.do(React("first_strike")).roll("flag", *LIGHTS[1:]).do(RetreatTo("G7"))
    run.do(Attack(run.id("a"), "E7")).refused("CA-BAT-2", "already_battled")


@refuses("CA-MOVE-8")
def test_auxilia_that_moved_two_do_not_battle(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "AX", "F7"], ["b", "bottom", "MI", "F6"], ["d", "top", "HI", "E7"]]
    stage = Stage(monkeypatch, units)
    moved = {stage.number("a"): 2}
    run = stage.ordered("order-4-center", moved=moved)
    run.do(Attack(run.id("a"), "E7")).refused("CA-MOVE-8", "cannot_battle")


@pytest.mark.parametrize(
    ("rule", "ground", "kind"),
    [
        pytest.param("CA-TER-3", "forest", "HI", marks=refuses("CA-TER-3")),
        pytest.param("CA-TER-6", "broken", "MC", marks=refuses("CA-TER-6")),
    ],
)
def test_rough_terrain_keeps_from_battle(
    rule: str, ground: str, kind: str, monkeypatch: Patch
) -> None:
    units = [["a", "bottom", kind, "F7"], ["b", "bottom", "MI", "F6"], ["d", "top", "HI", "E7"]]
    stage = Stage(monkeypatch, units, terrain=[["F7", ground]])
    unit = stage.number("a")
    run = stage.ordered("order-4-center", moved={unit: 1}, entered={unit: stage.field().at(unit)})
    run.do(Attack(run.id("a"), "E7")).refused(rule, "cannot_battle")


@pytest.mark.parametrize(
    ("rule", "card", "kind", "target"),
    [
        pytest.param(rule, card, kind, target, marks=refuses(rule), id=card)
        for rule, card, kind, target in [
            ("CA-CARD-CLASH-2", "clash-of-shields", "LB", "D7"),
            ("CA-CARD-DARKEN-1", "darken-the-sky", "LB", "E7"),
            ("CA-CARD-DOUBLE-1", "double-time", "LB", "D7"),
            ("CA-CARD-CHARGE-1", "mounted-charge", "LC", "D7"),
            ("CA-CARD-MFM-1", "move-fire-move", "LB", "E7"),
        ]
    ],
)
def test_a_card_bars_a_kind_of_combat(
    rule: str, card: str, kind: str, target: str, monkeypatch: Patch
) -> None:
    units = [["a", "bottom", kind, "F7"], ["d", "top", "HI", target]]
    run = Stage(monkeypatch, units).ordered(card)
    run.do(Attack(run.id("a"), target)).refused(rule, "combat_type_barred")


@refuses("CA-RNG-1", "CA-RNG-2", "CA-LOS-1")
def test_missiles_need_range_space_and_sight(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "LB", "E3"], ["d", "top", "HI", "E6"], ["e", "top", "HI", "E12"]]
    run = Stage(monkeypatch, units).ordered("order-4-left")
    run.do(Attack(run.id("a"), "E12")).refused("CA-RNG-1", "out_of_range")
    near = [*units, ["f", "top", "LI", "E2"]]
    run = Stage(monkeypatch, near).ordered("order-4-left")
    run.do(Attack(run.id("a"), "E6")).refused("CA-RNG-2", "adjacent_enemy")
    hidden = [*units, ["f", "bottom", "LI", "E5"]]
    run = Stage(monkeypatch, hidden).ordered("order-4-left")
    run.do(Attack(run.id("a"), "E6")).refused("CA-LOS-1", "no_line_of_sight")


@refuses("CA-BAT-5")
def test_an_attack_has_dice(monkeypatch: Patch) -> None:
    stage = Stage(
        monkeypatch,
        [["a", "bottom", "EL", "F7"]],
        [["l", "top", "E7"]],
        terrain=[["F7", "camp"]],
    )
    run = stage.ordered("order-4-center")
    run.do(Attack(run.id("a"), "E7"), 0).refused("CA-BAT-5", "zero_dice")


@refuses("CA-WAR-4")
def test_warriors_that_charged_attack(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "WA", "F7"], ["d", "top", "MI", "E7"]]
    stage = Stage(monkeypatch, units)
    run = stage.ordered("order-4-center", moved={stage.number("a"): 2})
    run.do(EndBattle()).refused("CA-WAR-4", "must_attack")


# --- in a combat -------------------------------------------------------------------------------


@refuses("CA-EVA-2")
def test_medium_infantry_does_not_evade(monkeypatch: Patch) -> None:
    run = duel(monkeypatch)
    run.do(Attack(run.id("a"), "E7")).do(React("evade")).refused("CA-EVA-2", "evade_not_allowed")


@refuses("CA-EVA-3")
def test_an_evade_needs_a_hex(monkeypatch: Patch) -> None:
    run = Stage(monkeypatch, [["a", "bottom", "HI", "B7"], ["d", "top", "LI", "A7"]]).ordered(
        "order-4-center"
    )
    run.do(Attack(run.id("a"), "A7")).do(React("evade")).refused("CA-EVA-3", "evade_not_allowed")


@refuses("CA-REACT-2")
@pytest.mark.parametrize("target", ["MI", "LI"])
def test_first_strike_needs_the_card(target: str, monkeypatch: Patch) -> None:
    run = duel(monkeypatch, target=target)
    run.do(Attack(run.id("a"), "E7")).do(React("first_strike"))
    run.refused("CA-REACT-2", "card_not_in_hand")


@refuses("CA-EVA-4", "CA-CHANCE-1")
def test_an_evade_goes_two_back(monkeypatch: Patch) -> None:
    run = duel(monkeypatch, target="LI")
    run.do(Attack(run.id("a"), "E7")).do(React("evade"))
    Run(run.position).do(RollDice(("light",)), CHANCE).refused("CA-CHANCE-1", "face_count")
    run.roll(*["swords"] * 5).do(EvadeTo("D7")).refused("CA-EVA-4", "illegal_destination")


@refuses("CA-FLAG-2", "CA-RET-11")
def test_flags_and_retreats_have_limits(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "HI", "F7"], ["d", "top", "LI", "E7"]]
    run = Stage(monkeypatch, units, [["l", "top", "E7"]]).ordered("order-4-center")
    run.do(Attack(run.id("a"), "E7")).do(React("stand"))
    run.roll("flag", "flag", "heavy", "heavy", "heavy")
    Run(run.position).do(IgnoreFlags(2)).refused("CA-FLAG-2", "flag_count")
    run.do(IgnoreFlags(1)).do(RetreatTo("D7")).refused("CA-RET-11", "illegal_destination")


@refuses("CA-LEV-2")
def test_a_leader_evades_backwards(monkeypatch: Patch) -> None:
    stage = Stage(monkeypatch, [["a", "bottom", "HI", "F7"]], [["l", "top", "E7"]])
    run = stage.ordered("order-4-center").do(Attack(stage.names["a"], "E7")).roll(*LIGHTS)
    run.do(LeaderEvade(("E8",))).refused("CA-LEV-2", "illegal_path")


@refuses("CA-MOM-2", "CA-MOM-6")
def test_an_advance_has_limits(monkeypatch: Patch) -> None:
    units = [["a", "bottom", "MC", "F7"], ["d", "top", "MI", "E7", 1], ["e", "top", "MI", "C6"]]
    run = Stage(monkeypatch, units).ordered("order-4-center")
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll("medium", "light", "light")
    run.do(Momentum(True))
    Run(run.position).do(ExtraHex("C7")).refused("CA-MOM-2", "illegal_destination")
    run.do(ExtraHex("D6")).do(BonusAttack("C7")).refused("CA-MOM-6", "illegal_bonus_target")


# --- chance ------------------------------------------------------------------------------------


@refuses("CA-SET-3")
def test_hands_are_dealt_from_the_deck() -> None:
    run = Run(RULESET.start(Options(scenario="001")))
    run.do(DealHands(("rally#1",), ()), CHANCE).refused("CA-SET-3", "bad_deal")


@refuses("CA-CHANCE-2")
def test_a_drawn_card_is_in_the_deck() -> None:
    run = opened("order-2-left").do(IssueOrders(()))
    run.do(DrawCard(run.position.discard[0]), CHANCE).refused("CA-CHANCE-2", "card_not_in_deck")


@pytest.mark.rule("CA-BACK-3", "CA-BACK-1")
def test_nobody_has_to_battle_back(monkeypatch: Patch) -> None:
    run = duel(monkeypatch)
    run.do(Attack(run.id("a"), "E7")).do(React("stand")).roll(*LIGHTS).do(BattleBack(False))
    assert run.position.combat is None
    assert run.rolls() == [["attack", 5]]
