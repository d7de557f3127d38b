"""The large pieces: castles and the emperor, carved of wood and painted.

Shapes are in hundredths of the size of a piece.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from domain.drawing import Paint, Style, number, placed, words
from domain.rulesets.carolus_magnus.board import Side

_INK: Final = Paint("ink", "#33291a")
_FAINT: Final = "#776a48"
_BADGE: Final = "#fffdf6"


class _Castle(NamedTuple):
    """The look of a side's castles."""

    walls: str
    shade: str
    """The part in the shadow."""
    roof: str
    door: str
    fill: str
    edge: str
    opening: str
    """The colour of the door and the windows."""
    roof_fill: str = ""


_CASTLE: Final[dict[Side, _Castle]] = {
    # A broad keep with battlements and a banner.
    "white": _Castle(
        "M-92 100V-45H-104V-105H-62V-75H-22V-105H22V-75H62V-105H104V-45H92V100Z",
        "M36 100V-45H62V-105H104V-45H92V100Z",
        "",
        "M-28 100V50A28 28 0 0 1 28 50V100ZM-62-20h18v36h-18ZM44-20h18v36h-18Z",
        "#fffaf0",
        "#4b3f28",
        "#4b3f28",
    ),
    # A slim tower with a pointed roof.
    "black": _Castle(
        "M-66 100L-50-30H50L66 100Z",
        "M16 100L10-30H50L66 100Z",
        "M-84-28L0-165 84-28Z",
        "M-22 100V52A22 22 0 0 1 22 52V100ZM-10-14h20v32h-20Z",
        "#3a342e",
        "#14110e",
        "#e9c36a",
        "#5a2f2a",
    ),
    # Two round towers with domes and a gate between them.
    "gray": _Castle(
        "M-116 100V-48H-40V-2H40V-48H116V100Z",
        "M84 100V-48H116V100ZM-66 100V-48H-40V-2H-46V100Z",
        "M-122-46Q-118-116-78-128Q-38-116-34-46ZM34-46Q38-116 78-128Q118-116 122-46Z",
        "M-28 100V62A28 28 0 0 1 28 62V100ZM-86-20h16v32h-16ZM70-20h16v32h-16Z",
        "#a9b2bd",
        "#2f3740",
        "#2f3740",
        "#5d7085",
    ),
}


class _Part(NamedTuple):
    """A part of a figure."""

    name: str
    shape: str
    fill: str
    edge: str = ""
    width: int = 0


_EMPEROR: Final = (
    # A turned foot of wood.
    _Part("foot", "M-78 96v18a78 22 0 0 0 156 0v-18Z", "#7a4d26", "#33200f", 5),
    _Part("foot", "M-78 96a78 22 0 1 0 156 0a78 22 0 1 0-156 0Z", "#a9733d", "#33200f", 5),
    # The mantle with its light side and its golden hem, and the visible part of the tunic.
    _Part(
        "robe", "M-30-34C-66 0-76 58-80 94Q0 124 80 94C76 58 66 0 30-34Z", "#5d2a82", "#2d1243", 6
    ),
    _Part("sheen", "M-34-26C-60 10-66 56-70 90Q-56 97-46 99C-48 60-44 16-22-20Z", "#8450ab"),
    _Part("trim", "M-79 80Q0 110 79 80L80 94Q0 124-80 94Z", "#e9b82e", "#7a5a08", 3),
    _Part("tunic", "M-10-24L-22 102Q0 107 22 102L10-24Z", "#efe3c8"),
    # The sceptre, and the hand that holds it.
    _Part("trim", "M62-50V92", "none", "#e9b82e", 11),
    _Part("trim", "M62-74a14 14 0 1 1 0 28a14 14 0 1 1 0-28Z", "#f2c230", "#7a5a08", 5),
    _Part("skin", "M50 16a13 13 0 1 1 26 0a13 13 0 1 1-26 0Z", "#f3d9b8", "#6b4a2a", 3),
    # A collar of ermine, the face, the beard, and the crown.
    _Part("collar", "M-48-22Q0-48 48-22Q44 16 0 20Q-44 16-48-22Z", "#fff8e6", "#b9a06a", 4),
    _Part("ermine", "M-26-8v10M0-4v12M26-8v10", "none", "#4a3a24", 6),
    _Part("skin", "M-34-62a34 34 0 1 1 68 0a34 34 0 1 1-68 0Z", "#f3d9b8", "#6b4a2a", 4),
    _Part("ermine", "M-13-66v8M13-66v8", "none", "#3a2817", 7),
    _Part(
        "beard", "M-34-60Q-22-46 0-48Q22-46 34-60Q36-8 0 2Q-36-8-34-60Z", "#efe6d4", "#8d7a58", 4
    ),
    _Part(
        "crown",
        "M-42-80L-54-142-27-114 0-156 27-114 54-142 42-80Q0-70-42-80Z",
        "#f2c230",
        "#7a5a08",
        7,
    ),
    _Part("gem", "M0-110l11 14-11 14-11-14ZM-28-98l7 9-7 9-7-9ZM28-98l7 9-7 9-7-9Z", "#bf2f2a"),
)


@lru_cache(maxsize=1024)
def castle(
    side: Side, x: float, y: float, size: float, piece: str = "", *, built: bool = True
) -> str:
    """Return a castle of the side (a keep, a tower or a gate), or its outline if not built."""
    named = f' data-piece="{piece}"' if piece else ""
    shapes = _BUILT[side] if built else _UNBUILT[side]
    state = "" if built else " unbuilt"
    return f'<g class="castle side-{side}{state}"{named}>{placed(x, y, size, shapes)}</g>'


def badge(x: float, y: float, count: int) -> str:
    """Return a small number on its own background, for several castles drawn as one."""
    return (
        f'<circle class="badge" cx="{number(x)}" cy="{number(y)}" r="9" fill="{_BADGE}" '
        f'stroke="{_INK.color}"/>' + words(x, y, count, Style(13, _INK, bold=True))
    )


def emperor(x: float, y: float, size: float) -> str:
    """Return the emperor: in a purple mantle, with crown, beard and sceptre."""
    return f'<g class="emperor" data-piece="emperor">{placed(x, y, size, _FIGURE)}</g>'


def _built(one: _Castle) -> str:
    outer = f'stroke="{one.edge}" stroke-width="14" stroke-linejoin="round"'
    # A light rim makes it stand out from any land.
    rim = 'stroke="#fffaf0" stroke-opacity=".8" stroke-width="34" stroke-linejoin="round"'
    parts = [
        f'<path class="rim" d="{one.walls}{one.roof}" fill="none" {rim}/>',
        f'<path class="walls" d="{one.walls}" fill="{one.fill}" {outer}/>',
        f'<path class="shade" d="{one.shade}" fill="#1a1510" fill-opacity=".22"/>',
        f'<path class="door" d="{one.door}" fill="{one.opening}"/>',
    ]
    if one.roof:
        parts.append(f'<path class="roof" d="{one.roof}" fill="{one.roof_fill}" {outer}/>')
    return "".join(parts)


def _unbuilt(one: _Castle) -> str:
    return (
        f'<path class="walls" d="{one.walls}{one.roof}" fill="none" stroke="{_FAINT}" '
        f'stroke-opacity="0.6" stroke-width="12" stroke-linejoin="round"/>'
    )


_SHADOW: Final = "M-100 122a100 24 0 1 0 200 0a100 24 0 1 0-200 0Z"


def _figure() -> str:
    # A light rim makes him stand out from any background.
    line = 'fill="none" stroke="#fff8e6" stroke-width="22" stroke-linejoin="round"'
    parts = [
        f'<path class="shade" d="{_SHADOW}" fill="#1a1510" fill-opacity=".35"/>',
        *(
            f'<path class="rim" d="{part.shape}" {line}/>'
            for part in _EMPEROR
            if part.name in ("robe", "crown")
        ),
    ]
    for part in _EMPEROR:
        edge = (
            f' stroke="{part.edge}" stroke-width="{part.width}" stroke-linejoin="round"'
            if part.edge
            else ""
        )
        parts.append(f'<path class="{part.name}" d="{part.shape}" fill="{part.fill}"{edge}/>')
    return "".join(parts)


_BUILT: Final = {side: _built(one) for side, one in _CASTLE.items()}
_UNBUILT: Final = {side: _unbuilt(one) for side, one in _CASTLE.items()}
_FIGURE: Final = _figure()
