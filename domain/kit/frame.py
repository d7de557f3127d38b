"""The frame of a picture: the document with its board and panels, and the panel of a seat.

The game draws what is on the board and in the panels, with ``domain/drawing.py``.
``docs/reference/pictures.md`` describes the groups and classes for pages.
"""

from collections.abc import Iterable
from html import escape
from typing import Final, NamedTuple, TypeAlias

from domain.drawing import SANS, Paint, number
from domain.ruleset import Language, Part, Seat

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""

_CORNER: Final = 18
_PANEL_CORNER: Final = 12
_MARKED: Final = 3
_UNMARKED: Final = 1.5


class PictureFrame(NamedTuple):
    """What all pictures of a game have in common."""

    name: str
    """The class of the document: the id of the ruleset."""
    size: tuple[float, float]
    """Width and height."""
    board: Box
    """The part of the picture that is the board."""
    ground: Paint
    """What lies behind everything."""

    def document(
        self,
        part: Part,
        language: Language,
        title: str,
        description: str,
        *,
        board: Iterable[str],
        panels: Iterable[str],
    ) -> str:
        """Return the picture: the board, and the panels unless ``part`` is the board alone.

        ``title`` and ``description`` are plain text, which screen readers read. ``panels`` is
        not read if they are left out.
        """
        box: Box = (0, 0, *self.size) if part == "all" else self.board
        left, top, width, height = map(number, box)
        aside = "" if part == "board" else f'<g class="panels">{"".join(panels)}</g>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'class="{self.name}" role="img" xml:lang="{language}" font-family="{SANS}">'
            f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
            f'<rect class="{self.ground.name}" x="{left}" y="{top}" width="{width}" '
            f'height="{height}" rx="{_CORNER}" fill="{self.ground.color}"/>'
            f'<g class="board" data-view="{" ".join(map(number, self.board))}">'
            f"{''.join(board)}</g>{aside}</svg>\n"
        )


class SeatPanels(NamedTuple):
    """How the panels of the seats look."""

    fill: str
    edge: str
    """The colour of the edge of a seat that neither acts nor has won."""
    active: str
    won: str

    def panel(self, seat: Seat, box: Box, parts: Iterable[str], *, active: bool, won: bool) -> str:
        """Return the panel of a seat; its edge shows whether the seat acts, or has won."""
        state, edge, width = (
            (" active", self.active, _MARKED)
            if active
            else (" won", self.won, _MARKED)
            if won
            else ("", self.edge, _UNMARKED)
        )
        left, top, across, down = map(number, box)
        return (
            f'<g class="seat seat-{seat}{state}"><rect class="panel" x="{left}" y="{top}" '
            f'width="{across}" height="{down}" rx="{_PANEL_CORNER}" fill="{self.fill}" '
            f'stroke="{edge}" stroke-width="{width}"/>{"".join(parts)}</g>'
        )


def heading(parts: Iterable[str]) -> str:
    """Return the line about the whole game: the round, and the decision that is due."""
    return f'<g class="headline">{"".join(parts)}</g>'
