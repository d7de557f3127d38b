"""What players and chance may do."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct


class Roll(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="roll"):
    """Roll the die."""


class Hold(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="hold"):
    """Keep what was rolled in this turn; the turn ends."""


class DrawSeat(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="draw_seat"):
    """Chance: who begins."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class ShowFace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="show_face"):
    """Chance: what the die shows."""

    face: Annotated[int, Meta(ge=1, le=6)]


SeatAction: TypeAlias = Roll | Hold
ChanceAction: TypeAlias = DrawSeat | ShowFace
Action: TypeAlias = SeatAction | ChanceAction
