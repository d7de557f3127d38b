"""The field of the picture: its hexes, terrain, and the lines between the sections."""

from collections.abc import Iterator
from typing import Final

from domain.drawing import Paint, Style, circle, number, words
from domain.kit import HexGrid, hex_spot
from domain.rulesets.ancients.board import Terrain
from domain.rulesets.ancients.hexes import ALL, HALF_COLUMN, NAMES, ROW, Hex
from domain.rulesets.ancients.picture_pieces import at

GRID: Final = HexGrid(118, 212, 56)
_OPEN: Final = (Paint("plain", "#d9c88f"), Paint("plain dry", "#dfcf9a"), Paint("plain", "#d4c489"))
_GROUND: Final[dict[Terrain, Paint]] = {
    "forest": Paint("forest", "#a3a865"),
    "hill": Paint("hill", "#cda96c"),
    "broken": Paint("broken", "#c3b391"),
    "camp": Paint("camp", "#d9b98e"),
    "ford": Paint("ford", "#bcc9a6"),
    "river": Paint("river", "#7fb0bd"),
    "lake": Paint("lake", "#6a9fb4"),
    "steep": Paint("steep", "#9b7d4f"),
}
_TREE: Final = "M0-13l8 11h-4l7 10h-9v5h-4v-5h-9l7-10h-4z"
_TENT: Final = "M0-13l17 24h-34z"
_TUFT: Final = "m-5 4l2-7m3 7v-9m3 9l3-6"
_WAVE: Final = "q6-7 12 0t12 0 12 0 12 0"
_NAME: Final = Style(13, Paint("faint", "#54452b"))
_BORDERS: Final = (8, 16)
"""The half columns on which two sections meet."""


def _all(name: str, shape: str, color: str, places: tuple[tuple[float, float], ...]) -> str:
    """Return the same sign at several places of a hex."""
    drawn = f'<path class="{name}" d="{shape}" fill="{color}"/>'
    return "".join(at(x, y, drawn) for x, y in places)


def _stroke(name: str, lines: str, color: str) -> str:
    return (
        f'<path class="{name}" d="{lines}" fill="none" stroke="{color}" stroke-width="2.5" '
        f'stroke-linecap="round"/>'
    )


def _waves(*starts: tuple[int, int], color: str) -> str:
    return _stroke("waves", "".join(f"M{x} {y}{_WAVE}" for x, y in starts), color)


_DEEP: Final = ((-24, -34), (-36, -17), (-18, 0), (-36, 17), (-24, 34))
_SIGNS: Final[dict[Terrain, str]] = {
    "forest": _all(
        "tree",
        _TREE,
        "#3f5a2a",
        ((-34, -14), (33, -16), (-20, -31), (18, -34), (-38, 14), (38, 14), (0, 40)),
    ),
    "hill": _stroke(
        "contour",
        "M-20-30q20-16 40 0M-36-20q36-16 72 0M-12 44q12-10 24 0M-42 8q-4-12 2-22M42 8q4-12-2-22",
        "#8a642c",
    ),
    "broken": _all(
        "rock",
        "M-9 6l4-11 8-2 6 8-2 6z",
        "#7c6f57",
        ((-36, -12), (36, -14), (-30, 36), (32, 34), (-14, -38), (16, -40)),
    ),
    "camp": _all("tent", _TENT, "#8f3d2a", ((-34, -10), (34, -10), (-24, 42), (24, 42))),
    "ford": _waves((-24, -34), (-24, -22), (-24, 40), color="#4b8796")
    + _all("rock", circle(0, 0, 5), "#8d8a76", ((-38, -8), (38, -6), (-38, 12), (38, 14))),
    "river": _waves(*_DEEP, color="#e5f2f2"),
    "lake": _waves(*_DEEP, color="#e5f2f2"),
    "steep": _all(
        "rock", "M-22 14l16-32 9 10 7-8 14 30z", "#5d4a2c", ((-20, -14), (20, -8), (0, 24))
    ),
}
"""What shows each kind of terrain, around the middle of its hex."""


def _hex(one: Hex, kind: Terrain | None) -> str:
    """Return what lies in a hex, also below pieces."""
    row, column = ROW[one], HALF_COLUMN[one]
    paint = _OPEN[(row * 5 + column * 3) % 7 % 3] if kind is None else _GROUND[kind]
    x, y = GRID.middle(row, column)
    inside = _grass(one, x, y) if kind is None else at(x, y, _SIGNS[kind])
    return (
        f'<path class="ground {paint.name}" d="{GRID.outline(row, column)}" fill="{paint.color}" '
        f'stroke="#a8915a" stroke-width="1.6"/>{inside}{words(x, y - 41, NAMES[one], _NAME)}'
    )


def _grass(one: Hex, x: float, y: float) -> str:
    """Return a tuft of grass in some of the open hexes."""
    if one % 3:
        return ""
    side = -1 if one % 2 else 1
    start = f"M{number(x + side * 36)} {number(y + (one % 5) * 5 - 8)}"
    return _stroke("grass", f"{start}{_TUFT}", "#a39a58")


_HEXES: Final = {(one, kind): _hex(one, kind) for one in ALL for kind in (None, *_GROUND)}
"""By hex and terrain: its drawing, which never changes."""


def field(terrain: dict[str, Terrain], titles: dict[str, str]) -> Iterator[str]:
    """Yield the hexes, each as a spot with its title, and the lines between the sections."""
    for one in ALL:
        name = NAMES[one]
        x, y = GRID.middle(ROW[one], HALF_COLUMN[one])
        yield (
            f'<g class="hex" data-spot="{hex_spot(name)}" data-at="{number(x)} {number(y)} 1 0">'
            f"<title>{titles[name]}</title>{_HEXES[one, terrain.get(name)]}</g>"
        )
    yield _BORDER_LINES


def _border() -> str:
    top, bottom = GRID.top - GRID.radius, GRID.middle(8, 0)[1] + GRID.radius
    lines = "".join(
        f"M{number(GRID.middle(0, column)[0])} {number(top)}V{number(bottom)}"
        for column in _BORDERS
    )
    return (
        f'<path class="sections" d="{lines}" fill="none" stroke="#7a3b22" stroke-width="3" '
        f'stroke-dasharray="3 11" stroke-linecap="round" pointer-events="none"/>'
    )


_BORDER_LINES: Final = _border()
