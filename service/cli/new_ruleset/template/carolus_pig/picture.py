"""The board as SVG."""

from typing import Final

from carolus_pig.options import Options
from carolus_pig.text import lines
from carolus_pig.view import PositionView
from carolus_pig.words import WORDS
from domain.ruleset import Language, Part

BOARD: Final = "0 0 400 80"


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return a picture: the board with a place to point at (``data-spot``), and the seats below."""
    *seats, goal, last = lines(view, WORDS[language])
    board = f'<g data-spot="die"><title>{last}</title>{_line(30, goal)}{_line(60, last)}</g>'
    rows = [f'<g class="seat">{_line(100 + 30 * row, seat)}</g>' for row, seat in enumerate(seats)]
    panels, box = f'<g class="panels">{"".join(rows)}</g>', f"0 0 400 {90 + 30 * len(rows)}"
    if part == "board":
        panels, box = "", BOARD
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" class="pig" '
        f'xml:lang="{language}"><title>Pig</title><desc>{". ".join([*seats, goal, last])}</desc>'
        f'<g class="board" data-view="{BOARD}">{board}</g>{panels}</svg>'
    )


def _line(y: int, line: str) -> str:
    return f'<text class="ink" x="20" y="{y}" font-size="20">{line}</text>'
