"""Which values were drawn, and from which, for tests of the dice of many games."""

from collections.abc import Sequence
from typing import Final

from carolus_pig.events import AnyEvent, FaceShown, TurnStarted
from carolus_pig.position import Position
from domain.ruleset import Sample

FACES: Final = ("1", "2", "3", "4", "5", "6")


def samples(position: Position, event: AnyEvent) -> Sequence[Sample]:
    """Return the values that chance drew in an event; the position is the one before it."""
    match event:
        case TurnStarted(seat=seat) if position.seat is None:
            return [Sample("beginner", str(seat), tuple(map(str, range(len(position.points)))))]
        case FaceShown(seat=seat, face=face):
            return [Sample("die", str(face), FACES, seat)]
    return ()
