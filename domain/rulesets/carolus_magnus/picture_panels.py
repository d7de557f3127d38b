"""The panels next to the ring in the picture: castles in play, seats, and a legend."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import astuple

from domain.drawing import SERIF, Style, words
from domain.kit import SeatPanels, Words
from domain.rulesets.carolus_magnus.board import CLANS, NUMBERS
from domain.rulesets.carolus_magnus.figures import castle
from domain.rulesets.carolus_magnus.pieces import (
    ACCENT,
    CARD,
    FAINT,
    GOLD,
    INK,
    disc,
    empty_paladin,
    paladin,
    pennant,
)
from domain.rulesets.carolus_magnus.view import Paladins, PositionView

_HEIGHT: Final = 760
_HEADING: Final = 118
_X: Final = 776
_WIDTH: Final = 328
_SEAT_HEIGHT: Final = 102
_SEAT_GAP: Final = 8
_LEGEND_HEIGHT: Final = 24

_PANELS: Final = SeatPanels(CARD, "#d8ccab", active=ACCENT.color, won=GOLD.color)
_LABEL: Final = Style(14, FAINT, "start")
_STRONG: Final = Style(18, INK, "start", bold=True, font=SERIF)


def panels(view: PositionView, texts: Words, heading: Callable[[float], str]) -> str:
    """Return all panels below the heading, centred vertically; it is drawn at a height."""
    race_height = 18 + 32 * len(view.castles_in_play)
    seats_height = (_SEAT_HEIGHT + _SEAT_GAP) * len(view.seats)
    top = (_HEIGHT - _HEADING - race_height - seats_height - _LEGEND_HEIGHT) / 2
    parts = [heading(top)]
    top += _HEADING
    parts.append(_race(view, texts, top))
    top += race_height
    for seat in range(len(view.seats)):
        parts.append(_seat(view, texts, seat, top))
        top += _SEAT_HEIGHT + _SEAT_GAP
    parts.append(_legend(texts, top + 14))
    return "".join(parts)


def _race(view: PositionView, texts: Words, top: float) -> str:
    """Return each side's castles in play, out of the goal."""
    goal = NUMBERS[len(view.seats)].castle_goal
    won = view.outcome.winners if view.outcome is not None else ()
    parts = []
    for row, (side, count) in enumerate(view.castles_in_play.items()):
        y = top + 16 + 32 * row
        style = Style(17, ACCENT if side in won else INK, "start", bold=True)
        parts.append(words(_X + 2, y, texts(f"board.side.{side}"), style))
        parts += [
            castle(side, _X + 84 + 19 * index, y, 8, built=index < count) for index in range(goal)
        ]
        label = texts("castles.of", count=count, goal=goal)
        parts.append(words(_X + _WIDTH, y, label, style._replace(anchor="end", size=13)))
    return f'<g class="race">{"".join(parts)}</g>'


def _seat(view: PositionView, texts: Words, index: int, top: float) -> str:
    """Return the panel of a seat: its side, its place in the order of turns, and its reserve."""
    seat = view.seats[index]
    side = texts(f"board.side.{seat.side}")
    turn = texts(f"board.turn.{view.order.index(index) + 1}") if view.order else ""
    label = f"{side}, {turn}" if turn else side
    parts = [
        castle(seat.side, _X + 25, top + 25, 11),
        words(_X + 46, top + 25, texts("board.seat", seat=index + 1), _STRONG),
        words(_X + _WIDTH - 16, top + 25, label, _LABEL._replace(anchor="end")),
    ]
    parts += _reserve(texts("board.reserve"), seat.reserve, top + 64)
    if seat.jokers:
        jokers = texts("board.jokers", count=seat.jokers)
        parts.append(words(_X + 18, top + 84, jokers, Style(12, ACCENT, "start", bold=True)))
    return _PANELS.panel(
        index,
        (_X, top, _WIDTH, _SEAT_HEIGHT),
        parts,
        active=view.active == index,
        won=view.outcome is not None and seat.side in view.outcome.winners,
    )


def _reserve(label: str, paladins: Paladins, y: float) -> Iterator[str]:
    yield words(_X + 18, y, label, _LABEL)
    for index, (clan, count) in enumerate(zip(CLANS, astuple(paladins), strict=True)):
        x = _X + 104 + 48 * index
        if count:
            yield paladin(clan, x, y - 3, 14, count)
        else:
            yield empty_paladin(clan, x, y, 13)


_LETTER: Final = 5.8
"""The width of a letter in the legend."""
_SIGN: Final = 16
"""The width of a symbol before its text."""


def _legend(texts: Words, y: float) -> str:
    """Return the legend of the panels' symbols, spread over the width."""
    names = (texts("board.clan_marker"), texts("board.disc_played"), texts("board.disc_held"))
    widths = [_SIGN + _LETTER * len(name) for name in names]
    gap = (_WIDTH - 14 - sum(widths)) / (len(names) - 1)
    places = [_X + 7.0]
    for width in widths[:-1]:
        places.append(places[-1] + width + gap)
    signs = (
        pennant(places[0] + 6, y),
        disc(places[1], y, None, state="played", size=7),
        disc(places[2], y, None, state="held", size=7),
    )
    drawn = [
        sign + words(place + _SIGN, y, name, _LABEL._replace(size=11))
        for sign, place, name in zip(signs, places, names, strict=True)
    ]
    return f'<g class="legend">{"".join(drawn)}</g>'
