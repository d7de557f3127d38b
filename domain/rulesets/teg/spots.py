"""The places of the picture that an action concerns."""

from domain.rulesets.teg.actions import Action, Attack, MoveTokens, PlaceTokens
from domain.rulesets.teg.position import Position


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the territory of a placement, or the source and the target of an attack or a move."""
    match action:
        case PlaceTokens(territory=territory):
            return (f"territory-{territory}",)
        case Attack(source=source, target=target) | MoveTokens(source=source, target=target):
            return (f"territory-{source}", f"territory-{target}")
        case _:
            return ()
