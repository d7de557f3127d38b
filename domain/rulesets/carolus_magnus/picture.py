"""The board as a picture: the ring, what stands on it, and what lies before each seat.

It is laid out here and drawn with the pieces of ``pieces.py``. The same view always gives the
same picture. It has a light ground of its own, so it reads on light and on dark pages.
"""

from collections.abc import Iterator
from math import degrees
from typing import Final

from msgspec.structs import astuple

from domain.rulesets.carolus_magnus.board import CLANS, DISCS, NUMBERS, SEGMENTS_COUNT, Side
from domain.rulesets.carolus_magnus.pieces import (
    FAINT,
    GOLD,
    INK,
    PURPLE,
    SERIF,
    Ring,
    Style,
    badge,
    castle,
    disc,
    emperor,
    empty_paladin,
    marker,
    number,
    paladin,
    words,
)
from domain.rulesets.carolus_magnus.text import deed, ending
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, SeatView, TerritoryView

WIDTH: Final = 1120
HEIGHT: Final = 760

_RING: Final = Ring(375, 386, 158, 322)
_DEGREES: Final = 360 / SEGMENTS_COUNT
_TOKENS: Final = 283.0
_CASTLES: Final = 189.0
"""Distances of the rows of a territory from the centre."""

_GROUND: Final[dict[Side | None, tuple[str, str]]] = {
    None: ("#e7dfc0", "#b3a677"),
    "white": ("#ffffff", "#8a7440"),
    "black": ("#8d857c", "#1f1b17"),
    "gray": ("#cdd1d6", "#6d747c"),
}
"""Colour and edge of a territory, by owner."""

_PANEL_X: Final = 752
_PANEL_WIDTH: Final = 348
_SEAT_HEIGHT: Final = 146

_TURNS: Final = ("first", "second", "third", "fourth")

_LABEL: Final = Style(12, FAINT, "start")
_STRONG: Final = Style(15, INK, "start", bold=True)


def picture(view: PositionView) -> str:
    """Return the position as an SVG document."""
    return "".join(_parts(view)) + "</svg>\n"


def _parts(view: PositionView) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>Carolus Magnus, round {view.round}: {_headline(view)}</title>"
        f"<desc>{_description(view)}</desc>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#f8f3e4"/>'
    )
    for territory in view.territories:
        yield _territory(view, territory)
    yield _reach(view)
    yield _numbers(view)
    yield _centre(view)
    top = 20
    yield _race(view, top)
    top += 22 + 32 * len(view.castles_in_play)
    for seat in range(len(view.seats)):
        yield _seat(view, seat, top)
        top += _SEAT_HEIGHT + 10
    yield _legend()


def _headline(view: PositionView) -> str:
    if view.outcome is not None:
        return ending(view.outcome)
    return view.phase if view.active is None else f"seat {view.active} {deed(view)}"


def _description(view: PositionView) -> str:
    """Tell the board in sentences, for those who do not see it."""
    land = " ".join(f"{_told(territory)}." for territory in view.territories)
    seats = " ".join(
        f"Seat {index}, {seat.side}: court {_counted(seat.court)}; "
        f"reserve {_counted(seat.reserve)}."
        for index, seat in enumerate(view.seats)
    )
    return f"{land} The emperor stands in territory {view.emperor}. {seats}"


def _told(territory: TerritoryView) -> str:
    owner = f"{territory.owner}, {territory.castles} castles" if territory.owner else "unowned"
    return f"Territory {_name(territory)}: {owner}; {_counted(territory.paladins)}"


def _name(territory: TerritoryView) -> str:
    first, last = territory.segments[0], territory.segments[-1]
    return str(first) if first == last else f"{first} to {last}"


def _counted(paladins: Paladins) -> str:
    held = zip(astuple(paladins), CLANS, strict=True)
    return ", ".join(f"{count} {clan}" for count, clan in held if count) or "none"


def _territory(view: PositionView, territory: TerritoryView) -> str:
    """Return one territory: its ground in one piece, its paladins, castles and the emperor."""
    here = territory.segments[0] == view.emperor
    first = (territory.segments[0] - 1.5) * _DEGREES
    last = first + len(territory.segments) * _DEGREES
    fill, edge = _GROUND[territory.owner]
    parts = [f"<g><title>{_told(territory)}</title>"]
    ground = f'd="{_RING.sector(first, last, 9)}" stroke-linejoin="round"'
    if here:
        parts.append(f'<path {ground} stroke="{PURPLE}" stroke-width="19" fill="none"/>')
    parts.append(f'<path {ground} fill="{edge}" stroke="{edge}" stroke-width="12"/>')
    parts.append(f'<path {ground} fill="{fill}" stroke="{fill}" stroke-width="8"/>')
    parts += _borders(territory, first, edge)
    parts += _paladins(territory, (first + last) / 2)
    parts += _castles(territory, first, here=here)
    parts.append("</g>")
    return "".join(parts)


def _borders(territory: TerritoryView, first: float, edge: str) -> Iterator[str]:
    """Yield the faint lines between the segments that have grown together."""
    for index in range(1, len(territory.segments)):
        angle = first + index * _DEGREES
        (x, y), (to_x, to_y) = _RING.at(angle, _RING.inner + 8), _RING.at(angle, _RING.outer - 8)
        yield (
            f'<path d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" stroke="{edge}" '
            f'stroke-opacity="0.45" stroke-dasharray="2 5"/>'
        )


def _paladins(territory: TerritoryView, middle: float) -> Iterator[str]:
    """Yield the tokens of a territory in rows, as wide as the land allows."""
    counts = [
        (clan, count)
        for clan, count in zip(CLANS, astuple(territory.paladins), strict=True)
        if count
    ]
    if len(territory.segments) == 1:
        size, gap, rows = 13.5, 33.0, (counts[:3], counts[3:])
        if len(counts) == 4:
            rows = (counts[:2], counts[2:])
    else:
        size, gap, rows = 17.0, 42.0, (counts, [])
    lower = 90 < middle % 360 < 270
    radius = _TOKENS if rows[1] else _TOKENS - 17
    for row in rows:
        # In the lower half clockwise is from right to left; clans are read from the left.
        step = degrees(gap / radius) * (-1 if lower else 1)
        angle = middle - step * (len(row) - 1) / 2
        for clan, count in row:
            yield paladin(clan, *_RING.at(angle, radius), size, count)
            angle += step
        radius -= 38


def _castles(territory: TerritoryView, first: float, *, here: bool) -> Iterator[str]:
    """Yield a castle on each segment (or one with their number), and the emperor if he is here."""
    count = len(territory.segments)
    middle = (count - 1) // 2
    angles = [first + (index + 0.5) * _DEGREES for index in range(count)]
    aside = 6.4
    if territory.owner is not None:
        single = territory.castles != count
        for index in [middle] if single else range(count):
            angle = angles[index] - (aside if here and index == middle else 0)
            x, y = _RING.at(angle, _CASTLES)
            yield castle(territory.owner, x, y, 12)
            if single:
                yield badge(x + 11, y + 10, territory.castles)
    if here:
        angle = angles[middle] + (aside if territory.owner else 0)
        x, y = _RING.at(angle, _CASTLES)
        yield emperor(x, y + 4, 17)


def _numbers(view: PositionView) -> str:
    """Return the numbers of the segments; that of a head, which names the territory, is bold."""
    heads = {territory.segments[0] for territory in view.territories}
    return "".join(
        words(
            *_RING.at((segment - 1) * _DEGREES, _RING.outer + 17),
            segment,
            Style(16, INK, bold=True) if segment in heads else Style(13, FAINT),
        )
        for segment in range(1, SEGMENTS_COUNT + 1)
    )


def _reach(view: PositionView) -> str:
    """Return, while the active seat places or moves, the steps that take the emperor somewhere."""
    disc_played = view.active is not None and view.seats[view.active].disc_played
    if view.step not in ("place", "move") or not disc_played:
        return ""
    count = len(view.territories)
    heads = [territory.segments[0] for territory in view.territories]
    start = heads.index(view.emperor)
    parts = []
    for index in range(min(disc_played, count)):
        territory = view.territories[(start + index + 1) % count]
        steps = "  ".join(f"+{step}" for step in range(index + 1, disc_played + 1, count))
        angle = (territory.segments[0] - 1 + (len(territory.segments) - 1) / 2) * _DEGREES
        x, y = _RING.at(angle, _RING.inner - 14)
        parts.append(words(x, y, steps, Style(13, PURPLE, bold=True)))
    return "".join(parts)


def _centre(view: PositionView) -> str:
    """Return what stands in the middle: round, phase, what is due, and the supply."""
    x, y = _RING.x, _RING.y
    subtitle = Style(16, FAINT, font=SERIF)
    parts = [words(x, y - 82, f"Round {view.round}", Style(32, INK, font=SERIF))]
    if view.outcome is not None:
        reason, winners = ending(view.outcome).split(": ")
        parts.append(words(x, y - 50, reason, subtitle))
        size = 17 if len(winners) < 28 else 12
        parts.append(words(x, y - 22, winners, Style(size, PURPLE, bold=True)))
    else:
        phase = {"setup": "set-up", "opening": "opening phase"}.get(view.phase, "action phase")
        parts.append(words(x, y - 50, phase, subtitle))
        if view.active is not None:
            due = f"seat {view.active} {deed(view)}"
            parts.append(words(x, y - 22, due, Style(15, PURPLE, bold=True)))
    parts.append(words(x, y + 18, "supply", Style(12, FAINT)))
    for index, (clan, count) in enumerate(zip(CLANS, astuple(view.supply), strict=True)):
        at = x + (index - 2) * 42
        parts.append(paladin(clan, at, y + 44, 13.5, clan[0].upper()))
        parts.append(words(at, y + 72, count, Style(15, INK, bold=True)))
    return "".join(parts)


def _race(view: PositionView, top: float) -> str:
    """Return the castles in play of each side, against the goal."""
    goal = NUMBERS[len(view.seats)].castle_goal
    winners = view.outcome.winners if view.outcome is not None else ()
    parts = []
    for row, (side, count) in enumerate(view.castles_in_play.items()):
        y = top + 16 + 32 * row
        style = Style(15, PURPLE if side in winners else INK, "start", bold=True)
        parts.append(words(_PANEL_X + 2, y, side, style))
        parts += [
            castle(side, _PANEL_X + 66 + 22 * index, y, 8, paint=index < count)
            for index in range(goal)
        ]
        label = f"{count} of {goal}"
        parts.append(
            words(_PANEL_X + _PANEL_WIDTH, y, label, style._replace(anchor="end", size=14))
        )
    return "".join(parts)


def _seat(view: PositionView, index: int, top: float) -> str:
    """Return the panel of a seat: its side, discs, court with the markers, and reserve."""
    seat = view.seats[index]
    active = view.active == index
    won = view.outcome is not None and seat.side in view.outcome.winners
    edge, width = (PURPLE, 3) if active else (GOLD, 3) if won else ("#d8ccab", 1.5)
    x = _PANEL_X
    parts = [
        (
            f'<g><rect x="{x}" y="{number(top)}" width="{_PANEL_WIDTH}" height="{_SEAT_HEIGHT}" '
            f'rx="12" fill="#fffdf6" stroke="{edge}" stroke-width="{width}"/>'
        ),
        castle(seat.side, x + 25, top + 25, 11),
        words(x + 46, top + 25, f"Seat {index}", _STRONG),
        words(x + 112, top + 25, f"{seat.side}, {_TURNS[view.order.index(index)]}", _LABEL),
    ]
    parts += _discs(seat, x + _PANEL_WIDTH - 22, top + 25)
    markers = [holder == index for holder in astuple(view.markers)]
    parts += _row("court", seat.court, markers, top + 70)
    parts += _row("reserve", seat.reserve, [False] * 5, top + 113)
    if seat.jokers:
        jokers = f"+{seat.jokers} jokers" if seat.jokers > 1 else "+1 joker"
        parts.append(words(x + 18, top + 130, jokers, Style(12, PURPLE, "start", bold=True)))
    parts.append("</g>")
    return "".join(parts)


def _legend() -> str:
    """Return what the small signs of the panels mean."""
    y = HEIGHT - 19
    x = _PANEL_X + 20
    return "".join(
        (
            marker(x, y),
            words(x + 17, y, "clan marker", _LABEL),
            f'<circle cx="{x + 116}" cy="{y}" r="7" fill="{PURPLE}"/>',
            words(x + 129, y, "disc of this round", _LABEL),
            f'<circle cx="{x + 256}" cy="{y}" r="7" fill="#fffaf0" stroke="{INK}"/>',
            words(x + 269, y, "disc held", _LABEL),
        )
    )


def _discs(seat: SeatView, x: float, y: float) -> Iterator[str]:
    for value in DISCS:
        kept = "held" if value in seat.discs else "used"
        state = "played" if value == seat.disc_played else kept
        yield disc(x - 26 * (len(DISCS) - value), y, value, state=state)


def _row(label: str, paladins: Paladins, markers: list[bool], y: float) -> Iterator[str]:
    yield words(_PANEL_X + 18, y, label, _LABEL)
    for index, (clan, count) in enumerate(zip(CLANS, astuple(paladins), strict=True)):
        x = _PANEL_X + 98 + 52 * index
        if count:
            yield paladin(clan, x, y, 13.5, count)
        else:
            yield empty_paladin(clan, x, y, 13.5)
        if markers[index]:
            yield marker(x + 19, y - 6)
