"""What is rolled, and what it does: numbers of dice, hits, flags and who may evade."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from domain.rulesets.ancients.board import (
    ELEPHANT_AT_LEADER,
    ELEPHANT_DICE,
    GROUP,
    Card,
    Face,
    Piece,
    Terrain,
    UnitType,
)
from domain.rulesets.ancients.events import Role
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NEIGHBOURS, Hex, distance
from domain.rulesets.ancients.position import CardPlay, Combat
from domain.rulesets.ancients.sight import sees

_ROUGH: Final = frozenset({"forest", "broken", "ford"})
_CAP: Final = 2
"""The most dice into or out of rough terrain (CA-TER-3, CA-TER-6, CA-TER-7)."""
_HILL_CAP_ON_FOOT: Final = 3
_SUPPORTERS: Final = 2
"""The adjacent hexes with friends that are support (CA-FLAG-5)."""
_OWN_DICE: Final[frozenset[Role]] = frozenset({"attack", "bonus", "evade", "escape"})
"""The roles in which the attack value counts (CA-DICE-2)."""


# --- dice --------------------------------------------------------------------------------------


class Roll(NamedTuple):
    """A close roll: who strikes whom, in which role, and from which hex to which."""

    striker: Piece
    target: Piece
    role: Role
    at: tuple[Hex, Hex]


def close_dice(field: Field, roll: Roll, *, full: bool, bonus: int = 0) -> int:
    """Return the dice of a close roll (CA-DICE-1).

    ``full`` says whether the striker counts as being at full strength.
    """
    striker, target, role, at = roll
    type_ = field.type(striker)
    if type_.is_elephant:
        unit = field.is_unit(target)
        base = ELEPHANT_DICE[field.type(target).id] if unit else ELEPHANT_AT_LEADER
    else:
        base = type_.attack if role in _OWN_DICE else type_.back
        base += type_.id == "WA" and full
    here, there = (field.ground.get(one) for one in at)
    return max(0, min(base, _cap(type_, here, there)) - (here == "camp") + bonus)


def escape_dice(field: Field, unit: Piece) -> int:
    """Return the dice of a unit through whose hex a leader escapes (CA-LEV-6)."""
    type_ = field.type(unit)
    base = ELEPHANT_AT_LEADER if type_.is_elephant else type_.attack
    base += type_.id == "WA" and field.full(unit)
    here = field.ground.get(field.at(unit))
    return max(0, min(base, _cap(type_, here, None)) - (here == "camp"))


_NO_CAP: Final = 99


def _cap(type_: UnitType, here: Terrain | None, there: Terrain | None) -> int:
    cap = _CAP if here in _ROUGH or there in _ROUGH else _NO_CAP
    if here == "hill":
        return min(cap, _HILL_CAP_ON_FOOT if type_.is_foot else _CAP)
    return min(cap, _CAP) if there == "hill" else cap


def ranged_dice(field: Field, firer: Piece, target: Hex, *, moved: bool, bonus: int = 0) -> int:
    """Return the dice of ranged combat (CA-RNG-5)."""
    here = field.ground.get(field.at(firer))
    base = 1 if moved else 2
    if here == "ford" or field.ground.get(target) == "forest":
        base = 1
    return max(0, base - (here == "camp") + bonus)


def attack_dice(
    field: Field, play: CardPlay, unit: Piece, target: Hex, *, is_bonus: bool = False
) -> int:
    """Return the dice of an attack that is announced now, before any reaction."""
    card = play.text
    here = field.at(unit)
    piece = field.piece_at(target)
    assert piece is not None, "there is a target"
    if distance(here, target) > 1:
        extra = 0 if card is None else card.ranged_bonus
        return ranged_dice(field, unit, target, moved=unit in play.moved, bonus=extra)
    role: Role = "bonus" if is_bonus else "attack"
    extra = close_bonus(card, is_bonus=is_bonus)
    roll = Roll(unit, piece, role, (here, target))
    return close_dice(field, roll, full=field.full(unit), bonus=extra)


def close_bonus(card: Card | None, *, is_bonus: bool) -> int:
    """Return the dice that a card adds in close combat (CA-DICE-3)."""
    if card is None or (is_bonus and not card.bonus_too):
        return 0
    return card.close_bonus


def dice_in(field: Field, combat: Combat, play: CardPlay | None, role: Role) -> int:
    """Return the dice of the attacker, or of the target when it strikes, in a combat."""
    by_target = role in ("battle_back", "first_strike")
    striker, target = combat.unit, combat.target
    at = (combat.from_, combat.hex)
    if by_target:
        striker, target, at = target, striker, (at[1], at[0])
    card = None if play is None else play.text
    if combat.ranged:
        extra = 0 if card is None else card.ranged_bonus
        moved = play is not None and striker in play.moved
        return ranged_dice(field, striker, combat.hex, moved=moved, bonus=extra)
    bonus = 0 if by_target else close_bonus(card, is_bonus=combat.bonus)
    roll = Roll(striker, target, role, at)
    return close_dice(field, roll, full=striker in combat.full, bonus=bonus)


# --- hits --------------------------------------------------------------------------------------


class Score(NamedTuple):
    """What a roll did to a unit."""

    hits: int
    flags: int
    again: int
    """The swords that an elephant rolls again (CA-EL-2)."""


def score(
    striker: UnitType,
    target: UnitType,
    faces: Sequence[Face],
    *,
    close: bool,
    led: bool = False,
    in_camp: bool = False,
) -> Score:
    """Return what the faces do: in close combat, or in ranged combat (CA-HIT, CA-RNG-6).

    ``led`` says whether the striker scores with leader faces, ``in_camp`` whether the target stands
    in a camp.
    """
    hits = faces.count(target.class_)
    flags = faces.count("flag")
    if not close:
        return Score(hits, flags, 0)
    if target.is_elephant and striker.arm in ("cavalry", "chariot"):
        hits -= min(hits, 1)
    swords = faces.count("swords") if striker.swords and not target.is_elephant else 0
    if target.arm == "chariot" or (target.is_foot and in_camp):
        swords -= min(swords, 1)
    if led and not striker.is_elephant:
        hits += faces.count("leader")
    return Score(hits + swords, flags, swords if striker.is_elephant else 0)


def led(field: Field, unit: Piece) -> bool:
    """Return whether a unit scores with leader faces (CA-LDR-11, CA-SCN-2)."""
    here, side = field.at(unit), field.side(unit)
    near = (field.leaders.get(at) for at in (here, *NEIGHBOURS[here]))
    return is_sacred(field, unit) or any(
        one is not None and field.side(one) == side for one in near
    )


def is_sacred(field: Field, unit: Piece) -> bool:
    """Return whether a unit is the sacred band of its battle."""
    return field.battle.ids[unit] == field.battle.sacred_band


# --- flags -------------------------------------------------------------------------------------


def flag_sources(field: Field, unit: Piece, striker: Piece, combat: Combat) -> int:
    """Return how many flags of one roll a unit may ignore (CA-FLAG-1, CA-EL-4)."""
    type_ = field.type(unit)
    if type_.is_elephant:
        return int(not combat.ranged and field.type(striker).arm in ("cavalry", "chariot"))
    sources = (
        field.leader_of(unit) is not None,
        is_supported(field, unit),
        type_.id == "WA" and unit in combat.full,
        type_.is_foot and field.ground.get(field.at(unit)) == "camp",
        is_sacred(field, unit),
    )
    return sum(sources)


def is_supported(field: Field, unit: Piece) -> bool:
    """Return whether enough adjacent hexes hold friends (CA-FLAG-5)."""
    side = field.side(unit)
    near = (field.piece_at(at) for at in NEIGHBOURS[field.at(unit)])
    friends = sum(one is not None and field.side(one) == side for one in near)
    return friends >= _SUPPORTERS


def retreat_per_flag(field: Field, unit: Piece, striker: Piece, combat: Combat) -> int:
    """Return how far a unit retreats for each flag (CA-RET-1, CA-EL-6)."""
    type_ = field.type(unit)
    shy = type_.arm in ("cavalry", "chariot") and not combat.ranged
    return type_.retreat + (shy and field.type(striker).is_elephant)


# --- attacks -----------------------------------------------------------------------------------


def may_evade_from(field: Field, unit: Piece, attacker: Piece) -> bool:
    """Return whether a unit may evade this kind of attacker (CA-EVA-2)."""
    return field.type(attacker).id in field.type(unit).evades


def tired(field: Field, play: CardPlay, unit: Piece) -> str | None:
    """Return the rule that keeps a unit from battling after its move, or None."""
    type_, card = field.type(unit), play.text
    most = type_.battle_after
    if card is not None and type_.id in card.move_for:
        most = max(most, card.battle_after or card.move_for[type_.id])
    gone = play.moved.get(unit, 0)
    if gone > most and not is_charge(field, play, unit):
        return "CA-MOVE-8"
    if play.entered.get(unit) == field.at(unit):
        ground = field.ground.get(field.at(unit))
        if ground == "forest" and not fights_in_forest(type_):
            return "CA-TER-3"
        if ground == "broken" and not type_.is_foot:
            return "CA-TER-6"
    return None


def fights_in_forest(type_: UnitType) -> bool:
    """Return whether a unit may battle in a forest that it has just entered (CA-TER-3)."""
    return type_.id in GROUP["light_foot"] or type_.id == "WA"


def is_charge(field: Field, play: CardPlay, unit: Piece) -> bool:
    """Return whether a unit of warriors has charged (CA-WAR-3)."""
    return field.type(unit).id == "WA" and play.moved.get(unit, 0) > 1


def out_of_fire(field: Field, unit: Piece, target: Hex) -> tuple[str, str] | None:
    """Return the rule and the reason that keep a unit from firing at a hex, or None."""
    here = field.at(unit)
    if distance(here, target) > field.type(unit).range:
        return "CA-RNG-1", "out_of_range"
    if field.enemy_unit_near(here, field.side(unit)):
        return "CA-RNG-2", "adjacent_enemy"
    return None if sees(field, here, target) else ("CA-LOS-1", "no_line_of_sight")
