"""The house bots."""

from carolus_pig.actions import Hold, Roll, SeatAction
from carolus_pig.view import PositionView
from domain.kit import Legal, Pick, ladder


def greedy(view: PositionView, legal: Legal[SeatAction], pick: Pick) -> SeatAction:
    """Hold with 20 points, as books advise, or with the goal."""
    enough = min(20, view.goal - view.points[view.seat])
    return Hold() if view.turn >= enough else Roll()


BOTS = ladder(greedy)
