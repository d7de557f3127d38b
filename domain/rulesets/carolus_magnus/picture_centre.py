"""The middle of the ring: who controls each clan, and the supply."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import astuple

from domain.drawing import SERIF, Style, words
from domain.kit import Words
from domain.rulesets.carolus_magnus.board import CLANS, Side
from domain.rulesets.carolus_magnus.figures import castle
from domain.rulesets.carolus_magnus.picture_courts import MONOGRAM, VELLUM
from domain.rulesets.carolus_magnus.pieces import FAINT, paladin, standard
from domain.rulesets.carolus_magnus.ring import RING
from domain.rulesets.carolus_magnus.view import PositionView

_MIDDLE: Final = 138
"""The radius of the vellum in the middle of the ring."""


def centre(view: PositionView, texts: Words) -> str:
    """Return the middle of the ring: a standard for each clan, and the supply."""
    x, y = RING.x, RING.y
    label = Style(14, FAINT, font=SERIF)
    standards = [words(x, y - 105, texts("board.control"), label), _ROD]
    supply = [words(x, y + 18, texts("board.supply"), label)]
    holders = zip(CLANS, holders_of(view), astuple(view.supply), strict=True)
    for index, (clan, side, count) in enumerate(holders):
        at = x + (index - 2) * 43
        name = f"{texts(f'board.clan.{clan}')}: {held_by(side, texts)}"
        held = "" if side is None else castle(side, at, y - 44, 14)
        standards.append(standard(clan, at, y - 92, name, held))
        supply.append(paladin(clan, at, y + 51, 16, count))
    return (
        f'{_VELLUM}<g class="control">{"".join(standards)}</g>'
        f'<g class="supply">{"".join(supply)}</g>'
    )


def _vellum() -> str:
    """Return the vellum in the middle of the ring, with the emperor's monogram."""
    x, y = RING.x, RING.y
    return (
        f'<circle class="vellum" cx="{x}" cy="{y}" r="{_MIDDLE}" fill="{VELLUM}" '
        'stroke="#5f3e22" stroke-width="5"/>'
        f'<circle class="inlay" cx="{x}" cy="{y}" r="{_MIDDLE - 7}" fill="none" '
        'stroke="#b08a3c" stroke-width="1.4"/>'
        f'<g transform="translate({x} {y + 102}) scale(.42)"><path class="ornament" '
        f'd="{MONOGRAM}" fill="none" stroke="#b08a3c" stroke-width="4.5" '
        'stroke-linejoin="round"/></g>'
    )


_VELLUM: Final = _vellum()
_ROD: Final = (
    f'<path class="pole" d="M{RING.x - 112} {RING.y - 92}h224" stroke="#6b4a2c" stroke-width="5" '
    'stroke-linecap="round"/>'
    f'<path class="knob" d="M{RING.x - 117} {RING.y - 92}a5 5 0 1 0 10 0a5 5 0 1 0-10 0z'
    f'm224 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z" fill="#e9b82e" stroke="#7a5a08"/>'
)


def holders_of(view: PositionView) -> Iterator[Side | None]:
    """Yield the side that controls each clan."""
    for seat in astuple(view.markers):
        yield None if seat is None else view.seats[seat].side


def held_by(side: Side | None, texts: Words) -> str:
    """Return the side that controls a clan, in words."""
    return texts("board.none") if side is None else texts(f"board.side.{side}")
