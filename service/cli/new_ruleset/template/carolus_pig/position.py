"""The position, and how a game ends."""

from typing import Any, Literal

from msgspec import Struct

from carolus_pig.options import SIDES
from domain.kit import TABLE_RULES, Place, placed


class Outcome(Struct, frozen=True):
    """How the game ended."""

    reason: Literal["goal", "resignation", "draw_agreed", "time", "adjudicated"]
    winners: tuple[str, ...]
    standing: tuple[Place, ...]


class Position(Struct, frozen=True):
    """Everything that matters for the rest of the game."""

    goal: int
    points: tuple[int, ...]
    """What each seat has kept."""
    turn: int = 0
    """What was rolled in this turn."""
    seat: int | None = None
    """Whose turn it is; None until chance has drawn who begins."""
    rolling: bool = False
    """Whether the die is rolling: then chance acts."""
    outcome: Outcome | None = None


def settle(position: Position, reason: Any, winners: tuple[str, ...]) -> Outcome:
    """Return the outcome of an end by the rules, or by the table, as after a resignation."""
    points = dict(zip(SIDES, position.points, strict=False))
    won_by = TABLE_RULES.get(reason, "PIG-END-1")
    standing = placed(winners, points, points, won_by=won_by, others_by="PIG-END-1")
    return Outcome(reason, winners, standing)
