"""The pieces of the game as scraps of SVG: paladins, castles, the emperor, discs, a sector.

Everything is drawn here from plain shapes. There are no ids, styles, scripts, images or fonts to
load, so that pictures can stand beside each other in one page, under any content policy. Clans
differ by shape and letter as well as by colour, and castles by shape.
"""

from collections.abc import Sequence
from html import escape
from math import cos, degrees, radians, sin
from typing import Final, NamedTuple

from domain.rulesets.carolus_magnus.board import Clan, Side

INK: Final = "#33291a"
FAINT: Final = "#857857"
GOLD: Final = "#c9971c"
PURPLE: Final = "#5d2a82"

SANS: Final = "'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif"
SERIF: Final = "Georgia,'Times New Roman','DejaVu Serif',serif"

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

# Outlines of the clans' tokens and the sides' castles, in units of the size asked for.
_CLAN_SHAPE: Final[dict[Clan, tuple[tuple[float, float], ...]]] = {
    "green": ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
    "pink": ((0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)),
    "red": ((-0.96, -0.95), (0.96, -0.95), (0.96, 0.35), (0.0, 1.3), (-0.96, 0.35)),
    "yellow": ((0.58, -1.0), (1.16, 0.0), (0.58, 1.0), (-0.58, 1.0), (-1.16, 0.0), (-0.58, -1.0)),
}
_KEEP: Final = (
    (-0.9, 1.0), (-0.9, -0.9), (-0.5, -0.9), (-0.5, -0.5), (-0.2, -0.5), (-0.2, -0.9),
    (0.2, -0.9), (0.2, -0.5), (0.5, -0.5), (0.5, -0.9), (0.9, -0.9), (0.9, 1.0),
)  # fmt: skip
_SPIRE: Final = (
    (-0.6, 1.0), (-0.6, -0.1), (-0.85, -0.1), (0.0, -1.25), (0.85, -0.1), (0.6, -0.1), (0.6, 1.0),
)  # fmt: skip
_GATE: Final = (
    (-1.1, 1.0), (-1.1, -0.95), (-0.4, -0.95), (-0.4, -0.1),
    (0.4, -0.1), (0.4, -0.95), (1.1, -0.95), (1.1, 1.0),
)  # fmt: skip
_CASTLE: Final[dict[Side, tuple[tuple[tuple[float, float], ...], str, str, str]]] = {
    "white": (_KEEP, "#ffffff", "#4b3f28", "#4b3f28"),
    "black": (_SPIRE, "#26221e", "#fff8e6", "#fff8e6"),
    "gray": (_GATE, "#8f959c", "#2f3338", "#2f3338"),
}

_ROBE: Final = ((-0.3, -0.35), (0.3, -0.35), (0.75, 1.0), (-0.75, 1.0))
_CROWN: Final = (
    (-0.5, -0.75), (-0.62, -1.45), (-0.26, -1.1), (0.0, -1.55), (0.26, -1.1), (0.62, -1.45),
    (0.5, -0.75),
)  # fmt: skip


def number(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> number(3.04), number(-0.01), number(2.55)
    ('3', '0', '2.5')
    """
    return f"{round(value, 1) + 0.0:g}"


class Style(NamedTuple):
    """How a line of text looks."""

    size: float
    fill: str = INK
    anchor: str = "middle"
    bold: bool = False
    font: str = SANS


def words(x: float, y: float, content: object, style: Style) -> str:
    """Return a line of text; ``y`` is the middle of its capitals, whatever its size."""
    weight = ' font-weight="bold"' if style.bold else ""
    return (
        f'<text x="{number(x)}" y="{number(y + style.size * 0.355)}" '
        f'font-family="{style.font}" font-size="{number(style.size)}"{weight} '
        f'text-anchor="{style.anchor}" fill="{style.fill}">{escape(str(content))}</text>'
    )


def paladin(clan: Clan, x: float, y: float, size: float, content: object = "") -> str:
    """Return a token in the shape and colour of the clan, with a count or a letter on it."""
    return _token(clan, x, y, size, _CLAN_FILL[clan]) + words(
        x, y, content, Style(size * 1.15, _CLAN_INK[clan], bold=True)
    )


def empty_paladin(clan: Clan, x: float, y: float, size: float) -> str:
    """Return the outline of a token: nothing of this clan is here."""
    return f'<g opacity="0.35">{_token(clan, x, y, size, "none")}</g>'


def _token(clan: Clan, x: float, y: float, size: float, fill: str) -> str:
    paint = f'fill="{fill}" stroke="{_CLAN_EDGE[clan]}" stroke-width="1.5" stroke-linejoin="round"'
    if clan == "blue":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}" {paint}/>'
    return f'<path d="{_outline(_CLAN_SHAPE[clan], x, y, size)}" {paint}/>'


def castle(side: Side, x: float, y: float, size: float, *, paint: bool = True) -> str:
    """Return a castle of the side: a keep, a spire or a gate; unpainted, one that is not built."""
    shape, fill, edge, door = _CASTLE[side]
    path = f'<path d="{_outline(shape, x, y, size)}" stroke-linejoin="round" '
    if not paint:
        return f'{path}fill="none" stroke="{FAINT}" stroke-opacity="0.6" stroke-width="1"/>'
    gate = ((-0.22, 1.0), (-0.22, 0.35), (0.22, 0.35), (0.22, 1.0))
    return (
        f'{path}fill="{fill}" stroke="{edge}" stroke-width="{number(size * 0.14)}"/>'
        f'<path d="{_outline(gate, x, y, size)}" fill="{door}"/>'
    )


def badge(x: float, y: float, count: int) -> str:
    """Return a small number on a ground of its own, for several castles drawn as one."""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="8.5" fill="#fffdf6" stroke="{INK}"/>'
        + words(x, y, count, Style(11, INK, bold=True))
    )


def emperor(x: float, y: float, size: float) -> str:
    """Return the emperor: a figure in purple with a golden crown."""
    thin = number(size * 0.1)
    return (
        f'<path d="{_outline(_ROBE, x, y, size)}" fill="{PURPLE}" stroke="#fff8e6" '
        f'stroke-width="{number(size * 0.16)}" stroke-linejoin="round" paint-order="stroke"/>'
        f'<circle cx="{number(x)}" cy="{number(y - size * 0.5)}" r="{number(size * 0.38)}" '
        f'fill="#f3d9b8" stroke="{PURPLE}" stroke-width="{thin}"/>'
        f'<path d="{_outline(_CROWN, x, y, size)}" fill="#f2c230" stroke="#7a5a08" '
        f'stroke-width="{thin}" stroke-linejoin="round"/>'
    )


def marker(x: float, y: float) -> str:
    """Return the flag that stands beside the clan whose marker a seat holds."""
    pole = number(x)
    return (
        f'<path d="M{pole} {number(y - 9)}V{number(y + 9)}" stroke="{INK}" stroke-width="1.6"/>'
        f'<path d="M{pole} {number(y - 9)}l11 4l-11 4z" fill="{GOLD}" stroke="{INK}" '
        f'stroke-width="1" stroke-linejoin="round"/>'
    )


def disc(x: float, y: float, value: int, *, state: str) -> str:
    """Return a numbered disc: ``held``, ``played`` in this round, or ``used`` in an earlier one."""
    fill, edge, ink, width = {
        "held": ("#fffaf0", INK, INK, "1.3"),
        "played": (PURPLE, PURPLE, "#ffffff", "1.3"),
        "used": ("none", "#c3b795", "#c3b795", "1"),
    }[state]
    dashes = ' stroke-dasharray="2.5 2.5"' if state == "used" else ""
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="10.5" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{width}"{dashes}/>'
        + words(x, y, value, Style(13, ink, bold=state != "used"))
    )


class Ring(NamedTuple):
    """Where the ring lies; angles are in degrees, clockwise from the top."""

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
