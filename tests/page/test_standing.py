"""Test how the page lists the places at the end of a game, in node."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

PLACES: Final = Path(__file__).parents[1] / "support" / "browser" / "places.mjs"
NAMES: Final = ["Ana", "Bea", "Cai"]
SIDES: Final = ["white", "black", "gray"]


def lines(places: list[tuple[str, int, int]], language: str, ruleset: str) -> Any:
    """Return rank and text of each line of the list."""
    data = [
        {"side": side, "rank": rank, "score": score, "rule": f"CM-END-{rank}"}
        for side, rank, score in places
    ]
    return javascript.call(PLACES, "lines", data, SIDES, NAMES, language, ruleset)


THREE: Final = [("gray", 1, 8), ("white", 2, 1), ("black", 2, 1)]


@pytest.mark.parametrize(
    ("language", "ruleset", "texts"),
    [
        ("en", "carolus-magnus", ["Cai, 8 castles", "Ana, 1 castle", "Bea, 1 castle"]),
        ("es", "carolus-magnus", ["Cai, 8 castillos", "Ana, 1 castillo", "Bea, 1 castillo"]),
        ("de", "carolus-magnus", ["Cai, 8 Burgen", "Ana, 1 Burg", "Bea, 1 Burg"]),
        ("en", "teg", ["Cai, 8 territories", "Ana, 1 territory", "Bea, 1 territory"]),
        ("es", "teg", ["Cai, 8 países", "Ana, 1 país", "Bea, 1 país"]),
        ("de", "teg", ["Cai, 8 Länder", "Ana, 1 Land", "Bea, 1 Land"]),
        ("en", "", ["Cai, 8", "Ana, 1", "Bea, 1"]),
    ],
)
def test_three_sides_are_listed_by_rank(language: str, ruleset: str, texts: list[str]) -> None:
    """Equal sides have the same number; a game without words for the score has the number only."""
    assert lines(THREE, language, ruleset) == [
        [1, f"{texts[0]} CM-END-1"],
        [2, f"{texts[1]} CM-END-2"],
        [2, f"{texts[2]} CM-END-2"],
    ]


def test_two_sides_are_listed_too() -> None:
    """With the rule that ranks each of them."""
    assert lines([("white", 1, 10), ("black", 2, 3)], "en", "carolus-magnus") == [
        [1, "Ana, 10 castles CM-END-1"],
        [2, "Bea, 3 castles CM-END-2"],
    ]
