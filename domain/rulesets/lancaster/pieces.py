"""SVG fragments of the pieces: knights, goods, shields and tiles.

All are plain shapes, without ids, styles, scripts, images or fonts to load. Each colour has a
shape of its own, so that readers need not distinguish colours.
"""

from collections.abc import Iterable
from typing import Final

from domain.drawing import SERIF, Paint, Style, circle, number, outline, placed, words
from domain.kit import Box
from domain.rulesets.lancaster.board import Color, Effect

INK: Final = Paint("ink", "#2a2319")
FAINT: Final = Paint("faint", "#5c4f3a")
ACCENT: Final = Paint("accent", "#8a2222")
LEAF: Final = Paint("leaf", "#f8f0dc")
"""Vellum, on which words stand."""
EDGE: Final = "#a8946a"
GOLD: Final = "#c9971c"

COLOR: Final[dict[Color, str]] = {
    "blue": "#2b5aa6",
    "green": "#2f7540",
    "yellow": "#efbf2d",
    "red": "#b02a22",
    "purple": "#713d8f",
}
_DARK: Final[dict[Color, str]] = {
    "blue": "#142e59",
    "green": "#153b1f",
    "yellow": "#7a5c08",
    "red": "#5c110d",
    "purple": "#37184a",
}
_COUNT: Final[dict[Color, str]] = {
    "blue": "#ffffff",
    "green": "#ffffff",
    "yellow": "#2b2204",
    "red": "#ffffff",
    "purple": "#ffffff",
}
_RIM: Final = "#fffaf0"

# The outlines of the tokens, in units of their size.
_SHAPE: Final[dict[Color, tuple[tuple[float, float], ...]]] = {
    "blue": ((-1.0, -1.0), (1.0, -1.0), (1.0, 0.25), (0.0, 1.3), (-1.0, 0.25)),
    "yellow": ((0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)),
    "red": ((-0.95, -0.95), (0.95, -0.95), (0.95, 0.95), (-0.95, 0.95)),
    "purple": ((0.6, -1.05), (1.2, 0.0), (0.6, 1.05), (-0.6, 1.05), (-1.2, 0.0), (-0.6, -1.05)),
}

_GOODS: Final[dict[str, str]] = {
    "gold": (
        '<circle class="coin" r="46" fill="#e0ad2b" stroke="#7a5808" stroke-width="7"/>'
        '<path class="stamp" d="M-20 14l-5-32 14 11 11-17 11 17 14-11-5 32z" fill="#7a5808"/>'
    ),
    "squire": (
        '<path class="squire" d="M-34 46q0-40 34-40t34 40z" fill="#8c5a2b" stroke="#3d2410" '
        'stroke-width="6" stroke-linejoin="round"/><circle class="squire" cy="-18" r="24" '
        'fill="#8c5a2b" stroke="#3d2410" stroke-width="6"/>'
    ),
    "vote": (
        '<path class="scroll" d="M-32-40h54q14 0 14 14v52q0 16-14 16h-54q14-4 14-18v-46q0-12-14-18'
        'z" fill="#f4e6c0" stroke="#5c4516" stroke-width="6" stroke-linejoin="round"/>'
        '<path class="script" d="M-4-20h26m-26 16h26m-26 16h18" fill="none" stroke="#5c4516" '
        'stroke-width="6"/>'
    ),
    "power": (
        '<path class="crown" d="M-44 34l-8-66 28 24 24-38 24 38 28-24-8 66z" fill="#b02a22" '
        'stroke="#4d0d09" stroke-width="6" stroke-linejoin="round"/>'
    ),
    "noble": (
        '<circle class="robe" r="46" fill="#a4518f" stroke="#451c3b" stroke-width="7"/>'
        '<path class="ermine" d="M-26 30q0-28 26-28t26 28zM0-6a15 15 0 1 0 0-30 15 15 0 0 0 0 30z" '
        'fill="#fff3e2"/>'
    ),
    "upgrade": (
        '<path class="deed" d="M0-46l42 44h-22v46h-40v-46h-22z" fill="#2f7540" stroke="#153b1f" '
        'stroke-width="6" stroke-linejoin="round"/>'
    ),
    "recruit": (
        '<path class="deed" d="M-40-40h60v34q0 26-30 48-30-22-30-48z" fill="#2b5aa6" '
        'stroke="#142e59" stroke-width="6" stroke-linejoin="round"/>'
        '<path class="plus" d="M32 2v44m-22-22h44" fill="none" stroke="#142e59" stroke-width="13"/>'
    ),
    "extend": (
        '<path class="deed" d="M-44 44v-84h18v14h16v-14h20v14h16v-14h18v84z" fill="#8d8674" '
        'stroke="#3b362a" stroke-width="6" stroke-linejoin="round"/>'
        '<path class="gate" d="M-14 44v-24q0-14 14-14t14 14v24z" fill="#3b362a"/>'
    ),
    "voyage": (
        '<path class="deed" d="M-46 18h92q-8 26-28 26h-38q-20 0-26-26z" fill="#7a4a20" '
        'stroke="#38200c" stroke-width="6" stroke-linejoin="round"/>'
        '<path class="sail" d="M-4-46v54h-34q26-20 34-54zM6-40q34 16 34 48h-34z" fill="#f4e6c0" '
        'stroke="#38200c" stroke-width="5" stroke-linejoin="round"/>'
    ),
    "start": (
        '<path class="pole" d="M-30 48v-94" fill="none" stroke="#38200c" stroke-width="9"/>'
        '<path class="flag" d="M-26-44q30-12 70 4-14 18 0 38-40-14-70-2z" fill="#b02a22" '
        'stroke="#4d0d09" stroke-width="5" stroke-linejoin="round"/>'
    ),
    "seal": (
        '<path class="scroll" d="M-46-30h92v60h-92z" fill="#f4e6c0" stroke="#5c4516" '
        'stroke-width="6"/><circle class="wax" r="22" fill="#b02a22" stroke="#4d0d09" '
        'stroke-width="6"/>'
    ),
    "wax": (
        '<circle class="wax" r="42" fill="#b02a22" stroke="#4d0d09" stroke-width="6"/>'
        '<path class="stamp" d="M-18 12l-5-30 13 10 10-16 10 16 13-10-5 30z" fill="#4d0d09"/>'
    ),
    "waiting": (
        '<path class="glass" d="M-30-44h60q0 30-22 44 22 14 22 44h-60q0-30 22-44-22-14-22-44z" '
        'fill="#f4e6c0" stroke="#5c4516" stroke-width="7" stroke-linejoin="round"/>'
        '<path class="sand" d="M-18 36q2-20 18-26 16 6 18 26z" fill="#b8862b"/>'
    ),
}
"""In hundredths, around their middle."""
ICON_OF: Final = {
    "GOLD": "gold",
    "SQUIRE": "squire",
    "VOTE": "vote",
    "PP": "power",
    "UPGRADE": "upgrade",
    "RECRUIT": "recruit",
    "EXTEND": "extend",
    "NOBLE_ANY": "noble",
    "VOYAGE": "voyage",
}
_COUNTED: Final = frozenset(("GOLD", "SQUIRE", "VOTE", "PP"))


def knight(color: Color, x: float, y: float, size: float, strength: object = "") -> str:
    """Return a knight: a token of its side with its strength, or the mark of a colour."""
    below = _shape(color, x, y + size * 0.24, size * 1.06)
    parts = (
        f'<path class="side" d="{below}" fill="{_DARK[color]}" stroke="{_DARK[color]}" '
        f'stroke-linejoin="round"/><path class="token" d="{_shape(color, x, y, size)}" '
        f'fill="{COLOR[color]}" stroke="{_RIM}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
    if strength != "":
        style = Style(size * 1.45, Paint("count", _COUNT[color]), bold=True)
        parts += words(x, y, strength, style)
    return f'<g class="knight color-{color}">{parts}</g>'


def _shape(color: Color, x: float, y: float, size: float) -> str:
    if color == "green":
        return circle(x, y, size * 1.08)
    return outline(_SHAPE[color], x, y, size)


def knights(
    color: Color, strengths: Iterable[int], x: float, y: float, size: float, apart: float
) -> str:
    """Return knights in a row, the first one at this point."""
    return "".join(
        knight(color, x + apart * index, y, size, strength)
        for index, strength in enumerate(strengths)
    )


def icon(name: str, x: float, y: float, size: float) -> str:
    """Return the sign of a good or of a deed: ``gold``, ``upgrade``."""
    return f'<g class="icon {name}">{placed(x, y, size, _GOODS[name])}</g>'


def amount(name: str, x: float, y: float, size: float, content: object, paint: Paint = INK) -> str:
    """Return a sign with a number to the right of it."""
    style = Style(size, paint, "start", bold=True)
    return icon(name, x, y, size) + words(x + size * 0.68, y, content, style)


def reward(effects: Iterable[Effect], x: float, y: float, size: float) -> str:
    """Return the signs of a reward in a row, around this point."""
    shown = list(effects)
    widths = [size * (1.95 if one.op in _COUNTED else 1.1) for one in shown]
    left = x - sum(widths) / 2
    parts = []
    for one, width in zip(shown, widths, strict=True):
        name = ICON_OF[one.op]
        middle = left + size / 2
        parts.append(
            amount(name, middle, y, size, one.n)
            if one.op in _COUNTED
            else icon(name, middle, y, size)
        )
        left += width
    return "".join(parts)


def leaf(box: Box, name: str = "leaf", fill: str = LEAF.color, corner: float = 8) -> str:
    """Return a leaf of vellum, or another plain area with this class."""
    left, top, width, height = map(number, box)
    return (
        f'<rect class="{name}" x="{left}" y="{top}" width="{width}" height="{height}" '
        f'rx="{number(corner)}" fill="{fill}" stroke="{EDGE}" stroke-width="1.5"/>'
    )


def halo(box: Box, corner: float = 10) -> str:
    """Return the frame around what is in question, or around a castle whose player is awaited."""
    left, top, width, height = map(number, box)
    return (
        f'<rect class="halo" x="{left}" y="{top}" width="{width}" height="{height}" '
        f'rx="{number(corner)}" fill="none" stroke="{ACCENT.color}" stroke-width="4"/>'
    )


def title_of(x: float, y: float, content: str, size: float = 22) -> str:
    """Return the title of a part of the board."""
    return words(x, y, content, Style(size, INK, "start", bold=True, font=SERIF))


def wrapped(content: str, width: float, size: float) -> list[str]:
    """Return the lines of a text that is about this wide at most."""
    most = int(width / (size * 0.46))
    lines = [""]
    for word in content.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= most or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
