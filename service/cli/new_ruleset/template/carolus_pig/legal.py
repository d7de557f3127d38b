"""The legal actions of a seat, written independently of ``decide``."""

from carolus_pig.actions import Hold, Roll, SeatAction
from carolus_pig.position import Position
from domain.kit import NO_ACTIONS, Legal, Seat, plain


def legal(position: Position, seat: Seat) -> Legal[SeatAction]:
    """Return the legal actions: roll, and hold after a roll."""
    if position.outcome is not None or position.rolling or position.seat != seat:
        return NO_ACTIONS
    return plain([Roll(), Hold()] if position.turn else [Roll()])
