"""The board as text."""

from carolus_pig.options import SIDES, Options
from carolus_pig.start import start
from carolus_pig.view import PositionView
from carolus_pig.words import WORDS
from domain.kit import Language, Words


def lines(view: PositionView | Options, texts: Words) -> list[str]:
    """Return a line for each seat, the goal and the turn; options show how a game begins."""
    points = start(view).points if isinstance(view, Options) else view.points
    names = [texts(f"side.{side}") for side in SIDES[: len(points)]]
    seats = [
        texts("board.seat", name=name, count=kept) for name, kept in zip(names, points, strict=True)
    ]
    if isinstance(view, Options):
        last = texts("board.start")
    else:
        last = texts("board.turn", name=names[view.seat], count=view.turn)
    return [*seats, texts("board.goal", goal=view.goal), last]


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return the board as lines of text."""
    return "\n".join([*lines(view, WORDS[language]), ""])
