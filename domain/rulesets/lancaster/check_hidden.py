"""Completes the view of a seat or a spectator: any gold, squires and votes that fit what it shows.

Of gold and squires, all that the view does not show are with the seats that hide them. How they
are spread matters in two steps: the active seat must be able to place a knight, and a law may ask
those with the most.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.kit import Completed, Seat, Unknown, Viewer
from domain.rulesets.lancaster.board import EDITION
from domain.rulesets.lancaster.options import Options, examine
from domain.rulesets.lancaster.view import CourtSeatView, PositionView

_OF_GOODS: Final = ("LA-INV-1", "LA-GEN-6")
_OF_VOTES: Final = "LA-INV-19"


def complete(view: PositionView, options: Options) -> Completed[PositionView]:
    """Return the view with all gold, squires and votes, and what depends on those it hides.

    Raises IllegalAction for options that a rule refuses.
    """
    examine(options)
    hidden = [
        seat for seat, held in enumerate(view.seats) if held.gold is None or held.squires is None
    ]
    voted = view.phase == "parliament" and view.step in ("vote", "reveal")
    unseen = [
        seat
        for seat, held in enumerate(view.seats)
        if voted and seat not in view.queue and held.ballot is None
    ]
    players = options.players
    complete_seats = len(view.seats) == players and len(view.sides) >= players
    if (not hidden and not unseen) or not complete_seats:
        return Completed(view, ("arbiter",))
    gold = _spread(view, [one.gold for one in view.seats], _gold_left(view), law="L01")
    squires = _spread(view, [one.squires for one in view.seats], _squires_left(view), law="L02")
    seats = [
        _completed(held, gold[seat], squires[seat], votes=seat in unseen)
        for seat, held in enumerate(view.seats)
    ]
    return Completed(
        replace(view, seats=tuple(seats)), _viewers(view, hidden, unseen), _unknown(hidden, unseen)
    )


def _completed(held: CourtSeatView, gold: int, squires: int, *, votes: bool) -> CourtSeatView:
    done = replace(held, gold=gold, squires=squires)
    return replace(done, ballot="no", markers=0) if votes else done


def _gold_left(view: PositionView) -> int:
    return EDITION.supply.gold - view.supply.gold


def _squires_left(view: PositionView) -> int:
    on_counties = sum(one.squires for one in view.counties)
    return EDITION.supply.squire - view.supply.squires - on_counties


def _spread(
    view: PositionView, shown: Sequence[int | None], total: int, *, law: str
) -> dict[Seat, int]:
    """Return the pieces of each seat, so that all are there if that is possible."""
    values = {seat: value for seat, value in enumerate(shown) if value is not None}
    hidden = [seat for seat, value in enumerate(shown) if value is None]
    left = max(total - sum(values.values()), 0)
    if view.step == "law" and view.subject == law and view.queue:
        for most in range(total + 1):
            found = _with_most(view, values, hidden, left, most)
            if found is not None:
                return found
    # All to the seat that decides, because it may need them, or to the first one.
    hidden.sort(key=lambda seat: seat not in view.queue[:1])
    for seat in hidden:
        values[seat], left = left, 0
    return values


def _with_most(
    view: PositionView, shown: Mapping[Seat, int], hidden: Sequence[Seat], left: int, most: int
) -> dict[Seat, int] | None:
    """Return a spread in which exactly the seats that are still asked have the most, or None."""
    values = dict(shown)
    for seat in hidden:
        if seat in view.queue:
            values[seat] = most
    left -= most * (len(values) - len(shown))
    for seat in hidden:
        if seat not in view.queue:
            values[seat] = max(min(_limit(view, seat, most), left), 0)
            left -= values[seat]
    fits = all(
        value == most if seat in view.queue else value <= _limit(view, seat, most)
        for seat, value in values.items()
    )
    return values if fits and left == 0 else None


def _limit(view: PositionView, seat: Seat, most: int) -> int:
    """Return how much a seat may have that is not asked any more, or never was.

    Seats before the first of the queue may have as much as it. Those after it have less, unless
    they cannot use the law.
    """
    return most - 1 if _follows(view, seat) and _can_use(view, seat) else most


def _follows(view: PositionView, seat: Seat) -> bool:
    """Return whether a seat decides after the first of the queue."""
    players = len(view.seats)
    return (seat - view.start) % players > (view.queue[0] - view.start) % players


def _can_use(view: PositionView, seat: Seat) -> bool:
    """Return whether a seat could use the law in question (L01 or L02), by public facts."""
    side = view.sides[seat]
    if view.subject == "L02":
        return 1 in side.reserve
    in_play = [*side.court, *side.castle.values()]
    in_play += [
        one.knight.strength
        for one in view.counties
        if one.knight is not None and one.knight.side == side.side
    ]
    for battle in (*view.battles.top, *view.battles.bottom):
        for slot in () if battle is None else battle.slots:
            if slot.side == side.side:
                in_play += slot.knights
    return any(strength + 1 in side.reserve for strength in in_play)


def _viewers(
    view: PositionView, hidden: Sequence[Seat], unseen: Sequence[Seat]
) -> tuple[Viewer, ...]:
    """Return the viewers that see exactly this: one seat, or several before they vote."""
    seats = tuple(seat for seat in range(len(view.seats)) if seat not in (*hidden, *unseen))
    voters = tuple(seat for seat in seats if view.seats[seat].ballot is not None)
    if hidden or voters:
        return voters or seats or ("spectator",)
    return (*seats, "spectator")


def _unknown(hidden: Sequence[Seat], unseen: Sequence[Seat]) -> tuple[Unknown, ...]:
    """Return the rules that depend on hidden goods and votes."""
    found = []
    if hidden:
        goods = tuple(f"seats[{seat}].{good}" for seat in hidden for good in ("gold", "squires"))
        found += [Unknown(rule, goods) for rule in _OF_GOODS]
    if unseen:
        found.append(Unknown(_OF_VOTES, tuple(f"seats[{seat}].markers" for seat in unseen)))
    return tuple(found)
