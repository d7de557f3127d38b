"""The picture of the board: the ring, the pieces on it, and the panel of each seat.

This module lays out the ring and ``picture_panels.py`` the panels next to it; both use the pieces
of ``pieces.py``. The same view always gives the same picture. The picture has its own light
background, so it is readable on light and dark pages; a page can darken it by setting the colours
of its classes. ``docs/reference/pictures.md`` describes the classes and attributes for pages.
"""

from collections.abc import Iterator
from html import escape
from math import cos, degrees, radians, sin
from typing import Final

from msgspec.structs import astuple

from domain.drawing import SERIF, Paint, Style, number, words
from domain.kit.frame import PictureFrame, heading
from domain.kit.words import Words
from domain.ruleset import Language, Part
from domain.rulesets.carolus_magnus.board import CLANS, SEGMENTS_COUNT, Side
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.phrases import deed, won
from domain.rulesets.carolus_magnus.picture_panels import panels
from domain.rulesets.carolus_magnus.pieces import (
    ACCENT,
    FAINT,
    INK,
    PAPER,
    Ring,
    badge,
    castle,
    emperor,
    paladin,
)
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, TerritoryView, set_up
from domain.rulesets.carolus_magnus.words import WORDS

WIDTH: Final = 1120
HEIGHT: Final = 760

_RING: Final = Ring(375, 380, 158, 322)
_BOARD: Final = (18, 23, 714, 714)
_FRAME: Final = PictureFrame("carolus-magnus", (WIDTH, HEIGHT), _BOARD, Paint("paper", PAPER))
_DEGREES: Final = 360 / SEGMENTS_COUNT
_TOKENS: Final = 279.0
_CASTLES: Final = 189.0
"""The distances from the centre of a territory's tokens and of its castles."""
_ADDED_BESIDE: Final = 17.0
"""How far outside its tokens a page adds something to a territory."""

_GROUND: Final[dict[Side | None, tuple[str, str]]] = {
    None: ("#e7dfc0", "#b3a677"),
    "white": ("#ffffff", "#8a7440"),
    "black": ("#7b726a", "#1f1b17"),
    "gray": ("#d3d7dc", "#6d747c"),
}
"""The fill and stroke colours of a territory, by owner."""


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", round=shown.round, headline=_now(shown, texts)),
        description=_description(shown, texts),
        board=_board(shown, texts, part),
        panels=(draw(shown, texts) for draw in (_headline, panels)),
    )


def _board(view: PositionView, texts: Words, part: Part) -> Iterator[str]:
    for territory in view.territories:
        yield _territory(view, territory, texts)
    yield _reach(view)
    yield _numbers(view)
    yield _centre(view, texts, top=_RING.y + (-37 if part == "board" else 30))
    yield _emperor(view)


def _now(view: PositionView, texts: Words) -> str:
    """Return the decision that is due, or how the game ended."""
    if view.outcome is not None:
        reason = texts(f"board.reason.{view.outcome.reason}")
        return f"{reason}: {_winners(view.outcome, texts)}"
    if view.active is None:
        return texts(f"board.phase.{view.phase}")
    return texts("board.due", seat=view.active + 1, deed=deed(view, texts))


def _winners(outcome: Outcome, texts: Words) -> str:
    names = [texts(f"board.side.{side}") for side in outcome.winners]
    return won(len(names), texts.listed(names), texts)


def _description(view: PositionView, texts: Words) -> str:
    """Describe the board in sentences, for screen readers."""
    land = [f"{_sentence(territory, texts)}." for territory in view.territories]
    emperor_line = [texts("board.emperor", head=view.emperor)] if view.emperor else []
    markers = zip(CLANS, _holders(view), strict=True)
    clans = ", ".join(
        f"{texts(f'board.clan.{clan}')} {_held(side, texts)}" for clan, side in markers
    )
    seats = [
        texts(
            "board.seat_sentence",
            seat=index + 1,
            side=texts(f"board.side.{seat.side}"),
            court=_counted(seat.court, texts),
            reserve=_counted(seat.reserve, texts),
        )
        for index, seat in enumerate(view.seats)
    ]
    return " ".join(
        [*land, *emperor_line, f"{texts('board.control').capitalize()}: {clans}.", *seats]
    )


def _holders(view: PositionView) -> Iterator[Side | None]:
    """Yield the side that controls each clan."""
    for seat in astuple(view.markers):
        yield None if seat is None else view.seats[seat].side


def _held(side: Side | None, texts: Words) -> str:
    return texts("board.none") if side is None else texts(f"board.side.{side}")


def _sentence(territory: TerritoryView, texts: Words) -> str:
    first, last = territory.segments[0], territory.segments[-1]
    name = str(first) if first == last else texts("board.segments", first=first, last=last)
    if territory.owner is None:
        owner = texts("board.unowned")
    else:
        side = texts(f"board.side.{territory.owner}")
        owner = texts("board.owned", side=side, count=territory.castles)
    paladins = _counted(territory.paladins, texts)
    return texts("board.territory", name=name, owner=owner, paladins=paladins)


def _counted(paladins: Paladins, texts: Words) -> str:
    held = zip(astuple(paladins), CLANS, strict=True)
    names = [texts(f"board.clans.{clan}", count=count) for count, clan in held if count]
    return ", ".join(names) or texts("board.none")


def _territory(view: PositionView, territory: TerritoryView, texts: Words) -> str:
    """Return one territory: its area, its paladins and its castles."""
    head = territory.segments[0]
    here = head == view.emperor
    first = (head - 1.5) * _DEGREES
    last = first + len(territory.segments) * _DEGREES
    tokens = _Tokens(territory)
    fill, edge = _GROUND[territory.owner]
    next_to = _place((first + last) / 2, tokens.outside)
    stands = _place(_stand(territory), _CASTLES)
    parts = [
        (
            f'<g class="territory owner-{territory.owner or "none"}{" here" if here else ""}" '
            f'data-spot="territory-{head}" data-at="{next_to}" data-at-emperor="{stands}">'
            f"<title>{escape(_sentence(territory, texts))}</title>"
        )
    ]
    ground = f'd="{_RING.sector(first, last, 9)}" stroke-linejoin="round"'
    if here:
        parts.append(
            f'<path class="halo" {ground} stroke="{ACCENT.color}" stroke-width="19" fill="none"/>'
        )
    parts.append(
        f'<path class="edge" {ground} fill="{edge}" stroke="{edge}" stroke-width="12"/>'
        f'<path class="ground" {ground} fill="{fill}" stroke="{fill}" stroke-width="8"/>'
    )
    parts += _seams(territory, first, edge)
    parts += tokens.drawn((first + last) / 2)
    parts += _castles(territory, first, here=here)
    parts.append("</g>")
    return "".join(parts)


def _place(angle: float, radius: float) -> str:
    """Return where a page adds pieces to a territory, and the direction from each to the next."""
    x, y = _RING.at(angle, radius)
    # From left to right in both halves, like the tokens.
    turn = radians(angle if _upper(angle) else angle + 180)
    return f"{number(x)} {number(y)} {round(cos(turn), 3) + 0.0:g} {round(sin(turn), 3) + 0.0:g}"


def _upper(angle: float) -> bool:
    return not 90 < angle % 360 < 270


def _seams(territory: TerritoryView, first: float, edge: str) -> Iterator[str]:
    """Yield the faint lines between the segments of a merged territory."""
    for index in range(1, len(territory.segments)):
        angle = first + index * _DEGREES
        (x, y), (to_x, to_y) = _RING.at(angle, _RING.inner + 8), _RING.at(angle, _RING.outer - 8)
        yield (
            f'<path class="seam" d="M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" '
            f'stroke="{edge}" stroke-opacity="0.45" stroke-dasharray="2 5"/>'
        )


class _Tokens:
    """The paladins of a territory, in rows as wide as the territory allows."""

    def __init__(self, territory: TerritoryView) -> None:
        self._head = territory.segments[0]
        counts = [
            (clan, count)
            for clan, count in zip(CLANS, astuple(territory.paladins), strict=True)
            if count
        ]
        self._rows = [counts]
        self._size, self._gap = 17.0, 42.0
        if len(territory.segments) == 1:
            self._size, self._gap = 13.5, 33.0
            if len(counts) > 3:
                first = 2 if len(counts) == 4 else 3
                self._rows = [counts[:first], counts[first:]]
        self._radius = _TOKENS if len(self._rows) > 1 else _TOKENS - 17

    @property
    def outside(self) -> float:
        """The distance from the centre where there is room outside the tokens."""
        return self._radius + self._size + _ADDED_BESIDE

    def drawn(self, middle: float) -> Iterator[str]:
        """Yield the tokens, centred on this angle."""
        radius = self._radius
        for row in self._rows:
            # In the lower half, clockwise is from right to left, but clans read from left to right.
            step = degrees(self._gap / radius) * (1 if _upper(middle) else -1)
            angle = middle - step * (len(row) - 1) / 2
            for clan, count in row:
                piece = f"paladin-{self._head}-{clan}"
                yield paladin(clan, *_RING.at(angle, radius), self._size, count, piece)
                angle += step
            radius -= 37


def _castles(territory: TerritoryView, first: float, *, here: bool) -> Iterator[str]:
    """Yield a castle on each segment, or one castle with a count."""
    if territory.owner is None:
        return
    count = len(territory.segments)
    middle = (count - 1) // 2
    single = territory.castles != count
    for index in [middle] if single else range(count):
        aside = _ASIDE if here and index == middle else 0
        x, y = _RING.at(first + (index + 0.5) * _DEGREES - aside, _CASTLES)
        yield castle(territory.owner, x, y, 12, f"castle-{territory.segments[index]}")
        if single:
            yield badge(x + 11, y + 10, territory.castles)


_ASIDE: Final = 6.4
"""The degrees by which a castle and the emperor move apart."""


def _stand(territory: TerritoryView) -> float:
    """Return the angle at which the emperor stands, or would stand, in a territory."""
    middle = (len(territory.segments) - 1) // 2
    return (territory.segments[0] - 1 + middle) * _DEGREES + (_ASIDE if territory.owner else 0)


def _emperor(view: PositionView) -> str:
    """Return the emperor, drawn above all else because he moves across other territories."""
    if not view.emperor:
        return ""  # The set-up, in which a lot places him.
    (here,) = (one for one in view.territories if one.segments[0] == view.emperor)
    x, y = _RING.at(_stand(here), _CASTLES)
    return emperor(x, y + 3, 17.5)


def _numbers(view: PositionView) -> str:
    """Return the segment numbers; the number of a head, which names the territory, is bold."""
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
    """Return the targets of the emperor with their steps, while the active seat places or moves."""
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
        parts.append(words(x, y, steps, Style(13, ACCENT, bold=True)))
    return f'<g class="reach">{"".join(parts)}</g>' if parts else ""


def _centre(view: PositionView, texts: Words, top: float) -> str:
    """Return the centre of the ring: each clan's supply and the side that controls it."""
    x = _RING.x
    supply = [words(x, top, texts("board.supply"), Style(12, FAINT))]
    holders = tuple(_holders(view))
    control = []
    for index, (clan, count) in enumerate(zip(CLANS, astuple(view.supply), strict=True)):
        at = x + (index - 2) * 44
        supply.append(paladin(clan, at, top + 29, 16, count))
        side = holders[index]
        drawn = words(at, top + 62, "–", _NOBODY) if side is None else castle(side, at, top + 65, 9)
        name = texts(f"board.clan.{clan}")
        control.append(f"<g><title>{name}: {_held(side, texts)}</title>{drawn}</g>")
    control.append(words(x, top + 87, texts("board.control"), Style(12, FAINT)))
    drawn_control = f'<g class="control">{"".join(control)}</g>' if any(holders) else ""
    return f'<g class="supply">{"".join(supply)}</g>{drawn_control}'


_NOBODY: Final = Style(13, FAINT)


def _headline(view: PositionView, texts: Words) -> str:
    """Return the heading above the supply: round, phase, and the decision that is due."""
    x, y = _RING.x, _RING.y
    subtitle = Style(16, FAINT, font=SERIF)
    title = words(x, y - 76, texts("round", round=view.round), Style(32, INK, font=SERIF))
    if view.outcome is not None:
        below = texts(f"board.reason.{view.outcome.reason}")
        now = _winners(view.outcome, texts)
    else:
        below = texts(f"board.phase.{view.phase}")
        now = "" if view.active is None else _now(view, texts)
    size = 15 if len(now) < 30 else 12
    parts = [title, words(x, y - 44, below, subtitle)]
    if now:
        parts.append(words(x, y - 16, now, Style(size, ACCENT, bold=True)))
    return heading(parts)
