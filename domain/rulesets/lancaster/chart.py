"""The counties of England on the board: their outlines, and the sea around them.

The land is a grid of three by three whose corners are moved, so that the letters A to I, in whose
order counties are valued, are found at once.
"""

from functools import cache
from itertools import pairwise, product
from typing import Final

from domain.drawing import Point, Shape, line, number
from domain.kit import Box
from domain.rulesets.lancaster.board import COUNTIES, CountyId

SEA: Final[Box] = (16, 62, 624, 498)
_CORNERS: Final[tuple[tuple[Point, ...], ...]] = (
    ((44, 100), (232, 78), (430, 92), (606, 84)),
    ((34, 244), (222, 236), (424, 246), (618, 232)),
    ((48, 390), (236, 398), (420, 388), (608, 396)),
    ((36, 540), (228, 530), (434, 544), (616, 532)),
)
_NOTCH: Final = 7
"""How far the middle of a border is moved to one side."""
LAND: Final[dict[CountyId, str]] = {
    "A": "#d7dba8", "B": "#e3d7a0", "C": "#cfdcae", "D": "#e2cfa0", "E": "#d5dfb5",
    "F": "#e6dca9", "G": "#dbe0ab", "H": "#d0dab0", "I": "#e4d4a4",
}  # fmt: skip
_COAST: Final = "#b39a62"
_BORDER: Final = "#6d5d37"


def middle_of(county: CountyId) -> Point:
    """Return the middle of a county."""
    row, column = divmod(COUNTIES.index(county), 3)
    corners = [_CORNERS[row + down][column + right] for down, right in product((0, 1), (0, 1))]
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


@cache
def ground(county: CountyId) -> str:
    """Return the path of a county."""
    return f"{line(_outline(county))}z"


def _outline(county: CountyId) -> Shape:
    row, column = divmod(COUNTIES.index(county), 3)
    ways = ((0, 0), (0, 1), (1, 1), (1, 0), (0, 0))
    corners = [(row + down, column + right) for down, right in ways]
    points: list[Point] = []
    for one, other in pairwise(corners):
        points += _border(one, other)
    return tuple(points)


def _border(one: tuple[int, int], other: tuple[int, int]) -> list[Point]:
    """Return the first end of a border, and its bends; they are the same from both counties."""
    start, end = min(one, other), max(one, other)
    (x, y), (to_x, to_y) = _CORNERS[start[0]][start[1]], _CORNERS[end[0]][end[1]]
    side = _NOTCH if (start[0] * 3 + start[1]) % 2 else -_NOTCH
    bends: list[Point] = []
    for share, turn in ((0.3, 1.0), (0.55, -0.7), (0.8, 0.6)):
        across = side * turn
        moved = (across, 0.0) if start[1] == end[1] else (0.0, across)
        bends.append((x + (to_x - x) * share + moved[0], y + (to_y - y) * share + moved[1]))
    if one != start:
        bends.reverse()
    return [_CORNERS[one[0]][one[1]], *bends]


@cache
def sea() -> str:
    """Return the sea, its waves, and the shore of the land."""
    left, top, width, height = SEA
    waves = "".join(
        f"M{number(left + 10)} {number(top + 14 + 26 * row)}"
        + "q8-6 16 0t16 0" * (1 + row % 2)
        + f"m{number(width - 130 - 34 * (row % 2))} 0"
        + "q8-6 16 0t16 0"
        for row in range(int(height / 26))
    )
    shore = "".join(ground(county) for county in COUNTIES)
    return (
        f'<rect class="water" x="{left}" y="{top}" width="{width}" height="{height}" rx="14" '
        f'fill="#b9d0d3"/><path class="waves" d="{waves}" fill="none" stroke="#7fa3a8" '
        f'stroke-width="2"/><path class="coast" d="{shore}" fill="{_COAST}" stroke="{_COAST}" '
        f'stroke-width="16" stroke-linejoin="round"/>'
    )


def land(county: CountyId) -> str:
    """Return the area of a county with its border."""
    return (
        f'<path class="ground" d="{ground(county)}" fill="{LAND[county]}" stroke="{_BORDER}" '
        f'stroke-width="2" stroke-linejoin="round"/>'
    )
