"""The board as a picture: the map, who owns what with how many tokens, and the seats.

It is laid out here, on the shapes of ``atlas_shapes.py``, and drawn with the pieces of
``pieces.py``. The same view always gives the same picture. It has a light ground of its own, so
it reads on light and on dark pages.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from msgspec.structs import asdict

from domain.rulesets.teg.atlas import (
    BONUSES,
    CARD_INDEX,
    CONTINENTS,
    FIGURE_OF,
    MEMBERS,
    Continent,
    Territory,
)
from domain.rulesets.teg.atlas_shapes import LABELS, ROUTES, coasts, middle, outlines
from domain.rulesets.teg.board import CARDS_MAX, CONQUESTS_MAX
from domain.rulesets.teg.names import CONTINENT_NAMES, TERRITORY_NAMES
from domain.rulesets.teg.pieces import (
    BORDER,
    COAST,
    COAST_INK,
    FAINT,
    GOLD,
    INK,
    LAND_FILL,
    PAPER,
    PURPLE,
    RIM,
    ROUTE,
    SANS,
    SEA,
    SERIF,
    Style,
    arrow,
    card,
    line,
    mark,
    number,
    words,
)
from domain.rulesets.teg.text import ending
from domain.rulesets.teg.view import HeldTerritoryView, PositionView, SeatView

WIDTH: Final = 1600
HEIGHT: Final = 930

_NAME: Final = Style(15)
_MARK_SIZE: Final = 13
_NAME_BELOW: Final = 25
_LINE_HEIGHT: Final = 15
_COAST_WIDTH: Final = 15

_TITLES: Final[dict[Continent, tuple[float, float]]] = {
    "north_america": (115, 400),
    "south_america": (125, 570),
    "africa": (580, 690),
    "europe": (950, 88),
    "asia": (1425, 78),
    "oceania": (1190, 700),
}
"""Where the names of the continents stand: on the sea, beside their shores."""

_NAMED_MAX: Final = 2
"""More continents than these are counted, not named."""

_BOX_TOP: Final = 806
_BOX_HEIGHT: Final = 110
_BOX_GAP: Final = 10
_BOX_LEFT: Final = 20
_BOX_WIDTH: Final = (WIDTH - 2 * _BOX_LEFT - 5 * _BOX_GAP) / 6

_LABEL: Final = Style(13, FAINT, "start")
_STRONG: Final = Style(16, INK, "start", bold=True)


def picture(view: PositionView) -> str:
    """Return the position as an SVG document."""
    return "".join(_parts(view)) + "</svg>\n"


def _parts(view: PositionView) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="{SANS}">'
        f"<title>TEG, round {view.round}: {_headline(view)}</title>"
        f"<desc>{_description(view)}</desc>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="{SEA}"/>'
    )
    yield _shores()
    yield _routes()
    for land in view.territories:
        yield _territory(view, land)
    yield from _marked(view)
    yield from _continents()
    yield _head(view)
    for seat in range(len(view.seats)):
        yield _seat(view, seat)


def _headline(view: PositionView) -> str:
    """Tell in a few words who has to do what, or how the game ended."""
    if view.outcome is not None:
        return ending(view.outcome)
    if view.active is None:
        return "nobody has a turn"
    return f"seat {view.active} ({view.seats[view.active].color}) {_deed(view)}"


def _deed(view: PositionView) -> str:
    """Return what the active seat does, as the predicate of a sentence."""
    if view.attack is not None:
        source, target = (_name(end) for end in (view.attack.source, view.attack.target))
        return f"attacks {target} from {source}"
    if view.card_due:
        return "draws a card"
    pool = {name: count for name, count in asdict(view.pool).items() if count}
    if not pool:
        return "has its turn"
    free = [f"{pool.pop('free')} anywhere"] if "free" in pool else []
    bound = [f"{pool[name]} in {CONTINENT_NAMES[name].en}" for name in CONTINENTS if name in pool]
    if len(bound) > _NAMED_MAX:
        bound = [f"{sum(pool.values())} in {len(bound)} continents"]
    return f"places {', '.join(free + bound)}"


def _description(view: PositionView) -> str:
    """Tell the board in sentences, for those who do not see it."""
    parts = []
    for name, members in zip(CONTINENTS, MEMBERS, strict=True):
        told = "; ".join(_told(view, view.territories[member]) for member in members)
        parts.append(f"{CONTINENT_NAMES[name].en}: {told}.")
    for index, seat in enumerate(view.seats):
        cards = "1 card" if seat.card_count == 1 else f"{seat.card_count} cards"
        status = "" if seat.status == "active" else f"{seat.status}, "
        parts.append(f"Seat {index}, {seat.color}: {status}{cards}.")
    return " ".join(parts)


def _told(view: PositionView, land: HeldTerritoryView) -> str:
    tokens = "1 token" if land.tokens == 1 else f"{land.tokens} tokens"
    return f"{_name(land.territory)} {view.seats[land.owner].color}, {tokens}"


def _name(territory: Territory) -> str:
    return TERRITORY_NAMES[territory].en


@cache
def _shores() -> str:
    """Return the shore around each continent and its islands, under the land."""
    parts = []
    for name, shapes in coasts().items():
        color = COAST[name]
        path = "".join(f"{line(shape)}z" for shape in shapes)
        parts.append(
            f'<path d="{path}" fill="{color}" stroke="{color}" stroke-width="{_COAST_WIDTH}" '
            f'stroke-linejoin="round"><title>{CONTINENT_NAMES[name].en}</title></path>'
        )
    return "".join(parts)


@cache
def _routes() -> str:
    """Return the borders over the sea; one that goes round the map says at each edge where to."""
    parts = []
    ends = []
    for (one, other), route in ROUTES.items():
        told = f"<title>{_name(one)} to {_name(other)}</title>"
        for cells, beyond in ((route.cells, other), (route.beyond[::-1], one)):
            if cells:
                parts.append(f'<path d="{line([middle(cell) for cell in cells])}">{told}</path>')
                if route.beyond:
                    ends.append(_way_round(*middle(cells[-1]), beyond))
    return (
        f'<g fill="none" stroke="{ROUTE}" stroke-width="2.4" stroke-dasharray="7 5" '
        f'stroke-linejoin="round">{"".join(parts)}</g>{"".join(ends)}'
    )


def _way_round(x: float, y: float, beyond: Territory) -> str:
    """Return the end of a line at the edge of the map, and where it goes on to."""
    side, anchor = (-1, "start") if x < WIDTH / 2 else (1, "end")
    return arrow(x, y, side) + words(x - 4 * side, y - 15, _name(beyond), Style(13, ROUTE, anchor))


def _territory(view: PositionView, land: HeldTerritoryView) -> str:
    """Return one territory: its ground, its name, and the owner's mark with the tokens."""
    color = view.seats[land.owner].color
    x, y = LABELS[land.territory]
    ground = (
        f'<path d="{_ground(land.territory)}" fill="{LAND_FILL[color]}" '
        f'stroke="{BORDER}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
    name = "".join(
        words(x, y + _NAME_BELOW + _LINE_HEIGHT * index, word, _NAME)
        for index, word in enumerate(_name(land.territory).split())
    )
    token_mark = mark(color, x, y, _MARK_SIZE, land.tokens)
    return f"<g><title>{_told(view, land)}</title>{ground}{token_mark}{name}</g>"


@cache
def _ground(territory: Territory) -> str:
    return f"{line(outlines()[territory])}z"


def _marked(view: PositionView) -> Iterator[str]:
    """Yield rings: around the last conquest, and both ends of an attack that awaits its dice."""
    if view.conquered is not None:
        yield _ring(view.conquered, RIM, "")
    if view.attack is not None:
        yield _ring(view.attack.source, PURPLE, "")
        yield _ring(view.attack.target, PURPLE, "10 5")


def _ring(territory: Territory, color: str, dashes: str) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path d="{_ground(territory)}" fill="none" stroke="{color}" stroke-width="5" '
        f'stroke-linejoin="round"{dashed}/>'
    )


def _continents() -> Iterator[str]:
    for name, (x, y) in _TITLES.items():
        style = Style(21, COAST_INK[name], font=SERIF, bold=True)
        yield words(x, y, CONTINENT_NAMES[name].en, style)
        yield words(x, y + 20, f"{BONUSES[name]} tokens", Style(13, COAST_INK[name]))


def _head(view: PositionView) -> str:
    """Return the line at the top: round, what is due, and the piles."""
    parts = [words(24, 34, f"Round {view.round}", Style(28, INK, "start", font=SERIF))]
    x = 170
    if view.active is not None:
        parts.append(mark(view.seats[view.active].color, x, 34, 12))
        x += 24
    headline = _headline(view)
    told = headline[0].upper() + headline[1:]
    parts.append(words(x, 34, told, Style(18, PURPLE, "start", bold=True)))
    turn = [] if view.active is None else [f"conquests {view.conquests} of {CONQUESTS_MAX}"]
    if view.moved:
        turn.append("moved")
    last = [] if view.conquered is None else [f"last conquest: {_name(view.conquered)}"]
    piles = ", ".join([*last, *turn, f"deck {view.deck}", f"discarded {len(view.discard)}"])
    parts.append(words(WIDTH - 24, 34, piles, Style(15, FAINT, "end")))
    return "".join(parts)


def _seat(view: PositionView, index: int) -> str:
    """Return the box of a seat: its mark, what it owns, and its cards."""
    seat = view.seats[index]
    x = _BOX_LEFT + index * (_BOX_WIDTH + _BOX_GAP)
    won = view.outcome is not None and seat.color in view.outcome.winners
    edge, width = (PURPLE, 3) if view.active == index else (GOLD, 3) if won else ("#b9c4c6", 1.5)
    owned = [land for land in view.territories if land.owner == index]
    tokens = sum(land.tokens for land in owned)
    box = (
        f'<rect x="{number(x)}" y="{_BOX_TOP}" width="{number(_BOX_WIDTH)}" '
        f'height="{_BOX_HEIGHT}" rx="12" fill="{PAPER}" stroke="{edge}" stroke-width="{width}"/>'
    )
    parts = [
        "<g>",
        box,
        mark(seat.color, x + 24, _BOX_TOP + 24, 11),
        words(x + 44, _BOX_TOP + 24, f"Seat {index}", _STRONG),
        words(x + 102, _BOX_TOP + 24, seat.color, _LABEL),
        words(
            x + _BOX_WIDTH - 14,
            _BOX_TOP + 24,
            _standing(view, index, won=won),
            Style(13, PURPLE, "end", bold=True),
        ),
        words(x + 14, _BOX_TOP + 51, _count(len(owned), tokens), _LABEL),
        words(x + 14, _BOX_TOP + 94, _held(view, index), _LABEL),
        *_hand(seat, x + 22, _BOX_TOP + 73),
    ]
    if seat.objective is not None:
        style = Style(13, PURPLE, "end", bold=True)
        told = f"objective {seat.objective}"
        parts.append(words(x + _BOX_WIDTH - 14, _BOX_TOP + 94, told, style))
    parts.append("</g>")
    return "".join(parts)


def _count(territories: int, tokens: int) -> str:
    lands = "1 territory" if territories == 1 else f"{territories} territories"
    return f"{lands}, 1 token" if tokens == 1 else f"{lands}, {tokens} tokens"


def _standing(view: PositionView, seat: int, *, won: bool) -> str:
    if won:
        return "won"
    if view.active == seat:
        return "on turn"
    return view.seats[seat].status.replace("active", "")


def _held(view: PositionView, seat: int) -> str:
    """Tell the continents that are wholly the seat's."""
    held = [
        CONTINENT_NAMES[name].en
        for name, members in zip(CONTINENTS, MEMBERS, strict=True)
        if all(view.territories[member].owner == seat for member in members)
    ]
    return "".join(held) if len(held) <= 1 else f"{len(held)} continents"


def _hand(seat: SeatView, x: float, y: float) -> Iterator[str]:
    """Yield the cards of a hand, as backs unless they may be seen, and the number of trades."""
    if seat.cards is None:
        for index in range(seat.card_count):
            yield card(x + 20 * index, y)
    else:
        for index, name in enumerate(seat.cards):
            yield card(x + 20 * index, y, FIGURE_OF[CARD_INDEX[name]], known=True)
    if seat.trades:
        told = "1 trade" if seat.trades == 1 else f"{seat.trades} trades"
        yield words(x + 20 * CARDS_MAX, y, told, _LABEL)
