"""SVG fragments of the pieces: marks of the colours, cards, words, lines, land.

All are plain shapes, without ids, styles, scripts, images or fonts to load, so several pictures can
share a page under any content security policy. Each colour has a mark of its own shape, so that
readers need not distinguish colours.
"""

from typing import Final

from domain.drawing import Paint, Style, circle, number, outline, words
from domain.rulesets.teg.atlas import Continent, Figure
from domain.rulesets.teg.board import Color

INK: Final = Paint("ink", "#262019")
FAINT: Final = Paint("faint", "#5a4f3c")
ACCENT: Final = Paint("accent", "#6b2380")
GOLD: Final = "#c9971c"
RIM: Final = "#9a5b00"
"""The rim of the territory conquered last."""
PAPER: Final = "#f8efd8"
ROUTE: Final = Paint("route", "#4a3a26")
BORDER: Final = "#4a4032"

LAND_FILL: Final[dict[Color, str]] = {
    "blue": "#a9c7e4",
    "red": "#eda596",
    "black": "#b3aca0",
    "yellow": "#f3d868",
    "green": "#aed29b",
    "magenta": "#dcaad4",
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
_MARK_EDGE: Final = "#fffaf0"
_MARK_SIDE: Final[dict[Color, str]] = {
    "blue": "#0d2f5e",
    "red": "#5e0f0a",
    "black": "#000000",
    "yellow": "#7a5f05",
    "green": "#0a3a1b",
    "magenta": "#4f0e45",
}
"""The side of a token, which gives it its height."""

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
    "south_america": "#8fb072",
    "north_america": "#cda262",
    "africa": "#c98263",
    "oceania": "#6fb0ab",
    "europe": "#9096c6",
    "asia": "#bfa24a",
}
"""The colour of each continent's shore."""
COAST_INK: Final[dict[Continent, str]] = {
    "south_america": "#3f5c27",
    "north_america": "#6e4c12",
    "africa": "#803b1d",
    "oceania": "#1a5552",
    "europe": "#41467d",
    "asia": "#5e4a0a",
}
"""The colour of each continent's text."""


def mark(color: Color, x: float, y: float, size: float, content: object = "") -> str:
    """Return the mark of a colour: a wooden token with this content."""
    edge = _MARK_SIDE[color]
    below = _shape(color, x, y + size * 0.26, size * 1.08)
    shape = (
        f'<path class="side" d="{below}" fill="{edge}" stroke="{edge}" stroke-linejoin="round"/>'
        f'<path class="token" d="{_shape(color, x, y, size)}" fill="{MARK_FILL[color]}" '
        f'stroke="{_MARK_EDGE}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
    text = str(content)
    if text:
        smaller = 1.4 if len(text) < 3 else 2.9 / len(text)
        style = Style(size * smaller, Paint("count", MARK_INK[color]), bold=True)
        shape += words(x, y, text, style)
    return f'<g class="mark color-{color}">{shape}</g>'


def _shape(color: Color, x: float, y: float, size: float) -> str:
    if color == "blue":
        return circle(x, y, size * 1.06)
    return outline(_MARK_SHAPE[color], x, y, size)


def card(x: float, y: float, figure: Figure | None = None, *, known: bool = False) -> str:
    """Return a card: its figure if it is known (a star for a wildcard), else its back."""
    at = f'x="{number(x - 10)}" y="{number(y - 14)}" width="20" height="28" rx="3"'
    if not known:
        lattice = f"M{number(x - 7)} {number(y - 11)}h14v22h-14zl14 22m0-22l-14 22"
        return (
            f'<rect class="card back" {at} fill="{_BACK}" stroke="{INK.color}"/>'
            f'<path class="stripe" d="{lattice}" fill="none" stroke="{PAPER}"/>'
        )
    face = (
        f'<rect class="card face" {at} fill="{PAPER}" stroke="{INK.color}"/>'
        f'<path class="stripe" d="M{number(x - 8)} {number(y - 12)}h16v24h-16z" fill="none" '
        f'stroke="{GOLD}"/>'
    )
    paint = f'class="figure" fill="{INK.color}"'
    if figure == "circle":
        return f'{face}<circle cx="{number(x)}" cy="{number(y)}" r="5.5" {paint}/>'
    shape = _STAR if figure is None else _FIGURE_SHAPE[figure]
    return f'{face}<path d="{outline(shape, x, y, 5.5)}" {paint}/>'


_BACK: Final = "#7a3a2b"


def arrow(x: float, y: float, side: int) -> str:
    """Return the arrowhead of a line that continues beyond the left (-1) or right (1) edge."""
    return (
        f'<path class="arrow" d="M{number(x)} {number(y - 6)}l{8 * side} 6l{-8 * side} 6z" '
        f'fill="{ROUTE.color}" stroke="none"/>'
    )
