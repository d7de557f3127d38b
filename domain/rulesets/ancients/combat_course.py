"""The course of a combat: a stack of steps, of which the last one comes first.

``combat_due.py`` says what the next step needs. A step that needs nothing is passed over
(``settle``), which may put others in its place.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from domain.rulesets.ancients import combat_dice
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.combat_due import combat_of, hex_of, look, piece_of
from domain.rulesets.ancients.events import (
    Role,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import (
    NEIGHBOURS,
    REAR,
    Hex,
)
from domain.rulesets.ancients.position import Combat, Draft, Step, StepKind


def settle(draft: Draft) -> None:
    """Pass over the steps that need nothing; without any left, the combat is over."""
    while draft.stack and look(draft) is None:
        step = draft.stack.pop()
        passed = _PASSED.get(step.kind)
        if passed is not None:
            passed(draft, Field(draft), step)
    if not draft.stack:
        draft.combat = None


def push(draft: Draft, steps: Iterable[Step]) -> None:
    """Put steps in front of all others, in this order."""
    draft.stack.extend(reversed(tuple(steps)))


# --- what passing over a step does -------------------------------------------------------------


def _hit(draft: Draft, field: Field, step: Step) -> None:
    unit = piece_of(step)
    flags = (
        []
        if step.role == "evade" or not step.flags
        else [Step("flags", unit, step.by, flags=step.flags)]
    )
    push(draft, [*harm(field, unit, step.number), *flags])


def harm(field: Field, unit: Piece, blocks: int) -> list[Step]:
    """Return the steps of losing blocks: removal, banner, and the check of a leader."""
    if not blocks:
        return []
    leader = field.leader_of(unit)
    steps = [Step("lose", unit, number=blocks), Step("remove", unit), *rewards(unit)]
    return steps if leader is None else [*steps, Step("check", leader)]


def rewards(piece: Piece, lost: Piece | None = None) -> list[Step]:
    """Return the steps after the fall of a piece, if it falls."""
    return [Step("reward", piece), Step("verdict", lost)]


def falls(leader: Piece, at: Hex | None = None) -> list[Step]:
    """Return the steps of a leader's fall; ``at`` is where, if it is not where he stands."""
    return [Step("fall", leader, hex=at), *rewards(leader, leader)]


def _checked_before(draft: Draft, field: Field, step: Step) -> None:
    """Let a leader flee whose unit fell after a check that he survived (CA-LCK-4)."""
    leader = piece_of(step)
    if field.at(leader) >= 0 and field.unit_of(leader) is None:
        push(draft, [Step("flee", leader)])


def _cornered(draft: Draft, field: Field, step: Step) -> None:
    """Eliminate a leader who has no path (CA-LEV-7)."""
    if field.at(piece_of(step)) >= 0:
        push(draft, falls(piece_of(step)))


def _arrive(draft: Draft, field: Field, step: Step) -> None:
    if field.at(piece_of(step)) >= 0:
        draft.at[piece_of(step)] = hex_of(step)


def _accepted(draft: Draft, field: Field, step: Step) -> None:
    if field.at(piece_of(step)) >= 0:
        accept(draft, field, step, step.flags)


def accept(draft: Draft, field: Field, step: Step, flags: int) -> None:
    """Let a unit retreat for its flags; an elephant rampages first (CA-EL-7)."""
    unit, striker = piece_of(step), step.by
    if not flags or striker is None:
        return
    steps = []
    if field.type(unit).is_elephant:
        steps = [
            Step("roll", by=unit, role="rampage", hex=at)
            for at in NEIGHBOURS[field.at(unit)]
            if field.piece_at(at) is not None
        ]
    per_flag = combat_dice.retreat_per_flag(field, unit, striker, combat_of(draft))
    push(draft, [*steps, Step("retreat", unit, number=flags * per_flag)])


def _trample(draft: Draft, field: Field, step: Step) -> None:
    """Hurt what stands in the way of an elephant; banners come after all losses (CA-EL-10)."""
    losses, removals, banners, checks = [], [], [], []
    for piece in blocking(field, piece_of(step)):
        if field.is_unit(piece):
            losses.append(Step("lose", piece, number=step.number))
            removals.append(Step("remove", piece))
            leader = field.leader_of(piece)
            checks += [] if leader is None else [Step("check", leader)]
        else:
            removals.append(Step("fall", piece))
            checks.append(Step("verdict", piece))
        banners.append(Step("reward", piece))
    push(draft, [*losses, *removals, *banners, Step("verdict"), *checks])


def blocking(field: Field, elephant: Piece) -> list[Piece]:
    """Return the units and lone enemy leaders behind an elephant (CA-EL-8)."""
    side, here = field.side(elephant), field.at(elephant)
    behind = (field.piece_at(at) for at in NEIGHBOURS[here] if at in REAR[side][here])
    return [
        one for one in behind if one is not None and (field.is_unit(one) or field.side(one) != side)
    ]


def _strike(draft: Draft, field: Field, step: Step) -> None:
    """Go on with the attack after First Strike, if both are still there (CA-FS-4, CA-EL-12)."""
    combat = combat_of(draft)
    if field.at(combat.unit) == combat.from_ and field.at(combat.target) == combat.hex:
        push(draft, attack_steps(combat))


def attack_steps(combat: Combat) -> list[Step]:
    """Return the attack on a unit that stands, and what follows."""
    return [_rolls("bonus" if combat.bonus else "attack", combat), Step("follow")]


def _rolls(role: Role, combat: Combat) -> Step:
    return Step("roll", combat.target, combat.unit, role, hex=combat.hex)


def opening(combat: Combat, *, on_leader: bool) -> list[Step]:
    """Return the first steps of a combat that was announced."""
    if combat.ranged:
        return [_rolls("ranged", combat)]
    if on_leader:
        return [_rolls("bonus" if combat.bonus else "attack", combat)]
    return [Step("react")]


def after_reaction(combat: Combat) -> list[Step]:
    """Return what follows a reaction."""
    if combat.reaction == "stand":
        return attack_steps(combat)
    if combat.reaction == "evade":
        return [_rolls("evade", combat), Step("evade", combat.target)]
    return [struck_back("first_strike", combat), Step("strike")]


def struck_back(role: Role, combat: Combat) -> Step:
    """Return the roll of the target against the attacker."""
    return Step("roll", combat.unit, combat.target, role, hex=combat.from_)


_PASSED: Final[Mapping[StepKind, Callable[[Draft, Field, Step], None]]] = {
    "hit": _hit,
    "check": _checked_before,
    "flee": _cornered,
    "arrive": _arrive,
    "flags": _accepted,
    "trample": _trample,
    "strike": _strike,
}
"""By kind of step: what happens when it needs nothing."""
