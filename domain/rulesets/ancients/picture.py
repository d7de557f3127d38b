"""The picture of the board: the field with both armies, and between its edges their hands.

This module lays it out; ``picture_land.py`` draws the field, ``picture_cards.py`` the hands, and
``picture_pieces.py`` units, leaders and banners. The same view always gives the same picture. It
has its own light background, so it is readable on light and dark pages; a page can darken it by
setting the colours of its classes. ``docs/reference/pictures.md`` describes the classes and
attributes for pages.
"""

from collections.abc import Iterator
from html import escape
from math import hypot
from typing import Final

from domain.drawing import SERIF, Paint, Point, Style, number, words
from domain.kit import Language, Part, PictureFrame, SeatPanels, Words, heading
from domain.rulesets.ancients import picture_cards
from domain.rulesets.ancients.hexes import HALF_COLUMN, HEX, NAMES, ROW, SIDES, Side
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.phrases import (
    battle_of,
    combat_line,
    hand_line,
    headline,
    piece_kind,
    side_line,
    side_name,
)
from domain.rulesets.ancients.picture_land import GRID, field
from domain.rulesets.ancients.picture_pieces import (
    FAINT,
    INK,
    at,
    banner,
    leader,
    plate,
    unit,
)
from domain.rulesets.ancients.view import PositionView, UnitView, set_up
from domain.rulesets.ancients.words import WORDS

WIDTH: Final = 1400
HEIGHT: Final = 1138
_BOARD_TOP: Final = 48
_BOARD_HEIGHT: Final = 998
_STRIP: Final = 94
_FRAME: Final = PictureFrame(
    "ancients",
    (WIDTH, HEIGHT),
    (0, _BOARD_TOP, WIDTH, _BOARD_HEIGHT),
    Paint("frame", "#33231a"),
)
_PANELS: Final = SeatPanels("#fbf1d8", "#b39a62", active="#9a3324", won="#b8891b")
_STRIPS: Final[dict[Side, float]] = {"top": 52, "bottom": 948}
"""The upper edge of each side's strip."""
_CLAY: Final = "#c0703c"
_TITLE: Final = Style(26, Paint("title", "#f8ead0"), "start", font=SERIF)
_NAME: Final = Style(25, Paint("title", "#f8ead0"), "start", bold=True, font=SERIF)
_SCORE: Final = Style(22, Paint("title", "#f8ead0"), "start", bold=True)
_RIGHT: Final = Style(18, Paint("title", "#f8ead0"), "end")
_STRONG: Final = Style(18, INK, "start", bold=True)
_LINE: Final = Style(15, FAINT, "start")
_LEADER_NAME: Final = Style(13, INK, bold=True)
_LETTER: Final = 6.9
_PANEL_TOP: Final = 1054
_PANEL: Final = (680, 76)
_HAND: Final = (1000, 850)
"""The middle of a fan of cards, without and with a card on the table."""
_PLAYED: Final = 1306
_NAME_ROOM: Final = 350


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", headline=headline(shown, texts)),
        description="; ".join(side_line(shown, side, texts) for side in SIDES),
        board=_board(shown, texts),
        panels=_panels(shown, texts),
    )


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    battle = battle_of(view)
    yield from field(dict(battle.terrain), _titles(view, texts))
    yield from _marks(view)
    yield '<g class="pieces" pointer-events="none">'
    units = {one.hex for one in view.units}
    for one in view.units:
        yield _unit(one)
    for led in view.leaders:
        x, y = _middle(led.hex)
        drawn = (
            leader(_side(led.id), x + 29, y - 32)
            if led.hex in units
            else f"{leader(_side(led.id), x, y - 6, 165)}"
            f"{words(x, y + 33, battle.leader_names[led.id] or '', _LEADER_NAME)}"
        )
        yield f'<g class="leader {_side(led.id)}" data-piece="{led.id}">{drawn}</g>'
    yield "</g>"
    yield from _strike(view)
    for side in SIDES:
        yield from _strip(view, side, texts)


def _side(piece: str) -> Side:
    return "top" if piece[0] == "t" else "bottom"


def _middle(name: str) -> Point:
    place = HEX[name]
    return GRID.middle(ROW[place], HALF_COLUMN[place])


def _unit(one: UnitView) -> str:
    side, kind = _side(one.id), one.id.split("-")[1]
    drawn = unit(side, kind, one.blocks, *_middle(one.hex))
    return f'<g class="unit {side}" data-piece="{one.id}">{drawn}</g>'


def _titles(view: PositionView, texts: Words) -> dict[str, str]:
    """Return what is in each hex, in words."""
    titles = dict.fromkeys(NAMES, "")
    parts: dict[str, list[str]] = {name: [] for name in NAMES}
    for one in view.units:
        name = piece_kind(view, one.id, texts)
        parts[one.hex].append(texts("board.blocks", unit=name, count=one.blocks))
    for led in view.leaders:
        parts[led.hex].append(piece_kind(view, led.id, texts))
    for name, kind in battle_of(view).terrain:
        parts[name].append(texts(f"terrain.{kind}"))
    for name in titles:
        titles[name] = escape(": ".join([name, ", ".join(parts[name])]) if parts[name] else name)
    return titles


def _marks(view: PositionView) -> Iterator[str]:
    """Yield the marks of orders, and of the combat that goes on."""
    where = _where(view)
    if view.play is not None:
        for piece in view.play.orders:
            if piece in where:
                done = piece in view.play.done or piece in view.play.battles
                yield _ordered(where[piece], done=done)
    if view.combat is not None:
        if _strikes(view):
            yield _ring(view.combat.from_, "striker", "#9a1f12")
            yield _ring(view.combat.hex, "target", "#9a1f12")
        due = view.combat.decision
        if due is not None and due.piece in where:
            yield _ring(where[due.piece], "due", "#e3b341", 0.78)


def _where(view: PositionView) -> dict[str, str]:
    """Return the hex of each piece on the board."""
    return {one.id: one.hex for one in view.units} | {one.id: one.hex for one in view.leaders}


def _strikes(view: PositionView) -> bool:
    """Return whether the striker of a combat faces its target, or the hex that it has left."""
    combat = view.combat
    if combat is None:
        return False
    where = _where(view)
    follows = bool(combat.after) and combat.after[0].kind == "follow"
    stands = where.get(combat.target) == combat.hex
    return where.get(combat.unit) == combat.from_ and (stands or follows)


def _ring(name: str, state: str, color: str, share: float = 0.92) -> str:
    place = HEX[name]
    return (
        f'<path class="ring {state}" d="{GRID.outline(ROW[place], HALF_COLUMN[place], share)}" '
        f'fill="none" stroke="{color}" stroke-width="5" pointer-events="none" data-now=""/>'
    )


def _ordered(name: str, *, done: bool) -> str:
    """Return the mark of an order: an arrow, which is empty when the order is used."""
    x, y = _middle(name)
    color = 'fill="none" stroke="#7a5a1a"' if done else 'fill="#e3b341" stroke="#5a3d05"'
    state = "used" if done else "open"
    return (
        f'<g class="order {state}" pointer-events="none">'
        f'<path class="chevron" d="M{number(x - 45)} {number(y - 22)}h8l9 10-9 10h-8l8-10z" '
        f'{color} stroke-width="2" stroke-linejoin="round"/></g>'
    )


def _strike(view: PositionView) -> Iterator[str]:
    """Yield the arrow of the combat that goes on; that of a ranged one is dashed."""
    if view.combat is None or not _strikes(view):
        return
    start, end = _middle(view.combat.from_), _middle(view.combat.hex)
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y = end[0] - ux * 30, end[1] - uy * 30
    from_x, from_y = start[0] + ux * 30, start[1] + uy * 30
    bx, by = x - ux * 20, y - uy * 20
    dashed = ' stroke-dasharray="9 7"' if view.combat.ranged else ""
    yield (
        f'<g class="strike" pointer-events="none"><path class="shaft" '
        f'd="M{number(from_x)} {number(from_y)}L{number(bx)} {number(by)}" fill="none" '
        f'stroke="#9a1f12" stroke-width="9"{dashed}/><path class="tip" d="M{number(x)} {number(y)}'
        f"L{number(bx - uy * 14)} {number(by + ux * 14)}L{number(bx + uy * 14)} "
        f'{number(by - ux * 14)}z" fill="#9a1f12"/></g>'
    )


# --- the strips of both sides ------------------------------------------------------------------


def _strip(view: PositionView, side: Side, texts: Words) -> Iterator[str]:
    """Yield name and banners of a side, its hand, and its card on the table."""
    top = _STRIPS[side]
    active = " active" if side == view.active and view.turn else ""
    yield f'<g class="strip {side}{active}">'
    yield _meander(top - 2 if side == "bottom" else top + _STRIP + 2)
    yield at(58, top + 51, plate(side, 118))
    name = side_name(view, side, texts)
    room = _NAME_ROOM if len(name) * 12.5 > _NAME_ROOM else 0
    yield words(106, top + 27, name, _NAME._replace(width=room))
    won, target = getattr(view.banners, side), battle_of(view).target
    at_last = f"{number(114 + 27 * max(won - 1, 0))} {number(top + 68)} 1 0"
    yield f'<g class="banners" data-piece="banners-{side}" data-at="{at_last}">'
    yield from (banner(114 + 27 * one, top + 68, won=one < won) for one in range(target))
    yield f"</g>{words(122 + 27 * target, top + 68, f'{won}/{target}', _SCORE)}"
    if active:
        yield (f'<path class="turn" d="M6 {top + 40}l14 14-14 14z" fill="#e3b341"/>')
    played = view.play is not None and side == view.active
    middle, down = _HAND[played], top + _STRIP / 2
    cards = getattr(view.hands, side)
    if cards is None:
        yield from picture_cards.backs(side, getattr(view.hand_counts, side), middle, down)
    else:
        yield from picture_cards.hand(side, cards, texts, middle, down)
    if view.play is not None and played:
        yield picture_cards.table(view.play.card, side, texts, _PLAYED, down)
    yield "</g>"


def _meander(y: float) -> str:
    """Return a band of key pattern across the picture, between a strip and the field."""
    return (
        f'<path class="meander" d="M0 {number(y)}h{WIDTH}" fill="none" stroke="{_CLAY}" '
        f'stroke-width="4"/>'
    )


# --- panels ------------------------------------------------------------------------------------


def _panels(view: PositionView, texts: Words) -> Iterator[str]:
    stock = texts("board.deck", deck=view.deck, discard=len(view.discard))
    yield heading(
        [
            words(20, 25, headline(view, texts), _TITLE),
            words(WIDTH - 20, 25, stock, _RIGHT),
        ]
    )
    won = () if view.outcome is None else view.outcome.winners
    width, height = _PANEL
    for seat, side in enumerate(view.sides):
        left = 14 + seat * (width + 12)
        lines = [
            _fitting(left, _PANEL_TOP + 24, width, side_line(view, side, texts), _STRONG),
            _fitting(left, _PANEL_TOP + 52, width, _about(view, side, texts), _LINE),
        ]
        yield _PANELS.panel(
            seat,
            (left, _PANEL_TOP, width, height),
            lines,
            active=side == view.active and view.turn > 0,
            won=side in won,
        )


def _about(view: PositionView, side: Side, texts: Words) -> str:
    """Return the combat or the hand of a side, in words."""
    if view.combat is not None and side == view.active:
        return combat_line(view, texts)
    return hand_line(view, side, texts) or ""


def _fitting(left: float, y: float, width: float, text: str, style: Style) -> str:
    room = width - 28
    wide = len(text) * _LETTER * style.size / 15 > room
    return words(left + 14, y, text, style._replace(width=room) if wide else style)
