"""The board as lines of text, for terminals and tests: at most 78 columns, plain ASCII.

Territories and cards have the same names as in actions. The capital letter of its colour stands for
a seat: B, R, K (black), Y, G, M; colour itself has no meaning. ``>`` marks the seat whose decision
is due. The text shows the hands and objectives that the view contains.
"""

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import asdict

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
from domain.rulesets.teg.position import Outcome
from domain.rulesets.teg.view import HeldTerritoryView, PositionView, SeatView

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


def text(view: PositionView) -> str:
    """Return what the viewer may see of the position as lines, each ending in a line feed."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(view))


def _lines(view: PositionView) -> Iterator[str]:
    yield f"Round {view.round}, {_now(view)}"
    if view.outcome is None:
        yield from _turn(view)
    yield _LINE
    for continent in CONTINENTS:
        lands = [one for one in view.territories if LANDS[one.territory].continent == continent]
        yield _continent(continent, {one.owner for one in lands}, view.seats)
        for first in range(0, len(lands), _IN_A_ROW):
            row = lands[first : first + _IN_A_ROW]
            yield "  " + "   ".join(_territory(one, view.seats) for one in row)
    yield _LINE
    yield from _seats(view)


def _now(view: PositionView) -> str:
    """Return the state of the game in brief: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return f"over by {ending(view.outcome)}"
    if view.active is None:
        return "nobody to play"
    return f"seat {view.active} ({view.seats[view.active].color}) {deed(view)}"


def deed(view: PositionView) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.attack is not None:
        return f"attacks {view.attack.target} from {view.attack.source}: the dice are due"
    if view.card_due:
        return "draws a card"
    if any(asdict(view.pool).values()):
        return "places tokens"
    if view.round == 1 or view.moved or view.conquests == CONQUESTS_MAX:
        return "trades, moves or ends the turn"
    return "attacks, trades, moves or ends the turn"


def ending(outcome: Outcome) -> str:
    """Return a brief description of how the game ended."""
    reasons = " and ".join(outcome.reasons).replace("_", " ")
    match outcome.winners:
        case ():
            return f"{reasons}: nobody wins"
        case (winner,):
            return f"{reasons}: {winner} wins"
        case winners:
            return f"{reasons}: {' and '.join(winners)} share the victory"


def _turn(view: PositionView) -> Iterator[str]:
    """Yield the tokens still to be placed, and what the seat has done in its turn."""
    pool = [f"{count} {entry}" for entry, count in asdict(view.pool).items() if count]
    conquests = f"conquests: {view.conquests} of {CONQUESTS_MAX}"
    last = "" if view.conquered is None else f", last conquered: {view.conquered}"
    moved = ", moved: no more attacks" if view.moved else ""
    yield from _wrapped("to place", pool)
    yield f"  {conquests}{moved}{last}"
    arrived = [f"{one.territory} {one.arrived}" for one in view.territories if one.arrived]
    if arrived:
        yield from _wrapped("moved", arrived)


def _continent(continent: Continent, owners: set[int], seats: tuple[SeatView, ...]) -> str:
    line = f"{continent}, bonus {BONUSES[continent]}"
    if len(owners) > 1:
        return line
    (owner,) = owners
    return f"{line}, whole: {LETTERS[seats[owner].color]}"


def _territory(one: HeldTerritoryView, seats: tuple[SeatView, ...]) -> str:
    return f"{one.territory:<13} {LETTERS[seats[one.owner].color]} {one.tokens:>6}"


def _seats(view: PositionView) -> Iterator[str]:
    """Yield the table of the seats, the public cards, and the hidden ones that the view shows."""
    yield "  seat           territories  tokens  cards  trades"
    for number, seat in enumerate(view.seats):
        yield _seat(number, seat, view)
    yield f"  deck: {view.deck}"
    yield from _wrapped("discarded", view.discard)
    for number, seat in enumerate(view.seats):
        if seat.cards is not None:
            yield from _wrapped(f"hand of seat {number}", map(_card, seat.cards))
        if seat.objective is not None:
            parts = _objective(seat.objective, seat.target, view)
            yield from _wrapped(f"objective of seat {number}", parts)


def _seat(number: int, seat: SeatView, view: PositionView) -> str:
    owned = [one.tokens for one in view.territories if one.owner == number]
    name = f"{number} {LETTERS[seat.color]} {seat.color}"
    status = "" if seat.status == "active" else f"   {seat.status}"
    return (
        f"{'>' if number == view.active else ' '} {name:<15}{len(owned):>11}{sum(owned):>8}"
        f"{seat.card_count:>7}{seat.trades:>8}{status}"
    )


def _objective(objective: Objective, target: int | None, view: PositionView) -> list[str]:
    """Return the requirements of an objective, in parts."""
    if objective in DESTRUCTIONS:
        color = DESTRUCTIONS[objective]
        if target is None:
            return [objective, f"destroy {color}"]
        other = view.seats[target].color
        # No seat has the colour, or the holder itself has it (TG-OBJ-6).
        instead = "" if other == color else f" in place of {color}"
        return [objective, f"destroy {other}{instead}: seat {target}"]
    if objective not in OCCUPATIONS:
        return ["common objective only"]
    asked = OCCUPATIONS[objective]
    needs = zip(CONTINENTS, asked.needs, strict=True)
    besides = ["three other neighbours"] if asked.triangle else []
    return [objective, *(f"{continent} {count}" for continent, count in needs if count), *besides]


def _card(card: Card) -> str:
    return f"{card} {FIGURE_OF[CARD_INDEX[card]] or 'wild'}"


def _wrapped(name: str, parts: Iterable[str]) -> list[str]:
    """Return a named list, wrapped between its members if it is too long."""
    members = ", ".join(one.replace(" ", _KEPT) for one in parts) or "nothing"
    lines = textwrap.wrap(f"  {name}: {members}", WIDTH_MAX, subsequent_indent="    ")
    return [line.replace(_KEPT, " ") for line in lines]
