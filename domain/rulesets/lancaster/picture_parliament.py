"""The middle of the board: the laws in force and those to vote on, and who has yet to vote."""

from collections.abc import Iterator
from typing import Final

from domain.drawing import SERIF, Paint, Style, number, words
from domain.kit import Box, Words
from domain.rulesets.lancaster.board import LawId
from domain.rulesets.lancaster.pieces import (
    ACCENT,
    EDGE,
    INK,
    halo,
    icon,
    knight,
    leaf,
    title_of,
    wrapped,
)
from domain.rulesets.lancaster.view import PositionView

_BOX: Final[Box] = (16, 574, 1368, 164)
_CARD: Final = (212, 112)
_APART: Final = 222
_PROPOSED: Final = 708
_HALL: Final = Paint("hall", "#d9c3a0")
_NUMBER: Final = Style(19, ACCENT, "start", bold=True, font=SERIF)
_TEXT: Final = Style(19, INK, "start")
_LEADING: Final = 21


def parliament(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the laws of both rows, and in a vote the seats that have or have not voted."""
    left, top, width, _ = _BOX
    yield leaf(_BOX, _HALL.name, _HALL.color, 14)
    yield title_of(left + 14, top + 20, texts("board.in_force"), 20)
    yield title_of(_PROPOSED, top + 20, texts("board.to_vote_on"), 20)
    for place in range(3):
        law = view.laws.current[place] if place < len(view.laws.current) else None
        at = (left + 14 + _APART * place, top + 40)
        yield _law(law, at, texts, due=view.step == "law" and law == view.subject)
    yield _way(left + 690, top + 96)
    for place in range(3):
        law = view.laws.proposed[place] if place < len(view.laws.proposed) else None
        due = view.step in ("vote", "reveal") and law is not None and law == view.subject
        yield _law(law, (_PROPOSED + _APART * place, top + 40), texts, due=due)
    if view.step in ("vote", "reveal"):
        yield from _voters(view, left + width - 14, top + 20, texts)


def _way(x: float, y: float) -> str:
    """Return the arrow by which an approved law comes into force."""
    return f'<path class="way" d="M{number(x + 9)} {number(y - 14)}l-18 14 18 14z" fill="{EDGE}"/>'


def _law(law: LawId | None, at: tuple[float, float], texts: Words, *, due: bool) -> str:
    """Return a law card with its text, or the place where a law may lie."""
    left, top = at
    box = (left, top, *_CARD)
    if law is None:
        return f'<g class="law none">{leaf(box, "place", _HALL.color)}</g>'
    lines = wrapped(texts(f"law.{law}"), _CARD[0] - 20, _TEXT.size)
    parts = [
        leaf(box, "card"),
        halo(box) if due else "",
        words(left + 12, top + 20, law, _NUMBER),
        icon("wax", left + _CARD[0] - 20, top + 19, 24),
        *(
            words(left + 12, top + 46 + _LEADING * row, content, _TEXT)
            for row, content in enumerate(lines)
        ),
    ]
    state = " due" if due else ""
    return f'<g class="law{state}"><title>{law}: {texts(f"law.{law}")}</title>{"".join(parts)}</g>'


def _voters(view: PositionView, right: float, y: float, texts: Words) -> Iterator[str]:
    """Yield the mark of each seat with a sealed ballot, or a glass while it may still vote."""
    count = len(view.seats)
    for seat, held in enumerate(view.seats):
        x = right - 66 * (count - seat) + 18
        waits = seat in view.queue
        name = texts(f"side.{held.color}")
        title = texts("board.has_to_vote" if waits else "board.has_voted", name=name)
        sign = icon("waiting" if waits else "seal", x + 28, y, 27)
        yield (
            f'<g class="voter {"waits" if waits else "voted"}"><title>{title}</title>'
            f"{knight(held.color, x, y, 11)}{sign}</g>"
        )
