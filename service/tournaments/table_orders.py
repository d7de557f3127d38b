"""Carries out in games what their tournament decided: time, pauses, abandoned seats, ends.

Each step follows from the current game, so it does not matter which worker takes it, or how often
a worker tries.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from domain.ruleset import Seat
from domain.table.actions import (
    ADDED_SECONDS_MAX,
    AbortGame,
    AddTime,
    Adjudicate,
    CallOffGame,
    LiftSuspension,
    Resign,
    SuspendGame,
    TakeSeat,
)
from domain.table.game import TABLE, By, Game
from domain.tournament.stream.table_orders import TableOrder

ROUND_IS_OVER: Final = "The round is over: scored as it stands"


class GameStep(NamedTuple):
    """What the service does in a game next, and on whose behalf."""

    by: By
    action: Any


def steps_left(game: Game, order: TableOrder) -> Iterator[GameStep]:
    """Yield what is left to do in a game now, in order; the first step may change the others."""
    if game.finished:
        return
    if order.ends:
        yield GameStep(TABLE, _end(game, order))
        return
    if game.status == "open":
        yield from _seated(game, order.left)
        return
    if bool(order.paused) != game.suspended:
        yield GameStep(TABLE, SuspendGame() if order.paused else LiftSuspension())
    for seat in () if game.suspended else order.left:  # nobody resigns in a pause
        if _is_played(game, seat):
            yield GameStep(seat, Resign())
    yield from _timed(game, order.granted)


def is_settled(game: Game, order: TableOrder) -> bool:
    """Return whether nothing will be left to do, whatever happens in the game."""
    nothing_left = next(steps_left(game, order), None) is None
    return game.finished or (game.status == "running" and nothing_left)


def as_it_stands(game: Game) -> Adjudicate:
    """Return the end of a running game in favour of those who are ahead in it now."""
    sides = tuple(dict.fromkeys(game.sides))
    seats = zip(game.sides, game.seats, strict=True)
    stayed = {side for side, one in seats if not one.has_left} or set(sides)
    standing = game.rules.settle(game.position, "adjudicated", sides).standing
    scores = {place.side: place.score for place in standing if place.side in stayed}
    best = max(scores.values())
    return Adjudicate(tuple(side for side in sides if scores.get(side) == best), ROUND_IS_OVER)


def _end(game: Game, order: TableOrder) -> Any:
    if game.status == "open":
        return AbortGame()
    if not order.winners:
        return CallOffGame(order.reason)
    return Adjudicate(tuple(dict.fromkeys(game.sides[one] for one in order.winners)), order.reason)


def _seated(game: Game, left: Sequence[Seat]) -> Iterator[GameStep]:
    """Take the seats of players who do not show up, so that the game can begin for the others."""
    for seat in left:
        if not game.seats[seat].taken:
            player = game.reserved[seat]
            yield GameStep(TABLE, TakeSeat(seat, game.name_for(seat), player=player))


def _timed(game: Game, granted: Sequence[int]) -> Iterator[GameStep]:
    """Add what arbiters granted so far.

    It takes several steps if it is more than one can add, as the rules of edition 1 allow.
    """
    if game.clocks is None:
        return
    given = game.clocks.granted or (0,) * len(granted)
    for seat, seconds in enumerate(granted):
        if seconds > given[seat] and _is_played(game, seat):
            added = min(seconds - given[seat], ADDED_SECONDS_MAX)
            yield GameStep(TABLE, AddTime(seat, added))


def _is_played(game: Game, seat: Seat) -> bool:
    """Return whether a person still plays a seat."""
    state = game.seats[seat]
    return seat in game.playing and state.is_played_by_a_person and not state.flagged
