"""What happens, in sentences: the texts ``story.<type of the event>``, and one that needs more."""

from collections.abc import Sequence

from carolus_pig.events import AnyEvent, FaceShown
from carolus_pig.view import PositionView
from domain.kit import Players, sentence


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on an event, or None if it needs none."""
    match row[-1]:
        case FaceShown(seat=seat, face=1) if before is not None:
            return players.texts("story.points_lost", name=players.name(seat), count=before.turn)
        case event:
            return sentence(event, players)
