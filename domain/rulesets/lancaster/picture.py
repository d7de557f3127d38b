"""The picture of the board: England and France, the parliament, and the castles of the players.

This module lays it out; ``picture_land.py``, ``picture_parliament.py`` and ``picture_castles.py``
draw its parts, on the shapes of ``chart.py`` and with the pieces of ``pieces.py``. The same view
always gives the same picture. It has its own light background, so it is readable on light and dark
pages; a page can darken it by setting the colours of its classes.
``docs/reference/pictures.md`` describes the classes and attributes for pages.
"""

from collections.abc import Iterator
from typing import Final

from domain.drawing import SERIF, Paint, Style, words
from domain.kit import Language, Part, PictureFrame, SeatPanels, Words, heading
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.phrases import due, headline
from domain.rulesets.lancaster.picture_castles import castles
from domain.rulesets.lancaster.picture_land import battles, counties, favours, track
from domain.rulesets.lancaster.picture_parliament import parliament
from domain.rulesets.lancaster.pieces import ACCENT, EDGE, FAINT, GOLD, INK, LEAF, knight
from domain.rulesets.lancaster.text import board_lines, seat_line
from domain.rulesets.lancaster.view import PositionView, set_up
from domain.rulesets.lancaster.words import WORDS

WIDTH: Final = 1400
HEIGHT: Final = 1128
_FRAME: Final = PictureFrame(
    "lancaster", (WIDTH, HEIGHT), (0, 48, WIDTH, 996), Paint("table", "#6f5138")
)
_PANELS: Final = SeatPanels(LEAF.color, EDGE, active=ACCENT.color, won=GOLD)
_LIGHT: Final = Paint("title", "#f8f0dc")
_HEAD: Final = Style(26, _LIGHT, "start", font=SERIF)
_LINE: Final = Style(18, _LIGHT, "end")
_NAME: Final = Style(18, INK, "start", bold=True)
_SMALL: Final = Style(14, FAINT, "start")
_LETTER: Final = 6.6
"""The width of a letter in what a seat owns."""
_PANEL_TOP: Final = 1052
_PANEL_HEIGHT: Final = 62
_GAP: Final = 10
_LEFT: Final = 16
_RIGHT: Final = WIDTH - 16


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", headline=headline(shown, texts)),
        description=". ".join(board_lines(shown, texts)),
        board=_board(shown, texts),
        panels=_panels(shown, texts),
    )


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    yield from counties(view, texts)
    yield from battles(view, texts)
    yield from favours(view, texts)
    yield from track(view, texts)
    yield from parliament(view, texts)
    yield from castles(view, texts)


def _panels(view: PositionView, texts: Words) -> Iterator[str]:
    supply = view.supply
    stock = texts("board.supply", gold=supply.gold, squires=supply.squires, votes=supply.votes)
    yield heading(
        [
            words(_LEFT + 4, 25, headline(view, texts), _HEAD),
            words(_RIGHT - 4, 25, stock, _LINE),
        ]
    )
    count = len(view.seats)
    width = (_RIGHT - _LEFT - _GAP * (count - 1)) / count
    won = () if view.outcome is None else view.outcome.winners
    for seat, held in enumerate(view.seats):
        left = _LEFT + (width + _GAP) * seat
        yield _PANELS.panel(
            seat,
            (left, _PANEL_TOP, width, _PANEL_HEIGHT),
            _seat(view, seat, left, width, texts),
            active=seat in due(view),
            won=held.color in won,
        )


def _seat(view: PositionView, seat: int, left: float, width: float, texts: Words) -> Iterator[str]:
    """Yield the mark of a seat, its name, and what it owns in words."""
    held = view.seats[seat]
    yield knight(held.color, left + 24, _PANEL_TOP + 22, 11)
    yield words(left + 44, _PANEL_TOP + 22, texts(f"side.{held.color}"), _NAME)
    owned = seat_line(view, seat, texts).partition(": ")[2]
    wide = width - 28 if len(owned) * _LETTER > width - 28 else 0
    yield words(left + 14, _PANEL_TOP + 46, owned, _SMALL._replace(width=wide))
