"""The picture of the board: the table with the ring, the pieces on it, and the courts.

This module lays out the ring; ``picture_courts.py`` draws the courts in its corners and
``picture_panels.py`` the panels next to it. The same view always gives the same picture. The
picture has its own background, so it is readable on light and dark pages; a page can darken it by
setting the colours of its classes. ``docs/reference/pictures.md`` describes the classes and
attributes for pages.
"""

from collections.abc import Iterator
from functools import cache, partial
from html import escape
from math import cos, degrees, radians, sin
from typing import Final

from msgspec.structs import astuple

from domain.drawing import SERIF, Paint, Style, number, words
from domain.kit import Language, Part, PictureFrame, Words, heading
from domain.rulesets.carolus_magnus.board import CLANS, SEGMENTS_COUNT
from domain.rulesets.carolus_magnus.figures import badge, castle, emperor
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.phrases import deed, won
from domain.rulesets.carolus_magnus.picture_centre import centre, held_by, holders_of
from domain.rulesets.carolus_magnus.picture_courts import SIZE, courts
from domain.rulesets.carolus_magnus.picture_land import TABLE, land
from domain.rulesets.carolus_magnus.picture_panels import panels
from domain.rulesets.carolus_magnus.pieces import ACCENT, FAINT, GOLD, INK, PAPER, paladin
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.ring import RING, SEGMENT, arc_between, coast, start_of
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, TerritoryView, set_up
from domain.rulesets.carolus_magnus.words import WORDS

WIDTH: Final = 1120
HEIGHT: Final = SIZE

_BOARD: Final = (0, 0, SIZE, SIZE)
"""The part of the picture that is the board: left, top, width and height."""
_FRAME: Final = PictureFrame("carolus-magnus", (WIDTH, HEIGHT), _BOARD, Paint("paper", PAPER))
_TOKENS: Final = 262.0
_SECOND_ROW: Final = 38
_CASTLES: Final = 182.0
"""The distances from the centre of a territory's tokens and of its castles."""
_OUTSIDE: Final = 17.0
"""How far outside its tokens a page adds something to a territory."""
_REACH: Final = 144
"""The distance of the emperor's stops from the centre."""


def picture(view: PositionView | Options, language: Language = "en", part: Part = "all") -> str:
    """Return the position, or the set-up with these options, as an SVG document."""
    shown = set_up(view) if isinstance(view, Options) else view
    texts = WORDS[language]
    return _FRAME.document(
        part,
        language,
        title=texts("board.title", round=shown.round, headline=_now(shown, texts)),
        description=_description(shown, texts),
        board=_board(shown, texts),
        panels=panels(shown, texts, partial(_headline, shown, texts)),
    )


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    yield TABLE
    for territory in view.territories:
        yield _territory(view, territory, texts)
    yield courts(view, texts, _labels(view, texts))
    yield _numbers(view)
    yield centre(view, texts)
    yield _reach(view)
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
    lands = [f"{_sentence(territory, texts)}." for territory in view.territories]
    emperor_line = [texts("board.emperor", head=view.emperor)] if view.emperor else []
    markers = zip(CLANS, holders_of(view), strict=True)
    clans = ", ".join(
        f"{texts(f'board.clan.{clan}')} {held_by(side, texts)}" for clan, side in markers
    )
    control = f"{texts('board.control').capitalize()}: {clans}."
    return " ".join([*lands, *emperor_line, control, *_labels(view, texts)])


def _labels(view: PositionView, texts: Words) -> list[str]:
    """Return a sentence for each seat."""
    return [
        texts(
            "board.seat_sentence",
            seat=index + 1,
            side=texts(f"board.side.{seat.side}"),
            court=_counted(seat.court, texts),
            reserve=_counted(seat.reserve, texts),
        )
        for index, seat in enumerate(view.seats)
    ]


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
    """Return one territory: its land, its wall with castles, and its paladins."""
    head, count = territory.segments[0], len(territory.segments)
    here = head == view.emperor
    first = start_of(head)
    middle = first + count * SEGMENT / 2
    tokens = _Tokens(territory)
    next_to = _place(middle, tokens.outside)
    stands = _place(_stand(territory), _CASTLES)
    parts = [
        (
            f'<g class="territory owner-{territory.owner or "none"}{" here" if here else ""}" '
            f'data-spot="territory-{head}" data-at="{next_to}" data-at-emperor="{stands}">'
            f"<title>{escape(_sentence(territory, texts))}</title>"
        )
    ]
    if here:
        parts.append(
            f'<path class="halo" d="{coast(head, count)}" stroke="{ACCENT.color}" '
            'stroke-width="20" stroke-linejoin="round" fill="none"/>'
        )
    parts.append(land(head, count, territory.owner))
    parts += tokens.drawn(middle)
    parts += _castles(territory, first, here=here)
    parts.append("</g>")
    return "".join(parts)


def _place(angle: float, radius: float) -> str:
    """Return where a page adds pieces to a territory, and the direction from each to the next."""
    x, y = RING.at(angle, radius)
    # From left to right in both halves, like the tokens.
    turn = radians(angle if _upper(angle) else angle + 180)
    return f"{number(x)} {number(y)} {round(cos(turn), 3) + 0.0:g} {round(sin(turn), 3) + 0.0:g}"


def _upper(angle: float) -> bool:
    return not 90 < angle % 360 < 270


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
        self._size, self._gap = 19.0, 50.0
        if len(territory.segments) == 1:
            self._size, self._gap = 15.0, 35.0
            if len(counts) > 2:
                first = 2 if len(counts) < 5 else 3
                self._rows = [counts[:first], counts[first:]]
        self._radius = _TOKENS if len(self._rows) > 1 else _TOKENS - 18

    @property
    def outside(self) -> float:
        """The distance from the centre where there is room outside the tokens."""
        return self._radius + self._size + _OUTSIDE

    def drawn(self, middle: float) -> Iterator[str]:
        """Yield the tokens, centred on this angle."""
        radius = self._radius
        for row in self._rows:
            # In the lower half, clockwise is from right to left, but clans read from left to right.
            step = degrees(self._gap / radius) * (1 if _upper(middle) else -1)
            angle = middle - step * (len(row) - 1) / 2
            for clan, count in row:
                piece = f"paladin-{self._head}-{clan}"
                yield paladin(clan, *RING.at(angle, radius), self._size, count, piece)
                angle += step
            radius -= _SECOND_ROW


def _castles(territory: TerritoryView, first: float, *, here: bool) -> Iterator[str]:
    """Yield a castle on each segment, or one castle with a count."""
    if territory.owner is None:
        return
    count = len(territory.segments)
    single = territory.castles != count
    for index in [(count - 1) // 2] if single else range(count):
        aside = _ASIDE if here and count == 1 else 0
        x, y = RING.at(first + (index + 0.5) * SEGMENT - aside, _CASTLES)
        yield castle(territory.owner, x, y, 15, f"castle-{territory.segments[index]}")
        if single:
            yield badge(x + 13, y + 12, territory.castles)


_ASIDE: Final = 6.5
"""The degrees by which a castle and the emperor move apart where there is one segment."""


def _stand(territory: TerritoryView) -> float:
    """Return the angle at which the emperor stands, or would stand, in a territory."""
    count = len(territory.segments)
    aside = _ASIDE if count == 1 else SEGMENT / 2  # between two castles
    return _middle_castle(territory) + (aside if territory.owner else 0)


def _middle_castle(territory: TerritoryView) -> float:
    return (territory.segments[0] - 1 + (len(territory.segments) - 1) // 2) * SEGMENT


def _emperor(view: PositionView) -> str:
    """Return the emperor, drawn above all else because he moves across other territories."""
    if not view.emperor:
        return ""  # The set-up, in which a lot places him.
    (here,) = (one for one in view.territories if one.segments[0] == view.emperor)
    x, y = RING.at(_stand(here), _CASTLES)
    return emperor(x, y, 28)


def _numbers(view: PositionView) -> str:
    """Return the segment numbers on the rim; that of a head, which names the land, is on brass."""
    heads = {territory.segments[0] for territory in view.territories}
    return "".join(
        _number(segment, head=segment in heads) for segment in range(1, SEGMENTS_COUNT + 1)
    )


@cache
def _number(segment: int, *, head: bool) -> str:
    x, y = RING.at((segment - 1) * SEGMENT, RING.outer + 3)
    at = f'cx="{number(x)}" cy="{number(y)}"'
    if head:
        return (
            f'<circle class="plaque" {at} r="12.5" fill="#f0cd7a" stroke="#5f3e22" '
            f'stroke-width="1.6"/>{words(x, y, segment, Style(16, _PLAQUE, bold=True, font=SERIF))}'
        )
    return (
        f'<circle class="stud" {at} r="9" fill="#efe3c8" stroke="#8a6a3f"/>'
        f"{words(x, y, segment, Style(12, FAINT, font=SERIF))}"
    )


_PLAQUE: Final = Paint("engraved", "#33200f")


def _reach(view: PositionView) -> str:
    """Return the targets of the emperor with their steps, while the active seat places or moves."""
    disc_played = view.active is not None and view.seats[view.active].disc_played
    if view.step not in ("place", "move") or not disc_played:
        return ""
    count = len(view.territories)
    heads = [territory.segments[0] for territory in view.territories]
    start = heads.index(view.emperor)
    angles = [_middle(view.territories[(start + index) % count]) for index in range(count)]
    stops = min(disc_played, count)
    end = angles[stops % count]
    way = arc_between(angles[0], end if end > angles[0] else end + 360, _REACH)
    gilt = f'fill="none" stroke="{GOLD.color}" stroke-width="5" stroke-linecap="round"'
    parts = [f'<path class="way" d="{way}" {gilt}/>']
    for index in range(stops):
        steps = " ".join(f"+{step}" for step in range(index + 1, disc_played + 1, count))
        x, y = RING.at(angles[(index + 1) % count], _REACH)
        half = 8 + 4 * len(steps)
        parts.append(
            f'<rect class="stop" x="{number(x - half)}" y="{number(y - 12)}" width="{2 * half}" '
            f'height="24" rx="12" fill="#fff8e6" stroke="{GOLD.color}" stroke-width="2.4"/>'
            + words(x, y, steps, Style(15, ACCENT, bold=True))
        )
    return f'<g class="reach">{"".join(parts)}</g>'


def _middle(territory: TerritoryView) -> float:
    """Return the angle of the middle of a territory."""
    return (territory.segments[0] - 1 + (len(territory.segments) - 1) / 2) * SEGMENT


def _headline(view: PositionView, texts: Words, top: float) -> str:
    """Return the heading next to the table: round, phase, and the decision that is due."""
    x = (WIDTH + SIZE) / 2
    title = words(x, top + 22, texts("round", round=view.round), Style(32, INK, font=SERIF))
    if view.outcome is not None:
        below = texts(f"board.reason.{view.outcome.reason}")
        now = _winners(view.outcome, texts)
    else:
        below = texts(f"board.phase.{view.phase}")
        now = "" if view.active is None else _now(view, texts)
    parts = [title, words(x, top + 54, below, Style(17, FAINT, font=SERIF))]
    if now:
        parts.append(words(x, top + 84, now, Style(17 if len(now) < 42 else 14, ACCENT, bold=True)))
    return heading(parts)
