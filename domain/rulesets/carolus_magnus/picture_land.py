"""The land of the ring, and the table and the water below it."""

from functools import lru_cache
from typing import Final

from domain.drawing import Paint, circle
from domain.rulesets.carolus_magnus.board import SEGMENTS_COUNT, Side
from domain.rulesets.carolus_magnus.landscape import SCALE, WATER, scene
from domain.rulesets.carolus_magnus.picture_courts import SIZE
from domain.rulesets.carolus_magnus.ring import RING, arc, coast

_GROUND: Final[dict[Side | None, tuple[str, str]]] = {
    None: ("#c4d08c", "#f1e3b4"),
    "white": ("#f6f0df", "#fffdf5"),
    "black": ("#77705f", "#2b2721"),
    "gray": ("#bfcad3", "#7b8894"),
}
"""The colours of a territory's ground and of its shore, by owner."""
_SOILS: Final = (
    Paint("meadow", "#c4d08c"),
    Paint("grove", "#aec487"),
    Paint("plain", "#e0d290"),
    Paint("heath", "#d3c3a0"),
)
"""The grounds of land that nobody owns, in turn."""
_WALL: Final[dict[Side, tuple[str, str]]] = {
    "white": ("#fffaf0", "#6b5a38"),
    "black": ("#3a342e", "#100e0c"),
    "gray": ("#a9b2bd", "#2f3740"),
}
"""The colours of a wall and of its edges."""


@lru_cache(maxsize=1024)
def land(head: int, count: int, owner: Side | None) -> str:
    """Return the land of a territory: shore, ground, landscapes, and the wall of its owner."""
    fill, edge = _GROUND[owner]
    name = "ground"
    if owner is None:
        soil, fill = _SOILS[head * 7 % len(_SOILS)]
        name = f"ground {soil}"
    shape = f'd="{coast(head, count)}" stroke-linejoin="round"'
    scenes = "".join(scene((head + index - 1) % SEGMENTS_COUNT + 1) for index in range(count))
    surf = 'fill="none" stroke="#3f6f78" stroke-opacity=".5" stroke-width="15"'
    drawn = (
        f'<path class="surf" {shape} {surf}/>'
        f'<path class="edge" {shape} fill="{edge}" stroke="{edge}" stroke-width="11"/>'
        f'<path class="{name}" {shape} fill="{fill}" stroke="{fill}" stroke-width="3"/>'
        f'<g class="scenery" transform="scale({SCALE})">{scenes}</g>'
    )
    return drawn if owner is None else drawn + _wall(head, count, owner)


def _wall(head: int, count: int, owner: Side) -> str:
    """Return the wall along the inner shore of a land that someone owns."""
    stone, dark = _WALL[owner]
    course = f'd="{arc(head, count, RING.inner + 16, 13)}" fill="none"'
    merlons = f'd="{arc(head, count, RING.inner + 22, 13)}" fill="none"'
    return (
        f'<g class="wall"><path class="wall-edge" {course} stroke="{dark}" stroke-width="11"/>'
        f'<path class="wall-edge" {merlons} stroke="{dark}" stroke-width="7" '
        'stroke-dasharray="8 4"/>'
        f'<path class="wall-stone" {course} stroke="{stone}" stroke-width="8"/>'
        f'<path class="wall-stone" {merlons} stroke="{stone}" stroke-width="5" '
        'stroke-dasharray="6 6" stroke-dashoffset="-1"/></g>'
    )


def _table() -> str:
    """Return what is below all pieces: the wooden table, and the water round the land."""
    x, y = RING.x, RING.y
    grain = "".join(
        f"M16 {30 + 19 * row}q{180 + 23 * (row % 5)} {7 - 14 * (row % 2)} 728 {(row % 3) * 6 - 6}"
        for row in range(38)
    )
    planks = "".join(f"M16 {16 + 182 * row}h728v91h-728z" for row in range(4))
    return (
        f'<rect class="table" width="{SIZE}" height="{SIZE}" rx="18" fill="#8a6039"/>'
        f'<path class="planks" d="{planks}" fill="#6d4826" fill-opacity=".45"/>'
        f'<path class="grain" d="{grain}" fill="none" stroke="#5f3e22" stroke-opacity=".5"/>'
        f'<rect class="rail" x="6" y="6" width="{SIZE - 12}" height="{SIZE - 12}" rx="14" '
        'fill="none" stroke="#4f321a" stroke-width="12"/>'
        f'<rect class="inlay" x="12" y="12" width="{SIZE - 24}" height="{SIZE - 24}" rx="9" '
        f'fill="none" stroke="#d9b262" stroke-width="1.6"/>'
        f'<circle class="rail" cx="{x}" cy="{y}" r="328" fill="#4f321a" stroke="#4f321a"/>'
        f'<circle class="{WATER.name}" cx="{x}" cy="{y}" r="322" fill="{WATER.color}" '
        'stroke="#d9b262" stroke-width="1.6"/>'
        f'<path class="waves" d="{_rings(x, y)}" fill="none" stroke="#5d8f96" '
        'stroke-opacity=".55" stroke-dasharray="16 7 5 9"/>'
    )


def _rings(x: float, y: float) -> str:
    return "".join(circle(x, y, radius) for radius in (318, 313, 152, 147, 142))


TABLE: Final = _table()
