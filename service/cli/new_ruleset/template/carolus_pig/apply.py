"""What events change."""

from collections.abc import Sequence
from typing import Any

from carolus_pig.events import (
    AnyEvent,
    DieTaken,
    FaceShown,
    GameEnded,
    PointsKept,
    TurnStarted,
)
from carolus_pig.position import settle


def apply(draft: Any, events: Sequence[AnyEvent]) -> None:
    """Change a draft of a position as the events say; never refuse one."""
    for event in events:
        match event:
            case TurnStarted(seat=seat):
                draft.seat, draft.turn = seat, 0
            case DieTaken():
                draft.rolling = True
            case FaceShown(face=face):
                draft.rolling, draft.turn = False, draft.turn + face
            case PointsKept(seat=seat, points=points):
                kept = [*draft.points]
                kept[seat] += points
                draft.points, draft.turn = tuple(kept), 0
            case GameEnded(reason=reason, winners=winners):
                draft.outcome = settle(draft, reason, winners)
