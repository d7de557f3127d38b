"""The course of a combat: a stack of steps, of which the last one comes first.

``look`` says what the next step needs: the decision of a side, a roll, or an event that happens by
itself. A step that needs nothing is passed over (``settle``), which may put others in its place. A
step whose piece is gone needs nothing, so a stack cannot refer to what is not there.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from domain.rulesets.ancients import fighting, paths
from domain.rulesets.ancients.actions import (
    Action,
    BattleBack,
    BonusAttack,
    EvadeTo,
    ExtraHex,
    IgnoreFlags,
    LeaderEvade,
    Momentum,
    React,
    RetreatTo,
)
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.events import (
    AnyEvent,
    BannerGained,
    BlocksLost,
    GameEnded,
    HandLimitChanged,
    LeaderEliminated,
    LeaderEvaded,
    LeaderLeftBoard,
    Role,
    UnitEliminated,
    UnitEvaded,
    UnitRetreated,
)
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import (
    BOTTOM,
    NAMES,
    NEIGHBOURS,
    REAR,
    SIDES,
    TOP,
    Hex,
    SideNumber,
)
from domain.rulesets.ancients.position import ELIMINATED, Combat, Draft, Step, StepKind, Table


class Due(NamedTuple):
    """A decision that a side has to make."""

    side: SideNumber
    kind: type[Action]


class Roll(NamedTuple):
    """A roll that chance owes."""

    role: Role
    side: SideNumber
    dice: int
    hex: Hex | None


Look: TypeAlias = Due | Roll | AnyEvent | None

RAMPAGE_DICE: Final = 2
BENEVENTUM: Final = (3, 6, 2)
"""The banner, the new hand limit, and the cards drawn at once (CA-SCN-6)."""


def look(table: Table) -> Look:
    """Return what the next step of the combat needs, or None if there is none."""
    if not table.stack or table.outcome is not None:
        return None
    step = table.stack[-1]
    found = _LOOKS.get(step.kind)
    return None if found is None else found(Field(table), step)


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


def combat_of(table: Table) -> Combat:
    """Return the combat, which there is while a step is left."""
    assert table.combat is not None, "a step belongs to a combat"
    return table.combat


def name(field: Field, piece: Piece) -> str:
    """Return the id of a piece."""
    return field.battle.ids[piece]


# --- what steps need ---------------------------------------------------------------------------


def _react(field: Field, step: Step) -> Look:
    return Due(field.side(combat_of(field.table).target), React)


def _roll(field: Field, step: Step) -> Look:
    """Return the roll, unless what it is against is gone or there are no dice."""
    table = field.table
    combat, role = combat_of(table), step.role
    assert role is not None, "a roll has a role"
    piece, by = step.piece, step.by
    if role == "rampage":
        count = RAMPAGE_DICE if field.piece_at(_hex(step)) is not None else 0
    elif piece is None or by is None or min(field.at(piece), field.at(by)) < 0:
        count = 0
    elif role == "escape":
        count = fighting.escape_dice(field, by)
    elif role == "reroll":
        count = 1
    else:
        count = fighting.dice_in(field, combat, table.play, role)
    return Roll(role, field.side(by or 0), count, step.hex) if count else None


def _check(field: Field, step: Step) -> Look:
    leader = _piece(step)
    if field.at(leader) < 0 or leader in combat_of(field.table).checked:
        return None
    count = 1 if field.unit_of(leader) is None else 2
    return Roll("leader_check", 1 - field.side(leader), count, field.at(leader))


def _lose(field: Field, step: Step) -> Look:
    unit = _piece(step)
    blocks = field.table.blocks[unit]
    lost = min(step.number, blocks)
    return (
        BlocksLost(name(field, unit), lost, blocks - lost) if lost and field.at(unit) >= 0 else None
    )


def _remove(field: Field, step: Step) -> Look:
    unit = _piece(step)
    if field.at(unit) < 0 or field.table.blocks[unit]:
        return None
    return UnitEliminated(name(field, unit), NAMES[field.at(unit)])


def _reward(field: Field, step: Step) -> Look:
    """Return the banner for a piece that was there when the step was made, and fell."""
    piece = _piece(step)
    if field.at(piece) != ELIMINATED:
        return None
    side = 1 - field.side(piece)
    why = "unit" if field.is_unit(piece) else "leader"
    return BannerGained(SIDES[side], field.table.banners[side] + 1, why)  # type: ignore[arg-type] # one of its literals


def verdict(field: Field, lost: Piece | None = None) -> Look:
    """Return the end of the game, or what else a banner causes; ``lost`` is a leader who is gone.

    CA-VIC-2, CA-EL-10, CA-SCN-6 and CA-SCN-7.
    """
    table, battle = field.table, field.battle
    if lost is not None and field.side(lost) == BOTTOM and "castulo_leader" in battle.rules:
        return GameEnded("leader_lost", (SIDES[TOP],))
    won = tuple(side for n, side in enumerate(SIDES) if table.banners[n] >= battle.target)
    if won:
        both = len(won) > 1
        return GameEnded("both_targets", table.options.sides) if both else GameEnded("banners", won)
    banner, limit, _ = BENEVENTUM
    gained = table.banners[BOTTOM] >= banner and table.limits[BOTTOM] < limit
    if gained and "beneventum_hand" in battle.rules:
        return HandLimitChanged(SIDES[BOTTOM], limit)
    return None


def _fall(field: Field, step: Step) -> Look:
    leader = _piece(step)
    at = field.at(leader) if step.hex is None else step.hex
    return LeaderEliminated(name(field, leader), NAMES[at]) if field.at(leader) >= 0 else None


def _flee(field: Field, step: Step) -> Look:
    leader = _piece(step)
    if field.at(leader) < 0:
        return None
    found = paths.leader_paths(field, leader)
    if len(found) > 1:
        return Due(field.side(leader), LeaderEvade)
    return LeaderEvaded(name(field, leader), names_of(found[0].steps)) if found else None


def names_of(steps: Iterable[Hex]) -> tuple[str, ...]:
    """Return the names of the steps of a leader's path."""
    return tuple("off" if at == paths.OFF else NAMES[at] for at in steps)


def _leave(field: Field, step: Step) -> Look:
    leader = _piece(step)
    return LeaderLeftBoard(name(field, leader)) if field.at(leader) >= 0 else None


def _flags(field: Field, step: Step) -> Look:
    unit = _piece(step)
    if field.at(unit) < 0 or not sources_of(field, step):
        return None
    return Due(field.side(unit), IgnoreFlags)


def sources_of(field: Field, step: Step) -> int:
    """Return how many flags the unit of this step may ignore."""
    assert step.by is not None, "flags have a striker"
    combat = combat_of(field.table)
    return min(step.flags, fighting.flag_sources(field, _piece(step), step.by, combat))


def _retreat(field: Field, step: Step) -> Look:
    unit = _piece(step)
    if field.at(unit) < 0:
        return None
    found = paths.retreats(field, unit, step.number)
    if len(found.ends) > 1:
        return Due(field.side(unit), RetreatTo)
    (end,) = found.ends
    return UnitRetreated(name(field, unit), NAMES[field.at(unit)], NAMES[end], found.unmade)


def _evade(field: Field, step: Step) -> Look:
    unit = _piece(step)
    found = paths.evades(field, unit) if field.at(unit) >= 0 else ()
    if len(found) > 1:
        return Due(field.side(unit), EvadeTo)
    at = NAMES[field.at(unit)]
    return UnitEvaded(name(field, unit), at, NAMES[found[0]]) if found else None


def _follow(field: Field, step: Step) -> Look:
    """Return the advance into a vacated hex, or the battle back of who held it."""
    combat, play = combat_of(field.table), field.table.play
    if field.at(combat.unit) != combat.from_:
        return None
    if field.at(combat.target) == combat.hex:
        stood = combat.reaction == "stand"
        return Due(field.side(combat.target), BattleBack) if stood else None
    in_ford = field.ground.get(combat.from_) == "ford"
    entered = play is not None and play.entered.get(combat.unit) == combat.from_
    if field.piece_at(combat.hex) is not None or (in_ford and entered):
        return None
    return Due(field.side(combat.unit), Momentum)


def _extra(field: Field, step: Step) -> Look:
    unit = _piece(step)
    return Due(field.side(unit), ExtraHex) if extra_hexes(field, unit) else None


def extra_hexes(field: Field, unit: Piece) -> tuple[Hex, ...]:
    """Return where cavalry may go after an advance (CA-MOM-2, CA-TER-10)."""
    here = field.at(unit)
    if field.type(unit).arm != "cavalry" or field.stops(here, mounted_or_leader=True):
        return ()
    return tuple(at for at in sorted(NEIGHBOURS[here]) if paths.can_enter(field, unit, at))


def _capture(field: Field, step: Step) -> Look:
    if not captures(field, _piece(step)):
        return None
    return objective(field.table, BOTTOM)


def captures(field: Field, unit: Piece) -> bool:
    """Return whether a unit stands on a camp that was not counted yet (CA-SCN-9)."""
    at = field.at(unit)
    return (
        "camp_capture" in field.battle.rules
        and field.side(unit) == BOTTOM
        and field.ground.get(at) == "camp"
        and at not in field.table.camps
    )


def objective(table: Table, side: SideNumber) -> BannerGained:
    """Return the banner of an objective."""
    return BannerGained(SIDES[side], table.banners[side] + 1, "objective")


def _bonus(field: Field, step: Step) -> Look:
    unit = _piece(step)
    return Due(field.side(unit), BonusAttack) if bonus_targets(field, unit) else None


def bonus_targets(field: Field, unit: Piece) -> tuple[Hex, ...]:
    """Return what a unit may attack in a bonus close combat (CA-MOM-4, CA-MOM-6, CA-TER-10)."""
    table, type_, here = field.table, field.type(unit), field.at(unit)
    if type_.bonus == "with_leader" and field.leader_of(unit) is None:
        return ()
    ground = field.ground.get(here)
    if ground == "forest" and not fighting.fights_in_forest(type_):
        return ()
    if (ground == "broken" and not type_.is_foot) or table.play is None:
        return ()
    play, found = table.play, []
    for target in field.enemies_near(here, field.side(unit)):
        at = field.at(target)
        if fighting.attack_dice(field, play, unit, at, is_bonus=True):
            found.append(at)
    return tuple(sorted(found))


_LOOKS: Final[Mapping[StepKind, Callable[[Field, Step], Look]]] = {
    "react": _react,
    "roll": _roll,
    "check": _check,
    "lose": _lose,
    "remove": _remove,
    "reward": _reward,
    "verdict": lambda field, step: verdict(field, step.piece),
    "fall": _fall,
    "flee": _flee,
    "leave": _leave,
    "flags": _flags,
    "retreat": _retreat,
    "evade": _evade,
    "follow": _follow,
    "extra": _extra,
    "capture": _capture,
    "bonus": _bonus,
}
"""By kind of step: what it needs; the others need nothing."""


# --- what passing over a step does -------------------------------------------------------------


def _hit(draft: Draft, field: Field, step: Step) -> None:
    unit = _piece(step)
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
    leader = _piece(step)
    if field.at(leader) >= 0 and field.unit_of(leader) is None:
        push(draft, [Step("flee", leader)])


def _cornered(draft: Draft, field: Field, step: Step) -> None:
    """Eliminate a leader who has no path (CA-LEV-7)."""
    if field.at(_piece(step)) >= 0:
        push(draft, falls(_piece(step)))


def _arrive(draft: Draft, field: Field, step: Step) -> None:
    if field.at(_piece(step)) >= 0:
        draft.at[_piece(step)] = _hex(step)


def _accepted(draft: Draft, field: Field, step: Step) -> None:
    if field.at(_piece(step)) >= 0:
        accept(draft, field, step, step.flags)


def accept(draft: Draft, field: Field, step: Step, flags: int) -> None:
    """Let a unit retreat for its flags; an elephant rampages first (CA-EL-7)."""
    unit, striker = _piece(step), step.by
    if not flags or striker is None:
        return
    steps = []
    if field.type(unit).is_elephant:
        steps = [
            Step("roll", by=unit, role="rampage", hex=at)
            for at in NEIGHBOURS[field.at(unit)]
            if field.piece_at(at) is not None
        ]
    per_flag = fighting.retreat_per_flag(field, unit, striker, combat_of(draft))
    push(draft, [*steps, Step("retreat", unit, number=flags * per_flag)])


def _trample(draft: Draft, field: Field, step: Step) -> None:
    """Hurt what stands in the way of an elephant; banners come after all losses (CA-EL-10)."""
    losses, removals, banners, checks = [], [], [], []
    for piece in blocking(field, _piece(step)):
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


def _piece(step: Step) -> Piece:
    assert step.piece is not None, "the step has a piece"
    return step.piece


def _hex(step: Step) -> Hex:
    assert step.hex is not None, "the step has a hex"
    return step.hex
