"""The board as lines of text, for terminals and tests: at most 78 columns, in English plain ASCII.

The capital initials B, G, P, R, Y stand for the clans, as actions call them; colour has no meaning.
In a language with other initials, a line explains them.
``E`` marks the emperor's territory, ``>`` the seat whose decision is due.
The sentence about that decision names the side. The table below the map numbers the seats from 0,
because it shows the notation of actions and records.
"""

from collections.abc import Iterator
from functools import reduce
from typing import Final

from msgspec.structs import astuple

from domain.kit import Language, Words
from domain.rulesets.carolus_magnus.board import CLANS, NUMBERS
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.phrases import deed, won
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.view import (
    Paladins,
    PositionView,
    SeatView,
    TerritoryView,
    set_up,
)
from domain.rulesets.carolus_magnus.words import WORDS

_INITIALS: Final = tuple(clan[0].upper() for clan in CLANS)
_LINE: Final = "-" * 64


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return the position, or the set-up with these options, as lines that end in a line feed."""
    shown = set_up(view) if isinstance(view, Options) else view
    return "".join(f"{line.rstrip()}\n" for line in _lines(shown, WORDS[language]))


def _lines(view: PositionView, texts: Words) -> Iterator[str]:
    yield f"{texts('round', round=view.round)}, {_now(view, texts)}"
    yield _castles(view, texts)
    yield _LINE
    names = [texts(f"clan.{clan}") for clan in CLANS]
    if [name[0].upper() for name in names] != list(_INITIALS):
        letters = zip(_INITIALS, names, strict=True)
        yield f"  {', '.join(f'{letter} {name}' for letter, name in letters)}"
    owner, castles = texts("text.owner"), texts("text.castles")
    widths = max(7, len(owner) + 1), len(castles)
    clans = _cells(*_INITIALS, width=4)
    yield f"  {texts('text.segments'):<10}{clans}   {owner:<{widths[0]}}{castles}"
    for territory in view.territories:
        mark = "E" if territory.segments[0] == view.emperor else " "
        yield f"{mark} {_territory(territory, widths, texts)}"
    yield _LINE
    yield from _seats(view, texts)


def _now(view: PositionView, texts: Words) -> str:
    """Return the state of the game in brief: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return texts("text.over", ending=_ending(view.outcome, texts))
    phase = texts(f"text.phase.{view.phase}")
    if view.active is None:
        return phase
    side = texts(f"board.side.{view.seats[view.active].side}")
    return texts("text.due", phase=phase, side=side, deed=deed(view, texts))


def _ending(outcome: Outcome, texts: Words) -> str:
    """Return a brief description of how the game ended."""
    names = [texts(f"board.side.{side}") for side in outcome.winners]
    sentence = won(len(names), reduce(texts.both, names) if names else "", texts)
    return f"{texts(f'text.reason.{outcome.reason}')}: {sentence}"


def _castles(view: PositionView, texts: Words) -> str:
    in_play = view.castles_in_play.items()
    castles = ", ".join(f"{texts(f'board.side.{side}')} {count}" for side, count in in_play)
    return texts("text.in_play", castles=castles, goal=NUMBERS[len(view.seats)].castle_goal)


def _territory(territory: TerritoryView, widths: tuple[int, int], texts: Words) -> str:
    first, last = territory.segments[0], territory.segments[-1]
    segments = str(first) if first == last else f"{first}-{last}"
    owner = castles = ""
    if territory.owner is not None:
        owner = texts(f"board.side.{territory.owner}")
        castles = f"{territory.castles:>{widths[1]}}"
    paladins = _counts(territory.paladins, width=4)
    return f"{segments:<10}{paladins}   {owner:<{widths[0]}}{castles}"


def _seats(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the table of the seats, with the markers, the supply and the order below it."""
    jokers = texts("text.jokers") if any(seat.jokers for seat in view.seats) else ""
    clans = _cells(*_INITIALS, width=3)
    reserve = clans + (f"  {jokers}" if jokers else "")
    played = f"{texts('text.discs'):<12}{texts('text.played')}"
    yield f"  {'':<10}  {texts('board.court'):<13}     {texts('board.reserve')}"
    yield f"  {texts('text.seat'):<10}{clans}   {reserve}   {played}"
    for number, seat in enumerate(view.seats):
        mark = ">" if number == view.active else " "
        name = f"{number} {texts(f'board.side.{seat.side}')}"
        yield f"{mark} {name:<10}{_seat(seat, len(jokers))}"
    holders = _cells(*astuple(view.markers), width=3)
    yield f"  {texts('text.markers'):<10}{holders}   {texts('text.holder')}"
    yield f"  {texts('text.supply'):<10}{_counts(view.supply, width=3)}"
    if view.order and view.outcome is None:
        kind = "turn" if view.phase == "action" else "opening"
        yield f"  {texts(f'text.order.{kind}')}: {' '.join(map(str, view.order))}"


def _seat(seat: SeatView, jokers_width: int) -> str:
    """Return a row of the table; without a width, it has no column of jokers."""
    reserve = _counts(seat.reserve, width=3)
    if jokers_width:
        reserve += _cells(seat.jokers or None, width=jokers_width + 2)
    discs = " ".join(str(disc) for disc in seat.discs)
    return f"{_counts(seat.court, width=3)}   {reserve}   {discs:<12}{seat.disc_played or ''}"


def _counts(paladins: Paladins, *, width: int) -> str:
    """Return one number per clan, in clan order; a dot stands for zero."""
    return _cells(*(count or None for count in astuple(paladins)), width=width)


def _cells(*cells: str | int | None, width: int) -> str:
    return "".join(f"{'.' if cell is None else cell:>{width}}" for cell in cells)
