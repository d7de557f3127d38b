"""Checks of the card on the table and of the combat: that the rules can go on from there."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from domain.kit import Refusal, fault
from domain.rulesets.ancients import ordering
from domain.rulesets.ancients.board import CARD, CARD_PLACE, Scenario, kind_of
from domain.rulesets.ancients.hexes import SIDES, Side
from domain.rulesets.ancients.position import StepKind
from domain.rulesets.ancients.view import CombatView, PlayView, PositionView, StepView

RULE: Final = "CA-INV-12"
"""Every position has one actor with a legal action."""


class Form(NamedTuple):
    """What a step of a combat refers to: ``unit``, ``leader``, ``any`` piece, or nothing."""

    piece: str = ""
    by: str = ""
    role: bool = False
    hex: bool = False


_FORMS: Final[Mapping[StepKind, Form]] = {
    "react": Form(),
    "roll": Form("any", "unit", role=True, hex=True),
    "hit": Form("unit", "unit", role=True),
    "lose": Form("unit"),
    "remove": Form("unit"),
    "reward": Form("any"),
    "verdict": Form("any?"),
    "check": Form("leader"),
    "fall": Form("leader"),
    "flee": Form("leader"),
    "arrive": Form("leader", hex=True),
    "leave": Form("leader"),
    "flags": Form("unit", "unit"),
    "retreat": Form("unit"),
    "trample": Form("unit"),
    "evade": Form("unit"),
    "strike": Form(),
    "follow": Form(),
    "extra": Form("unit"),
    "capture": Form("unit"),
    "bonus": Form("unit"),
}
"""By kind of step: what it needs, and nothing else."""


def turn_faults(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    """Yield the faults of the turn and of the card on the table; pieces and cards may have some."""
    active = active_in(view, battle)
    expected = None if view.outcome is not None else active
    if view.turn < 1 or view.active != expected:
        yield fault("CA-TURN-1", "turns_alternate", turn=view.turn, active=view.active)
    drawing = view.step == "draw" or (view.combat is not None and "beneventum_hand" in battle.rules)
    if view.draws and not drawing:
        yield fault(RULE, "nothing_is_drawn_now", draws=list(view.draws), step=view.step)
    yield from _card(view, battle, active)


def active_in(view: PositionView, battle: Scenario) -> Side:
    """Return the side that takes the turn of this number."""
    return SIDES[battle.first_side if view.turn % 2 else 1 - battle.first_side]


def _card(view: PositionView, battle: Scenario, active: Side) -> Iterator[Refusal]:
    play = view.play
    if play is None:
        if view.step not in ("choose_card", "over", "draw"):
            yield fault(RULE, "card_must_be_on_the_table", step=view.step)
        return
    if view.step == "choose_card":
        yield fault(RULE, "card_is_due", card=play.card)
    if play.card in CARD_PLACE and play.effective != kind_of(play.card) != "counter-attack":
        yield fault("CA-CARD-1", "another_card_is_effective", card=play.card)
    if play.choice and not (play.effective and ordering.may_be_choice(CARD[play.effective])):
        yield fault("CA-CARD-2", "no_unit_of_choice", card=play.card)
    pieces = [*play.orders, *play.moved, *play.done, *play.barred, *play.entered]
    pieces += [*play.battles, *play.ambushed]
    pieces += [] if play.commander is None else [play.commander]
    strange = sorted({one for one in pieces if one not in battle.numbers or one[0] != active[0]})
    if strange:
        yield fault(RULE, "only_the_active_side_is_ordered", pieces=strange)
    if not _fits(view, play, active):
        yield fault(RULE, "card_does_not_lead_here", card=play.card, step=view.step)


def _fits(view: PositionView, play: PlayView, active: Side) -> bool:
    """Return whether the card leads to the step of the turn."""
    if view.step in ("draw", "over"):
        return True
    if play.effective is None:
        return False
    card = CARD[play.effective]
    if view.step == "issue_orders":
        selects = ("section", "troop", "leadership", "linked_group")
        return not play.orders and (play.choice or card.mode in selects)
    if view.step == "assign_dice":
        limit = getattr(view.hand_limits, active)
        rolled = play.faces is None or len(play.faces) == limit
        return card.mode == "dice_assign" and not play.choice and rolled
    if view.step == "second_move":
        return card.second_move and not play.choice
    return True


def combat_faults(view: PositionView, battle: Scenario) -> Iterator[Refusal]:
    """Yield the faults of the combat; pieces, cards and the turn may have some."""
    combat, active = view.combat, active_in(view, battle)
    if combat is None:
        return
    if view.step != "battle" or not combat.after:
        yield fault(RULE, "combat_belongs_to_the_battle", step=view.step)
    named = [combat.unit, combat.target, *combat.full, *combat.checked]
    if any(one not in battle.numbers for one in named):
        yield fault("CA-SET-1", "unknown_piece", pieces=named)
        return
    sides = combat.unit[0] == active[0] and combat.target[0] != active[0]
    units = [combat.unit, *combat.full]
    if not sides or any(_sort(one) != "unit" for one in units):
        yield fault("CA-CC-1", "unit_attacks_an_enemy", unit=combat.unit, target=combat.target)
    wrong = [one.kind for one in combat.after if not _is_sound(one, battle)]
    if wrong or not _leads_on(combat, combat.after):
        yield fault(RULE, "combat_cannot_continue", steps=wrong)


def _is_sound(step: StepView, battle: Scenario) -> bool:
    """Return whether a step refers to what its kind needs."""
    form = _FORMS[step.kind]
    if step.role == "rampage" and step.kind == "roll":
        form = Form("", "unit", role=True, hex=True)
    at = step.hex is not None
    return (
        _is(step.piece, form.piece, battle)
        and _is(step.by, form.by, battle)
        and (step.role is not None) == form.role
        and (at == form.hex or (step.kind == "fall" and at))
    )


def _is(piece: str | None, needed: str, battle: Scenario) -> bool:
    if piece is None:
        return needed in ("", "any?")
    known = piece in battle.numbers
    return known and (needed in ("any", "any?") or _sort(piece) == needed)


def _sort(piece: str) -> str:
    return "leader" if "-L-" in piece else "unit"


def _leads_on(combat: CombatView, steps: Sequence[StepView]) -> bool:
    """Return whether rolls are against what they can be against."""
    on_leader = _sort(combat.target) == "leader"
    struck = ("battle_back", "first_strike")
    hits = [place for place, one in enumerate(steps) if one.kind == "hit"]
    for place, one in enumerate(steps):
        of_unit = one.kind in ("react", "follow", "strike", "evade") or one.role in struck
        if on_leader and of_unit:
            return False
        if one.role in ("leader_check", "rally", "spartacus"):
            return False
        if one.role == "reroll" and one.kind == "roll" and not any(hit > place for hit in hits):
            return False
        if one.role == "escape" and _sort(one.piece or "") != "leader":
            return False
    return True
