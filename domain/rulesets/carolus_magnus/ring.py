"""The geometry of the picture: the ring of land, its coasts and the walls on it.

Angles are in degrees, clockwise from the top. Coasts waver a little, the same way in every picture,
so the land looks cut by hand; all outlines are computed once for each run of segments.
"""

from functools import lru_cache
from math import cos, degrees, radians, sin
from typing import Final, NamedTuple

from domain.drawing import Point, line, number
from domain.rulesets.carolus_magnus.board import SEGMENTS_COUNT

SEGMENT: Final = 360 / SEGMENTS_COUNT
"""The degrees of a segment."""

_INSET: Final = 8.0
"""How far a coast is inside its sector: half of the channel between two territories."""
_WAVER: Final = 2.3
_OUTER_STEPS: Final = 6
_INNER_STEPS: Final = 3
_SIDE_STEPS: Final = 6


class Ring(NamedTuple):
    """The position of the ring."""

    x: float
    y: float
    inner: float
    outer: float

    def at(self, angle: float, radius: float) -> Point:
        """Return the point at an angle and a distance from the centre."""
        turn = radians(angle)
        return self.x + radius * sin(turn), self.y - radius * cos(turn)


RING: Final = Ring(380, 380, 150, 312)


def start_of(segment: int) -> float:
    """Return the angle at which a segment begins; segment 1 is at the top."""
    return (segment - 1.5) * SEGMENT


@lru_cache(maxsize=512)
def coast(first: int, count: int) -> str:
    """Return the outline of the land of ``count`` segments from this one on."""
    start, end = start_of(first), start_of(first) + count * SEGMENT
    outer, inner = RING.outer - _INSET, RING.inner + _INSET
    points = [
        *_side(start, first, inner, outer),
        *_shore(start, count * _OUTER_STEPS, first * 100, outer, end),
        *reversed(_side(end, first + count, inner, outer, left=True)),
        *reversed(_shore(start, count * _INNER_STEPS, first * 100 + 50, inner, end)),
    ]
    return f"{line(points)}z"


def _side(
    angle: float, segment: int, inner: float, outer: float, *, left: bool = False
) -> list[Point]:
    """Return the coast along a channel, from the inner to the outer shore."""
    points = []
    for step in range(1, _SIDE_STEPS):
        radius = inner + (outer - inner) * step / _SIDE_STEPS
        aside = _INSET + _WAVER * lot(segment % SEGMENTS_COUNT * 2 + left, step)
        away = degrees(aside / radius)
        points.append(RING.at(angle - away if left else angle + away, radius))
    return points


def _shore(start: float, steps: int, seed: int, radius: float, end: float) -> list[Point]:
    """Return the coast along the outer or the inner edge of the ring, clockwise."""
    aside = degrees(_INSET * 1.4 / radius)
    first, last = start + aside, end - aside
    return [
        RING.at(first + (last - first) * step / steps, radius + _WAVER * lot(seed, step))
        for step in range(steps + 1)
    ]


def lot(one: int, other: int) -> float:
    """Return a number from -1 to 1, always the same for the same two: it is for looks only."""
    return (one * 7919 + other * 104729 + one * other * 31) % 1009 / 504 - 1


@lru_cache(maxsize=512)
def arc(first: int, count: int, radius: float, spare: float) -> str:
    """Return an arc over these segments, without ``spare`` units at both ends."""
    aside = degrees(spare / radius)
    start = start_of(first) + aside
    end = start_of(first) + count * SEGMENT - aside
    return arc_between(start, end, radius)


def arc_between(start: float, end: float, radius: float) -> str:
    """Return an arc, clockwise."""
    (x, y), (to_x, to_y) = RING.at(start, radius), RING.at(end, radius)
    large = 1 if end - start > 180 else 0
    return (
        f"M{number(x)} {number(y)}A{number(radius)} {number(radius)} 0 {large} 1 "
        f"{number(to_x)} {number(to_y)}"
    )
