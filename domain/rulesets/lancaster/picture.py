"""The picture of the board: counties, battles and laws, and the seats with their castles.

It is plain: a list of everything, with the colours of the sides. The same view always gives the
same picture.
"""

from collections.abc import Iterator
from typing import Final

from domain.drawing import Paint, Style, number, words
from domain.kit.frame import Box, PictureFrame, SeatPanels, heading
from domain.kit.words import Words
from domain.ruleset import Language, Part
from domain.rulesets.lancaster.board import Color
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.phrases import due, headline
from domain.rulesets.lancaster.position import PLACES
from domain.rulesets.lancaster.text import (
    battle_line,
    county_line,
    law_lines,
    seat_line,
    side_line,
)
from domain.rulesets.lancaster.view import PositionView, set_up
from domain.rulesets.lancaster.words import WORDS

_INK: Final = Paint("ink", "#2c2a26")
_FRAME: Final = PictureFrame("lancaster", (1600, 900), (0, 40, 1600, 480), Paint("sea", "#efe6d2"))
_PANELS: Final = SeatPanels("#fbf7ec", "#c9bfa6", active="#9a3324", won="#b8891b")
_COLORS: Final[dict[Color, str]] = {
    "blue": "#2f5fa8",
    "green": "#3c7d45",
    "yellow": "#c79a1e",
    "red": "#ad3a30",
    "purple": "#74468f",
}
_HEAD: Final = Style(18, _INK, "start", bold=True)
_STRONG: Final = Style(15, _INK, "start", bold=True)
_LINE: Final = Style(14, _INK, "start")
_SMALL: Final = Style(12, _INK, "start")
_LEFT: Final = 30
_RIGHT: Final = 820
_ROW: Final = 34
_PANEL_HEIGHT: Final = 340
_PANEL_TOP: Final = 540


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", headline=headline(shown, texts)),
        description="; ".join(seat_line(shown, seat, texts) for seat in range(len(shown.seats))),
        board=_board(shown, texts),
        panels=_panels(shown, texts),
    )


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    yield words(_LEFT, 70, texts("board.counties"), _STRONG)
    for row, county in enumerate(view.counties):
        holder = None if county.knight is None else county.knight.side
        box = (_LEFT, 90 + row * _ROW, 740, _ROW - 4)
        yield _spot(f"county-{county.county}", box, holder, county_line(county, texts))
    yield words(_RIGHT, 70, texts("board.battles"), _STRONG)
    rows = [*view.battles.top, *view.battles.bottom]
    for row, battle in enumerate(rows):
        box = (_RIGHT, 90 + row * _ROW, 750, _ROW - 4)
        line = texts("board.none") if battle is None else battle_line(battle, texts)
        yield _spot(f"battle-{PLACES[row]}", box, None, line)
    for row, line in enumerate(law_lines(view, texts)):
        yield words(_LEFT, 415 + row * 26, line, _SMALL)


def _spot(name: str, box: Box, color: Color | None, line: str) -> str:
    """Return a place of the board that an action may concern."""
    left, top, width, height = map(number, box)
    fill = "#fbf7ec" if color is None else _COLORS[color]
    mark = f'<rect class="side" x="{left}" y="{top}" width="8" height="{height}" fill="{fill}"/>'
    return (
        f'<g data-spot="{name}"><rect class="place" x="{left}" y="{top}" width="{width}" '
        f'height="{height}" fill="#fbf7ec" stroke="#c9bfa6"/>{mark}'
        f"{words(box[0] + 16, box[1] + box[3] / 2, line, _LINE)}</g>"
    )


def _panels(view: PositionView, texts: Words) -> Iterator[str]:
    yield heading([words(_LEFT, 22, headline(view, texts), _HEAD)])
    height = _PANEL_HEIGHT / len(view.seats) - 6
    won = () if view.outcome is None else view.outcome.winners
    for seat, held in enumerate(view.seats):
        top = _PANEL_TOP + seat * (height + 6)
        yield _PANELS.panel(
            seat,
            (_LEFT, top, 1540, height),
            _seat(view, seat, top, texts),
            active=seat in due(view),
            won=held.color in won,
        )


def _seat(view: PositionView, seat: int, top: float, texts: Words) -> Iterator[str]:
    held = view.seats[seat]
    yield (
        f'<circle class="{held.color}" cx="52" cy="{number(top + 18)}" r="9" '
        f'fill="{_COLORS[held.color]}"/>'
    )
    yield words(72, top + 18, seat_line(view, seat, texts), _STRONG)
    owned = texts(
        "board.nobles",
        nobles=" ".join(held.nobles) or "-",
        extensions=" ".join(held.extensions) or "-",
    )
    yield words(620, top + 18, owned, _SMALL)
    lines = [side_line(view, side, texts) for side in view.sides if side.seat == seat]
    for row, line in enumerate(lines):
        yield words(72, top + 42 + 20 * row, line, _SMALL)
