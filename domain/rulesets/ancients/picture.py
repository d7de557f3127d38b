"""The picture of the board: hexes with terrain, units as blocks, leaders, and both sides.

It is plain. The same view always gives the same picture.
"""

from collections.abc import Iterator
from math import sqrt
from typing import Final

from domain.drawing import Paint, Style, number, words
from domain.kit.frame import PictureFrame, SeatPanels, heading
from domain.kit.words import Words
from domain.ruleset import Language, Part
from domain.rulesets.ancients.board import Terrain
from domain.rulesets.ancients.hexes import ALL, HALF_COLUMN, HEX, NAMES, ROW, SIDES, Hex
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.phrases import (
    battle_of,
    card_name,
    hand_line,
    headline,
    side_line,
)
from domain.rulesets.ancients.view import PositionView, UnitView, set_up
from domain.rulesets.ancients.words import WORDS

_INK: Final = Paint("ink", "#2c2a26")
_PALE: Final = Paint("pale", "#ffffff")
_FRAME: Final = PictureFrame(
    "ancients", (1400, 1120), (0, 40, 1400, 900), Paint("ground", "#efe6d2")
)
_PANELS: Final = SeatPanels("#fbf7ec", "#c9bfa6", active="#9a3324", won="#b8891b")
_OPEN: Final = Paint("open", "#e3dcb8")
_GROUND: Final[dict[Terrain, Paint]] = {
    "forest": Paint("forest", "#7f9b62"),
    "hill": Paint("hill", "#c5a878"),
    "broken": Paint("broken", "#b9ab94"),
    "camp": Paint("camp", "#cfa48a"),
    "ford": Paint("ford", "#a8cbd6"),
    "river": Paint("river", "#6aa5c4"),
    "lake": Paint("lake", "#5d93b8"),
    "steep": Paint("steep", "#8f7450"),
}
_SIDES: Final = {"t": Paint("top", "#8c3b2e"), "b": Paint("bottom", "#2f5478")}
_LEADER: Final = Paint("leader", "#d8a31a")
_HEAD: Final = Style(18, _INK, "start", bold=True)
_STRONG: Final = Style(15, _INK, "start", bold=True)
_LINE: Final = Style(14, _INK, "start")
_NAME: Final = Style(11, _INK)
_TYPE: Final = Style(16, _PALE, bold=True)
_RADIUS: Final = 56
_COLUMN: Final = _RADIUS * sqrt(3) / 2
"""The width of half a column."""
_LEFT: Final = 88
_TOP: Final = 108
_BLOCK: Final = 11
_PANEL_TOP: Final = 950


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", headline=headline(shown, texts)),
        description="; ".join(side_line(shown, side, texts) for side in SIDES),
        board=_board(shown),
        panels=_panels(shown, texts),
    )


def _centre(at: Hex) -> tuple[float, float]:
    return _LEFT + HALF_COLUMN[at] * _COLUMN, _TOP + ROW[at] * _RADIUS * 1.5


def _board(view: PositionView) -> Iterator[str]:
    ground = dict(battle_of(view).terrain)
    units = {one.hex: one for one in view.units}
    leaders = {one.hex: one for one in view.leaders}
    for at in ALL:
        name = NAMES[at]
        paint = _GROUND[ground[name]] if name in ground else _OPEN
        parts = [_hexagon(at, paint)]
        x, y = _centre(at)
        parts.append(words(x, y - 40, name, _NAME))
        if name in units:
            parts.append(_unit(units[name]))
        if name in leaders:
            paint = _SIDES[leaders[name].id[0]]
            parts.append(
                f'<circle class="{_LEADER.name} {paint.name}" cx="{number(x)}" '
                f'cy="{number(y + 34)}" r="10" fill="{_LEADER.color}" stroke="{paint.color}" '
                f'stroke-width="3"/>'
            )
        yield f'<g data-spot="hex-{name}">{"".join(parts)}</g>'


def _hexagon(at: Hex, paint: Paint) -> str:
    x, y = _centre(at)
    half = _RADIUS / 2
    corners = (
        (x, y - _RADIUS), (x + _COLUMN, y - half), (x + _COLUMN, y + half),
        (x, y + _RADIUS), (x - _COLUMN, y + half), (x - _COLUMN, y - half),
    )  # fmt: skip
    points = " ".join(f"{number(a)},{number(b)}" for a, b in corners)
    return (
        f'<polygon class="{paint.name}" points="{points}" fill="{paint.color}" stroke="#b5a985"/>'
    )


def _unit(unit: UnitView) -> str:
    x, y = _centre(HEX[unit.hex])
    paint = _SIDES[unit.id[0]]
    blocks = "".join(
        f'<rect class="block" x="{number(x - 30 + place * 16)}" y="{number(y + 6)}" '
        f'width="{_BLOCK}" height="{_BLOCK}" fill="{_PALE.color}"/>'
        for place in range(unit.blocks)
    )
    return (
        f'<g><rect class="unit {paint.name}" x="{number(x - 36)}" y="{number(y - 26)}" width="72" '
        f'height="50" rx="6" fill="{paint.color}"/>'
        f"{words(x, y - 10, unit.id.split('-')[1], _TYPE)}{blocks}</g>"
    )


def _panels(view: PositionView, texts: Words) -> Iterator[str]:
    yield heading([words(30, 22, headline(view, texts), _HEAD)])
    won = () if view.outcome is None else view.outcome.winners
    for seat, side in enumerate(view.sides):
        top = _PANEL_TOP + seat * 82
        lines = [words(52, top + 20, side_line(view, side, texts), _STRONG)]
        hand = hand_line(view, side, texts)
        if hand is not None:
            lines.append(words(52, top + 46, hand, _LINE))
        if view.play is not None and side == view.active:
            card = texts("board.card", card=card_name(view.play.card, texts))
            lines.append(words(760, top + 20, card, _LINE))
        yield _PANELS.panel(
            seat, (30, top, 1340, 74), lines, active=side == view.active, won=side in won
        )
