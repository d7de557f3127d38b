"""The geometry of the board: rows of 13 and 12 hexes by turns, numbered row by row.

A hex is a number from 0; ``NAMES`` has its name, such as ``A1``. Odd rows sit half a hex to the
right, so the half column ``x`` of a hex makes all of its geometry simple.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

Hex: TypeAlias = int
Section: TypeAlias = Literal["left", "center", "right"]
Side: TypeAlias = Literal["top", "bottom"]
SideNumber: TypeAlias = int
"""0 for top and 1 for bottom."""

SIDES: Final[tuple[Side, Side]] = ("top", "bottom")
TOP: Final = 0
BOTTOM: Final = 1
SECTIONS: Final[tuple[Section, ...]] = ("left", "center", "right")

ROWS: Final = 9
WIDTH: Final = 24
"""The highest half column."""
_DOTTED: Final = (8, 16)
"""The half columns of the lines between sections."""

_PLACES: Final = [(r, x) for r in range(ROWS) for x in range(r % 2, WIDTH + 1, 2)]
_AT: Final = {place: number for number, place in enumerate(_PLACES)}
ALL: Final[range] = range(len(_PLACES))
ROW: Final = tuple(r for r, _ in _PLACES)
HALF_COLUMN: Final = tuple(x for _, x in _PLACES)
NAMES: Final = tuple(f"{'ABCDEFGHI'[r]}{x // 2 + 1}" for r, x in _PLACES)
HEX: Final[Mapping[str, Hex]] = {name: number for number, name in enumerate(NAMES)}

_STEPS: Final = ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1))
DIRECTIONS: Final = ("E", "NE", "NW", "W", "SW", "SE")


def neighbour(of: Hex, direction: int) -> Hex | None:
    """Return the hex in one of the six directions, or None off the board."""
    dr, dx = _STEPS[direction]
    return _AT.get((ROW[of] + dr, HALF_COLUMN[of] + dx))


def _around(of: Hex, directions: tuple[int, ...]) -> tuple[Hex, ...]:
    found = (neighbour(of, direction) for direction in directions)
    return tuple(one for one in found if one is not None)


NEIGHBOURS: Final = tuple(_around(one, (0, 1, 2, 3, 4, 5)) for one in ALL)
"""By hex: its neighbours, in the order of ``DIRECTIONS`` (CA-GEO-3)."""
REAR: Final = (
    tuple(_around(one, (2, 1)) for one in ALL),
    tuple(_around(one, (4, 5)) for one in ALL),
)
"""By side and hex: the hexes towards the side's own baseline, from left to right (CA-GEO-5)."""


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes (CA-GEO-4)."""
    dr = abs(ROW[one] - ROW[other])
    dx = abs(HALF_COLUMN[one] - HALF_COLUMN[other])
    return dr + max(0, (dx - dr) // 2)


def _sections(side: SideNumber, of: Hex) -> tuple[Section, ...]:
    x = HALF_COLUMN[of] if side == BOTTOM else WIDTH - HALF_COLUMN[of]
    bounds = {"left": (0, _DOTTED[0]), "center": _DOTTED, "right": (_DOTTED[1], WIDTH)}
    return tuple(one for one in SECTIONS if bounds[one][0] <= x <= bounds[one][1])


SECTIONS_OF: Final = tuple(tuple(_sections(side, one) for one in ALL) for side in (TOP, BOTTOM))
"""By side and hex: one section, or two on a dotted line (CA-GEO-6, CA-GEO-7)."""


def mirrored(section: Section) -> Section:
    """Return the section as the other side sees it."""
    return {"left": "right", "center": "center", "right": "left"}[section]  # type: ignore[return-value] # one of the three


def between(one: Hex, other: Hex) -> tuple[tuple[Hex | None, ...], ...]:
    """Return what a line of sight crosses: single hexes, and pairs that share a side (CA-LOS-1).

    A pair has None for a place off the board (CA-LOS-2). The hexes at both ends are not included.
    """
    r, x = ROW[one], HALF_COLUMN[one]
    dr, dx = ROW[other] - r, HALF_COLUMN[other] - x
    down, right = (1 if dr >= 0 else -1), (1 if dx >= 0 else -1)
    crossed = _CROSSED[abs(dr), abs(dx)]
    return tuple(
        tuple(_AT.get((r + down * row, x + right * column)) for row, column in places)
        for places in crossed
    )


_CROSSED: Final[Mapping[tuple[int, int], tuple[tuple[tuple[int, int], ...], ...]]] = {
    (0, 4): (((0, 2),),),
    (2, 2): (((1, 1),),),
    (2, 0): (((1, -1), (1, 1)),),
    (1, 3): (((0, 2), (1, 1)),),
    (0, 6): (((0, 2),), ((0, 4),)),
    (3, 3): (((1, 1),), ((2, 2),)),
    (1, 5): (((0, 2),), ((1, 3),)),
    (2, 4): (((1, 1),), ((1, 3),)),
    (3, 1): (((1, 1),), ((2, 0),)),
}
"""By offset in rows and half columns, for all ranges in the game."""
