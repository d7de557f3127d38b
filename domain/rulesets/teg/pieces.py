"""SVG fragments of the pieces: marks of the colours, cards, words, lines, land.

All are plain shapes, without ids, styles, scripts, images or fonts to load, so several pictures can
share a page under any content security policy. Each colour has a mark of its own shape, so that
readers need not distinguish colours.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from domain.drawing import Paint, Style, number, words
from domain.rulesets.teg.atlas import Continent, Figure
from domain.rulesets.teg.board import Color

INK: Final = Paint("ink", "#262019")
FAINT: Final = Paint("faint", "#5f574a")
ACCENT: Final = Paint("accent", "#6b2380")
GOLD: Final = "#c9971c"
RIM: Final = "#9a5b00"
"""The rim of the territory conquered last."""
SEA: Final = "#eaf1f2"
PAPER: Final = "#fffdf6"
ROUTE: Final = Paint("route", "#3b4a55")
BORDER: Final = "#4a4032"

LAND_FILL: Final[dict[Color, str]] = {
    "blue": "#b5d2f3",
    "red": "#f5b8ae",
    "black": "#b9b9b9",
    "yellow": "#f8e588",
    "green": "#b9e0ae",
    "magenta": "#edbfe6",
}
"""The background of a territory, by its owner's colour: light, for dark text."""
MARK_FILL: Final[dict[Color, str]] = {
    "blue": "#1c5bb0",
    "red": "#b8241b",
    "black": "#26231f",
    "yellow": "#f3c215",
    "green": "#1c7337",
    "magenta": "#a0268c",
}
MARK_INK: Final[dict[Color, str]] = {
    "blue": "#ffffff",
    "red": "#ffffff",
    "black": "#ffffff",
    "yellow": "#2b2204",
    "green": "#ffffff",
    "magenta": "#ffffff",
}
_MARK_EDGE: Final = "#ffffff"

# The outlines of the marks and of the figures on cards, in units of their size.
_SQUARE: Final = ((-0.88, -0.88), (0.88, -0.88), (0.88, 0.88), (-0.88, 0.88))
_MARK_SHAPE: Final[dict[Color, tuple[tuple[float, float], ...]]] = {
    "red": _SQUARE,
    "black": ((0.58, -1.0), (1.16, 0.0), (0.58, 1.0), (-0.58, 1.0), (-1.16, 0.0), (-0.58, -1.0)),
    "yellow": ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
    "green": ((-1.0, -0.95), (1.0, -0.95), (1.0, 0.3), (0.0, 1.3), (-1.0, 0.3)),
    "magenta": ((0.0, -1.35), (1.1, -0.4), (0.8, 0.95), (-0.8, 0.95), (-1.1, -0.4)),
}
_FIGURE_SHAPE: Final[dict[Figure, tuple[tuple[float, float], ...]]] = {
    "square": _SQUARE,
    "triangle": ((0.0, -1.0), (1.05, 0.85), (-1.05, 0.85)),
}
_STAR: Final = (
    (0.0, -1.2), (0.3, -0.37), (1.14, -0.37), (0.46, 0.16), (0.7, 0.97), (0.0, 0.48),
    (-0.7, 0.97), (-0.46, 0.16), (-1.14, -0.37), (-0.3, -0.37),
)  # fmt: skip

COAST: Final[dict[Continent, str]] = {
    "south_america": "#a3bd8b",
    "north_america": "#cfb489",
    "africa": "#cf9f86",
    "oceania": "#8fbfbd",
    "europe": "#a9adcf",
    "asia": "#c6b274",
}
"""The colour of each continent's shore."""
COAST_INK: Final[dict[Continent, str]] = {
    "south_america": "#48672e",
    "north_america": "#79571d",
    "africa": "#8c4525",
    "oceania": "#22615f",
    "europe": "#4a4f86",
    "asia": "#6b5713",
}
"""The colour of each continent's text."""


def mark(color: Color, x: float, y: float, size: float, content: object = "") -> str:
    """Return the mark of a colour, with this content."""
    paint = f'class="token" fill="{MARK_FILL[color]}" stroke="{_MARK_EDGE}" stroke-width="1.5"'
    if color == "blue":
        shape = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size * 1.06)}" {paint}/>'
    else:
        shape = f'<path d="{_outline(_MARK_SHAPE[color], x, y, size)}" {paint}/>'
    text = str(content)
    if text:
        smaller = 1.28 if len(text) < 3 else 2.6 / len(text)
        style = Style(size * smaller, Paint("count", MARK_INK[color]), bold=True)
        shape += words(x, y, text, style)
    return f'<g class="mark color-{color}">{shape}</g>'


def card(x: float, y: float, figure: Figure | None = None, *, known: bool = False) -> str:
    """Return a card: its figure if it is known (a star for a wildcard), else its back."""
    face = (
        f'<rect class="card {"face" if known else "back"}" x="{number(x - 8)}" '
        f'y="{number(y - 11)}" width="16" height="22" rx="2.5" '
        f'fill="{PAPER if known else FAINT.color}" stroke="{INK.color}" stroke-width="1"/>'
    )
    if not known:
        return f'{face}<path class="stripe" d="M{number(x - 4)} {number(y)}h8" stroke="{PAPER}"/>'
    paint = f'class="figure" fill="{INK.color}"'
    if figure == "circle":
        return f'{face}<circle cx="{number(x)}" cy="{number(y)}" r="5" {paint}/>'
    shape = _STAR if figure is None else _FIGURE_SHAPE[figure]
    return f'{face}<path d="{_outline(shape, x, y, 5)}" {paint}/>'


def arrow(x: float, y: float, side: int) -> str:
    """Return the arrowhead of a line that continues beyond the left (-1) or right (1) edge."""
    return (
        f'<path class="arrow" d="M{number(x)} {number(y - 6)}l{8 * side} 6l{-8 * side} 6z" '
        f'fill="{ROUTE.color}" stroke="none"/>'
    )


def line(points: Sequence[tuple[float, float]]) -> str:
    """Return the path through these points, rounded to integers and relative to the last point."""
    at = [(round(x), round(y)) for x, y in points]
    steps = [
        f"{x - before[0]} {y - before[1]}" for before, (x, y) in pairwise(at) if (x, y) != before
    ]
    return f"M{at[0][0]} {at[0][1]}l{' '.join(steps)}".replace(" -", "-")


def _outline(shape: Sequence[tuple[float, float]], x: float, y: float, size: float) -> str:
    """Return a closed shape around a point; its relative steps are the same everywhere."""
    first_x, first_y = shape[0]
    steps = " ".join(
        f"{number((to[0] - at[0]) * size)} {number((to[1] - at[1]) * size)}"
        for at, to in pairwise(shape)
    )
    return f"M{number(x + first_x * size)} {number(y + first_y * size)}l{steps}z"
