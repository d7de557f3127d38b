"""What the next step of a combat needs: a decision, a roll, or an event that happens by itself.

A step whose piece is gone needs nothing, so a stack cannot refer to what is not there.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from domain.rulesets.ancients import combat_dice, paths
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
    SIDES,
    TOP,
    Hex,
    SideNumber,
)
from domain.rulesets.ancients.position import ELIMINATED, Combat, Step, StepKind, Table


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


def combat_of(table: Table) -> Combat:
    """Return the combat, which there is while a step is left."""
    assert table.combat is not None, "a step belongs to a combat"
    return table.combat


def name(field: Field, piece: Piece) -> str:
    """Return the id of a piece."""
    return field.battle.ids[piece]


def _react(field: Field, step: Step) -> Look:
    return Due(field.side(combat_of(field.table).target), React)


def _roll(field: Field, step: Step) -> Look:
    """Return the roll, unless what it is against is gone or there are no dice."""
    table = field.table
    combat, role = combat_of(table), step.role
    assert role is not None, "a roll has a role"
    piece, by = step.piece, step.by
    if role == "rampage":
        count = RAMPAGE_DICE if field.piece_at(hex_of(step)) is not None else 0
    elif piece is None or by is None or min(field.at(piece), field.at(by)) < 0:
        count = 0
    elif role == "escape":
        count = combat_dice.escape_dice(field, by)
    elif role == "reroll":
        count = 1
    else:
        count = combat_dice.dice_in(field, combat, table.play, role)
    return Roll(role, field.side(by or 0), count, step.hex) if count else None


def _check(field: Field, step: Step) -> Look:
    leader = piece_of(step)
    if field.at(leader) < 0 or leader in combat_of(field.table).checked:
        return None
    count = 1 if field.unit_of(leader) is None else 2
    return Roll("leader_check", 1 - field.side(leader), count, field.at(leader))


def _lose(field: Field, step: Step) -> Look:
    unit = piece_of(step)
    blocks = field.table.blocks[unit]
    lost = min(step.number, blocks)
    return (
        BlocksLost(name(field, unit), lost, blocks - lost) if lost and field.at(unit) >= 0 else None
    )


def _remove(field: Field, step: Step) -> Look:
    unit = piece_of(step)
    if field.at(unit) < 0 or field.table.blocks[unit]:
        return None
    return UnitEliminated(name(field, unit), NAMES[field.at(unit)])


def _reward(field: Field, step: Step) -> Look:
    """Return the banner for a piece that was there when the step was made, and fell."""
    piece = piece_of(step)
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
    leader = piece_of(step)
    at = field.at(leader) if step.hex is None else step.hex
    return LeaderEliminated(name(field, leader), NAMES[at]) if field.at(leader) >= 0 else None


def _flee(field: Field, step: Step) -> Look:
    leader = piece_of(step)
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
    leader = piece_of(step)
    return LeaderLeftBoard(name(field, leader)) if field.at(leader) >= 0 else None


def _flags(field: Field, step: Step) -> Look:
    unit = piece_of(step)
    if field.at(unit) < 0 or not sources_of(field, step):
        return None
    return Due(field.side(unit), IgnoreFlags)


def sources_of(field: Field, step: Step) -> int:
    """Return how many flags the unit of this step may ignore."""
    assert step.by is not None, "flags have a striker"
    combat = combat_of(field.table)
    return min(step.flags, combat_dice.flag_sources(field, piece_of(step), step.by, combat))


def _retreat(field: Field, step: Step) -> Look:
    unit = piece_of(step)
    if field.at(unit) < 0:
        return None
    found = paths.retreats(field, unit, step.number)
    if len(found.ends) > 1:
        return Due(field.side(unit), RetreatTo)
    (end,) = found.ends
    return UnitRetreated(name(field, unit), NAMES[field.at(unit)], NAMES[end], found.unmade)


def _evade(field: Field, step: Step) -> Look:
    unit = piece_of(step)
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
    unit = piece_of(step)
    return Due(field.side(unit), ExtraHex) if extra_hexes(field, unit) else None


def extra_hexes(field: Field, unit: Piece) -> tuple[Hex, ...]:
    """Return where cavalry may go after an advance (CA-MOM-2, CA-TER-10)."""
    here = field.at(unit)
    if field.type(unit).arm != "cavalry" or field.stops(here, mounted_or_leader=True):
        return ()
    return tuple(at for at in sorted(NEIGHBOURS[here]) if paths.can_enter(field, unit, at))


def _capture(field: Field, step: Step) -> Look:
    if not captures(field, piece_of(step)):
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
    unit = piece_of(step)
    return Due(field.side(unit), BonusAttack) if bonus_targets(field, unit) else None


def bonus_targets(field: Field, unit: Piece) -> tuple[Hex, ...]:
    """Return what a unit may attack in a bonus close combat (CA-MOM-4, CA-MOM-6, CA-TER-10)."""
    table, type_, here = field.table, field.type(unit), field.at(unit)
    if type_.bonus == "with_leader" and field.leader_of(unit) is None:
        return ()
    ground = field.ground.get(here)
    if ground == "forest" and not combat_dice.fights_in_forest(type_):
        return ()
    if (ground == "broken" and not type_.is_foot) or table.play is None:
        return ()
    play, found = table.play, []
    for target in field.enemies_near(here, field.side(unit)):
        at = field.at(target)
        if combat_dice.attack_dice(field, play, unit, at, is_bonus=True):
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


def piece_of(step: Step) -> Piece:
    """Return the piece of a step that has one."""
    assert step.piece is not None, "the step has a piece"
    return step.piece


def hex_of(step: Step) -> Hex:
    """Return the hex of a step that has one."""
    assert step.hex is not None, "the step has a hex"
    return step.hex
