"""The card of a game: its board next to its name, its players and what happened last."""

import re
import textwrap
from html import escape
from typing import Final, NamedTuple

from domain.drawing import SANS, SERIF
from service.http.sharing.shared_moment import SharedMoment

WIDTH: Final = 1200
HEIGHT: Final = 630
"""The size that programs which preview links expect."""

_PAPER: Final = "#f8f3e4"
_INK: Final = "#2a2233"
_FAINT: Final = "#665a41"
_ACCENT: Final = "#5b2a86"
_BOARD: Final = 'x="16" y="16" width="780" height="598"'
_LEFT: Final = 828
_DOWN: Final = 584
"""The base line of the last line of text."""


class _Paragraph(NamedTuple):
    """How a paragraph looks, and how much of it there is room for."""

    size: int
    color: str
    letters_max: int
    """In a line."""
    lines_max: int
    font: str = SANS
    bold: bool = False


_TITLE: Final = _Paragraph(48, _INK, 15, 3, SERIF)
_PLAYER: Final = _Paragraph(30, _INK, 26, 1, bold=True)
_HAPPENED: Final = _Paragraph(30, _FAINT, 27, 7)
_BRAND: Final = _Paragraph(28, _ACCENT, 20, 1, SERIF)
_LEADING: Final = 1.22
_NOT_IN_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML document may contain, not even escaped. Stored names may have some."""


def card_of(moment: SharedMoment) -> str:
    """Return the card as SVG."""
    picture = moment.picture("board").replace("<svg ", f"<svg {_BOARD} ", 1)
    at, texts = 64.0, []
    for text, look in _paragraphs(moment):
        for one in _wrapped(text, look):
            texts.append(_line(at, one, look))
            at += look.size * _LEADING
        at += look.size * 0.3
    texts.append(_line(_DOWN, "Carolus", _BRAND))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{SANS}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>{picture}{"".join(texts)}</svg>'
    )


def _paragraphs(moment: SharedMoment) -> list[tuple[str, _Paragraph]]:
    names = [(name, _PLAYER) for name in moment.players]
    return [(moment.game, _TITLE), *names, (moment.happened, _HAPPENED)]


def _wrapped(text: str, look: _Paragraph) -> list[str]:
    return textwrap.wrap(
        text, look.letters_max, max_lines=look.lines_max, placeholder="…", break_on_hyphens=False
    )


def _line(at: float, text: str, look: _Paragraph) -> str:
    shown = escape(_NOT_IN_XML.sub("\ufffd", text))
    weight = ' font-weight="bold"' if look.bold else ""
    return (
        f'<text x="{_LEFT}" y="{at:.0f}" font-size="{look.size}" fill="{look.color}" '
        f'font-family="{look.font}"{weight}>{shown}</text>'
    )
