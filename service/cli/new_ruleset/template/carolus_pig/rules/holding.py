"""Holding and the end of the game (PIG-HOLD, PIG-END)."""

from collections.abc import Sequence

from carolus_pig.events import AnyEvent, GameEnded, PointsKept, TurnStarted
from carolus_pig.options import SIDES
from carolus_pig.position import Position
from domain.refusal import IllegalAction
from domain.ruleset import Seat


def hold(position: Position, seat: Seat) -> Sequence[AnyEvent]:
    """Keep the points of the turn (PIG-HOLD-1); the goal ends the game (PIG-END-1)."""
    if not position.turn:
        raise IllegalAction("PIG-HOLD-1", "player_must_roll_first", seat=seat)
    kept = PointsKept(seat, position.turn)
    if position.points[seat] + position.turn >= position.goal:
        return [kept, GameEnded("goal", (SIDES[seat],))]
    return [kept, TurnStarted((seat + 1) % len(position.points))]
