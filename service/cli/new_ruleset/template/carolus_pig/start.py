"""The first position, and what chance draws."""

from carolus_pig.actions import ChanceAction, DrawSeat, ShowFace
from carolus_pig.options import Options, examine
from carolus_pig.position import Position
from domain.kit import Bounds, Draws


def start(options: Options) -> Position:
    """Return the first position; raise IllegalAction for options that a rule refuses."""
    examine(options)
    return Position(options.goal, (0,) * options.players)


def asks(position: Position) -> Bounds:
    """Return the bounds of each draw that is due: who begins, or the face of the die."""
    return (len(position.points),) if position.seat is None else (6,)


def answer(position: Position, draws: Draws) -> ChanceAction:
    """Return the action of chance with these draws, each from 0 to below its bound."""
    return DrawSeat(draws[0]) if position.seat is None else ShowFace(draws[0] + 1)
