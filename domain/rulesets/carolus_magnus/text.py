"""The board as lines of text, for terminals and for tests: at most 78 columns, plain ASCII.

A clan is told by its initial, in capitals: B, G, P, R, Y. Nothing is shown by colour.
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import astuple

from domain.rulesets.carolus_magnus.board import CLANS, NUMBERS
from domain.rulesets.carolus_magnus.position import Outcome
from domain.rulesets.carolus_magnus.view import Paladins, PositionView, SeatView, TerritoryView

INITIALS: Final = tuple(clan[0].upper() for clan in CLANS)

_RULE: Final = "-" * 78
_LAND_HEADINGS: Final = f"  {'segments':<20}{'paladins':<19}{'owner':<7}castles"
_SEAT_HEADINGS: Final = (
    f"  {'seat':<9}{'markers':<9}{'court':<19}{'reserve':<19}{'discs':<11}played"
)


def text(view: PositionView) -> str:
    """Return the whole position as lines, each ended by a line feed."""
    return "".join(f"{line.rstrip()}\n" for line in _lines(view))


def _lines(view: PositionView) -> Iterator[str]:
    yield f"Round {view.round}, {_now(view)}"
    yield _RULE
    yield _LAND_HEADINGS
    for territory in view.territories:
        yield _territory(territory, here=territory.segments[0] == view.emperor)
    yield _RULE
    yield _SEAT_HEADINGS
    for number, seat in enumerate(view.seats):
        yield _seat(view, number, seat)
    yield _RULE
    yield f"Supply   {counts(view.supply)}"
    yield f"Markers  {_markers(view)}"
    goal = NUMBERS[len(view.seats)].castle_goal
    castles = ", ".join(f"{side} {count}" for side, count in view.castles_in_play.items())
    yield f"Castles  {castles} (goal {goal})"


def counts(paladins: Paladins) -> str:
    """Return the paladins by the initials of their clans, clans without any left out.

    >>> counts(Paladins(blue=2, red=11))
    '2B 11R'
    """
    held = zip(astuple(paladins), INITIALS, strict=True)
    return " ".join(f"{count}{initial}" for count, initial in held if count) or "-"


def _now(view: PositionView) -> str:
    """Tell where the game stands, and who has to do what."""
    if view.outcome is not None:
        return _outcome(view.outcome)
    order = " ".join(str(seat) for seat in view.order)
    if view.active is None:
        return f"{view.phase}; order {order}"
    return f"{view.phase}: {_due(view)}, seat {view.active}; order {order}"


def _due(view: PositionView) -> str:
    if view.phase == "opening":
        return "play a disc"
    if view.crowns:
        return f"name {view.crowns} for crowns"
    if view.phase == "setup":
        return "fill the reserve"
    return {
        "exchange": "exchange jokers",
        "place": "place paladins",
        "move": "move the emperor",
    }.get(view.step or "", "refill the reserve")


def _outcome(outcome: Outcome) -> str:
    reason = outcome.reason.replace("_", " ")
    if not outcome.winners:
        return f"over: {reason}, nobody wins"
    verb = "wins" if len(outcome.winners) == 1 else "share the victory"
    return f"over: {reason}, {' and '.join(outcome.winners)} {verb}"


def _territory(territory: TerritoryView, *, here: bool) -> str:
    emperor = "E" if here else " "
    owner = territory.owner or "-"
    castles = f"{territory.castles:>7}" if territory.castles else f"{'-':>7}"
    return (
        f"{emperor} {_segments(territory.segments):<20}{counts(territory.paladins):<19}"
        f"{owner:<7}{castles}"
    )


def _segments(segments: tuple[int, ...]) -> str:
    """Return the run of segments: ``7``, ``14-1 (3)``."""
    if len(segments) == 1:
        return str(segments[0])
    return f"{segments[0]}-{segments[-1]} ({len(segments)})"


def _seat(view: PositionView, number: int, seat: SeatView) -> str:
    turn = ">" if view.active == number else " "
    holders = zip(astuple(view.markers), INITIALS, strict=True)
    markers = "".join(initial for holder, initial in holders if holder == number)
    reserve = counts(seat.reserve)
    if seat.jokers:
        reserve = f"{reserve} {seat.jokers}*".removeprefix("- ")
    discs = " ".join(str(disc) for disc in seat.discs)
    return (
        f"{turn} {f'{number} {seat.side}':<9}{markers or '-':<9}{counts(seat.court):<19}"
        f"{reserve:<19}{discs or '-':<11}{seat.disc_played or '-'}"
    )


def _markers(view: PositionView) -> str:
    holders = zip(INITIALS, astuple(view.markers), strict=True)
    return "  ".join(f"{initial}:{'-' if seat is None else seat}" for initial, seat in holders)
