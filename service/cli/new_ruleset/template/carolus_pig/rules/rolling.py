"""Rolling (PIG-ROLL)."""

from collections.abc import Sequence

from carolus_pig.events import AnyEvent, FaceShown, TurnStarted
from carolus_pig.position import Position
from domain.ruleset import Seat


def show_face(position: Position, seat: Seat, face: int) -> Sequence[AnyEvent]:
    """Return what a face of the die causes: a one ends the turn (PIG-ROLL-1)."""
    shown = FaceShown(seat, face)
    return [shown] if face > 1 else [shown, TurnStarted((seat + 1) % len(position.points))]
