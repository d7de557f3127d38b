"""Test the geometry of boards of hexes."""

import re
from math import hypot, isclose

import pytest

from domain.kit.hexes import HexGrid

GRID = HexGrid(100, 200, 40)


@pytest.mark.parametrize("step", [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)])
def test_all_neighbours_are_equally_far(step: tuple[int, int]) -> None:
    """The distance is the width of a hex."""
    x, y = GRID.middle(4, 6)
    other_x, other_y = GRID.middle(4 + step[0], 6 + step[1])
    assert isclose(hypot(other_x - x, other_y - y), 2 * GRID.half_column)


def test_an_outline_has_six_corners_around_the_middle() -> None:
    """With a corner on top, and each step as long as the radius."""
    x, y = GRID.middle(1, 3)
    path = GRID.outline(1, 3, 0.5)
    start, steps = re.fullmatch(r"M(\S+ \S+)l(.*)z", path.replace("-", " -")).groups()  # type: ignore[union-attr] # it matches
    left, top = map(float, start.split())
    assert (left, top) == pytest.approx((x, y - 20), abs=0.06)
    numbers = list(map(float, steps.split()))
    sides = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert len(sides) == 5
    assert [hypot(*side) for side in sides] == pytest.approx([20] * 5, abs=0.1)
