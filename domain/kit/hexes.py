"""The geometry of a board of hexes with a corner on top, for pictures and their spots.

A hex is at a row and a half column: the hexes of a row are two half columns apart, and those of
the next row begin one half column further to the right or to the left.
"""

from math import sqrt
from typing import Final, NamedTuple

from domain.drawing import Point, Shape, outline

_HALF: Final = sqrt(3) / 2
_CORNERS: Final[Shape] = (
    (0, -1), (_HALF, -0.5), (_HALF, 0.5), (0, 1), (-_HALF, 0.5), (-_HALF, -0.5),
)  # fmt: skip


def hex_spot(name: str) -> str:
    """Return the spot of a hex in a picture: its ``data-spot``.

    >>> hex_spot("B7")
    'hex-B7'
    """
    return f"hex-{name}"


class HexGrid(NamedTuple):
    """Where the hexes of a board lie in a picture, in its units."""

    left: float
    """The middle of half column 0."""
    top: float
    """The middle of row 0."""
    radius: float
    """From the middle of a hex to a corner."""

    @property
    def half_column(self) -> float:
        """The width of a half column: that of a hex is twice as much."""
        return self.radius * _HALF

    def middle(self, row: int, half_column: int) -> Point:
        """Return the middle of a hex."""
        return (
            self.left + half_column * self.half_column,
            self.top + row * self.radius * 1.5,
        )

    def outline(self, row: int, half_column: int, share: float = 1.0) -> str:
        """Return the outline of a hex as a path; ``share`` is its size, 1 for the whole hex."""
        return outline(_CORNERS, *self.middle(row, half_column), self.radius * share)
