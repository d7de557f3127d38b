"""Lines of sight (CA-LOS)."""

from collections.abc import Iterable

from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NEIGHBOURS, Hex, between

_BLOCKING = frozenset({"forest", "hill", "camp", "steep"})


def sees(field: Field, one: Hex, other: Hex) -> bool:
    """Return whether a unit in one hex sees another hex, both within the range of missiles."""
    hill = _hill_of_both(field, one, other)
    return not any(
        all(at is not None and _obstructs(field, at, hill) for at in crossed)
        for crossed in between(one, other)
    )


def _obstructs(field: Field, at: Hex, hill: frozenset[Hex]) -> bool:
    if field.piece_at(at) is not None:
        return True
    return field.ground.get(at) in _BLOCKING and at not in hill


def _hill_of_both(field: Field, one: Hex, other: Hex) -> frozenset[Hex]:
    """Return the connected group of hills on which both hexes lie, if there is one (CA-TER-5)."""
    if field.ground.get(one) != "hill" or field.ground.get(other) != "hill":
        return frozenset()
    hills = {at for at, kind in field.ground.items() if kind == "hill"}
    group = connected(one, hills)
    return group if other in group else frozenset()


def connected(start: Hex, among: Iterable[Hex]) -> frozenset[Hex]:
    """Return the hexes among these that adjacent ones connect with ``start``."""
    left = set(among)
    group, edge = {start}, [start]
    while edge:
        for near in NEIGHBOURS[edge.pop()]:
            if near in left and near not in group:
                group.add(near)
                edge.append(near)
    return frozenset(group)
