"""The places of the picture that an action concerns."""

from domain.kit import hex_spot
from domain.rulesets.ancients.actions import (
    Action,
    Attack,
    BonusAttack,
    EvadeTo,
    ExtraHex,
    LeaderEvade,
    Move,
    PlayCard,
    RetreatTo,
)
from domain.rulesets.ancients.hexes import NAMES
from domain.rulesets.ancients.position import Position


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the card, or the hex of the piece and then those that it goes to or attacks.

    Only who sees a hand has its cards in the picture.
    """
    if isinstance(action, PlayCard):
        return (f"card-{action.card}",)
    return tuple(hex_spot(one) for one in _hexes(position, action) if one != "off")


def _hexes(position: Position, action: Action) -> tuple[str, ...]:
    match action:
        case Move(piece=piece, to=to):
            return _at(position, piece), to
        case Attack(unit=unit, target=target):
            return _at(position, unit), target
        case EvadeTo(to=to) | RetreatTo(to=to):
            return _due(position), to
        case ExtraHex(to=end) | BonusAttack(target=end) if end is not None:
            return _due(position), end
        case LeaderEvade(path=path):
            return _due(position), *path
        case _:
            return ()


def _at(position: Position, piece: str) -> str:
    return NAMES[position.at[position.battle.numbers[piece]]]


def _due(position: Position) -> str:
    """Return the hex of the piece that the decision is about."""
    piece = position.stack[-1].piece
    assert piece is not None, "the decision is about a piece"
    return NAMES[position.at[piece]]
