"""SVG fragments of the pieces: paladins, castles, the emperor, discs, a sector.

All are plain shapes, without ids, styles, scripts, images or fonts to load, so several pictures can
share a page under any content security policy. Clans and castles differ in shape as well as colour.
"""

from collections.abc import Sequence
from math import cos, degrees, radians, sin
from typing import Final, NamedTuple

from domain.drawing import Paint, Style, number, words
from domain.rulesets.carolus_magnus.board import Clan, Side

INK: Final = Paint("ink", "#33291a")
FAINT: Final = Paint("faint", "#776a48")
ACCENT: Final = Paint("accent", "#5d2a82")
GOLD: Final = Paint("gold", "#c9971c")
PAPER: Final = "#f8f3e4"
CARD: Final = "#fffdf6"
_DIM: Final = "#c3b795"

_CLAN_FILL: Final[dict[Clan, str]] = {
    "blue": "#2166ac",
    "green": "#2c8a4b",
    "pink": "#f0a3c8",
    "red": "#bf2f2a",
    "yellow": "#f4cb3a",
}
_CLAN_EDGE: Final[dict[Clan, str]] = {
    "blue": "#123f6e",
    "green": "#17552c",
    "pink": "#a04d7b",
    "red": "#741512",
    "yellow": "#94740b",
}
_CLAN_INK: Final[dict[Clan, str]] = {
    "blue": "#ffffff",
    "green": "#ffffff",
    "pink": "#4a1233",
    "red": "#ffffff",
    "yellow": "#4a3800",
}

# The outlines of the clans' tokens, in units of the token's size.
_CLAN_SHAPE: Final[dict[Clan, tuple[tuple[float, float], ...]]] = {
    "green": ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
    "pink": ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
    "red": ((-0.96, -0.95), (0.96, -0.95), (0.96, 0.35), (0.0, 1.3), (-0.96, 0.35)),
    "yellow": ((0.58, -1.0), (1.16, 0.0), (0.58, 1.0), (-0.58, 1.0), (-1.16, 0.0), (-0.58, -1.0)),
}


class Castle(NamedTuple):
    """The look of a side's castles; the shapes are in hundredths of the castle's size."""

    walls: str
    door: str
    fill: str
    edge: str


_CASTLE: Final[dict[Side, Castle]] = {
    # A broad keep with battlements.
    "white": Castle(
        "M-92 100V-45H-104V-105H-62V-75H-22V-105H22V-75H62V-105H104V-45H92V100Z",
        "M-28 100V50A28 28 0 0 1 28 50V100ZM-58-20h18v36h-18ZM40-20h18v36h-18Z",
        "#ffffff",
        "#4b3f28",
    ),
    # A slim tower with a pointed roof.
    "black": Castle(
        "M-66 100L-50-30H-82L0-160 82-30H50L66 100Z",
        "M-22 100V52A22 22 0 0 1 22 52V100ZM-10-18h20v32h-20Z",
        "#26221e",
        "#fff8e6",
    ),
    # Two round towers with domes and a gate between them.
    "gray": Castle(
        "M-116 100V-48A38 52 0 0 1-40-48V-2H40V-48A38 52 0 0 1 116-48V100Z",
        "M-28 100V62A28 28 0 0 1 28 62V100ZM-86-34h16v32h-16ZM70-34h16v32h-16Z",
        "#a3a9b1",
        "#2f3338",
    ),
}


class _Part(NamedTuple):
    """A part of a figure; the shape is in hundredths of the figure's size."""

    name: str
    shape: str
    fill: str
    edge: str = ""
    width: int = 0


_EMPEROR: Final = (
    # The mantle, its golden hem, and the visible part of the tunic.
    _Part("robe", "M-30-34C-66 0-78 58-86 98Q0 128 86 98C78 58 66 0 30-34Z", "#5d2a82"),
    _Part("trim", "M-84 84Q0 114 84 84L86 98Q0 128-86 98Z", "#e9b82e"),
    _Part("tunic", "M-10-24L-24 104Q0 109 24 104L10-24Z", "#efe3c8"),
    # The sceptre, and the hand that holds it.
    _Part("trim", "M62-50V96", "none", "#e9b82e", 11),
    _Part("trim", "M62-74a14 14 0 1 1 0 28a14 14 0 1 1 0-28Z", "#f2c230", "#7a5a08", 5),
    _Part("skin", "M50 16a13 13 0 1 1 26 0a13 13 0 1 1-26 0Z", "#f3d9b8"),
    # A collar of ermine, the face, the beard, and the crown.
    _Part("collar", "M-46-22Q0-48 46-22Q42 14 0 18Q-42 14-46-22Z", "#fff8e6", "#b9a06a", 4),
    _Part("skin", "M-34-62a34 34 0 1 1 68 0a34 34 0 1 1-68 0Z", "#f3d9b8", "#6b4a2a", 4),
    _Part(
        "beard", "M-34-62Q-22-46 0-48Q22-46 34-62Q36-8 0 2Q-36-8-34-62Z", "#e8ddc9", "#8d7a58", 4
    ),
    _Part(
        "crown",
        "M-40-80L-52-140-26-114 0-152 26-114 52-140 40-80Q0-70-40-80Z",
        "#f2c230",
        "#7a5a08",
        7,
    ),
    _Part("gem", "M0-108l10 13-10 13-10-13Z", "#bf2f2a"),
)


def paladin(
    clan: Clan, x: float, y: float, size: float, content: object = "", piece: str = ""
) -> str:
    """Return a token in the shape and colour of the clan, with a count."""
    text = str(content)
    smaller = 1.15 if len(text) < 3 else 0.8
    style = Style(size * smaller, Paint("count", _CLAN_INK[clan]), bold=True)
    return (
        f'<g class="paladin clan-{clan}"{_named(piece)}>'
        f"{_token(clan, x, y, size, _CLAN_FILL[clan])}{words(x, y, text, style)}</g>"
    )


def empty_paladin(clan: Clan, x: float, y: float, size: float) -> str:
    """Return the outline of a token, for a clan with no paladins here."""
    return f'<g class="paladin clan-{clan} empty" opacity="0.35">{_token(clan, x, y, size)}</g>'


def _token(clan: Clan, x: float, y: float, size: float, fill: str = "none") -> str:
    paint = (
        f'class="token" fill="{fill}" stroke="{_CLAN_EDGE[clan]}" stroke-width="1.5" '
        f'stroke-linejoin="round"'
    )
    if clan == "blue":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}" {paint}/>'
    return f'<path d="{_outline(_CLAN_SHAPE[clan], x, y, size)}" {paint}/>'


def castle(
    side: Side, x: float, y: float, size: float, piece: str = "", *, built: bool = True
) -> str:
    """Return a castle of the side (a keep, a tower or a gate), or its outline if not built."""
    shape = _CASTLE[side]
    if not built:
        walls = (
            f'<path class="walls" d="{shape.walls}" fill="none" stroke="{FAINT.color}" '
            f'stroke-opacity="0.6" stroke-width="12" stroke-linejoin="round"/>'
        )
        return f'<g class="castle side-{side} unbuilt">{_at(x, y, size, walls)}</g>'
    parts = (
        f'<path class="walls" d="{shape.walls}" fill="{shape.fill}" stroke="{shape.edge}" '
        f'stroke-width="13" stroke-linejoin="round"/>'
        f'<path class="door" d="{shape.door}" fill="{shape.edge}"/>'
    )
    return f'<g class="castle side-{side}"{_named(piece)}>{_at(x, y, size, parts)}</g>'


def badge(x: float, y: float, count: int) -> str:
    """Return a small number on its own background, for several castles drawn as one."""
    return (
        f'<circle class="badge" cx="{number(x)}" cy="{number(y)}" r="8.5" fill="{CARD}" '
        f'stroke="{INK.color}"/>' + words(x, y, count, Style(11, INK, bold=True))
    )


def emperor(x: float, y: float, size: float) -> str:
    """Return the emperor: in a purple mantle, with crown, beard and sceptre."""
    return f'<g class="emperor" data-piece="emperor">{_at(x, y, size, _FIGURE)}</g>'


def _figure() -> str:
    # A light rim makes him stand out from any background.
    rim = _EMPEROR[0].shape
    line = 'fill="none" stroke="#fff8e6" stroke-width="14" stroke-linejoin="round"'
    parts = [f'<path class="rim" d="{rim}" {line}/>']
    for part in _EMPEROR:
        edge = (
            f' stroke="{part.edge}" stroke-width="{part.width}" stroke-linejoin="round"'
            if part.edge
            else ""
        )
        parts.append(f'<path class="{part.name}" d="{part.shape}" fill="{part.fill}"{edge}/>')
    return "".join(parts)


_FIGURE: Final = _figure()


def marker(x: float, y: float) -> str:
    """Return the flag next to a clan whose marker the seat holds."""
    pole = number(x)
    return (
        f'<path class="pole" d="M{pole} {number(y - 9)}V{number(y + 9)}" stroke="{INK.color}" '
        f'stroke-width="1.6"/><path class="flag" d="M{pole} {number(y - 9)}l11 4l-11 4z" '
        f'fill="{GOLD.color}" stroke="{INK.color}" stroke-width="1" stroke-linejoin="round"/>'
    )


_DISCS: Final = {
    "held": ("#fffaf0", INK.color, INK.color, "1.3"),
    "played": (ACCENT.color, ACCENT.color, "#ffffff", "1.3"),
    "used": ("none", _DIM, _DIM, "1"),
}


def disc(x: float, y: float, value: int | None, *, state: str, size: float = 10.5) -> str:
    """Return a numbered disc: ``held``, ``played`` in this round, or ``used`` in an earlier one."""
    fill, edge, ink, width = _DISCS[state]
    dashes = ' stroke-dasharray="2.5 2.5"' if state == "used" else ""
    style = Style(13, Paint("count", ink), bold=state != "used")
    text = "" if value is None else words(x, y, value, style)
    return (
        f'<g class="disc {state}"><circle class="coin" cx="{number(x)}" cy="{number(y)}" '
        f'r="{number(size)}" fill="{fill}" stroke="{edge}" stroke-width="{width}"{dashes}/>'
        f"{text}</g>"
    )


def _named(piece: str) -> str:
    return f' data-piece="{piece}"' if piece else ""


def _at(x: float, y: float, size: float, shapes: str) -> str:
    """Return shapes given in hundredths, moved to this point and scaled to this size.

    An inner group has the position, so a page can move the piece by ``transform`` of the outer
    group.
    """
    scale = f"{size / 100:g}"
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale})">{shapes}</g>'


class Ring(NamedTuple):
    """The position of the ring; angles are in degrees, clockwise from the top."""

    x: float
    y: float
    inner: float
    outer: float

    def at(self, angle: float, radius: float) -> tuple[float, float]:
        """Return the point at an angle and a distance from the centre."""
        turn = radians(angle)
        return self.x + radius * sin(turn), self.y - radius * cos(turn)

    def sector(self, start: float, end: float, inset: float) -> str:
        """Return the outline of a part of the ring, narrowed by ``inset`` on all sides."""
        path: list[str] = []
        large = 1 if end - start > 180 else 0
        outer, inner = self.outer - inset, self.inner + inset
        for radius, angles, sweep in ((outer, (start, end), 1), (inner, (end, start), 0)):
            aside = degrees(inset / radius)
            first, last = (
                self.at(angle + (aside if angle == start else -aside), radius) for angle in angles
            )
            path.append(
                f"{'L' if path else 'M'}{_point(*first)}"
                f"A{number(radius)} {number(radius)} 0 {large} {sweep} {_point(*last)}"
            )
        return f"{''.join(path)}Z"


def _outline(shape: Sequence[tuple[float, float]], x: float, y: float, size: float) -> str:
    return f"M{'L'.join(_point(x + dx * size, y + dy * size) for dx, dy in shape)}Z"


def _point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"
