"""The places of the picture that an action concerns."""

from domain.rulesets.carolus_magnus.actions import Action, MoveEmperor, PlacePaladins
from domain.rulesets.carolus_magnus.position import Position
from domain.rulesets.carolus_magnus.rules.emperor import destination


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the territories and courts that get paladins, or where the emperor moves to."""
    match action:
        case PlacePaladins(placements=placements):
            court = f"court-{position.active}"
            return tuple(
                court if one.to == "court" else f"territory-{one.to}" for one in placements
            )
        case MoveEmperor(steps=steps):
            return (f"territory-{destination(position, steps)}",)
        case _:
            return ()
