"""The board as lines of text, for terminals and tests: at most 78 columns, plain ASCII.

The capital initials B, G, P, R, Y stand for the clans; colour has no meaning. ``E`` marks the
emperor's territory, ``>`` the seat whose decision is due.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import astuple

from domain.rulesets.carolus_magnus.board import CLANS, NUMBERS
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, SeatView, TerritoryView

_INITIALS: Final = tuple(clan[0].upper() for clan in CLANS)
_LINE: Final = "-" * 64


def text(view: PositionView) -> str:
    """Return the whole position as lines, each ending in a line feed."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(view))


def _lines(view: PositionView) -> Iterator[str]:
    yield f"Round {view.round}, {_now(view)}"
    yield f"Castles: {_castles(view)}"
    yield _LINE
    yield f"  {'segments':<10}{_cells(*_INITIALS, width=4)}   {'owner':<7}castles"
    for territory in view.territories:
        yield _territory(territory, here=territory.segments[0] == view.emperor)
    yield _LINE
    yield from _seats(view)


def _now(view: PositionView) -> str:
    """Return the state of the game in brief: the decision that is due, or how the game ended."""
    if view.outcome is not None:
        return f"over by {ending(view.outcome)}"
    order = (
        f"{'turn' if view.phase == 'action' else 'opening'} order {' '.join(map(str, view.order))}"
    )
    if view.active is None:
        return f"{view.phase}, {order}"
    return f"{view.phase}: seat {view.active} {deed(view)}; {order}"


def deed(view: PositionView) -> str:
    """Return the active seat's decision, as the predicate of a sentence."""
    if view.phase == "opening":
        return "plays a disc"
    if view.crowns:
        return f"chooses {view.crowns} {'clan' if view.crowns == 1 else 'clans'}"
    match view.step:
        case "exchange":
            return "exchanges jokers"
        case "place":
            return "places paladins"
        case "move":
            return "moves the emperor"
        case _:
            return "refills the reserve"


def ending(outcome: Outcome) -> str:
    """Return a brief description of how the game ended."""
    reason = outcome.reason.replace("_", " ")
    match outcome.winners:
        case ():
            return f"{reason}: nobody wins"
        case (winner,):
            return f"{reason}: {winner} wins"
        case winners:
            return f"{reason}: {' and '.join(winners)} share the victory"


def _castles(view: PositionView) -> str:
    goal = NUMBERS[len(view.seats)].castle_goal
    in_play = ", ".join(f"{side} {count}" for side, count in view.castles_in_play.items())
    return f"{in_play} of {goal}"


def _territory(territory: TerritoryView, *, here: bool) -> str:
    first, last = territory.segments[0], territory.segments[-1]
    segments = str(first) if first == last else f"{first}-{last}"
    castles = f"{territory.castles:>7}" if territory.owner else ""
    return (
        f"{'E' if here else ' '} {segments:<10}{_counts(territory.paladins, width=4)}"
        f"   {territory.owner or '':<7}{castles}"
    )


def _seats(view: PositionView) -> Iterator[str]:
    """Yield the table of the seats, with the markers and the supply below it."""
    jokers = any(seat.jokers for seat in view.seats)
    clans = _cells(*_INITIALS, width=3)
    reserve = clans + _cells("jokers", width=8) * jokers
    yield f"  {'':<10}{'  court':<15}     reserve"
    yield f"  {'seat':<10}{clans}   {reserve}   discs       played"
    for number, seat in enumerate(view.seats):
        yield _seat(number, seat, active=number == view.active, jokers=jokers)
    yield f"  {'markers':<10}{_cells(*astuple(view.markers), width=3)}   (seat that holds it)"
    yield f"  {'supply':<10}{_counts(view.supply, width=3)}"


def _seat(number: int, seat: SeatView, *, active: bool, jokers: bool) -> str:
    name = f"{number} {seat.side}"
    reserve = _counts(seat.reserve, width=3)
    if jokers:
        reserve += _cells(seat.jokers or None, width=8)
    discs = " ".join(str(disc) for disc in seat.discs)
    return (
        f"{'>' if active else ' '} {name:<10}{_counts(seat.court, width=3)}   {reserve}"
        f"   {discs:<12}{seat.disc_played or ''}"
    )


def _counts(paladins: Paladins, *, width: int) -> str:
    """Return one number per clan, in clan order; a dot stands for zero."""
    return _cells(*(count or None for count in astuple(paladins)), width=width)


def _cells(*cells: str | int | None, width: int) -> str:
    return "".join(f"{'.' if cell is None else cell:>{width}}" for cell in cells)
