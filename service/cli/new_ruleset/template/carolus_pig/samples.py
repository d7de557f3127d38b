"""Which values were drawn, and from which, for tests of the dice of many games."""

from carolus_pig.events import AnyEvent, FaceShown, TurnStarted
from carolus_pig.position import Position
from domain.kit import Sample


def samples(position: Position, event: AnyEvent) -> list[Sample]:
    """Return the values that chance drew in an event; the position is the one before it."""
    match event:
        case TurnStarted(seat=seat) if position.seat is None:
            return [Sample("beginner", str(seat), tuple(map(str, range(len(position.points)))))]
        case FaceShown(seat=seat, face=face):
            return [Sample("die", str(face), tuple("123456"), seat)]
    return []
