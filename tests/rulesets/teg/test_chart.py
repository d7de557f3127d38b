"""What is drawn below and between the territories leaves the map readable."""

import re

import pytest

from domain.ruleset import LANGUAGES, Language
from tests.rulesets.teg.drawn import (
    SVG,
    Box,
    inside,
    label_boxes,
    lands_under,
    map_drawn,
    outlines,
    part,
    territories,
)


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_signs_of_the_land_touch_no_label(spoken: Language) -> None:
    """Mountains and trees lie on land, next to names and marks, whatever the number."""
    (relief,) = part(map_drawn(spoken), "board").findall(f"{SVG}path[@class='relief']")
    assert relief.get("pointer-events") == "none"
    signs = [
        Box("sign", float(x) - 10, float(y) - 12, float(x) + 10, float(y))
        for x, y in re.findall(r"M(\d+) (\d+)", relief.get("d", ""))
    ]
    assert len(signs) > 60
    labels = [
        box for group in territories(map_drawn(spoken)).values() for box in label_boxes(group)
    ]
    for sign in signs:
        assert not [label for label in labels if sign.meets(label)]
        assert any(
            all(inside(corner, shape) for corner in sign.corners()) for shape in outlines().values()
        )


def test_lines_of_the_sea_touch_no_land() -> None:
    """An engraver stops at the coast: no line crosses a territory."""
    engraved = part(map_drawn(), "board").find(f"{SVG}path[@class='engraving']")
    assert engraved is not None
    lines = re.findall(r"M(\d+) (\d+)h(-?\d+)", engraved.get("d", ""))
    assert len(lines) > 500
    for x, y, length in lines[::9]:
        ends = (float(x), float(y)), (float(x) + float(length), float(y))
        assert lands_under(list(ends)) == [None]
