"""Where pieces can go: ordered moves, retreats, evades and the paths of leaders."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeAlias

from domain.rulesets.ancients.board import GROUP, IMPASSABLE, LEADER_MOVE, Card, Piece
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import (
    BOTTOM,
    HALF_COLUMN,
    NEIGHBOURS,
    REAR,
    ROW,
    Hex,
    SideNumber,
)

OFF: Final[Hex] = -3
"""The place of a step off the board: the same number as where a piece is that left."""
Reach: TypeAlias = Mapping[Hex, int]
"""By destination: the distance; ``OFF`` if the piece may leave."""
_EXIT_FROM: Final = 8
"""The half column from which row A is an exit (CA-SCN-8)."""


# --- ordered moves -----------------------------------------------------------------------------


def reach(field: Field, piece: Piece, card: Card | None, gone: int = 0) -> Reach:
    """Return where an ordered move of a piece may end, by the text of the card.

    ``gone`` is the number of hexes that it has moved already (CA-SCN-4).
    """
    if not field.is_unit(piece):
        return _leader_reach(field, piece)
    most, charge = limits(field, piece, card)
    passes = card is not None and card.passes and field.type(piece).id in GROUP["light_foot"]
    found = _walk(field, piece, max(most, charge) - gone, passes=passes)
    side = field.side(piece)
    return {
        at: steps + gone
        for at, steps in found.items()
        if steps + gone <= most or (at != OFF and any(True for _ in field.enemies_near(at, side)))
    }


def limits(field: Field, unit: Piece, card: Card | None) -> tuple[int, int]:
    """Return the longest move of a unit, and its longest charge (CA-WAR-3)."""
    type_ = field.type(unit)
    most = type_.move
    charge = 0
    if card is not None:
        most = card.move_for.get(type_.id, most)
        if card.move_most is not None:
            most = min(most, card.move_most)
    if type_.id == "WA" and (card is None or card.move_most is None):
        charge = 2 if card is None else card.charge
    return most, charge


def _walk(field: Field, unit: Piece, most: int, *, passes: bool) -> Mapping[Hex, int]:
    start = field.at(unit)
    found: dict[Hex, int] = {}
    passed: set[Hex] = set()
    edge = [start]
    can_leave = "castulo_exit" in field.battle.rules and field.side(unit) == BOTTOM
    for steps in range(1, most + 1):
        following = []
        for here in edge:
            if can_leave and ROW[here] == 0 and HALF_COLUMN[here] >= _EXIT_FROM:
                found.setdefault(OFF, steps)
            for near in NEIGHBOURS[here]:
                if near == start or near in found or near in passed:
                    continue
                way = _entry(field, unit, near, passes=passes)
                if way is None:
                    continue
                if way == "passed":
                    passed.add(near)
                else:
                    found[near] = steps
                if way != "stopped":
                    following.append(near)
        edge = following
    return found


def _entry(field: Field, unit: Piece, at: Hex, *, passes: bool = False) -> str | None:
    """Return how a unit enters a hex: ``free``, ``stopped``, or ``passed``; None if it may not."""
    if field.ground.get(at) in IMPASSABLE:
        return None
    side = field.side(unit)
    if field.has_enemy(at, side):
        return None
    stops = field.stops(at, mounted_or_leader=not field.type(unit).is_foot)
    if at in field.units and field.units[at] != unit:
        return "passed" if passes and not stops else None
    if field.lone_leader(at) is not None:
        return None if field.leader_of(unit) is not None else "stopped"
    return "stopped" if stops else "free"


def can_enter(field: Field, unit: Piece, at: Hex) -> bool:
    """Return whether a unit may move into an adjacent hex and stay there."""
    return _entry(field, unit, at) is not None


def _leader_reach(field: Field, leader: Piece) -> Reach:
    start, side = field.at(leader), field.side(leader)
    seen = {start}
    found: dict[Hex, int] = {}
    edge = [start]
    for steps in range(1, LEADER_MOVE + 1):
        following = []
        for here in edge:
            for near in NEIGHBOURS[here]:
                if near in seen or field.ground.get(near) in IMPASSABLE:
                    continue
                if field.has_enemy(near, side):
                    continue
                seen.add(near)
                if near not in field.leaders:
                    found[near] = steps
                if not field.stops(near, mounted_or_leader=True):
                    following.append(near)
        edge = following
    return found


# --- retreats and evades -----------------------------------------------------------------------


class Retreats(NamedTuple):
    """The legal ends of a retreat, and how many hexes are not made there (CA-RET-11)."""

    ends: tuple[Hex, ...]
    unmade: int


def retreats(field: Field, unit: Piece, hexes: int) -> Retreats:
    """Return where a unit may end a retreat of this many hexes."""
    joined: set[Hex] = set()
    edge = {field.at(unit)}
    made = 0
    for _ in range(hexes):
        following = set()
        for here in edge:
            for at in REAR[field.side(unit)][here]:
                way = _rear_step(field, unit, at)
                if way == "joins":
                    joined.add(at)
                elif way == "free":
                    following.add(at)
        if not following:
            break
        edge, made = following, made + 1
    if made == hexes:
        return Retreats(tuple(sorted(edge | joined)), 0)
    return (
        Retreats(tuple(sorted(joined)), 0)
        if joined
        else Retreats(tuple(sorted(edge)), hexes - made)
    )


def _rear_step(field: Field, unit: Piece, at: Hex) -> str | None:
    """Return how a unit steps back: ``free``, or ``joins`` a leader; None if it may not."""
    if at in field.units or field.ground.get(at) in IMPASSABLE:
        return None
    leader = field.leaders.get(at)
    if leader is None:
        return "free"
    if field.side(leader) != field.side(unit) or field.leader_of(unit) is not None:
        return None
    return "joins"


def evades(field: Field, unit: Piece) -> tuple[Hex, ...]:
    """Return where a unit may evade to; which units may is another question (CA-EVA-4)."""
    one, two = set(), set()
    rear = REAR[field.side(unit)]
    for at in rear[field.at(unit)]:
        way = _rear_step(field, unit, at)
        if way == "joins":
            two.add(at)
        elif way == "free":
            one.add(at)
            two |= {far for far in rear[at] if _rear_step(field, unit, far) is not None}
    return tuple(sorted(two or one))


# --- leaders who evade -------------------------------------------------------------------------


class LeaderPath(NamedTuple):
    """A way of a leader to the rear, and the enemy units through which he escapes."""

    steps: tuple[Hex, ...]
    escapes: tuple[Piece, ...]


def leader_paths(field: Field, leader: Piece) -> tuple[LeaderPath, ...]:
    """Return the paths of a leader who must evade: those with the fewest escapes (CA-LEV-5)."""
    side = field.side(leader)
    found = list(_paths(field, side, LeaderPath((), ()), field.at(leader)))
    fewest = min((len(one.escapes) for one in found), default=0)
    return tuple(sorted(one for one in found if len(one.escapes) == fewest))


def _paths(field: Field, side: SideNumber, path: LeaderPath, here: Hex) -> Iterator[LeaderPath]:
    if len(path.steps) == LEADER_MOVE:
        return
    rear = REAR[side][here]
    if not rear:
        yield LeaderPath((*path.steps, OFF), path.escapes)
    for at in rear:
        if field.ground.get(at) in IMPASSABLE:
            continue
        unit = field.units.get(at)
        enemy = unit is not None and field.side(unit) != side
        escapes = (*path.escapes, unit) if enemy and unit is not None else path.escapes
        longer = LeaderPath((*path.steps, at), escapes)
        if not enemy and at not in field.leaders:
            yield longer
        yield from _paths(field, side, longer, at)
