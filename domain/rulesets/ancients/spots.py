"""The places of the picture that an action concerns."""

from domain.rulesets.ancients.actions import (
    Action,
    Attack,
    BonusAttack,
    EvadeTo,
    ExtraHex,
    LeaderEvade,
    Move,
    RetreatTo,
)
from domain.rulesets.ancients.hexes import NAMES
from domain.rulesets.ancients.position import Position


def spots(position: Position, action: Action) -> tuple[str, ...]:
    """Return the hex of the piece, and then the hexes to which it goes or which it attacks."""
    match action:
        case Move(piece=piece, to=to):
            return _spots(_at(position, piece), to)
        case Attack(unit=unit, target=target):
            return _spots(_at(position, unit), target)
        case EvadeTo(to=to) | RetreatTo(to=to):
            return _spots(_due(position), to)
        case ExtraHex(to=end) | BonusAttack(target=end) if end is not None:
            return _spots(_due(position), end)
        case LeaderEvade(path=path):
            return _spots(_due(position), *path)
        case _:
            return ()


def _spots(*places: str) -> tuple[str, ...]:
    return tuple(f"hex-{one}" for one in places if one != "off")


def _at(position: Position, piece: str) -> str:
    return NAMES[position.at[position.battle.numbers[piece]]]


def _due(position: Position) -> str:
    """Return the hex of the piece that the decision is about."""
    piece = position.stack[-1].piece
    assert piece is not None, "the decision is about a piece"
    return NAMES[position.at[piece]]
