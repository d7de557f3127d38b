"""What a viewer sees of a position: in this game, everything."""

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import asdict

from carolus_pig.position import Outcome, Position
from domain.kit import Viewer

_Points = Annotated[int, Meta(ge=0, le=9999)]


class PositionView(Struct, frozen=True, forbid_unknown_fields=True):
    """The position as everyone sees it."""

    goal: _Points
    """The points that win."""
    points: Annotated[tuple[_Points, ...], Meta(min_length=2, max_length=4)]
    """What each seat has kept."""
    turn: _Points
    """What was rolled in this turn."""
    seat: Annotated[int, Meta(ge=0, le=3)]
    """Whose turn it is."""
    rolling: bool
    """Whether the die is rolling."""
    outcome: Outcome | None


def view(position: Position, viewer: Viewer) -> PositionView | None:
    """Return what the viewer sees; None until chance has drawn who begins."""
    return None if position.seat is None else PositionView(**asdict(position))
