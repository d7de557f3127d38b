"""The legal actions of a seat, written independently of ``decide``."""

from carolus_pig.actions import Hold, Roll, SeatAction
from carolus_pig.position import Position
from domain.ruleset import NO_ACTIONS, Legal, Seat, tag_of


def legal(position: Position, seat: Seat) -> Legal[SeatAction]:
    """Return the legal actions: roll, and hold after a roll."""
    if position.outcome is not None or position.rolling or position.seat != seat:
        return NO_ACTIONS
    actions: list[SeatAction] = [Roll(), Hold()] if position.turn else [Roll()]
    choices = [{"type": tag_of(one)} for one in actions]
    return Legal(len(actions), actions.__getitem__, lambda: choices)
