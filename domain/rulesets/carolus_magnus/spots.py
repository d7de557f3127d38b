"""The places of the picture that an action concerns."""

from domain.rulesets.carolus_magnus.actions import Action, MoveEmperor, PlacePaladins
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.emperor import destination


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the territories that get paladins, one for each, or that the emperor moves to.

    The court of a seat is not on the board.
    """
    match action:
        case PlacePaladins(placements=placements):
            return tuple(f"territory-{one.to}" for one in placements if one.to != "court")
        case MoveEmperor(steps=steps):
            return (f"territory-{destination(position, steps)}",)
        case _:
            return ()
