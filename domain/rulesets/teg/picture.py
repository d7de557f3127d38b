"""The picture of the board: the map, the owners and tokens of the territories, and the seats.

This module lays it out on the shapes of ``atlas_shapes.py``, with the pieces of ``pieces.py``. The
same view always gives the same picture. The picture has its own light background, so it is readable
on light and dark pages; a page can darken it by setting the colours of its classes.
``docs/reference/pictures.md`` describes the classes and attributes for pages.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

from domain.drawing import SERIF, Paint, Style, line, number, words
from domain.kit import Language, Part, PictureFrame, SeatPanels, Words, heading
from domain.rulesets.teg.atlas import (
    BONUSES,
    CARD_INDEX,
    CONTINENTS,
    FIGURE_OF,
    MEMBERS,
    TERRITORIES,
    Continent,
    Territory,
)
from domain.rulesets.teg.atlas_shapes import LABELS, ROUTES, coasts, middle, outlines
from domain.rulesets.teg.board import CARDS_MAX, CONQUESTS_MAX
from domain.rulesets.teg.chart import COAST_WIDTH, SEA, chart
from domain.rulesets.teg.labels import lines_of, size_of, width_of
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.phrases import headline, held
from domain.rulesets.teg.pieces import (
    ACCENT,
    BORDER,
    COAST,
    COAST_INK,
    FAINT,
    GOLD,
    INK,
    LAND_FILL,
    PAPER,
    RIM,
    ROUTE,
    arrow,
    card,
    mark,
)
from domain.rulesets.teg.relief import RELIEF
from domain.rulesets.teg.view import HeldTerritoryView, PositionView, SeatView, set_up
from domain.rulesets.teg.words import WORDS

WIDTH: Final = 1600
HEIGHT: Final = 930
_FRAME: Final = PictureFrame("teg", (WIDTH, HEIGHT), (0, 52, WIDTH, 748), Paint("sea", SEA))
_PANELS: Final = SeatPanels(PAPER, "#b9c4c6", active=ACCENT.color, won=GOLD)

_MARK_SIZE: Final = 15
_NAME_BELOW: Final = 21
"""How far the top of a name is below the centre of its mark."""
_CAPITALS: Final = 0.36
"""Half the height of capitals, as a share of the size of the letters."""
_LEADING: Final = 0.95
"""The distance between the lines of a name, as a share of their size."""
_ADDED_ABOVE: Final = 14
"""How far above its mark a page adds something to a territory."""

_TITLES: Final[dict[Continent, tuple[float, float]]] = {
    "north_america": (128, 392),
    "south_america": (128, 548),
    "africa": (592, 716),
    "europe": (950, 90),
    "asia": (1352, 80),
    "oceania": (1180, 728),
}
"""The positions of the continents' names, on the sea near their shores."""

_BOX_TOP: Final = 806
_BOX_HEIGHT: Final = 110
_BOX_GAP: Final = 10
_BOX_LEFT: Final = 20
_BOX_WIDTH: Final = (WIDTH - 2 * _BOX_LEFT - 5 * _BOX_GAP) / 6

_LABEL: Final = Style(13, FAINT, "start")
_STRONG: Final = Style(16, INK, "start", bold=True)
_LETTER: Final = 9.0
"""The width of a letter in a seat's name."""


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=_title(shown, texts),
        description=_description(shown, texts),
        board=_board(shown, texts),
        panels=_panels(shown, texts),
    )


def _title(view: PositionView, texts: Words) -> str:
    if not view.round:
        return texts("board.undealt_title")
    return texts("board.title", round=view.round, headline=headline(view, texts))


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    yield chart(*_FRAME.board)
    yield _shores(texts.language)
    yield _routes(texts.language)
    for land in view.territories:
        yield _territory(view, land, texts)
    if not view.territories:
        yield from (_undealt(territory, texts) for territory in TERRITORIES)
    yield RELIEF
    yield from _marked(view)
    yield from _continents(texts)


def _panels(view: PositionView, texts: Words) -> Iterator[str]:
    yield _head(view, texts)
    for seat in range(len(view.seats)):
        yield _seat(view, seat, texts)


def _description(view: PositionView, texts: Words) -> str:
    """Describe the board in sentences, for screen readers."""
    parts = []
    for name, members in zip(CONTINENTS, MEMBERS, strict=True):
        if not view.territories:
            bonus = texts("count.tokens", count=BONUSES[name])
            parts.append(f"{texts(f'continent.{name}')}: {bonus}.")
            continue
        lands = "; ".join(held(view, view.territories[member], texts) for member in members)
        parts.append(f"{texts(f'continent.{name}')}: {lands}.")
    for index, seat in enumerate(view.seats):
        status = _standing(seat, texts)
        parts.append(
            texts(
                "board.seat_sentence",
                seat=index + 1,
                color=texts(f"board.side.{seat.color}"),
                standing=f"{status}, " if status else "",
                cards=texts("count.cards", count=seat.card_count),
            )
        )
    return " ".join(parts)


def _standing(seat: SeatView, texts: Words) -> str:
    """Return why a seat is out of the game; empty if it is not."""
    return "" if seat.status == "active" else texts(f"standing.{seat.status}")


@cache
def _shores(language: Language) -> str:
    """Return the shores of each continent and its islands, drawn below the land."""
    texts = WORDS[language]
    parts = []
    for name, shapes in coasts().items():
        color = COAST[name]
        path = "".join(f"{line(shape)}z" for shape in shapes)
        parts.append(
            f'<path class="coast continent-{name}" d="{path}" fill="{color}" stroke="{color}" '
            f'stroke-width="{COAST_WIDTH}" stroke-linejoin="round">'
            f"<title>{texts(f'continent.{name}')}</title></path>"
        )
    return "".join(parts)


@cache
def _routes(language: Language) -> str:
    """Return the sea routes; one round the edge of the map is labelled at both edges."""
    texts = WORDS[language]
    parts = []
    ends = []
    for (one, other), route in ROUTES.items():
        names = {end: texts(f"territory.{end}") for end in (one, other)}
        name = texts("board.route", one=names[one], other=names[other])
        for cells, beyond in ((route.cells, other), (route.beyond[::-1], one)):
            if cells:
                path = line([middle(cell) for cell in cells])
                parts.append(f'<path d="{path}"><title>{name}</title></path>')
                if route.beyond:
                    ends.append(_way_round(*middle(cells[-1]), names[beyond]))
    dots = 'stroke-width="4" stroke-dasharray=".1 9" stroke-linecap="round"'
    return (
        f'<g class="routes" fill="none" stroke="{ROUTE.color}" {dots} stroke-linejoin="round">'
        f"{''.join(parts)}</g>{''.join(ends)}"
    )


def _way_round(x: float, y: float, beyond: str) -> str:
    """Return the end of a line at the edge of the map, and the label of its destination."""
    side, anchor = (-1, "start") if x < WIDTH / 2 else (1, "end")
    return arrow(x, y, side) + words(
        x - 14 * side, y - 17, beyond, Style(18, ROUTE, anchor, font=SERIF)
    )


def _territory(view: PositionView, land: HeldTerritoryView, texts: Words) -> str:
    """Return one territory: its area, its name, and the owner's mark with the tokens."""
    color = view.seats[land.owner].color
    token_mark = mark(color, *LABELS[land.territory], _MARK_SIZE, land.tokens)
    title = held(view, land, texts)
    return _land(land.territory, color, LAND_FILL[color], title, token_mark, texts)


def _undealt(territory: Territory, texts: Words) -> str:
    """Return a territory before the deal: its area and its name."""
    title = texts(f"territory.{territory}")
    return _land(territory, "none", PAPER, title, "", texts)


def _land(
    territory: Territory, owner: str, fill: str, title: str, token_mark: str, texts: Words
) -> str:
    x, y = LABELS[territory]
    ground = (
        f'<path class="ground" d="{_ground(territory)}" fill="{fill}" '
        f'stroke="{BORDER}" stroke-width="1.6" stroke-linejoin="round"/>'
    )
    name = _label(territory, texts.language)
    return (
        f'<g class="territory owner-{owner}" data-spot="territory-{territory}" '
        f'data-at="{number(x)} {number(y - _ADDED_ABOVE)} 1 0">'
        f"<title>{title}</title>{ground}{token_mark}{name}</g>"
    )


@cache
def _label(territory: Territory, language: Language) -> str:
    """Return the name of a territory on the map."""
    x, y = LABELS[territory]
    texts = WORDS[language]
    size = size_of(territory, texts)
    style = Style(size, INK, bold=True)
    first = y + _NAME_BELOW + _CAPITALS * size
    return "".join(
        words(
            x,
            first + size * _LEADING * index,
            part,
            style._replace(width=width_of(part, size)),
        )
        for index, part in enumerate(lines_of(territory, texts))
    )


@cache
def _ground(territory: Territory) -> str:
    return f"{line(outlines()[territory])}z"


def _marked(view: PositionView) -> Iterator[str]:
    """Yield rings around the turn's last conquest, and both ends of an attack with dice due."""
    if view.conquered is not None and view.conquests:
        yield _ring("conquered", view.conquered, RIM, "")
    if view.attack is not None:
        yield _ring("source", view.attack.source, ACCENT.color, "")
        yield _ring("target", view.attack.target, ACCENT.color, "10 5")


def _ring(name: str, territory: Territory, color: str, dashes: str) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<path class="ring {name}" d="{_ground(territory)}" fill="none" stroke="{color}" '
        f'stroke-width="5" stroke-linejoin="round"{dashed}/>'
    )


def _continents(texts: Words) -> Iterator[str]:
    for name, (x, y) in _TITLES.items():
        paint = Paint(f"continent-{name}", COAST_INK[name])
        yield words(x, y, texts(f"continent.{name}"), Style(26, paint, font=SERIF, bold=True))
        bonus = texts("count.tokens", count=BONUSES[name])
        yield words(x, y + 25, bonus, Style(19, paint, font=SERIF))


def _head(view: PositionView, texts: Words) -> str:
    """Return the line at the top: round, the decision that is due, and the piles."""
    title = texts("round", round=view.round) if view.round else texts("board.undealt")
    parts = [words(24, 34, title, Style(28, INK, "start", font=SERIF))]
    x = 170
    if view.active is not None:
        parts.append(mark(view.seats[view.active].color, x, 34, 12))
        x += 24
    if view.round:
        now = headline(view, texts)
        style = Style(18, ACCENT, "start", bold=True)
        parts.append(words(x, 34, now[0].upper() + now[1:], style))
    piles = [
        texts("board.deck", count=view.deck),
        texts("board.discarded", count=len(view.discard)),
    ]
    turn = []
    if view.conquered is not None:
        name = texts(f"territory.{view.conquered}")
        turn.append(texts("board.last_conquest", name=name))
    if view.active is not None:
        turn.append(texts("board.conquests", count=view.conquests, most=CONQUESTS_MAX))
    if view.moved:
        turn.append(texts("board.moved"))
    parts.append(words(WIDTH - 24, 34, ", ".join([*turn, *piles]), Style(15, FAINT, "end")))
    return heading(parts)


def _seat(view: PositionView, index: int, texts: Words) -> str:
    """Return the box of a seat: its mark, its territories and tokens, and its cards."""
    seat = view.seats[index]
    x = _BOX_LEFT + index * (_BOX_WIDTH + _BOX_GAP)
    won = view.outcome is not None and seat.color in view.outcome.winners
    owned = [land.tokens for land in view.territories if land.owner == index]
    lands = texts("count.territories", count=len(owned))
    tokens = texts("count.tokens", count=sum(owned))
    if won:
        standing = texts("board.won")
    elif view.active == index:
        standing = texts("board.active")
    else:
        standing = _standing(seat, texts)
    right = Style(13, ACCENT, "end", bold=True)
    name = texts("board.seat", seat=index + 1)
    color = texts(f"board.side.{seat.color}")
    parts = [
        mark(seat.color, x + 24, _BOX_TOP + 24, 11),
        words(x + 44, _BOX_TOP + 24, name, _STRONG),
        words(x + 48 + _LETTER * len(name), _BOX_TOP + 24, color, _LABEL),
        words(x + _BOX_WIDTH - 14, _BOX_TOP + 24, standing, right),
        words(x + 14, _BOX_TOP + 51, f"{lands}, {tokens}" if view.round else "", _LABEL),
        words(x + 14, _BOX_TOP + 94, _whole(view, index, texts), _LABEL),
        *_hand(seat, x + 22, _BOX_TOP + 73, texts),
    ]
    if seat.objective is not None:
        objective = texts("board.objective", objective=seat.objective)
        parts.append(words(x + _BOX_WIDTH - 14, _BOX_TOP + 94, objective, right))
    box = (x, _BOX_TOP, _BOX_WIDTH, _BOX_HEIGHT)
    return _PANELS.panel(index, box, parts, active=view.active == index, won=won)


def _whole(view: PositionView, seat: int, texts: Words) -> str:
    """Return the continents that the seat owns completely."""
    names = [
        texts(f"continent.{name}")
        for name, members in zip(CONTINENTS, MEMBERS, strict=True)
        if view.territories and all(view.territories[member].owner == seat for member in members)
    ]
    return "".join(names) if len(names) <= 1 else texts("board.continents", count=len(names))


def _hand(seat: SeatView, x: float, y: float, texts: Words) -> Iterator[str]:
    """Yield the cards of a hand, as backs if they are hidden, and the number of trades."""
    if seat.cards is None:
        for index in range(seat.card_count):
            yield card(x + _CARDS_APART * index, y)
    else:
        for index, name in enumerate(seat.cards):
            yield card(x + _CARDS_APART * index, y, FIGURE_OF[CARD_INDEX[name]], known=True)
    if seat.trades:
        trades = texts("count.trades", count=seat.trades)
        yield words(x + _CARDS_APART * CARDS_MAX, y, trades, _LABEL)


_CARDS_APART: Final = 23
