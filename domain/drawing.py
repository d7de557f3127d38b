"""What the pictures of all rulesets are made of: numbers, colours with their classes, words.

Whatever has a colour in a picture has a class too, and the colour is an attribute: so a page can
give it another one by its style sheet. ``docs/reference/pictures.md`` lists the classes.
"""

from html import escape
from typing import Final, NamedTuple

SANS: Final = "'Segoe UI','Helvetica Neue',Helvetica,Arial,sans-serif"
SERIF: Final = "Georgia,'Times New Roman','DejaVu Serif',serif"


class Paint(NamedTuple):
    """A colour, and the class by which a style sheet knows what has it."""

    name: str
    color: str


class Style(NamedTuple):
    """How a line of text looks."""

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
    # The picture names one font for all text; only other ones are named here.
    font = f' font-family="{style.font}"' if style.font != SANS else ""
    anchor = f' text-anchor="{style.anchor}"' if style.anchor != "start" else ""
    return (
        f'<text class="{style.paint.name}" x="{number(x)}" y="{number(y + style.size * 0.355)}" '
        f'font-size="{number(style.size)}"{font}{weight}{anchor} '
        f'fill="{style.paint.color}">{escape(str(content))}</text>'
    )
