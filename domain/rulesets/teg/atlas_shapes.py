"""The geography of the picture: a map of our own, on a grid of hexagons.

Each letter of ``_GRID`` is a hexagon of the territory that ``_LETTERS`` assigns to it, a dot is
sea; odd rows are shifted right by half a hexagon. Most neighbours within a continent touch. All
other borders are routes over the sea, each given by the hexagons on its line. Territories that are
not neighbours never touch, so the picture shows exactly the borders of the map.

The module builds the outlines once: it shares the corners of the hexagons, displaces them slightly
and smooths them, so that coasts look natural and neighbours have exactly one line between them.
"""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from domain.rulesets.teg.atlas import CONTINENTS, LANDS, TERRITORIES, Continent, Territory

Point: TypeAlias = tuple[float, float]
Cell: TypeAlias = tuple[int, int]
"""A hexagon: its row and column."""
Corner: TypeAlias = tuple[int, int]
"""A corner of a hexagon: half widths from the left, quarter heights from the top."""
Outline: TypeAlias = tuple[Point, ...]

_HALF_WIDTH: Final = 13.6
_QUARTER_HEIGHT: Final = 8.7
_LEFT: Final = 20.0
_TOP: Final = 62.0

_LETTERS: Final[Mapping[str, Territory]] = {
    "a": "argentina", "b": "brazil", "h": "chile", "c": "colombia", "p": "peru", "u": "uruguay",
    "M": "mexico", "C": "california", "O": "oregon", "N": "new_york", "A": "alaska",
    "Y": "yukon", "K": "canada", "T": "terranova", "L": "labrador", "G": "greenland",
    "s": "sahara", "z": "zaire", "e": "ethiopia", "y": "egypt", "m": "madagascar",
    "f": "south_africa",
    "v": "australia", "d": "borneo", "J": "java", "Z": "sumatra",
    "E": "spain", "F": "france", "D": "germany", "I": "italy", "P": "poland", "R": "russia",
    "S": "sweden", "B": "great_britain", "i": "iceland",
    "r": "arabia", "l": "israel", "t": "turkey", "n": "india", "w": "malaysia", "q": "iran",
    "g": "gobi", "H": "china", "o": "mongolia", "X": "siberia", "x": "aral", "V": "tartary",
    "W": "taymir", "k": "kamchatka", "j": "japan",
}  # fmt: skip

_GRID: Final = """
...................GGGG...................WWWWW..........
......YYYKKKK.....GGGGG...............VVVVWWWWW..........
.....YYYYKKKK.LLL..GGGG.iii..SS......VVVVVWWWWW...kkk....
.AAAAYYYYKKKK.LLL..GG...iii.SSSSRRR..VVVVVXXXXXX.kkkkk...
.AAAOOOOOKKKK.LLL........ii.SSSRRRRR.xxxxxXXXXXXXkkkkk...
AAAOOOOOONNNTTTTT.....BB....SS.RRRRR.xxxxxXXXXXXXkkkk....
....OOOOONNNNTTTT....BBB.......RRRRR.xxxxxXXXXXXXkkkk....
.....OOOONNNNTTT.....BBB.DD....RRRRR.xxxxooooXXXXkkk.....
.....CCCCNNNN........BBB.DDDPPPRRRRR.xxxxxoooooHHHHH.....
.....CCCCNNN.............DDDPPPRRRR...qqoooooooHHHHH..jj.
......CCCC............FFFDDD.PPP.RR...qqqqgggggHHHHH.jjj.
.......MMM...........FFFFFII.PPP......qqqqqggggHHHHH.jjj.
........MMMM........EEEFFFII.PPP..tttttqqqqggggHHHH......
........MMMM.......EEEE...II.PPP.ttttttqqqqHHHHHHHH......
....................EEE....II.....tttttqqqqHHHHHHHH......
...........cccc..................lllrr....nnnnwwww.......
...........ccccc.....sssssyyyyy..lllrrr...nnnnnwwww......
.........pppcccbbb...sssssyyyyy..lllrrrr...nnn.www.......
.........ppppbbbbbb..sssssyyyye.....rrrr...nnn...........
.........ppppbbbbbb..ssssseeeee.....rrrr........JJJ.ddd..
........hhpppbbbbbbb..zzzzzeeeee..........ZZZZ.JJJJ.dddd.
........hhhppbbbbbb...zzzzeeeeee..........ZZZZ.JJJJ.ddd..
........hhhaaaabbb.....zzzzeeee..mmm.......ZZZ...........
.......hhhaaaauuuuu....zzzffff..mmmm............vvvvvv...
........hhhaaauuuuu....zzzffff..mmmm...........vvvvvvvv..
.......hhhaaaauuu......zzffff..................vvvvvvvv..
...........aa.............fff...................vvvvvvv..
"""


class Route(NamedTuple):
    """A border over the sea: the hexagons on its line, from land to land."""

    cells: tuple[Cell, ...]
    beyond: tuple[Cell, ...] = ()
    """The second part of a route round the edge of the map, from the opposite edge to land."""


ROUTES: Final[Mapping[tuple[Territory, Territory], Route]] = {
    ("alaska", "kamchatka"): Route(((3, 2), (2, 1), (2, -1)), ((4, 57), (4, 53))),
    ("australia", "chile"): Route(((24, 54), (24, 57)), ((24, -1), (24, 8))),
    ("mexico", "colombia"): Route(((13, 11), (15, 11))),
    ("brazil", "sahara"): Route(((19, 18), (19, 21))),
    ("greenland", "labrador"): Route(((2, 19), (2, 16))),
    ("greenland", "new_york"): Route(((3, 20), (5, 19), (8, 16), (8, 12))),
    ("greenland", "iceland"): Route(((2, 22), (2, 24))),
    ("iceland", "sweden"): Route(((3, 26), (3, 28))),
    ("iceland", "great_britain"): Route(((3, 24), (5, 22))),
    ("great_britain", "germany"): Route(((8, 23), (8, 25))),
    ("great_britain", "spain"): Route(((8, 21), (10, 20), (12, 20))),
    ("spain", "sahara"): Route(((14, 21), (16, 21))),
    ("poland", "turkey"): Route(((12, 31), (12, 34))),
    ("poland", "egypt"): Route(((13, 30), (16, 29))),
    ("russia", "turkey"): Route(((10, 34), (12, 35))),
    ("russia", "aral"): Route(((6, 35), (6, 37))),
    ("russia", "iran"): Route(((9, 34), (10, 38))),
    ("egypt", "turkey"): Route(((16, 30), (14, 34))),
    ("egypt", "israel"): Route(((17, 30), (17, 33))),
    ("egypt", "madagascar"): Route(((17, 30), (19, 32), (21, 33), (22, 33))),
    ("zaire", "madagascar"): Route(((25, 23), (27, 24), (27, 29), (24, 32))),
    ("india", "sumatra"): Route(((18, 44), (20, 44))),
    ("malaysia", "borneo"): Route(((17, 49), (19, 52))),
    ("sumatra", "australia"): Route(((22, 45), (24, 47))),
    ("java", "australia"): Route(((21, 49), (23, 49))),
    ("borneo", "australia"): Route(((21, 53), (23, 53))),
    ("china", "japan"): Route(((11, 51), (11, 53))),
    ("kamchatka", "japan"): Route(((6, 52), (9, 54))),
}

LABELS: Final[Mapping[Territory, Point]] = {
    "argentina": (359, 702),
    "brazil": (463, 578),
    "chile": (274, 658),
    "colombia": (398, 478),
    "peru": (334, 564),
    "uruguay": (455, 688),
    "mexico": (292, 384),
    "california": (240, 309),
    "oregon": (203, 210),
    "new_york": (321, 251),
    "alaska": (83, 170),
    "yukon": (224, 123),
    "canada": (328, 136),
    "terranova": (428, 217),
    "labrador": (447, 147),
    "greenland": (590, 90),
    "sahara": (668, 525),
    "zaire": (691, 643),
    "ethiopia": (819, 598),
    "egypt": (792, 510),
    "madagascar": (950, 662),
    "south_africa": (771, 703),
    "australia": (1415, 709),
    "borneo": (1489, 589),
    "java": (1368, 594),
    "sumatra": (1229, 608),
    "spain": (603, 406),
    "france": (684, 349),
    "germany": (748, 283),
    "italy": (757, 374),
    "poland": (853, 345),
    "russia": (936, 234),
    "sweden": (829, 152),
    "great_britain": (650, 220),
    "iceland": (727, 141),
    "arabia": (1059, 521),
    "israel": (970, 487),
    "turkey": (1016, 407),
    "india": (1230, 494),
    "malaysia": (1350, 480),
    "iran": (1130, 373),
    "gobi": (1237, 351),
    "china": (1332, 370),
    "mongolia": (1217, 284),
    "siberia": (1266, 196),
    "aral": (1099, 225),
    "tartary": (1109, 122),
    "taymir": (1234, 96),
    "kamchatka": (1421, 154),
    "japan": (1517, 335),
}
"""The centre of the owner's mark; the name is below it."""

_SMOOTHING: Final = (0.55, 0.35)
"""How far each pass moves a corner towards the mean of its neighbours."""
_SHAKE: Final = 5.2
"""The largest random displacement of a corner, in each direction."""

# The corners of a hexagon relative to its centre, clockwise from the top.
_AROUND: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def middle(cell: Cell) -> Point:
    """Return the centre of a hexagon."""
    row, column = cell
    return _point(2 * column + row % 2 + 1, 3 * row + 2)


def _point(x: float, y: float) -> Point:
    return _LEFT + x * _HALF_WIDTH, _TOP + y * _QUARTER_HEIGHT


@cache
def cells() -> Mapping[Cell, Territory]:
    """Return the hexagons of the land, each with its territory."""
    return {
        (row, column): _LETTERS[letter]
        for row, line in enumerate(_GRID.split())
        for column, letter in enumerate(line)
        if letter != "."
    }


@cache
def outlines() -> Mapping[Territory, Outline]:
    """Return the outline of each territory."""
    corners = _corners()
    return {
        name: tuple(corners[corner] for corner in loop)
        for name in TERRITORIES
        for loop in _loops({cell for cell, owner in cells().items() if owner == name})
    }


@cache
def coasts() -> Mapping[Continent, tuple[Outline, ...]]:
    """Return the outlines of each continent: its mainland and its islands."""
    corners = _corners()
    return {
        name: tuple(
            tuple(corners[corner] for corner in loop)
            for loop in _loops(
                {cell for cell, owner in cells().items() if LANDS[owner].continent == name}
            )
        )
        for name in CONTINENTS
    }


@cache
def _corners() -> Mapping[Corner, Point]:
    """Return the positions of the corners on a coast or between two territories."""
    adjacent: dict[Corner, set[Corner]] = defaultdict(set)
    for name in TERRITORIES:
        for start, end in _sides({cell for cell, owner in cells().items() if owner == name}):
            adjacent[start].add(end)
            adjacent[end].add(start)
    points = {corner: _shaken(corner) for corner in sorted(adjacent)}
    for share in _SMOOTHING:
        points = {
            corner: _towards(point, [points[other] for other in sorted(adjacent[corner])], share)
            for corner, point in points.items()
        }
    return points


def _shaken(corner: Corner) -> Point:
    """Return a corner, displaced slightly but always in the same way."""
    x, y = _point(*corner)
    lot = (corner[0] * 7919 + corner[1] * 104729 + corner[0] * corner[1] * 31) % 1009
    return x + _SHAKE * (lot % 32 - 15.5) / 15.5, y + _SHAKE * (lot // 32 - 15.5) / 15.5


def _towards(point: Point, others: list[Point], share: float) -> Point:
    x = sum(other[0] for other in others) / len(others)
    y = sum(other[1] for other in others) / len(others)
    return point[0] + (x - point[0]) * share, point[1] + (y - point[1]) * share


def _loops(land: set[Cell]) -> list[list[Corner]]:
    """Return the closed lines around these hexagons, clockwise."""
    follows = dict(_sides(land))
    loops = []
    while follows:
        start, at = follows.popitem()
        loop = [start]
        while at != start:
            loop.append(at)
            at = follows.pop(at)
        loops.append(loop)
    return sorted(loops)


def _sides(land: set[Cell]) -> list[tuple[Corner, Corner]]:
    """Return the outer edges of these hexagons, clockwise."""
    return [
        (corner, end)
        for row, column in sorted(land)
        for index, beyond in enumerate(neighbours_of((row, column)))
        if beyond not in land
        for corner, end in [(_corner(row, column, index), _corner(row, column, (index + 1) % 6))]
    ]


def _corner(row: int, column: int, index: int) -> Corner:
    x, y = _AROUND[index]
    return 2 * column + row % 2 + 1 + x, 3 * row + 2 + y


def neighbours_of(cell: Cell) -> tuple[Cell, ...]:
    """Return the six hexagons around one, clockwise from the upper right."""
    row, column = cell
    right = column + row % 2
    return (
        (row - 1, right),
        (row, column + 1),
        (row + 1, right),
        (row + 1, right - 1),
        (row, column - 1),
        (row - 1, right - 1),
    )
