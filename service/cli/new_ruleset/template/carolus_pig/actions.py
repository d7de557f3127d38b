"""What players and chance may do."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kit import ActionType


class Roll(ActionType, frozen=True, tag="roll"):
    """Roll the die."""


class Hold(ActionType, frozen=True, tag="hold"):
    """Keep what was rolled in this turn; the turn ends."""


class DrawSeat(ActionType, frozen=True, tag="draw_seat"):
    """Chance: who begins."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class ShowFace(ActionType, frozen=True, tag="show_face"):
    """Chance: what the die shows."""

    face: Annotated[int, Meta(ge=1, le=6)]


SeatAction: TypeAlias = Roll | Hold
ChanceAction: TypeAlias = DrawSeat | ShowFace
Action: TypeAlias = SeatAction | ChanceAction
