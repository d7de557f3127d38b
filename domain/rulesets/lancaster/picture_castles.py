"""The foot of the board: the castle of each player with its spaces, knights and goods."""

from collections.abc import Iterator
from typing import Final

from domain.drawing import SERIF, Style, number, words
from domain.kit import Words
from domain.rulesets.lancaster.board import ALLY_SPACES, SPACE, TILES, SpaceId
from domain.rulesets.lancaster.phrases import due
from domain.rulesets.lancaster.pieces import (
    COLOR,
    EDGE,
    FAINT,
    GOLD,
    INK,
    amount,
    halo,
    icon,
    knight,
    knights,
    leaf,
    reward,
)
from domain.rulesets.lancaster.text import seat_line, side_line
from domain.rulesets.lancaster.view import CourtSeatView, PositionView, SideView

TOP: Final = 752
BOTTOM: Final = 1032
_LEFT: Final = 16
_WIDTH: Final = 1368
_GAP: Final = 10
_STONE: Final = "#cdc5b4"
_FREE: Final = "#e9e2d0"
_COVERED: Final = "#f3dfa6"
_NAME: Final = Style(21, INK, "start", bold=True, font=SERIF)
_POINTS: Final = Style(24, INK, "end", bold=True)
_LETTER: Final = Style(15, INK, bold=True, font=SERIF)
_COST: Final = Style(15, INK, "start", bold=True)
_ROW: Final = 54
_HIDDEN: Final = "?"
_BATTLEMENT: Final = 18


def castles(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the castle of each seat, and that of its ally in a game of two."""
    count = len(view.seats)
    width = (_WIDTH - _GAP * (count - 1)) / count
    for seat in range(count):
        yield _castle(view, seat, _LEFT + (width + _GAP) * seat, width, texts)


def _castle(view: PositionView, seat: int, left: float, width: float, texts: Words) -> str:
    held = view.seats[seat]
    active = " active" if seat in due(view) and view.outcome is None else ""
    own = next((side for side in view.sides if side.seat == seat and not side.ally), None)
    ally = next((side for side in view.sides if side.seat == seat and side.ally), None)
    part = width * 0.6 if len(view.seats) == _WITH_ALLIES else width
    parts = [
        _walls(left, width, COLOR[held.color]),
        halo((left + 5, TOP + 17, width - 10, BOTTOM - TOP - 22)) if active else "",
        _head(view, seat, left, width, texts),
        _goods(held, left + 14, TOP + 74, part),
        _court(f"court-{seat}", own, left, part, _line(view, own, texts)),
        *_spaces(seat, held, own, left, part, texts),
    ]
    if len(view.seats) == _WITH_ALLIES:
        parts += _allied(view, seat, ally, left + part, width - part, texts)
    return f'<g class="castle seat-{seat}{active}">{"".join(parts)}</g>'


_WITH_ALLIES: Final = 2


def _walls(left: float, width: float, edge: str) -> str:
    """Return the walls: battlements above, in the colour of the side."""
    merlons = int(width // (2 * _BATTLEMENT))
    step = width / (2 * merlons + 1)
    teeth = "".join(f"h{number(step)}v12h{number(step)}v-12" for _ in range(merlons))
    wall = f"M{number(left)} {BOTTOM}V{TOP}{teeth}H{number(left + width)}V{BOTTOM}z"
    return (
        f'<path class="walls" d="{wall}" fill="{_STONE}" stroke="{edge}" stroke-width="3" '
        f'stroke-linejoin="round"/>'
    )


def _head(view: PositionView, seat: int, left: float, width: float, texts: Words) -> str:
    """Return the mark and the name of a seat, the sign of the start player, and its points."""
    held = view.seats[seat]
    y = TOP + 36
    won = view.outcome is not None and held.color in view.outcome.winners
    parts = [
        f"<title>{seat_line(view, seat, texts)}</title>",
        knight(held.color, left + 28, y, 12),
        words(left + 50, y, texts(f"side.{held.color}"), _NAME),
        words(left + width - 14, y, held.power, _POINTS),
        icon("power", left + width - 68, y, 28),
    ]
    if view.round and seat == view.start and view.outcome is None:
        parts.append(icon("start", left + width - 104, y, 26))
    if won:
        parts.append(
            f'<circle class="won" cx="{number(left + 28)}" cy="{y}" r="18" fill="none" '
            f'stroke="{GOLD}" stroke-width="4"/>'
        )
    return f'<g class="head">{"".join(parts)}</g>'


def _goods(held: CourtSeatView, left: float, y: float, width: float) -> str:
    """Return gold, squires and vote markers, then the nobles at the table."""
    gold = _HIDDEN if held.gold is None else held.gold
    squires = _HIDDEN if held.squires is None else held.squires
    parts = [
        amount(name, left + 12 + 54 * index, y, 22, count)
        for index, (name, count) in enumerate(
            (("gold", gold), ("squire", squires), ("vote", held.votes))
        )
    ]
    parts.append(_nobles(held, left + 160, y, width - 184))
    return f'<g class="goods">{"".join(parts)}</g>'


def _nobles(held: CourtSeatView, left: float, y: float, width: float) -> str:
    """Return the nobles at the table, each in a circle, or many as two rows of letters."""
    count = len(held.nobles)
    if count * _GUEST <= width:
        return "".join(
            f'<circle class="guest" cx="{number(x)}" cy="{number(y)}" r="11" {_TABLE}/>'
            f"{words(x, y, county, _LETTER)}"
            for x, county in ((left + _GUEST * (n + 0.5), one) for n, one in enumerate(held.nobles))
        )
    first = (count + 1) // 2
    apart = min(_GUEST, width / first)
    table = (
        f'<rect class="guest" x="{number(left)}" y="{number(y - 17)}" rx="8" '
        f'width="{number(apart * first)}" height="34" {_TABLE}/>'
    )
    letters = (
        words(left + apart * (n % first + 0.5), y - 8 + 16 * (n // first), county, _LETTER)
        for n, county in enumerate(held.nobles)
    )
    return table + "".join(letters)


_GUEST: Final = 24.0
_TABLE: Final = 'fill="#e7cfe0" stroke="#451c3b" stroke-width="1.5"'


def _spaces(
    seat: int,
    held: CourtSeatView,
    own: SideView | None,
    left: float,
    width: float,
    texts: Words,
) -> Iterator[str]:
    """Yield the six spaces, with a knight or the extension that covers them."""
    across = (width - 28 - 12) / 3
    for index, space in enumerate(TILES):
        row, column = divmod(index, 3)
        at = (left + 14 + (across + 6) * column, TOP + 94 + (_ROW + 6) * row)
        yield _space(seat, space, (*at, across), own, texts, covered=space in held.extensions)


def _space(
    seat: int,
    space: SpaceId,
    box: tuple[float, float, float],
    side: SideView | None,
    texts: Words,
    *,
    covered: bool,
) -> str:
    left, top, width = box
    card = SPACE[space]
    strength = None if side is None else side.castle.get(space)
    middle = top + _ROW / 2
    parts = [
        leaf(
            (left, top, width, _ROW), "tile" if covered else "space", _COVERED if covered else _FREE
        )
    ]
    room, size = (width, 26) if strength is None else (width - 34, 20)
    if card.cost.squire:
        parts.append(words(left + 5, top + 13, card.cost.squire, _COST))
        parts.append(icon("squire", left + 21, top + 12, 15))
    parts.append(reward(card.reward, left + room / 2, middle + 2, size))
    if side is not None and strength is not None:
        parts.append(knight(side.side, left + width - 20, middle, 14, strength))
    name = texts(f"space.{space}")
    state = texts("board.extension", space=name) if covered else name
    return (
        f'<g class="chamber{" built" if covered else ""}" data-spot="castle-{seat}-{space}" '
        f'data-at="{number(left + width - 20)} {number(middle)} 0 1"><title>{state}</title>'
        f"{''.join(parts)}</g>"
    )


def _line(view: PositionView, side: SideView | None, texts: Words) -> str:
    """Return the knights of a side at court and in reserve."""
    return texts("board.court") if side is None else side_line(view, side, texts)


def _court(name: str, side: SideView | None, left: float, width: float, title: str) -> str:
    """Return the yard with the knights at court, and below it smaller those in reserve."""
    y = TOP + 231
    parts = [leaf((left + 14, y - 18, width - 28, 36), "yard", "#b9ae97")]
    if side is not None:
        count = len(side.court)
        apart = min(34.0, (width - 60) / max(count, 1))
        parts.append(knights(side.side, side.court, left + 36, y - 1, 14, apart))
        reserve = min(19.0, (width - 40) / max(len(side.reserve), 1))
        parts.append(
            f'<g class="reserve" opacity=".62">'
            f"{knights(side.side, side.reserve, left + 26, TOP + 262, 7.5, reserve)}</g>"
        )
    return (
        f'<g class="court" data-spot="{name}" data-at="{number(left + width / 2)} {number(y)} 1 0">'
        f"<title>{title}</title>{''.join(parts)}</g>"
    )


def _allied(
    view: PositionView,
    seat: int,
    side: SideView | None,
    left: float,
    width: float,
    texts: Words,
) -> Iterator[str]:
    """Yield the castle of an ally: two spaces and a court."""
    color = None if side is None else side.side
    name = texts("board.no_ally") if color is None else texts(f"side.{color}")
    if color is not None:
        yield knight(color, left + 26, TOP + 72, 11)
    yield words(left + 44, TOP + 72, name, Style(18, INK if color else FAINT, "start", font=SERIF))
    yield (
        f'<path class="seam" d="M{number(left)} {TOP + 60}V{BOTTOM - 8}" fill="none" '
        f'stroke="{EDGE}" stroke-dasharray="4 6"/>'
    )
    for index, space in enumerate(ALLY_SPACES):
        box = (left + 14, TOP + 94 + (_ROW + 6) * index, width - 28)
        yield _space(seat, space, box, side, texts, covered=False)
    yield _court(f"court-{seat}-ally", side, left, width, _line(view, side, texts))
