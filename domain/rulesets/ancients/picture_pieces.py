"""SVG fragments of the pieces: units, blocks, leaders, banners and faces of dice.

All are plain shapes, without ids, styles, scripts, images or fonts to load. Sides, classes and
types each have a shape of their own, so that readers need not distinguish colours.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from domain.drawing import (
    SERIF,
    Paint,
    Shape,
    Style,
    circle,
    number,
    outline,
    placed,
    words,
)
from domain.rulesets.ancients.board import TYPE, Class
from domain.rulesets.ancients.hexes import Side

INK: Final = Paint("ink", "#2a2018")
FAINT: Final = Paint("faint", "#6b5a3c")
PALE: Final = Paint("pale", "#fff8e7")
GOLD: Final = "#e3b341"
_DARK: Final = "#241a10"
SIDE_COLOR: Final[dict[Side, str]] = {"top": "#8f2f22", "bottom": "#24476f"}
_EDGE: Final[dict[Side, str]] = {"top": "#4a120b", "bottom": "#0f2440"}
_CLASS: Final[dict[Class, str]] = {"light": "#2d7a3a", "medium": "#1f57a5", "heavy": "#b3261e"}
_PLATE: Final[dict[Side, str]] = {
    "top": circle(0, 0, 28),
    "bottom": "M-24-26h48v34q0 14-24 22-24-8-24-22z",
}
"""A round shield for the army at the top, a long one for the army at the bottom."""
_SIGN: Final[dict[Class, Shape]] = {
    "light": tuple((5.6 * cos(turn * pi / 8), 5.6 * sin(turn * pi / 8)) for turn in range(16)),
    "medium": ((0, -6.4), (6.6, 5.2), (-6.6, 5.2)),
    "heavy": ((-5, -5), (5, -5), (5, 5), (-5, 5)),
}
_HORSE: Final = "M-15 5l-2-6 13-12 3-7 4 6q13 5 12 29h-16q3-9-2-13l-5 7z"
_SPEAR: Final = "M13 17l-9-36"
_FIGURE: Final[dict[str, tuple[str, str]]] = {
    "LI": (circle(5, 6, 9), "M-15 16l24-30"),
    "LB": ("M19 0l-9-6v12z", "M-7-17q22 17 0 34zm-8 17h26"),
    "LS": (circle(9, 10, 7), "M-15-14q-2 18 17 23m-9-26q-1 13 18 20"),
    "AX": ("M-4-18q11 3 11 18t-11 18q-11-3-11-18t11-18z", "M14-18v36"),
    "WA": ("M0-15q18-6 20 14-9-7-17-5z", "M-12 18l16-34"),
    "MI": (circle(-4, 2, 13), "M14-18v26m-5-4h10"),
    "HI": ("M-16-17h24v34h-24z", "M15-18v36"),
    "LC": (_HORSE, _SPEAR),
    "MC": (f"{_HORSE}{circle(-13, 12, 7)}", ""),
    "HC": (f"{_HORSE}M-18 13h13v7h-13z", "M-19-15l36-4"),
    "EL": (
        "M-15-4q2-13 16-13 17 0 18 16v18h-8v-9h-8v9h-8v-11l-4-1q-2 13-9 12-4-1-3-5 3 1 4-3z",
        "M-12 7q-5 4-8 1",
    ),
    "HCH": ("M-5-5h10v10h-10z", "M0-17v34m-17-17h34m-29-12l24 24m0-24l-24 24"),
}
"""By type: the filled shape, and the lines, in units of 20 around the middle."""
_WHEEL: Final = circle(0, 0, 16)
_HELMET: Final = "M-8 9v-9q0-10 9-10 8 0 8 9h-4v3l3 2v5h-4v-5h-7v5z"
_CREST: Final = "M-10-2q-1-13 10-13 8 0 10 5"
FLAG: Final = "M-7 16v-32h3v2h15l-5 7 5 7h-15v16z"
SWORDS: Final = (
    "M-15-15l19 19 4-4 2 2-4 4 6 6-3 3-6-6-4 4-2-2 4-4-19-19zM15-15l3 3-19 19 4 4-2 2-4-4-6 6-3-3 "
    "6-6-4-4 2-2 4 4z"
)
_CODE: Final = Style(16, PALE, bold=True)
_BLOCK: Final = 17
_APART: Final = 20
_NUMBER: Final = Style(17, Paint("number", _DARK), bold=True, font=SERIF)


def figure(kind: str, size: float = 100) -> str:
    """Return the sign of a type of unit, around the origin; 100 is its own size."""
    filled, lines = _FIGURE[kind]
    ring = _WHEEL if kind == "HCH" else ""
    return (
        f'<g transform="scale({size / 100:g})"><path class="figure" d="{filled}" '
        f'fill="{PALE.color}"/><path class="stroke" d="{ring}{lines}" fill="none" '
        f'stroke="{PALE.color}" stroke-width="3.4" stroke-linecap="round"/></g>'
    )


def plate(side: Side, size: float = 100) -> str:
    """Return the shield of a side, around the origin."""
    return (
        f'<g transform="scale({size / 100:g})"><path class="shade" transform="translate(2 4)" '
        f'd="{_PLATE[side]}" fill="#000000" fill-opacity=".28"/>'
        f'<path class="plate" d="{_PLATE[side]}" fill="{SIDE_COLOR[side]}" '
        f'stroke="{_EDGE[side]}" stroke-width="2.5"/></g>'
    )


def unit(side: Side, kind: str, blocks: int, x: float, y: float) -> str:
    """Return a unit: the shield of its side with its type, and its blocks below."""
    return placed(x, y, 100, _unit(side, kind, blocks))


@lru_cache(maxsize=256)
def _unit(side: Side, kind: str, blocks: int) -> str:
    sign = f'<g transform="translate(0 -22)">{figure(kind, 82)}</g>'
    drawn = f"{at(0, -12, plate(side))}{sign}{words(0, 4, kind, _CODE)}"
    return f"{drawn}{at(0, 31, _blocks(kind, blocks))}"


def at(x: float, y: float, shapes: str) -> str:
    """Return shapes moved to a point."""
    return f'<g transform="translate({number(x)} {number(y)})">{shapes}</g>'


def _blocks(kind: str, count: int) -> str:
    """Return a row of blocks with the sign of their class; lost ones are empty outlines."""
    whole = TYPE[kind]
    places = [(one - (whole.blocks - 1) / 2) * _APART for one in range(whole.blocks)]
    left, lost = places[:count], places[count:]
    parts = []
    if lost:
        parts.append(
            f'<path class="block lost" d="{_boxes(lost)}" fill="none" stroke="{_DARK}" '
            f'stroke-width="1.5" stroke-dasharray="3 3" stroke-opacity=".55"/>'
        )
    if left:
        signs = "".join(outline(_SIGN[whole.class_], x, 0, 1) for x in left)
        parts.append(
            f'<path class="rim" d="{_boxes(left, 3)}" fill="#8a6332"/>'
            f'<path class="block" d="{_boxes(left)}" fill="#f1ddb0" stroke="#6d4d24"/>'
            f'<path class="sign {whole.class_}" d="{signs}" fill="{_CLASS[whole.class_]}"/>'
        )
    return "".join(parts)


def _boxes(places: Sequence[float], down: float = 0) -> str:
    half = _BLOCK / 2
    return "".join(
        f"M{number(x - half)} {number(down - half)}h{_BLOCK}v{_BLOCK}h-{_BLOCK}z" for x in places
    )


def sign_of(class_: Class) -> str:
    """Return the sign of a class: a circle, a triangle or a square."""
    shape = outline(_SIGN[class_], 0, 0, 1)
    return f'<path class="sign {class_}" d="{shape}" fill="{_CLASS[class_]}"/>'


def leader(side: Side, x: float, y: float, size: float = 100) -> str:
    """Return a leader: a golden helmet on a medal in the shape of his side's shield."""
    shape = circle(0, 0, 15) if side == "top" else "M-14-14h28v20q0 8-14 12-14-4-14-12z"
    return placed(
        x,
        y,
        size,
        f'<path class="medal" d="{shape}" fill="{GOLD}" stroke="{_EDGE[side]}" stroke-width="3.5"/>'
        f'<path class="helmet" d="{_HELMET}" fill="{_DARK}"/>'
        f'<path class="crest" d="{_CREST}" fill="none" stroke="{SIDE_COLOR[side]}" '
        f'stroke-width="4"/>',
    )


def banner(x: float, y: float, *, won: bool) -> str:
    """Return the place of a banner: a flag if it was won, else its outline."""
    color = f'fill="{GOLD}" stroke="#6b4c07"' if won else 'fill="none" stroke="#b9a67a"'
    state = "won" if won else "open"
    return at(x, y, f'<path class="banner {state}" d="{FLAG}" {color} stroke-width="1.8"/>')


def helmet() -> str:
    """Return a helmet, as on cards."""
    return (
        f'<path class="helmet" d="{_HELMET}" fill="{_DARK}"/><path class="crest" d="{_CREST}" '
        f'fill="none" stroke="#8f2f22" stroke-width="4"/>'
    )


def tally(x: float, y: float, count: int) -> str:
    """Return a number on a golden disc."""
    return at(
        x,
        y,
        f'<circle class="disc" r="14" fill="{GOLD}" stroke="#6b4c07" stroke-width="1.5"/>'
        f"{words(0, 0, count, _NUMBER)}",
    )
