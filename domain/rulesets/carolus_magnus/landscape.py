"""The landscapes of the ring: fifteen small pieces of land, drawn like those of old maps.

Each segment has a scene: an abbey, a wood, a vineyard. Scenes consist of signs such as trees and
hills, which all stand upright, wherever on the ring they are. All signs of one kind in a scene are
one path. The scenes are the same in every picture, so they are drawn once.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from domain.drawing import Paint, number
from domain.rulesets.carolus_magnus.ring import RING, SEGMENT, lot

WATER: Final = Paint("water", "#93bcc0")

_WOOD: Final = Paint("wood", "#5f8147")
_FIR: Final = Paint("fir", "#41694d")
_TRUNK: Final = Paint("trunk", "#6b4a2c")
_HILL: Final = Paint("hill", "#a9b573")
_ROCK: Final = Paint("rock", "#a99e8e")
_FIELD: Final = Paint("field", "#e0c368")
_FURROW: Final = Paint("furrow", "#a8863a")
_HOUSE: Final = Paint("house", "#f3e8cf")
_ROOF: Final = Paint("roof", "#b4553b")
_FLEECE: Final = Paint("fleece", "#fbf7ec")
_SHADE: Final = Paint("shade", "#2b2416")


class _Part(NamedTuple):
    """A part of a sign: steps from where the sign stands, and how they are painted."""

    paint: Paint
    steps: str
    line: float = 0.0
    """The width of a line; 0 for an area."""


_Sign: TypeAlias = tuple[_Part, ...]
_Place: TypeAlias = tuple[float, float]
"""A place in a segment: degrees from its middle, and the distance from the centre of the ring."""

_TREE: Final[_Sign] = (
    _Part(_TRUNK, "v-7", 1.6),
    _Part(_WOOD, "m-3-5a5.5 5.5 0 0 1-3-9a5.5 5.5 0 0 1 8-6a5.5 5.5 0 0 1 6 8a4.6 4.6 0 0 1-3 7z"),
    _Part(_SHADE, "m2-5a9 9 0 0 0 2-14a6 6 0 0 1 4 7a4.6 4.6 0 0 1-3 7z"),
)
_FIR_TREE: Final[_Sign] = (
    _Part(_TRUNK, "v-5", 1.6),
    _Part(_FIR, "m-6-3l4-6h-3l5-11 5 11h-3l4 6z"),
    _Part(_SHADE, "m0-3v-17l5 11h-3l4 6z"),
)
_VINE: Final[_Sign] = (
    _Part(_TRUNK, "v-8", 1.2),
    _Part(_WOOD, "m-3.4-4.5a3.4 3.4 0 0 1 6.8 0a3.4 3.4 0 0 1-6.8 0z"),
)
_SMALL_HILL: Final[_Sign] = (
    _Part(_HILL, "m-15 0q4-15 15-15t15 15z"),
    _Part(_SHADE, "m2 0q6-6 2-14q9 3 11 14z"),
    _Part(_FURROW, "m-15 0q4-15 15-15t15 15m-21-3q1-4 4-6", 1.0),
)
_MOUNTAIN: Final[_Sign] = (
    _Part(_ROCK, "m-15 0l13-25 4 6 3-4 11 23z"),
    _Part(_SHADE, "m-2-25l4 6 3-4 11 23h-13l-4-9 3-4z"),
    _Part(_FLEECE, "m-2-25l-5 10 4-3 2 3 3-4z"),
)
_COTTAGE: Final[_Sign] = (
    _Part(_HOUSE, "m-6 0v-7h12v7z"),
    _Part(_ROOF, "m-8-6l4-7h8l4 7z"),
    _Part(_SHADE, "m2 0v-6h-1l3-7h1l3 7h-2v6z"),
)
_ABBEY: Final[_Sign] = (
    _Part(_HOUSE, "m-13 0v-17h7v6h17v11z"),
    _Part(_ROOF, "m-15-17l5.5-12 5.5 12zm10 6l4-8h12l4 8z"),
    _Part(_SHADE, "m-9.5-29l5.5 12h-2v17h-3zm17 18h4v11h-4z"),
    _Part(_TRUNK, "m-9.5-29v-7m-2.5 2.5h5", 1.4),
)
_MILL: Final[_Sign] = (
    _Part(_HOUSE, "m-6 0v-13h9v13z"),
    _Part(_ROOF, "m-8-12l6-8 7 8z"),
    _Part(_TRUNK, "m6 1a6 6 0 1 1 .1 0zm-6-6h12m-6-6v12", 1.5),
)
_ACRE: Final[_Sign] = (
    _Part(_FIELD, "m-14 5l6-16 22 2-5 16z"),
    _Part(_FURROW, "m-9 5l6-15.5m0 16l5.5-15m0 15.5l5.5-15", 1.1),
)
_SHEAF: Final[_Sign] = (
    _Part(_FIELD, "m-4 0l2-5-3-7 5 3 5-3-3 7 2 5z"),
    _Part(_FURROW, "m-2.5-5h5", 1.2),
)
_SHEEP: Final[_Sign] = (
    _Part(_TRUNK, "v-4m-4 4v-4m8-1h3", 1.8),
    _Part(_FLEECE, "m-7-6a4 4 0 0 1 4-4a4 4 0 0 1 6 0a3 3 0 0 1 1 6h-8a3 3 0 0 1-3-2z"),
)
_REEDS: Final[_Sign] = (_Part(_FIR, "v-10m-3 10l-2-8m5 8l3-9m-9 9h10", 1.2),)
_POND: Final[_Sign] = (
    _Part(WATER, "m-20 0a20 9 0 0 1 40-1a22 10 0 0 1-40 1z"),
    _Part(_FLEECE, "m-11-1h8m3 3h9", 1.0),
)
_BOAT: Final[_Sign] = (
    _Part(_TRUNK, "m-9-3h18l-4 6h-11z"),
    _Part(_FLEECE, "m1-4v-15q8 6 7 15zm-2 0v-12l-6 12z"),
)
SCALE: Final = 1.25
"""How much larger the signs are than their steps; a picture scales the group of a scene."""

_ROWS: Final = tuple((aside, radius) for radius in (296, 283, 270) for aside in (-7.5, -4, 4, 7.5))
_RIM: Final[tuple[_Place, ...]] = ((-7.6, 286), (-4.3, 292), (4.3, 292), (7.6, 286))
_SIDES: Final[tuple[_Place, ...]] = ((-8.6, 252), (8.6, 252), (-8, 214), (8, 214))

_SCENES: Final[tuple[tuple[tuple[_Sign, tuple[_Place, ...]], ...], ...]] = (
    ((_ABBEY, ((-5.5, 288),)), (_TREE, ((6, 290), (8.5, 262), (-8.6, 236), (8, 218)))),
    ((_TREE, (*_RIM, *_SIDES)),),
    ((_ACRE, ((-6.4, 282), (6.3, 282), (7.6, 240))), (_SHEAF, ((-8.2, 246), (-7.6, 218)))),
    ((_MILL, ((-6.5, 270),)), (_TREE, ((6.4, 290), (8.6, 246), (-8, 226)))),
    ((_MOUNTAIN, ((-6.4, 279), (5.6, 285), (8.2, 262), (-8, 226))),),
    ((_VINE, (*_ROWS, (-8.3, 246), (8.3, 246))), (_COTTAGE, ((8, 218),))),
    ((_SHEEP, ((-6, 290), (6.8, 286), (8.4, 240))), (_TREE, ((-8.3, 258), (-8, 212)))),
    ((_FIR_TREE, (*_RIM, *_SIDES)),),
    ((_POND, ((-5, 286),)), (_REEDS, ((3.2, 289), (-8.6, 262))), (_TREE, ((7, 276), (8, 226)))),
    (
        (_COTTAGE, ((-7, 290), (-3.6, 282), (6.6, 290), (8.2, 258))),
        (_TREE, ((-8.4, 244), (8, 218))),
    ),
    ((_SMALL_HILL, ((-6.3, 287), (5.7, 290), (8, 262), (-8.2, 240), (8, 214))),),
    ((_REEDS, (*_RIM, *_SIDES)), (_POND, ((6, 274),))),
    (
        (_TREE, ((-7.5, 296), (-7.5, 272), (7.5, 296), (7.5, 272))),
        (_COTTAGE, ((-8, 236), (8, 232))),
    ),
    ((_BOAT, ((6.4, 300),)), (_SMALL_HILL, ((-6.2, 290), (-8.2, 256))), (_SHEEP, ((8, 246),))),
    ((_FIR_TREE, ((-7.6, 288), (-4.5, 293), (8.2, 240))), (_MOUNTAIN, ((6, 288), (-8, 240)))),
)
_RIVERS: Final = frozenset({4, 9})
"""The segments that a river crosses."""
_MEADOWS: Final = 3


@cache
def scene(segment: int) -> str:
    """Return the landscape of a segment."""
    middle = (segment - 1) * SEGMENT
    paths = [_meadows(segment)]
    if segment in _RIVERS:
        paths.append(_river(middle))
    for sign, places in _SCENES[segment - 1]:
        at = [
            RING.at(middle + aside + 0.4 * lot(segment, index), radius)
            for index, (aside, radius) in enumerate(places)
        ]
        at.sort(key=lambda point: point[1])  # what is nearer to the reader covers what is behind
        paths += _signs(sign, at)
    return "".join(paths)


def _signs(sign: _Sign, at: list[tuple[float, float]]) -> Iterator[str]:
    """Yield a path for each part of a sign, at all of its places."""
    for part in sign:
        path = "".join(f"M{round(x / SCALE)} {round(y / SCALE)}{part.steps}" for x, y in at)
        name, color = part.paint
        if part.line:
            yield (
                f'<path class="{name}" d="{path}" fill="none" stroke="{color}" '
                f'stroke-width="{number(part.line)}"/>'
            )
        else:
            veil = ' fill-opacity=".22"' if part.paint == _SHADE else ""
            yield f'<path class="{name}" d="{path}" fill="{color}"{veil}/>'


def _meadows(segment: int) -> str:
    """Return patches of another green, which make the ground of each segment different."""
    patches = []
    for patch in range(_MEADOWS):
        seed = 10 * segment + patch
        x, y = RING.at((segment - 1) * SEGMENT + 4.5 * lot(seed, 1), 236 + 44 * lot(seed, 2))
        wide, high = round(11 + 3 * lot(seed, 3)), round(7 + 2 * lot(seed, 4))
        patches.append(
            f"M{round(x / SCALE) - wide} {round(y / SCALE)}a{wide} {high} 0 1 0 {2 * wide} 0"
            f"a{wide} {high} 0 1 0-{2 * wide} 0z"
        )
    return (
        f'<path class="{_HILL.name}" d="{"".join(patches)}" fill="{_HILL.color}" '
        f'fill-opacity=".5"/>'
    )


def _river(middle: float) -> str:
    """Return a river from the inner to the outer shore."""
    bends = (RING.at(middle + aside, radius) for aside, radius in _BENDS)
    at = [f"{round(x / SCALE)} {round(y / SCALE)}" for x, y in bends]
    return (
        f'<path class="{WATER.name}" d="M{at[0]}Q{at[1]} {at[2]}T{at[3]} {at[4]}" '
        f'fill="none" stroke="{WATER.color}" stroke-width="7"/>'
    )


_BENDS: Final = ((7, 156), (2, 190), (6, 222), (3.5, 262), (1.5, 312))
