"""The pieces of the game as scraps of SVG: marks of the colours, cards, words, lines, land.

Everything is drawn here from plain shapes. There are no ids, styles, scripts, images or fonts to
load, so that pictures can stand beside each other in one page, under any content policy. Each
colour has a mark of its own shape, so that nobody has to tell colours apart.
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
"""Around the territory that was conquered last."""
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
"""The ground of a territory, by the colour of its owner: light, for dark words."""
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

# Outlines of the marks and of the figures on cards, in units of the size asked for.
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
"""The shore of each continent."""
COAST_INK: Final[dict[Continent, str]] = {
    "south_america": "#48672e",
    "north_america": "#79571d",
    "africa": "#8c4525",
    "oceania": "#22615f",
    "europe": "#4a4f86",
    "asia": "#6b5713",
}
"""The words that belong to a continent."""


def mark(color: Color, x: float, y: float, size: float, content: object = "") -> str:
    """Return the mark of a colour, with what is written on it."""
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
    """Return a card: its back, or if it is known its figure; a star stands for a wildcard."""
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
    """Return the head of a line that goes on beyond the edge: to the left (-1) or right (1)."""
    return (
        f'<path class="arrow" d="M{number(x)} {number(y - 6)}l{8 * side} 6l{-8 * side} 6z" '
        f'fill="{ROUTE.color}" stroke="none"/>'
    )


def line(points: Sequence[tuple[float, float]]) -> str:
    """Return the path through these points, to the whole number; steps are text from the last."""
    at = [(round(x), round(y)) for x, y in points]
    steps = [
        f"{x - before[0]} {y - before[1]}" for before, (x, y) in pairwise(at) if (x, y) != before
    ]
    return f"M{at[0][0]} {at[0][1]}l{' '.join(steps)}".replace(" -", "-")


def _outline(shape: Sequence[tuple[float, float]], x: float, y: float, size: float) -> str:
    """Return a closed shape around a point; its steps are the same wherever it stands."""
    first_x, first_y = shape[0]
    steps = " ".join(
        f"{number((to[0] - at[0]) * size)} {number((to[1] - at[1]) * size)}"
        for at, to in pairwise(shape)
    )
    return f"M{number(x + first_x * size)} {number(y + first_y * size)}l{steps}z"
