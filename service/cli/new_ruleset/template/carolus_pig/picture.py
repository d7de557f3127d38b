"""The board as SVG."""

from carolus_pig.options import Options
from carolus_pig.text import lines
from carolus_pig.view import PositionView
from carolus_pig.words import WORDS
from domain.drawing import Paint, Style, words
from domain.kit.frame import PictureFrame
from domain.ruleset import Language, Part


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return a picture: the board with a place to point at (``data-spot``), and the seats below."""
    *seats, goal, last = lines(view, WORDS[language])
    frame = PictureFrame(
        "pig", (400, 90 + 30 * len(seats)), (0, 0, 400, 80), Paint("paper", "#fffdf6")
    )
    board = f'<g data-spot="die"><title>{last}</title>{_line(25, goal)}{_line(55, last)}</g>'
    return frame.document(
        part,
        language,
        title="Pig",
        description=". ".join([*seats, goal, last]),
        board=[board],
        panels=[
            f'<g class="seat">{_line(95 + 30 * row, seat)}</g>' for row, seat in enumerate(seats)
        ],
    )


def _line(y: int, line: str) -> str:
    return words(20, y, line, Style(20, Paint("ink", "#262019"), "start"))
