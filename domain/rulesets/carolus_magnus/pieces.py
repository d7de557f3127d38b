"""SVG fragments of the small pieces: paladins, banners, discs.

All are plain shapes, without ids, styles, scripts, images or fonts to load, so several pictures can
share a page under any content security policy. Clans differ in shape as well as colour.
"""

from functools import lru_cache
from typing import Final

from domain.drawing import SERIF, Paint, Shape, Style, circle, number, outline, words
from domain.rulesets.carolus_magnus.board import Clan

INK: Final = Paint("ink", "#33291a")
FAINT: Final = Paint("faint", "#6d6040")
ACCENT: Final = Paint("accent", "#5d2a82")
GOLD: Final = Paint("gold", "#c9971c")
PAPER: Final = "#f3e9d2"
CARD: Final = "#fffdf6"

_CLAN_FILL: Final[dict[Clan, str]] = {
    "blue": "#2166ac",
    "green": "#23793f",
    "pink": "#f0a3c8",
    "red": "#bf2f2a",
    "yellow": "#f4cb3a",
}
_CLAN_EDGE: Final[dict[Clan, str]] = {
    "blue": "#0f3257",
    "green": "#114522",
    "pink": "#8a3d68",
    "red": "#5f100e",
    "yellow": "#7d6108",
}
_CLAN_INK: Final[dict[Clan, str]] = {
    "blue": "#ffffff",
    "green": "#ffffff",
    "pink": "#4a1233",
    "red": "#ffffff",
    "yellow": "#4a3800",
}

# The outlines of the clans' tokens, in units of the token's size.
_CLAN_SHAPE: Final[dict[Clan, Shape]] = {
    "green": ((-0.92, -0.92), (0.92, -0.92), (0.92, 0.92), (-0.92, 0.92)),
    "pink": ((0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)),
    "red": ((-0.96, -0.95), (0.96, -0.95), (0.96, 0.35), (0.0, 1.25), (-0.96, 0.35)),
    "yellow": ((0.58, -1.0), (1.16, 0.0), (0.58, 1.0), (-0.58, 1.0), (-1.16, 0.0), (-0.58, -1.0)),
}

_HALF_WIDTH: Final[dict[Clan, float]] = {
    "blue": 1.0,
    "green": 0.92,
    "pink": 1.25,
    "red": 0.96,
    "yellow": 1.16,
}

LAYERS_MAX: Final = 3
"""The paladins that a stack shows at most; its number says how many there are."""
LAYER: Final = 3.6
"""The height of a layer of a stack."""


def paladin(clan: Clan, x: float, y: float, size: float, count: int, piece: str = "") -> str:
    """Return a stack of wooden paladins in the shape and colour of the clan, with their number."""
    named = f' data-piece="{piece}"' if piece else ""
    # From the widest line of the token down to its copy at the foot of the stack.
    high = LAYER * min(count, LAYERS_MAX)
    half = _HALF_WIDTH[clan] * size
    wide = number(2 * half)
    below = (
        f"{_shape(clan, x, y + high, size)}"
        f"M{number(x - half)} {number(y)}h{wide}v{number(high)}h-{wide}z"
    )
    return (
        f'<g class="paladin clan-{clan}"{named}><path class="side" d="{below}" '
        f'fill="{_CLAN_EDGE[clan]}" stroke="{_CLAN_EDGE[clan]}" stroke-width="1.4"/>'
        f"{_numbered(clan, x, y, size, count)}</g>"
    )


def flat_paladin(clan: Clan, x: float, y: float, size: float, count: int) -> str:
    """Return paladins that lie next to the board, with their number."""
    return f'<g class="paladin clan-{clan}">{_numbered(clan, x, y, size, count)}</g>'


def _numbered(clan: Clan, x: float, y: float, size: float, count: int) -> str:
    smaller = 1.3 if count < 100 else 0.9
    style = Style(size * smaller, Paint("count", _CLAN_INK[clan]), bold=True)
    return f"{_token(clan, x, y, size, _CLAN_FILL[clan])}{words(x, y, count, style)}"


@lru_cache(maxsize=512)
def empty_paladin(clan: Clan, x: float, y: float, size: float) -> str:
    """Return the outline of a token, for a clan with no paladins here."""
    return f'<g class="paladin clan-{clan} empty" opacity="0.4">{_token(clan, x, y, size)}</g>'


def _token(clan: Clan, x: float, y: float, size: float, fill: str = "none") -> str:
    return (
        f'<path class="token" d="{_shape(clan, x, y, size)}" fill="{fill}" '
        f'stroke="{_CLAN_EDGE[clan]}" stroke-width="1.4" stroke-linejoin="round"/>'
    )


def _shape(clan: Clan, x: float, y: float, size: float) -> str:
    if clan == "blue":
        return circle(x, y, size)
    return outline(_CLAN_SHAPE[clan], x, y, size)


_BANNER: Final = "h38v56l-19-13-19 13z"
_FRINGE: Final = "l19-13 19 13"


@lru_cache(maxsize=512)
def banner(clan: Clan, x: float, top: float) -> str:
    """Return the banner of a clan, which hangs where the clan is controlled."""
    left, right, y = number(x - 19), number(x + 22), number(top)
    return (
        f'<g class="banner clan-{clan}" data-piece="banner-{clan}">'
        f'<path class="cloth" d="M{left} {y}{_BANNER}" fill="{_CLAN_FILL[clan]}" '
        f'stroke="{_CLAN_EDGE[clan]}" stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path class="fringe" d="M{left} {number(top + 51)}{_FRINGE}" fill="none" '
        f'stroke="#f6dc8c" stroke-width="2.2"/>'
        f'<path class="pole" d="M{number(x - 22)} {y}H{right}" stroke="#6b4a2c" stroke-width="5" '
        f'stroke-linecap="round"/>'
        f'<circle class="field" cx="{number(x)}" cy="{number(top + 23)}" r="17" fill="#fff8e8" '
        f'stroke="{_CLAN_EDGE[clan]}" stroke-width="1"/></g>'
    )


def pennant(x: float, y: float) -> str:
    """Return a small banner of no clan, for a legend."""
    return (
        f'<path class="flag" d="M{number(x - 5)} {number(y - 8)}h10v15l-5-4-5 4z" '
        f'fill="{GOLD.color}" stroke="{INK.color}" stroke-linejoin="round"/>'
    )


@lru_cache(maxsize=512)
def standard(clan: Clan, x: float, top: float, name: str, held: str) -> str:
    """Return the standard of a clan, with the castle of the side that controls it, if any."""
    piece = "" if held else f' data-piece="banner-{clan}"'
    state = "" if held else " free"
    left, fill, edge = number(x - 19), _CLAN_FILL[clan], _CLAN_EDGE[clan]
    sign = _shape(clan, x, top + 82, 8)
    return (
        f'<g class="standard clan-{clan}{state}"{piece}><title>{name}</title>'
        f'<path class="cloth" d="M{left} {number(top)}{_STANDARD}" fill="{fill}" stroke="{edge}" '
        f'stroke-width="1.6" stroke-linejoin="round"/>'
        f'<path class="fringe" d="M{left} {number(top + 93)}{_STANDARD_FRINGE}" fill="none" '
        f'stroke="#f6dc8c" stroke-width="2.4"/>'
        f'<path class="sign" d="{sign}" fill="#fff8e8" stroke="{edge}"/>'
        f'<path class="field" d="M{number(x - 16)} {number(top + 5)}{_FIELD}" fill="#fff8e8" '
        f'stroke="{edge}"/>{held}</g>'
    )


_STANDARD: Final = "h38v86l-9.5 13-9.5-9-9.5 9-9.5-13z"
_STANDARD_FRINGE: Final = "m0-8l9.5 12 9.5-9 9.5 9 9.5-12"
_FIELD: Final = "h32v48q0 12-16 15q-16-3-16-15z"


_DISCS: Final = {
    "held": ("#e6c28c", "#7a5223", "#3b2511", "#a87a43"),
    "played": (ACCENT.color, "#2d1243", "#ffffff", "#3d1a58"),
    "used": ("none", "#8d7a55", "#6d6040", ""),
}


@lru_cache(maxsize=512)
def disc(x: float, y: float, value: int | None, *, state: str, size: float = 11.5) -> str:
    """Return a numbered disc: ``held``, ``played`` in this round, or ``used`` in an earlier one."""
    fill, edge, ink, side = _DISCS[state]
    at = f'cx="{number(x)}"'
    below = (
        f'<circle class="side" {at} cy="{number(y + 3)}" r="{number(size)}" fill="{side}" '
        f'stroke="{edge}"/>'
        if side
        else ""
    )
    dashes = "" if side else ' stroke-dasharray="2.5 2.5"'
    style = Style(size * 1.4, Paint("count", ink), bold=bool(side), font=SERIF)
    text = "" if value is None else words(x, y, value, style)
    return (
        f'<g class="disc {state}">{below}<circle class="coin" {at} cy="{number(y)}" '
        f'r="{number(size)}" fill="{fill}" stroke="{edge}" stroke-width="1.2"{dashes}/>'
        f"{text}</g>"
    )
