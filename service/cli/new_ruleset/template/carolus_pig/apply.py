"""What events change."""

from collections.abc import Sequence
from typing import Any

from carolus_pig import events
from carolus_pig.position import settle


def apply(draft: Any, happened: Sequence[events.AnyEvent]) -> None:
    """Change a draft of a position as the events say; never refuse one."""
    for event in happened:
        match event:
            case events.TurnStarted(seat=seat):
                draft.seat, draft.turn = seat, 0
            case events.DieTaken():
                draft.rolling = True
            case events.FaceShown(face=face):
                draft.rolling, draft.turn = False, draft.turn + face
            case events.PointsKept(seat=seat, points=points):
                kept = [*draft.points]
                kept[seat] += points
                draft.points, draft.turn = tuple(kept), 0
            case events.GameEnded(reason=reason, winners=winners):
                draft.outcome = settle(draft, reason, winners)
