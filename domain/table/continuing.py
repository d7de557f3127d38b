"""Playing on: a new game that begins at a position of one that has ended."""

from domain.refusal import IllegalAction
from domain.table.continuation import AnyContinuation, Continuation
from domain.table.game import Game
from domain.table.rematch import was_played


def must_be_over(source: Game) -> None:
    """Refuse to continue a game that was not played to an end (TB-CONTINUE-3)."""
    if not was_played(source):
        raise IllegalAction("TB-CONTINUE-3", "game_is_not_over", status=source.status)


def continuation_of(source: Game, then: Game, head: bytes, *, complete: bool) -> AnyContinuation:
    """Return what a new game continues: ``source`` from the version at which it was ``then``.

    ``head`` is the hash of the last event of that version; ``complete`` says that no action was
    only half done there. Raises IllegalAction.
    """
    must_be_over(source)
    position = None if then.status == "open" else then.rules.view(then.position, "arbiter")
    if position is None:
        raise IllegalAction("TB-CONTINUE-1", "no_position_yet", version=then.version)
    if not complete:
        raise IllegalAction("TB-CONTINUE-2", "action_is_incomplete", version=then.version)
    return Continuation(source.id, then.version, head.hex(), position)
