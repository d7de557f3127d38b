"""Read a picture of the board back: its shapes and words, their places, and what is under them."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree as ET

from domain.ruleset import Language
from domain.rulesets.teg.atlas import TERRITORIES, Territory
from domain.rulesets.teg.board import COLORS
from domain.rulesets.teg.events import Pool
from domain.rulesets.teg.picture import picture
from domain.rulesets.teg.view import HeldTerritoryView, PositionView, SeatView
from domain.rulesets.teg.words import WORDS

SVG = "{http://www.w3.org/2000/svg}"
NAMED: Mapping[str, Territory] = {WORDS["en"](f"territory.{key}"): key for key in TERRITORIES}
TOKENS = (1, 2, 9, 10, 24, 88, 104, 1000)

Point: TypeAlias = tuple[float, float]
Line: TypeAlias = list[Point]


class Box(NamedTuple):
    """The space that a word or a mark takes."""

    what: str
    left: float
    top: float
    right: float
    bottom: float

    def corners(self) -> list[Point]:
        """Return its corners and the centres of its upper and lower edge."""
        middle = (self.left + self.right) / 2
        return [(x, y) for x in (self.left, middle, self.right) for y in (self.top, self.bottom)]

    def meets(self, other: "Box") -> bool:
        """Return whether the two boxes overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def board(players: int, seed: int | str) -> PositionView:
    """Return a board with territories and numbers of all kinds, as its first seat sees it."""
    random = Random(f"{players}/{seed}")
    seats = tuple(
        SeatView(
            color=COLORS[seat],
            status="active",
            card_count=seat % 6,
            cards=("c_chile", "c_taymir", "c_brazil", "w_1", "w_2") if seat == 0 else None,
            trades=seat,
            objective="O12" if seat == 0 else None,
            target=None,
        )
        for seat in range(players)
    )
    lands = tuple(
        HeldTerritoryView(name, random.randrange(players), random.choice(TOKENS), 0)
        for name in TERRITORIES
    )
    return PositionView(
        round=12,
        first=0,
        active=1,
        territories=lands,
        pool=Pool(free=10, asia=7, north_america=5),
        seats=seats,
        deck=30,
        discard=(),
        conquests=2,
        conquered=None,
        attacked=False,
        moved=False,
        attack=None,
        card_due=False,
        outcome=None,
    )


def drawn(view: PositionView, spoken: Language = "en") -> ET.Element:
    """Return the picture of a board as a tree."""
    return drawn_from(picture(view, spoken))


def drawn_from(text: str) -> ET.Element:
    """Return a picture as a tree."""
    return ET.fromstring(text)  # noqa: S314 - our own text


@cache
def map_drawn(spoken: Language = "en") -> ET.Element:
    """Return any picture, for its map: the map is the same in all pictures."""
    return drawn(board(6, "map"), spoken)


def part(svg: ET.Element, name: str) -> ET.Element:
    """Return the group of this class."""
    (found,) = (group for group in svg.findall(f"{SVG}g") if group.get("class") == name)
    return found


def title(element: ET.Element) -> str:
    """Return the element's title, or an empty string."""
    return element.findtext(f"{SVG}title") or ""


def territories(svg: ET.Element) -> dict[Territory, ET.Element]:
    """Return the group of each territory."""
    return {
        name: group
        for group in part(svg, "board").findall(f"{SVG}g")
        for name in TERRITORIES
        if group.get("data-spot") == f"territory-{name}"
    }


def line_of(path: ET.Element) -> Line:
    """Return the points of a path drawn in relative steps."""
    content = re.fullmatch(r"M([-\d.]+) ([-\d.]+)l([-\d. ]+)z?", path.get("d", ""))
    assert content is not None
    x, y, *steps = (float(one) for one in re.findall(r"-?[\d.]+", content[0]))
    points: Line = [(x, y)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def outline_of(group: ET.Element) -> Line:
    """Return the closed outline of a territory."""
    points = line_of(group.findall(f"{SVG}path")[0])
    return [*points, points[0]]


@cache
def outlines() -> dict[Territory, Line]:
    """Return the outline of each territory as drawn."""
    return {name: outline_of(group) for name, group in territories(map_drawn()).items()}


def routes() -> Iterator[tuple[Territory, Territory, list[Line]]]:
    """Yield each border drawn as a line over the sea, with the parts of this line."""
    parts: dict[tuple[str, str], list[Line]] = {}
    for path in map_drawn().iter(f"{SVG}path"):
        if " to " in title(path):
            one, other = title(path).split(" to ")
            parts.setdefault((one, other), []).append(line_of(path))
    for (one, other), lines in parts.items():
        yield NAMED[one], NAMED[other], lines


def sides(line: Line) -> set[frozenset[Point]]:
    """Return the segments of a line, independent of its direction."""
    return {frozenset(piece) for piece in pairwise(line) if piece[0] != piece[1]}


def inside(point: Point, outline: Line) -> bool:
    """Return whether a point lies inside a closed line."""
    x, y = point
    crossed = False
    for (x1, y1), (x2, y2) in pairwise(outline):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            crossed = not crossed
    return crossed


def walked(line: Line, step: float = 2.0) -> Iterator[Point]:
    """Yield points along a line, from start to end."""
    for (x1, y1), (x2, y2) in pairwise(line):
        count = max(1, int(max(abs(x2 - x1), abs(y2 - y1)) / step))
        for index in range(count + 1):
            yield x1 + (x2 - x1) * index / count, y1 + (y2 - y1) * index / count


def lands_under(line: Line) -> list[Territory | None]:
    """Return what a line passes over, in order, None for the sea; each change once."""
    found: list[Territory | None] = []
    for point in walked(line):
        here = next((name for name, shape in outlines().items() if inside(point, shape)), None)
        if not found or found[-1] != here:
            found.append(here)
    return found


# Widths of letters in a common sans serif, in thousandths of its size, and a margin for wider
# fonts.
_WIDE = dict(zip("abcdefghijklmnopqrstuvwxyz", (
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833,
    556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500,
), strict=True)) | dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (
    667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611,
), strict=True))  # fmt: skip
_OTHERS = 556
_SPARE = 1.12


def box_of_text(element: ET.Element) -> Box:
    """Return the box of a line of text, in a common font unless the picture sets its width."""
    content = element.text or ""
    size, x, y = (float(element.get(name, "")) for name in ("font-size", "x", "y"))
    usual = sum(_WIDE.get(letter, _OTHERS) for letter in content) * size / 1000 * _SPARE
    width = float(element.get("textLength", usual))
    left = x - {"middle": width / 2, "end": width}.get(element.get("text-anchor", "start"), 0.0)
    return Box(content, left, y - size * 0.73, left + width, y + size * 0.21)


def box_of_line(what: str, line: Line) -> Box:
    """Return the box of a shape."""
    xs, ys = ([point[axis] for point in line] for axis in (0, 1))
    return Box(what, min(xs), min(ys), max(xs), max(ys))


def token_of(mark: ET.Element) -> ET.Element:
    """Return the upper side of a mark, which has its number."""
    (token,) = mark.findall(f"{SVG}path[@class='token']")
    return token


def box_of_token(element: ET.Element, what: str) -> Box:
    """Return the box of the upper side of a mark: a circle, or a shape with straight sides."""
    round_one = re.fullmatch(r"M([-\d.]+) ([-\d.]+)a([\d.]+) .*z", element.get("d", ""))
    if round_one:
        left, y, r = map(float, round_one.groups())
        return Box(what, left, y - r, left + 2 * r, y + r)
    return box_of_line(what, line_of(element))


def shape_of_token(element: ET.Element) -> str:
    """Return the steps around a mark, independent of its place; empty for a circle."""
    return element.get("d", "").partition("l")[2]


def label_boxes(group: ET.Element) -> list[Box]:
    """Return the boxes of a territory's mark and of the lines of its name."""
    mark, *names = list(group)[2:]
    return [box_of_token(token_of(mark), title(group)), *map(box_of_text, names)]


def turn(a: Point, b: Point, c: Point) -> float:
    """Return a number whose sign says on which side of the line from a to b the point c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Return the point where two lines cross."""
    share = turn(c, d, a) / (turn(c, d, a) - turn(c, d, b))
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
