"""Ordered movement (CA-MOVE, CA-LDR)."""

from domain.kit import IllegalAction
from domain.rulesets.ancients import combat_due, movable_pieces
from domain.rulesets.ancients.actions import EndMovement, Move
from domain.rulesets.ancients.events import PhaseEnded, PieceMoved, UnitLeftBoard
from domain.rulesets.ancients.field import Field
from domain.rulesets.ancients.hexes import NAMES, SideNumber
from domain.rulesets.ancients.paths import OFF
from domain.rulesets.ancients.rules.play import Play, hex_named, known_piece, piece_named


def move(play: Play, side: SideNumber, action: Move) -> None:
    """Move an ordered piece by the shortest legal path."""
    field = Field(play.draft)
    to = OFF if action.to == "off" else hex_named(action.to)
    known_piece(field, action.piece)
    piece = piece_named(field, side, action.piece)
    wrong = movable_pieces.barred_by(field, play.card, piece)
    if wrong is not None:
        raise IllegalAction(*wrong, piece=action.piece)
    found = movable_pieces.reach_of(field, play.card, piece)
    if to not in found:
        raise IllegalAction("CA-MOVE-2", "unreachable", piece=action.piece, to=action.to)
    if to == OFF:
        leader = field.leader_of(piece)
        play.happens(
            UnitLeftBoard(action.piece, None if leader is None else play.id(leader)),
            combat_due.objective(play.draft, side),
        )
    else:
        at = NAMES[field.at(piece)]
        play.happens(PieceMoved(action.piece, at, action.to, found[to]))
        if field.is_unit(piece) and combat_due.captures(Field(play.draft), piece):
            play.happens(combat_due.objective(play.draft, side))
    end = combat_due.verdict(Field(play.draft))
    if end is not None:
        assert not isinstance(end, combat_due.Due | combat_due.Roll), "a verdict is an event"
        play.happens(end)


def end_movement(play: Play, side: SideNumber, action: EndMovement) -> None:
    """End the movement early (CA-TURN-6)."""
    step = play.draft.step
    assert step in ("move", "second_move"), "the movement is due"
    play.happens(PhaseEnded(step))
