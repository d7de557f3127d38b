"""The parts of all rulesets' pictures: numbers, colours with their classes, lines of text.

Every coloured element in a picture has a class, and its colour is an attribute, so the style sheet
of a page can change it. ``docs/reference/pictures.md`` lists the classes.
"""

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

# The page serves the first font of each list; a picture alone cannot load one, and takes the next.
SANS: Final = "'Alegreya Sans','Gill Sans','Segoe UI',Candara,'Helvetica Neue',Arial,sans-serif"
SERIF: Final = "Alegreya,'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"

Point: TypeAlias = tuple[float, float]
Shape: TypeAlias = tuple[Point, ...]


class Paint(NamedTuple):
    """A colour, and the class of the elements that have it."""

    name: str
    color: str


class Style(NamedTuple):
    """The style of a line of text; with a ``width``, it is that wide in every font."""

    size: float
    paint: Paint
    anchor: str = "middle"
    bold: bool = False
    font: str = SANS
    width: float = 0.0


_SQUEEZED: Final = 'lengthAdjust="spacingAndGlyphs"'


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
    width = f' textLength="{number(style.width)}" {_SQUEEZED}' if style.width else ""
    return (
        f'<text class="{style.paint.name}" x="{number(x)}" y="{number(y + style.size * 0.355)}" '
        f'font-size="{number(style.size)}"{font}{weight}{anchor}{width} '
        f'fill="{style.paint.color}">{escape(str(content))}</text>'
    )


def line(points: Sequence[Point]) -> str:
    """Return the path through these points, rounded to integers and relative to the last point."""
    at = [(round(x), round(y)) for x, y in points]
    steps = [
        f"{x - before[0]} {y - before[1]}" for before, (x, y) in pairwise(at) if (x, y) != before
    ]
    return f"M{at[0][0]} {at[0][1]}l{' '.join(steps)}".replace(" -", "-")


def outline(shape: Shape, x: float, y: float, size: float) -> str:
    """Return a closed shape around a point; its relative steps are the same everywhere."""
    first_x, first_y = shape[0]
    return f"M{number(x + first_x * size)} {number(y + first_y * size)}l{_steps(shape, size)}z"


@lru_cache(maxsize=256)
def _steps(shape: Shape, size: float) -> str:
    return " ".join(
        f"{number((to[0] - at[0]) * size)} {number((to[1] - at[1]) * size)}"
        for at, to in pairwise(shape)
    ).replace(" -", "-")


def circle(x: float, y: float, radius: float) -> str:
    """Return a circle as a path, clockwise like other shapes, so that they add up."""
    r, wide = number(radius), number(2 * radius)
    return f"M{number(x - radius)} {number(y)}a{r} {r} 0 1 1 {wide} 0a{r} {r} 0 1 1-{wide} 0z"


def placed(x: float, y: float, size: float, shapes: str) -> str:
    """Return shapes given in hundredths, moved to this point and scaled to this size.

    An inner group has the position, so a page can move the piece by ``transform`` of the outer
    group.
    """
    scale = f"{size / 100:g}"
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale})">{shapes}</g>'
