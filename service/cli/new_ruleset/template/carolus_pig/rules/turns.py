"""A turn: rolling (PIG-ROLL), holding (PIG-HOLD), and the end of the game (PIG-END)."""

from carolus_pig.events import AnyEvent, FaceShown, GameEnded, PointsKept, TurnStarted
from carolus_pig.options import SIDES
from carolus_pig.position import Position
from domain.kit import IllegalAction, Seat


def show_face(position: Position, seat: Seat, face: int) -> list[AnyEvent]:
    """Return what a face of the die causes: a one ends the turn (PIG-ROLL-1)."""
    shown = FaceShown(seat, face)
    return [shown] if face > 1 else [shown, TurnStarted((seat + 1) % len(position.points))]


def hold(position: Position, seat: Seat) -> list[AnyEvent]:
    """Keep the points of the turn (PIG-HOLD-1); the goal ends the game (PIG-END-1)."""
    if not position.turn:
        raise IllegalAction("PIG-HOLD-1", "player_must_roll_first", seat=seat)
    kept = PointsKept(seat, position.turn)
    if position.points[seat] + position.turn >= position.goal:
        return [kept, GameEnded("goal", (SIDES[seat],))]
    return [kept, TurnStarted((seat + 1) % len(position.points))]
