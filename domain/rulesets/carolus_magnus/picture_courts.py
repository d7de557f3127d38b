"""The courts on the table: a leaf of vellum in each corner around the ring, one for each seat.

A court has a column for each clan. The banner of a clan hangs in the court that controls it, and
in the middle of the ring while nobody does.
"""

from collections.abc import Iterator
from functools import cache
from html import escape
from math import sqrt
from typing import Final, NamedTuple

from msgspec.structs import astuple

from domain.drawing import SERIF, Style, number, words
from domain.kit import Words
from domain.rulesets.carolus_magnus.board import CLANS, DISCS, NUMBERS
from domain.rulesets.carolus_magnus.figures import castle
from domain.rulesets.carolus_magnus.pieces import (
    ACCENT,
    GOLD,
    INK,
    banner,
    disc,
    empty_paladin,
    flat_paladin,
    paladin,
)
from domain.rulesets.carolus_magnus.ring import RING
from domain.rulesets.carolus_magnus.view import PositionView

SIZE: Final = 760
"""The width and the height of the table."""

VELLUM: Final = "#f7eed8"
_MARGIN: Final = 18
_ROUND: Final = 328
"""The radius of the round in which the ring lies."""
_HORN: Final = 306
"""How far a leaf reaches along the edge of the table."""
_COLUMN: Final = 43
_FIRST_COLUMN: Final = 44


class _Corner(NamedTuple):
    """A corner of the table."""

    right: bool
    bottom: bool

    def x(self, from_edge: float) -> float:
        """Return the place at this distance from the corner's side edge."""
        return SIZE - from_edge if self.right else from_edge

    def y(self, from_edge: float) -> float:
        """Return the place at this distance from the corner's upper or lower edge."""
        return SIZE - from_edge if self.bottom else from_edge


_CORNERS: Final = (
    _Corner(right=False, bottom=False),
    _Corner(right=True, bottom=False),
    _Corner(right=True, bottom=True),
    _Corner(right=False, bottom=True),
)
_SEATED: Final = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""By number of players: the corner of each seat, clockwise."""


def courts(view: PositionView, texts: Words, labels: list[str]) -> str:
    """Return the leaves of all corners; ``labels`` says in words what each seat has."""
    seated = _SEATED[len(view.seats)]
    parts = []
    for number_of, corner in enumerate(_CORNERS):
        if number_of in seated:
            seat = seated.index(number_of)
            parts.append(_court(view, seat, corner, labels[seat]))
        else:
            parts.append(_leaf(corner, "#b08a3c", 1.5) + _ornament(corner))
    return "".join(parts)


@cache
def _leaf(corner: _Corner, edge: str, width: float) -> str:
    """Return a leaf: the corner without the round."""
    reach = RING.x - sqrt(_ROUND**2 - (RING.x - _HORN) ** 2)
    x, y = corner.x, corner.y
    sweep = 0 if corner.right == corner.bottom else 1
    return (
        f'<path class="leaf" d="M{x(_MARGIN)} {y(_MARGIN)}H{x(_HORN)}V{number(y(reach))}'
        f"A{_ROUND} {_ROUND} 0 0 {sweep} {number(x(reach))} {y(_HORN)}H{x(_MARGIN)}Z"
        f'" fill="{VELLUM}" stroke="{edge}" stroke-width="{width}" stroke-linejoin="round"/>'
    )


def _court(view: PositionView, seat: int, corner: _Corner, label: str) -> str:
    """Return the court of a seat: its castles, its discs, its paladins and its banners."""
    active = view.active == seat
    state, edge, width = (" active", ACCENT.color, 4) if active else ("", "#b08a3c", 1.5)
    return (
        f'<g class="court seat-{seat}{state}" data-spot="court-{seat}" '
        f'data-at="{corner.x(130)} {corner.y(90)} 1 0"{_places(corner)}>'
        f"<title>{escape(label)}</title>"
        f"{_leaf(corner, edge, width)}"
        f"{''.join(_paladins(view, seat, corner))}{''.join(_discs(view, seat, corner))}"
        f"{_castles(view, seat, corner)}{_reserve(view, seat, corner)}</g>"
    )


@cache
def _places(corner: _Corner) -> str:
    """Return where a page adds paladins: to the column of each clan, and to the reserve."""
    y = _top(corner) + 23
    columns = (
        f' data-at-{clan}="{number(_column(corner, index))} {number(y)} 1 0"'
        for index, clan in enumerate(CLANS)
    )
    reserve = f' data-at-reserve="{corner.x(36)} {corner.y(_TRAY + 40)} 0 1"'
    return "".join(columns) + reserve


def _top(corner: _Corner) -> float:
    """Return the upper edge of the banners."""
    return corner.y(30) - (56 if corner.bottom else 0)


def _column(corner: _Corner, index: int) -> float:
    """Return the middle of the column of a clan."""
    column = len(CLANS) - 1 - index if corner.right else index
    return corner.x(_FIRST_COLUMN + _COLUMN * column)


def _paladins(view: PositionView, seat: int, corner: _Corner) -> Iterator[str]:
    court, holders = astuple(view.seats[seat].court), astuple(view.markers)
    top = _top(corner)
    for index, clan in enumerate(CLANS):
        x = _column(corner, index)
        held = holders[index] == seat
        y = top + 23 if held or not corner.bottom else top + 30
        if held:
            yield banner(clan, x, top)
        if court[index]:
            yield paladin(clan, x, y, 12.5 if held else 14, court[index])
        elif not held:
            yield empty_paladin(clan, x, y, 12)


def _discs(view: PositionView, seat: int, corner: _Corner) -> Iterator[str]:
    one = view.seats[seat]
    for index, value in enumerate(DISCS):
        kept = "held" if value in one.discs else "used"
        state = "played" if value == one.disc_played else kept
        column = len(DISCS) - 1 - index if corner.right else index
        yield disc(corner.x(40 + 27 * column), corner.y(118), value, state=state)


def _castles(view: PositionView, seat: int, corner: _Corner) -> str:
    side = view.seats[seat].side
    count, goal = view.castles_in_play[side], NUMBERS[len(view.seats)].castle_goal
    y = corner.y(158 if corner.bottom else 166)
    style = Style(23, INK, "end" if corner.right else "start", bold=True, font=SERIF)
    return castle(side, corner.x(46), y, 19) + words(corner.x(74), y + 4, f"{count}/{goal}", style)


def _reserve(view: PositionView, seat: int, corner: _Corner) -> str:
    """Return the paladins that are not placed yet, on a tray along the edge."""
    held = [
        (clan, count)
        for clan, count in zip(CLANS, astuple(view.seats[seat].reserve), strict=True)
        if count
    ]
    if not held:
        return ""
    reach = 14 + _ON_TRAY * len(held)
    left, top = corner.x(36) - 15, corner.y(_TRAY + reach) if corner.bottom else _TRAY
    tokens = "".join(
        flat_paladin(clan, corner.x(36), top + 18 + _ON_TRAY * index, 9.5, count)
        for index, (clan, count) in enumerate(held)
    )
    return (
        f'<g class="reserve"><rect class="tray" x="{left}" y="{top}" width="30" height="{reach}" '
        f'rx="8" fill="#e3d2a8" stroke="#b08a3c"/>{tokens}</g>'
    )


_TRAY: Final = 193
_ON_TRAY: Final = 20


@cache
def _ornament(corner: _Corner) -> str:
    """Return a flourish and the emperor's monogram in a corner where nobody sits."""
    flip = f"{-1 if corner.right else 1} {-1 if corner.bottom else 1}"
    gilt = f'fill="none" stroke="{GOLD.color}" stroke-linecap="round"'
    return (
        f'<g transform="translate({corner.x(_MARGIN)} {corner.y(_MARGIN)}) scale({flip})">'
        f'<path class="ornament" d="{_FLOURISH}" {gilt} stroke-width="1.8"/></g>'
        f'<g transform="translate({corner.x(96)} {corner.y(96)}) scale(1.15)">'
        f'<path class="ornament" d="{MONOGRAM}" {gilt} stroke-width="3.2"/></g>'
    )


MONOGRAM: Final = (
    "M0-15L14 0 0 15-14 0ZM-8-3L0 5 8-3M0-15V-32M-9-41h18M0-15v-10M-7-47q0 14 7 14t7-14"
    "M14 0H50M44-8q12-2 12 6t-12 4q-12 0-12 6t14 6M-14 0H-50M-50-16V16M-36-16L-50 0-36 16"
    "M0 15V44h11M-7 44v-16q14-2 14 6t-12 7l13 10"
)
"""The monogram with which Charlemagne signed, in strokes around its middle."""
_FLOURISH: Final = (
    "M9 9H280M9 9V280M16 16H190M16 16V190M24 24q18-2 22 10q2 10-8 10q-8-2-4-10q-10-4-10-10z"
    "M190 16q12 0 12 8t-8 8q-7-1-6-8M16 190q0 12 8 12t8-8q-1-7-8-6M222 26q12-12 26-4q-10 10-26 4z"
    "M26 222q-12 12-4 26q10-10 4-26zM254 22q10-10 22-3q-9 8-22 3zM22 254q-10 10-3 22q8-9 3-22z"
)
