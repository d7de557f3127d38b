"""The board as lines of text, for terminals and tests: at most 78 columns, in English plain ASCII.

Territories and cards in tables and lists have the names that actions use, in every language;
sentences have the names of the language. The letter of a seat is the
capital of its colour in English: B, R, K (black), Y, G, M; colour itself has no meaning. ``>``
marks the seat whose decision is due. Sentences name players by colour; the table numbers the seats
from 0, as actions and records do. The text shows the hands and objectives that the view contains.
"""

import textwrap
from collections.abc import Iterable, Iterator
from functools import reduce
from typing import Final

from msgspec.structs import asdict

from domain.kit import Language, Words
from domain.rulesets.teg.atlas import (
    BONUSES,
    CARD_INDEX,
    CONTINENTS,
    FIGURE_OF,
    LANDS,
    Card,
    Continent,
)
from domain.rulesets.teg.board import (
    CONQUESTS_MAX,
    DESTRUCTIONS,
    OCCUPATIONS,
    Color,
    Objective,
)
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.phrases import won
from domain.rulesets.teg.position import Outcome
from domain.rulesets.teg.view import HeldTerritoryView, PositionView, SeatView, set_up
from domain.rulesets.teg.words import WORDS

LETTERS: Final[dict[Color, str]] = {
    "blue": "B",
    "red": "R",
    "black": "K",
    "yellow": "Y",
    "green": "G",
    "magenta": "M",
}
"""By colour: the letter of its territories."""

WIDTH_MAX: Final = 78
_LINE: Final = "-" * 72
_IN_A_ROW: Final = 3
_KEPT: Final = "\N{NO-BREAK SPACE}"


def text(view: PositionView | Options, language: Language = "en") -> str:
    """Return what the viewer may see of the position as lines, each ending in a line feed.

    In place of a view, ``view`` may be the options of a game, for its set-up.
    """
    shown = set_up(view) if isinstance(view, Options) else view
    return "".join(f"{line.rstrip()}\n" for line in _lines(shown, WORDS[language]))


def _lines(view: PositionView, texts: Words) -> Iterator[str]:
    if not view.round:
        yield texts("board.undealt")
    else:
        yield f"{texts('round', round=view.round)}, {_now(view, texts)}"
        if view.outcome is None:
            yield from _turn(view, texts)
    yield _LINE
    for continent in CONTINENTS:
        lands = [one for one in view.territories if LANDS[one.territory].continent == continent]
        yield _continent(continent, {one.owner for one in lands}, view.seats, texts)
        for first in range(0, len(lands), _IN_A_ROW):
            row = lands[first : first + _IN_A_ROW]
            yield "  " + "   ".join(_territory(one, view.seats) for one in row)
        if not lands:
            names = [name for name in LANDS if LANDS[name].continent == continent]
            yield from textwrap.wrap(
                ", ".join(names), WIDTH_MAX, initial_indent="  ", subsequent_indent="  "
            )
    yield _LINE
    yield from _seats(view, texts)


def _now(view: PositionView, texts: Words) -> str:
    """Return the state of the game in brief: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return texts("text.over", ending=_ending(view.outcome, texts))
    if view.active is None:
        return texts("board.nobody")
    side = texts(f"side.{view.seats[view.active].color}")
    return texts("text.due", side=side, deed=_deed(view, texts))


def _deed(view: PositionView, texts: Words) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.attack is not None:
        source, target = (
            texts(f"territory.{one}") for one in (view.attack.source, view.attack.target)
        )
        attack = texts("deed.attack", source=source, target=target)
        return texts("text.dice_due", deed=attack)
    if view.card_due:
        return texts("deed.draw")
    if any(asdict(view.pool).values()):
        return texts("text.places")
    if view.round == 1 or view.moved or view.conquests == CONQUESTS_MAX:
        return texts("text.moves")
    return texts("text.attacks")


def _ending(outcome: Outcome, texts: Words) -> str:
    """Return a brief description of how the game ended."""
    reasons = reduce(texts.both, [texts(f"text.reason.{reason}") for reason in outcome.reasons])
    names = [texts(f"board.side.{color}") for color in outcome.winners]
    return f"{reasons}: {won(len(names), reduce(texts.both, names) if names else '', texts)}"


def _turn(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the tokens still to be placed, and what the seat has done in its turn."""
    pool = [_tokens(name, count, texts) for name, count in asdict(view.pool).items() if count]
    yield from _wrapped(texts("text.to_place"), pool, texts)
    done = [texts("text.conquests", count=view.conquests, most=CONQUESTS_MAX)]
    if view.moved:
        done.append(texts("text.no_attacks"))
    if view.conquered is not None:
        conquered = texts(f"territory.{view.conquered}")
        done.append(texts("text.conquered", territory=conquered))
    yield f"  {', '.join(done)}"
    arrived = [f"{one.territory} {one.arrived}" for one in view.territories if one.arrived]
    if arrived:
        yield from _wrapped(texts("board.moved"), arrived, texts)


def _tokens(pool: str, count: int, texts: Words) -> str:
    """Return how many tokens a pool contains; a bound pool with its name in actions."""
    if pool == "free":
        return texts("board.anywhere", count=count)
    place = texts("board.in_continent", count=count, continent=texts(f"continent.{pool}"))
    return f"{place} ({pool})"


def _continent(
    continent: Continent, owners: set[int], seats: tuple[SeatView, ...], texts: Words
) -> str:
    name = texts(f"continent.{continent}")
    line = texts("text.continent", continent=name, count=BONUSES[continent])
    if len(owners) != 1:
        return line
    (owner,) = owners
    return texts("text.whole", continent=line, owner=LETTERS[seats[owner].color])


def _territory(one: HeldTerritoryView, seats: tuple[SeatView, ...]) -> str:
    return f"{one.territory:<13} {LETTERS[seats[one.owner].color]} {one.tokens:>6}"


def _seats(view: PositionView, texts: Words) -> Iterator[str]:
    """Yield the table of the seats, the public cards, and the hidden ones that the view shows."""
    heads = [texts(f"text.column.{name}") for name in ("territories", "tokens", "cards", "trades")]
    yield f"  {texts('text.seat'):<15}{'  '.join(heads)}"
    widths = [len(head) for head in heads]
    for number, seat in enumerate(view.seats):
        mark = ">" if number == view.active else " "
        yield f"{mark} {_seat(number, seat, view, widths, texts)}"
    yield f"  {texts('text.deck', count=view.deck)}"
    yield from _wrapped(texts("text.discarded"), view.discard, texts)
    for seat in view.seats:
        side = texts(f"side.{seat.color}")
        if seat.cards is not None:
            cards = [_card(card, texts) for card in seat.cards]
            yield from _wrapped(texts("text.hand", side=side), cards, texts)
        if seat.objective is not None:
            parts = _objective(seat.objective, seat.target, view, texts)
            yield from _wrapped(texts("text.objective", side=side), parts, texts)


def _seat(number: int, seat: SeatView, view: PositionView, widths: list[int], texts: Words) -> str:
    owned = [one.tokens for one in view.territories if one.owner == number]
    name = f"{number} {LETTERS[seat.color]} {texts(f'board.side.{seat.color}')}"
    counts = (len(owned), sum(owned), seat.card_count, seat.trades)
    cells = "  ".join(f"{count:>{width}}" for count, width in zip(counts, widths, strict=True))
    standing = "" if seat.status == "active" else f"   {texts(f'standing.{seat.status}')}"
    return f"{name:<15}{cells}{standing}"


def _objective(
    objective: Objective, target: int | None, view: PositionView, texts: Words
) -> list[str]:
    """Return the requirements of an objective, in parts."""
    if objective in DESTRUCTIONS:
        return [objective, _destroyed(DESTRUCTIONS[objective], target, view, texts)]
    if objective not in OCCUPATIONS:
        return [texts("objective.common")]
    asked = OCCUPATIONS[objective]
    needs = zip(CONTINENTS, asked.needs, strict=True)
    besides = [texts("text.triangle")] if asked.triangle else []
    occupied = (f"{texts(f'continent.{name}')} {count}" for name, count in needs if count)
    return [objective, *occupied, *besides]


def _destroyed(wanted: Color, target: int | None, view: PositionView, texts: Words) -> str:
    """Return whom an objective asks to destroy, as far as the viewer may see it."""
    color = texts(f"board.side.{wanted}")
    found = wanted if target is None else view.seats[target].color
    if found == wanted:
        return texts("text.destroy", color=color)
    # No seat has the colour, or the holder itself has it (TG-OBJ-6).
    other = texts(f"board.side.{found}")
    return texts("text.destroy_instead", other=other, color=color)


def _card(card: Card, texts: Words) -> str:
    figure = FIGURE_OF[CARD_INDEX[card]]
    return f"{card} {texts('text.wild') if figure is None else texts(f'figure.{figure}')}"


def _wrapped(name: str, parts: Iterable[str], texts: Words) -> list[str]:
    """Return a named list, wrapped between its members if it is too long."""
    members = ", ".join(one.replace(" ", _KEPT) for one in parts) or texts("text.nothing")
    lines = textwrap.wrap(f"  {name}: {members}", WIDTH_MAX, subsequent_indent="    ")
    return [line.replace(_KEPT, " ") for line in lines]
