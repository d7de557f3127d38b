"""The parts of all rulesets' pictures: numbers, colours with their classes, lines of text.

Every coloured element in a picture has a class, and its colour is an attribute, so the style sheet
of a page can change it. ``docs/reference/pictures.md`` lists the classes.
"""

from html import escape
from typing import Final, NamedTuple

SANS: Final = "'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif"
SERIF: Final = "Georgia,'Times New Roman','DejaVu Serif',serif"


class Paint(NamedTuple):
    """A colour, and the class of the elements that have it."""

    name: str
    color: str


class Style(NamedTuple):
    """The style of a line of text."""

    size: float
    paint: Paint
    anchor: str = "middle"
    bold: bool = False
    font: str = SANS


def number(value: float) -> str:
    """Return a coordinate with at most one decimal.

    >>> number(3.04), number(-0.01), number(2.55)
    ('3', '0', '2.5')
    """
    return f"{round(value, 1) + 0.0:g}"


def words(x: float, y: float, content: object, style: Style) -> str:
    """Return a line of text; ``y`` is the middle of its capitals, whatever its size."""
    weight = ' font-weight="bold"' if style.bold else ""
    # The picture sets one font for all text, so name only other fonts here.
    font = f' font-family="{style.font}"' if style.font != SANS else ""
    anchor = f' text-anchor="{style.anchor}"' if style.anchor != "start" else ""
    return (
        f'<text class="{style.paint.name}" x="{number(x)}" y="{number(y + style.size * 0.355)}" '
        f'font-size="{number(style.size)}"{font}{weight}{anchor} '
        f'fill="{style.paint.color}">{escape(str(content))}</text>'
    )
