"""The chart below the map: an old sea with its engraving, a compass rose, a ship and monsters.

Nothing here depends on the position or on a language. Like old charts, the sea is darkest along
the coasts: short horizontal lines of different lengths, as an engraver cuts them.
"""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from domain.drawing import Paint, Point, number
from domain.rulesets.teg.atlas_shapes import coasts

SEA: Final = "#ebe0c2"
COAST_WIDTH: Final = 13
"""The width of the line in a continent's colour around its land."""

_ENGRAVING: Final = Paint("engraving", "#7d8f8a")
_GILT: Final = Paint("gilt", "#b98d34")
_SEPIA: Final = Paint("sepia", "#5b4a30")
_SAIL: Final = Paint("sail", "#f7efd9")

_LINES_APART: Final = 7
_LENGTHS: Final = (17, 9, 13, 7, 15, 10)
"""How far the lines of the sea reach from the coast, in turn."""
_CLEAR: Final = 3
"""The least distance between two lines, and from a line to the other coast."""

_ROSE: Final = (470, 352)
_ROSE_SIZE: Final = 52
_SHIP: Final = (1092, 662)
_SERPENT: Final = (150, 636)
_WHALE: Final = (1530, 474)


@cache
def chart(left: int, top: int, width: int, height: int) -> str:
    """Return the sea of this frame, without its background."""
    return "".join(
        (
            _rhumbs(left, top, width, height),
            _hatching(),
            _frame(left, top, width, height),
            _rose(),
            _drawn(_SHIP, 1.15, _SHIP_PARTS),
            _drawn(_SERPENT, 1.0, _SERPENT_PARTS),
            _drawn(_WHALE, 0.95, _WHALE_PARTS),
        )
    )


def _hatching() -> str:
    """Return the lines along all coasts."""
    return (
        f'<path class="{_ENGRAVING.name}" d="{"".join(_lines())}" fill="none" '
        f'stroke="{_ENGRAVING.color}" stroke-width="1.1" pointer-events="none"/>'
    )


def _lines() -> Iterator[str]:
    shores = [shape for shapes in coasts().values() for shape in shapes]
    bottom = round(max(y for shape in shores for _, y in shape))
    reach = COAST_WIDTH // 2 + 1
    for row, y in enumerate(range(60, bottom + _LINES_APART, _LINES_APART)):
        length = _LENGTHS[row % len(_LENGTHS)]
        ends = [-1000, *_crossings(shores, y), 3000]
        # Water lies between every second and the next crossing.
        for start, end in zip(ends[::2], ends[1::2], strict=True):
            room = (end - start) // 2 - reach - _CLEAR
            long = min(length, room)
            if long > _CLEAR:
                if start > 0:
                    yield f"M{start + reach} {y}h{long}"
                if end < 2000:
                    yield f"M{end - reach} {y}h-{long}"


def _crossings(shores: list[tuple[Point, ...]], y: float) -> list[int]:
    """Return where a horizontal line crosses the coasts, from left to right."""
    found = []
    for shape in shores:
        for (x1, y1), (x2, y2) in pairwise((*shape, shape[0])):
            if (y1 > y) != (y2 > y):
                found.append(round((x2 - x1) * (y - y1) / (y2 - y1) + x1))
    return sorted(found)


def _rhumbs(left: int, top: int, width: int, height: int) -> str:
    """Return the lines of the sixteen winds, from the compass rose to the frame."""
    x, y = _ROSE
    lines = []
    for wind in range(32):
        dx, dy = sin(wind * pi / 16), cos(wind * pi / 16)
        reaches = [
            (edge - at) / step
            for at, step, edges in (
                (x, dx, (left, left + width)),
                (y, dy, (top, top + height)),
            )
            if abs(step) > 1e-9
            for edge in edges
            if (edge - at) / step > 0
        ]
        far = min(reaches)
        lines.append(f"M{x} {y}L{round(x + far * dx)} {round(y + far * dy)}")
    return (
        f'<path class="rhumbs" d="{"".join(lines)}" fill="none" stroke="{_SEPIA.color}" '
        f'stroke-opacity=".22" stroke-width=".8"/>'
    )


def _frame(left: int, top: int, width: int, height: int) -> str:
    """Return the frame of the chart, with a scale of degrees."""

    def box(inset: float, more: str) -> str:
        return (
            f'<rect x="{number(left + inset)}" y="{number(top + inset)}" '
            f'width="{number(width - 2 * inset)}" height="{number(height - 2 * inset)}" {more}/>'
        )

    paint = f'fill="none" stroke="{_SEPIA.color}"'
    return (
        box(2, f'class="{_SEPIA.name}" {paint} stroke-width="2" rx="14"')
        + box(8, f'class="{_SEPIA.name}" {paint} stroke-width="6" stroke-dasharray="34 34" rx="10"')
        + box(12, f'class="{_SEPIA.name}" {paint} rx="8"')
    )


def _rose() -> str:
    """Return the compass rose."""
    x, y = _ROSE
    size = _ROSE_SIZE
    dark: list[str] = []
    light: list[str] = []
    for wind in range(8):
        turn = wind * pi / 4
        long = size if wind % 2 == 0 else size * 0.66
        tip = (x + long * sin(turn), y - long * cos(turn))
        sides = [
            (x + size * 0.17 * sin(turn + aside), y - size * 0.17 * cos(turn + aside))
            for aside in (-pi / 4, pi / 4)
        ]
        for half, (at_x, at_y) in zip((dark, light), sides, strict=True):
            half.append(
                f"M{x} {y}L{number(tip[0])} {number(tip[1])}L{number(at_x)} {number(at_y)}z"
            )
    ring = "".join(
        f"M{x - r} {y}a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0-{2 * r} 0" for r in (30, 34, 44)
    )
    return (
        f'<g class="rose"><path class="{_GILT.name}" d="{ring}" fill="none" '
        f'stroke="{_GILT.color}" stroke-width="1.4"/>'
        f'<path class="{_SAIL.name}" d="{"".join(light)}" fill="{_SAIL.color}" '
        f'stroke="{_SEPIA.color}" stroke-linejoin="round"/>'
        f'<path class="{_SEPIA.name}" d="{"".join(dark)}" fill="{_SEPIA.color}" '
        f'stroke="{_SEPIA.color}" stroke-linejoin="round"/>'
        f'<path class="{_GILT.name}" d="M{x} {y - size - 22}q-3 6-8 8q4 1 6 5v9h4v-9q2-4 6-5'
        f'q-5-2-8-8z" fill="{_GILT.color}"/></g>'
    )


def _drawn(at: tuple[int, int], scale: float, parts: tuple[tuple[Paint, str, float], ...]) -> str:
    """Return an ornament of the sea."""
    paths = "".join(
        f'<path class="{paint.name}" d="{path}" fill="{"none" if width else paint.color}" '
        f'stroke="{paint.color if width else _SEPIA.color}" stroke-width="{width or 1.2:g}" '
        f'stroke-linejoin="round" stroke-linecap="round"/>'
        for paint, path, width in parts
    )
    return (
        f'<g class="ornament" transform="translate({at[0]} {at[1]}) scale({scale:g})">{paths}</g>'
    )


_SHIP_PARTS: Final = (
    (_SAIL, "M-4-50q22 12 18 34h-20q8-16 2-34zM-30-44q18 8 16 28h-17q7-14 1-28z", 0),
    (_SAIL, "M20-40q16 8 14 24h-15q6-12 1-24zM-44-12h14l-2-14z", 0),
    (_SEPIA, "M-5-58v52M-30-52v46M20-46v40M-44-10L-60-22", 1.6),
    (_SEPIA, "M-5-58h12l-4 4 4 4h-12M-30-52h9l-3 3 3 3h-9", 1.6),
    (_SEPIA, "M-48-10h8l4 5h60l6-9h14q-4 22-14 26h-64q-10-6-14-22z", 0),
    (_GILT, "M-36-1h66M-32 5h58", 1.6),
    (_ENGRAVING, "M-64 16q8-6 16 0t16 0 16 0 16 0 16 0 16 0 16 0M-44 22q8-6 16 0t16 0 16 0", 1.4),
)
_SERPENT_PARTS: Final = (
    (_SAIL, "M-62 8q4-34 22-34t20 34h-10q0-18-9-18t-11 18z", 0),
    (
        _SAIL,
        "M-14 8q4-26 18-26t18 26h-9q-1-14-8-14t-9 14zM-70 8q-12-4-18-16q8 2 11-4q4 8 12 10z",
        0,
    ),
    (
        _SAIL,
        "M30 8q-2-38 16-46q-4-10 4-14q4 4 10 4q12 2 16 12l-12 4q8 0 10 4q-10 8-22 2q-10 10-8 34z",
        0,
    ),
    (_SEPIA, "M58-40v.5M-44-24v7M-32-24v6M2-16v6M12-16v5M44-30l-7-3M42-20l-7-1M42-10h-6", 2),
    (_ENGRAVING, "M-92 12q8-6 16 0t16 0 16 0 16 0 16 0 16 0 16 0 16 0 16 0", 1.4),
    (_ENGRAVING, "M-60 19q8-6 16 0t16 0 16 0 16 0 16 0", 1.4),
)
_WHALE_PARTS: Final = (
    (
        _SAIL,
        "M-30 6q-6-30 22-32q24 0 34 18q4-6 3-14q-8-2-9-9q8 0 12 5q5-5 12-4q0 8-8 9q2 18-12 27z",
        0,
    ),
    (_SEPIA, "M-20-8v.5M-28 0q8 4 14-2M-4-26q-8-8-14-4M-4-26q0-10 8-12M-8 2q8 0 12-4", 1.6),
    (_ENGRAVING, "M-46 10q8-6 16 0t16 0 16 0 16 0 16 0M-28 17q8-6 16 0t16 0 16 0", 1.4),
)
