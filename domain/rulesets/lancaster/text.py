"""The board as lines of text, for terminals and tests. Places have the names that actions use."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kit import Language, Words
from domain.rulesets.lancaster.board import BATTLE, COUNTY
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.phrases import due, favour, headline, law, strengths
from domain.rulesets.lancaster.view import (
    BattleView,
    CountyView,
    PositionView,
    SideView,
    set_up,
)
from domain.rulesets.lancaster.words import WORDS

_LINE: Final = "-" * 72
_HIDDEN: Final = "?"


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return what the viewer may see as lines; options stand for their set-up."""
    shown = set_up(view) if isinstance(view, Options) else view
    return "".join(f"{line.rstrip()}\n" for line in _lines(shown, WORDS[language]))


def _lines(view: PositionView, texts: Words) -> Iterator[str]:
    yield headline(view, texts)
    yield _LINE
    yield texts("board.counties")
    for county in view.counties:
        yield f"  {county_line(county, texts)}"
    yield texts("board.battles")
    for name, row in (("top", view.battles.top), ("bottom", view.battles.bottom)):
        title = texts(f"row.{name}")
        for battle in row:
            words = texts("board.none") if battle is None else battle_line(battle, texts)
            yield f"  {title}: {words}"
    yield from law_lines(view, texts)
    yield _LINE
    for seat, held in enumerate(view.seats):
        mark = ">" if seat in due(view) else " "
        yield f"{mark} {seat_line(view, seat, texts)}"
        nobles, tiles = _listed(held.nobles), _listed(held.extensions)
        yield f"    {texts('board.nobles', nobles=nobles, extensions=tiles)}"
        for side in view.sides:
            if side.seat == seat:
                yield f"    {side_line(view, side, texts)}"


def board_lines(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the whole board in sentences, for screen readers."""
    yield from (county_line(county, texts) for county in view.counties)
    for name, row in (("top", view.battles.top), ("bottom", view.battles.bottom)):
        title = texts(f"row.{name}")
        shown = (battle_line(one, texts) for one in row if one is not None)
        yield from (f"{title}: {one}" for one in shown)
    yield from law_lines(view, texts)
    yield from (seat_line(view, seat, texts) for seat in range(len(view.seats)))
    yield from (side_line(view, side, texts) for side in view.sides)


def county_line(county: CountyView, texts: Words) -> str:
    """Return a county with its nobles and its knight."""
    card = COUNTY[county.county]
    knight = texts("board.empty")
    if county.knight is not None:
        knight = f"{texts(f'side.{county.knight.side}')} {county.knight.strength}"
        if county.squires:
            knight = texts("board.squires", knight=knight, count=county.squires)
    return texts(
        "board.county",
        letter=card.id,
        name=card.name,
        least=card.min,
        nobles=county.nobles,
        knight=knight,
    )


def battle_line(battle: BattleView, texts: Words) -> str:
    """Return a battle with its values and its slots."""
    card = BATTLE[battle.card]
    slots = [f"{texts(f'side.{slot.side}')} {strengths(slot.knights)}" for slot in battle.slots]
    return texts(
        "board.battle",
        card=card.id,
        strength=card.f,
        points="/".join(map(str, card.pp)),
        slots="; ".join(slots) or texts("board.empty"),
    )


def law_lines(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the laws in force, those proposed, the favours and the supply."""
    yield texts("board.laws", laws=_laws(view.laws.current, texts))
    proposed = [law for law in view.laws.proposed if law is not None]
    yield texts("board.proposed", laws=_laws(proposed, texts))
    favours = [favour(one, texts) for one in view.favours]
    yield texts("board.favours", favours=", ".join(favours) or texts("board.none"))
    supply = view.supply
    yield texts("board.supply", gold=supply.gold, squires=supply.squires, votes=supply.votes)


def _laws(laws: Iterable[str], texts: Words) -> str:
    return "; ".join(law(one, texts) for one in laws) or texts("board.none")


def seat_line(view: PositionView, seat: int, texts: Words) -> str:
    """Return the points and goods of a seat; a question mark stands for what is hidden."""
    held = view.seats[seat]
    return texts(
        "board.seat",
        name=texts(f"side.{held.color}"),
        power=held.power,
        gold=_HIDDEN if held.gold is None else held.gold,
        squires=_HIDDEN if held.squires is None else held.squires,
        votes=held.votes,
    )


def side_line(view: PositionView, side: SideView, texts: Words) -> str:
    """Return the knights of a side at court, in reserve and in its castle."""
    castle = ", ".join(f"{space} {strength}" for space, strength in side.castle.items())
    knights = texts(
        "board.knights",
        court=strengths(side.court),
        reserve=strengths(side.reserve),
        castle=castle or "-",
    )
    if not side.ally:
        return knights
    owner = texts(f"side.{view.seats[side.seat].color}")
    return f"{texts('board.ally', name=texts(f'side.{side.side}'), owner=owner)}: {knights}"


def _listed(names: Iterable[str]) -> str:
    return " ".join(names) or "-"
