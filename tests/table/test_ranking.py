"""The ranks of the sides: those of the standing, with sides that left last."""

import pytest

from domain.ruleset import Place
from domain.table.ranking import ranks

STANDING = (
    Place("red", 1, 8, "A-B-1"),
    Place("blue", 2, 5, "A-B-2"),
    Place("green", 2, 5, "A-B-2"),
    Place("pink", 4, 1, "A-B-2"),
)


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        ("", {"red": 1, "blue": 2, "green": 2, "pink": 4}),
        ("red", {"blue": 1, "green": 1, "pink": 3, "red": 4}),
        ("blue", {"red": 1, "green": 2, "pink": 3, "blue": 4}),
        ("red green", {"blue": 1, "pink": 2, "red": 3, "green": 3}),
        ("red blue green pink", dict.fromkeys(("red", "blue", "green", "pink"), 1)),
    ],
)
def test_sides_that_left_are_last_and_level(left: str, expected: dict[str, int]) -> None:
    """The others move up, and keep their order."""
    seats = [(place.side, place.side in left.split()) for place in STANDING]
    assert ranks(STANDING, seats) == expected


def test_a_side_stays_while_one_partner_does() -> None:
    """Only a side whose players have all left is last."""
    one_left = [("red", True), ("blue", False), ("red", False), ("blue", False)]
    assert ranks(STANDING[:2], one_left) == {"red": 1, "blue": 2}
    both_left = [("red", True), ("blue", False), ("red", True), ("blue", True)]
    assert ranks(STANDING[:2], both_left) == {"blue": 1, "red": 2}
