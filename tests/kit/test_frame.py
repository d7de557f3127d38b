"""The frame of pictures: document, groups, and the panels of seats."""

from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from domain.drawing import Paint
from domain.kit.frame import PictureFrame, SeatPanels, heading
from domain.ruleset import Part

SVG = "{http://www.w3.org/2000/svg}"
FRAME = PictureFrame("game", (300, 200.5), (10, 20, 100, 80), Paint("sea", "#eee"))
PANELS = SeatPanels("#fff", "#999", active="#00f", won="#fd0")


def drawn(part: Part, panels: Iterator[str]) -> ET.Element:
    """Return a picture whose texts need escaping."""
    text = FRAME.document(
        part,
        "de",
        title="A & B",
        description="1 < 2",
        board=["<path/>", "<path/>"],
        panels=panels,
    )
    return ET.fromstring(text)  # noqa: S314 - our own text


def test_a_picture_has_its_texts_and_groups() -> None:
    picture = drawn("all", iter([heading(["<path/>"])]))
    assert picture.get("viewBox") == "0 0 300 200.5"
    assert (picture.get("class"), picture.get("role")) == ("game", "img")
    assert picture.findtext(f"{SVG}title") == "A & B"
    assert picture.findtext(f"{SVG}desc") == "1 < 2"
    ground, board, panels = picture[2:]
    assert (ground.get("class"), ground.get("fill")) == ("sea", "#eee")
    assert (board.get("class"), board.get("data-view"), len(board)) == ("board", "10 20 100 80", 2)
    assert [one.get("class") for one in panels] == ["headline"]


def test_the_board_alone_fills_the_picture() -> None:
    """The panels are not even drawn."""
    panels = iter(["<path/>"])
    picture = drawn("board", panels)
    assert picture.get("viewBox") == "10 20 100 80"
    assert [one.get("class") for one in picture[2:]] == ["sea", "board"]
    assert list(panels) == ["<path/>"]


@pytest.mark.parametrize(
    ("active", "won", "state", "edge"),
    [
        (False, False, "seat seat-2", "#999"),
        (True, False, "seat seat-2 active", "#00f"),
        (False, True, "seat seat-2 won", "#fd0"),
        (True, True, "seat seat-2 active", "#00f"),
    ],
)
def test_the_edge_of_a_seat_shows_its_state(
    *, active: bool, won: bool, state: str, edge: str
) -> None:
    box = (1.25, 2, 30, 40)
    text = PANELS.panel(2, box, ["<path/>"], active=active, won=won)
    panel = ET.fromstring(text)  # noqa: S314 - our own text
    rect, shown = panel
    assert panel.get("class") == state
    assert (rect.get("class"), rect.get("stroke"), rect.get("x")) == ("panel", edge, "1.2")
    assert shown.tag == "path"
