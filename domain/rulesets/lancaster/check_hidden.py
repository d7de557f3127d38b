"""Completes the view of a seat or a spectator: any gold, squires and votes that fit what it shows.

Of gold and squires, all that the view does not show are with the seats that hide them. How they
are spread matters in two steps: the seat on turn must be able to place a knight, and a law may ask
those with the most.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from domain.ruleset import Completed, Seat, Unknown, Viewer
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
    if (not hidden and not unseen) or len(view.seats) != options.players:
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
    """Return a spread in which exactly the seats that are still asked have the most, or None.

    Those before them may have as many; those after them were not asked, so they have fewer, unless
    they cannot use the law.
    """
    values = dict(shown)
    for seat in hidden:
        if seat in view.queue:
            values[seat], left = most, left - most
    if any(values[seat] != most for seat in view.queue if seat in values):
        return None
    if left < 0 or any(value > most for value in shown.values()):
        return None
    others = [seat for seat in hidden if seat not in view.queue]
    for seat in others:
        room = most if not _follows(view, seat) else max(most - 1, 0)
        values[seat] = min(room, left)
        left -= values[seat]
    # Seats that cannot use the law may have the most as well.
    for seat in others:
        if left and _follows(view, seat) and most > values[seat] and not _can_use(view, seat):
            values[seat], left = values[seat] + 1, left - 1
    if most == 0 and any(_follows(view, seat) and _can_use(view, seat) for seat in others):
        return None
    return values if left == 0 else None


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
    """Return the seats of which the view hides nothing, or else a spectator."""
    seats = tuple(seat for seat in range(len(view.seats)) if seat not in (*hidden, *unseen))
    return seats or ("spectator",)


def _unknown(hidden: Sequence[Seat], unseen: Sequence[Seat]) -> tuple[Unknown, ...]:
    """Return the rules that depend on hidden goods and votes."""
    found = []
    if hidden:
        goods = tuple(f"seats[{seat}].{good}" for seat in hidden for good in ("gold", "squires"))
        found += [Unknown(rule, goods) for rule in _OF_GOODS]
    if unseen:
        found.append(Unknown(_OF_VOTES, tuple(f"seats[{seat}].markers" for seat in unseen)))
    return tuple(found)
