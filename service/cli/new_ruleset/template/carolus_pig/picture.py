"""The board as SVG."""

from carolus_pig.options import Options
from carolus_pig.text import lines
from carolus_pig.view import PositionView
from carolus_pig.words import WORDS
from domain.drawing import Paint, Style, words
from domain.kit import Language, Part, PictureFrame

INK = Style(20, Paint("ink", "#262019"), "start")


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return a picture: the board with a place to point at (``data-spot``), and the seats below."""
    *seats, goal, last = lines(view, WORDS[language])
    size = (400, 90 + 30 * len(seats))
    frame = PictureFrame("pig", size, (0, 0, 400, 80), Paint("paper", "#fffdf6"))
    die = f'<g data-spot="die"><title>{last}</title>{words(20, 55, last, INK)}</g>'
    board = [words(20, 25, goal, INK), die]
    rows = [words(20, 95 + 30 * row, seat, INK) for row, seat in enumerate(seats)]
    panels = [f'<g class="seat">{row}</g>' for row in rows]
    about = ". ".join([*seats, goal, last])
    return frame.document(part, language, "Pig", about, board=board, panels=panels)
