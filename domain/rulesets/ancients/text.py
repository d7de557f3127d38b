"""The board as lines of text, for terminals and tests. Hexes and pieces have the names of actions.

Each side lists its pieces by these names, with their hexes.

A hex shows a unit as side, type and blocks, such as ``bHI4``, with a star for its leader; a lone
leader as ``bL*``; or its terrain.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from domain.kit import Language, Words
from domain.rulesets.ancients.hexes import ALL, NAMES, ROW, SIDES, Side
from domain.rulesets.ancients.options import Options
from domain.rulesets.ancients.phrases import (
    battle_of,
    card_name,
    combat_line,
    hand_line,
    headline,
    on_board,
    side_line,
)
from domain.rulesets.ancients.view import PositionView, set_up
from domain.rulesets.ancients.words import WORDS

_WIDTH: Final = 6
_OPEN: Final = "."


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return what the viewer may see as lines; options stand for their set-up."""
    shown = set_up(view) if isinstance(view, Options) else view
    return "".join(f"{line.rstrip()}\n" for line in _lines(shown, WORDS[language]))


def _lines(view: PositionView, texts: Words) -> Iterator[str]:
    yield headline(view, texts)
    yield texts(f"battle.{view.scenario}")
    for side in SIDES:
        yield f"{'>' if side == view.active else ' '} {side_line(view, side, texts)}"
        hand = hand_line(view, side, texts)
        if hand is not None:
            yield f"    {hand}"
        for pieces in _pieces(view, side, texts):
            yield f"    {pieces}"
    yield from _board(view, texts)
    if view.play is not None:
        yield texts("board.card", card=card_name(view.play.card, texts))
    if view.combat is not None:
        yield combat_line(view, texts)
    if view.roll is not None:
        yield texts("board.roll", count=view.roll.count)
    if view.reserve:
        yield texts("board.reserve", pieces=", ".join(view.reserve))
    yield texts("board.deck", deck=view.deck, discard=len(view.discard))


def _pieces(view: PositionView, side: Side, texts: Words) -> Iterator[str]:
    """Yield the pieces of a side by type, with their names in actions: the board has no room."""
    found: dict[str, list[str]] = {}
    for one in on_board(view):
        if one.id[0] == side[0]:
            found.setdefault(one.id.split("-")[1], []).append(f"{one.id} {one.hex}")
    for kind, pieces in found.items():
        name = texts("piece.unnamed" if kind == "L" else f"unit.{kind}")
        yield texts("board.pieces", name=name, pieces=", ".join(pieces))


def _board(view: PositionView, texts: Words) -> Iterator[str]:
    ground = {at: texts(f"terrain.{kind}")[: _WIDTH - 1] for at, kind in battle_of(view).terrain}
    shown = {**ground}
    for unit in view.units:
        shown[unit.hex] = f"{unit.id[0]}{unit.id.split('-')[1]}{unit.blocks}"
    units = {one.hex for one in view.units}
    for leader in view.leaders:
        alone = f"{leader.id[0]}L"
        shown[leader.hex] = f"{shown[leader.hex] if leader.hex in units else alone}*"
    for row, hexes in groupby(ALL, key=ROW.__getitem__):
        cells = "".join(f"{shown.get(NAMES[at], _OPEN):<{_WIDTH}}" for at in hexes)
        indent = " " * (_WIDTH // 2 * (row % 2))
        yield f"{'ABCDEFGHI'[row]}  {indent}{cells}"
