"""Which ordered pieces may still move, and where to."""

from domain.rulesets.ancients import paths
from domain.rulesets.ancients.board import Piece
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.paths import Reach
from domain.rulesets.ancients.position import CardPlay


def barred_by(field: Field, play: CardPlay, piece: Piece) -> tuple[str, str] | None:
    """Return the rule and the reason that keep a piece from an ordered move, or None."""
    if piece not in play.orders:
        return "CA-ORD-1", "not_ordered"
    if piece in play.done:
        return "CA-MOVE-1", "already_moved"
    if piece in play.barred:
        return "CA-LDR-6", "movement_barred"
    attached = not field.is_unit(piece) and field.unit_of(piece) is not None
    if attached and not (play.text is not None and play.text.detach):
        return "CA-LDR-8", "movement_barred"
    return None


def reach_of(field: Field, play: CardPlay, piece: Piece) -> Reach:
    """Return where an ordered piece that has not moved can go, by the card on the table."""
    gone = 1 if piece in play.ambushed else 0
    return paths.reach(field, piece, play.text, gone)


def movable(field: Field, play: CardPlay) -> list[Piece]:
    """Return the ordered pieces that have a move left, whether or not they have a way."""
    return [
        one for one in play.orders if field.at(one) >= 0 and barred_by(field, play, one) is None
    ]


def can_move(field: Field, play: CardPlay) -> bool:
    """Return whether any ordered move is left (CA-TURN-6)."""
    return any(reach_of(field, play, one) for one in movable(field, play))
