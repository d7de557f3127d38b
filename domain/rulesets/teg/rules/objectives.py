"""Objectives: what they require, and when a seat has met them (TG-OBJ)."""

from itertools import combinations
from typing import Final

from domain.kit import Seat
from domain.rulesets.teg.atlas import CONTINENT_OF, CONTINENTS, NEIGHBOURS, TERRITORIES_COUNT
from domain.rulesets.teg.board import DESTRUCTIONS, OCCUPATIONS, Objective, Occupation
from domain.rulesets.teg.options import Options, right_of
from domain.rulesets.teg.position import Position

TRIANGLES: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (first, second, third)
    for first in range(TERRITORIES_COUNT)
    for second, third in combinations(NEIGHBOURS[first], 2)
    if first < second and third in NEIGHBOURS[second]
)
"""All three territories that border on one another."""


def target_of(position: Position, seat: Seat) -> Seat | None:
    """Return the seat that this seat's objective is to destroy; None for other objectives."""
    if not position.objectives:
        return None
    return target(position.options, position.objectives[seat], seat)


def target(options: Options, objective: Objective, seat: Seat) -> Seat | None:
    """Return the seat that this seat must destroy for the objective (TG-OBJ-6).

    It is the seat of the objective's colour; if there is none, or it is the holder itself, it is
    the holder's right neighbour.
    """
    color = DESTRUCTIONS.get(objective)
    if color is None:
        return None
    colors = options.seat_colors
    if color not in colors or colors[seat] == color:
        return right_of(options, seat)
    return colors.index(color)


def is_occupied(objective: Objective, owners: bytes, seat: Seat) -> bool:
    """Return whether the seat owns the territories that an objective requires (TG-OBJ-4, -5)."""
    occupation = OCCUPATIONS.get(objective)
    if occupation is None:
        return False
    counts = [0] * len(CONTINENTS)
    for territory, owner in enumerate(owners):
        if owner == seat:
            counts[CONTINENT_OF[territory]] += 1
    if not occupation.triangle:
        return _holds(occupation, counts)
    for triangle in TRIANGLES:
        if all(owners[territory] == seat for territory in triangle):
            left = counts.copy()
            for territory in triangle:
                left[CONTINENT_OF[territory]] -= 1
            if _holds(occupation, left):
                return True
    return False


def _holds(occupation: Occupation, counts: list[int]) -> bool:
    return all(count >= need for count, need in zip(counts, occupation.needs, strict=True))
