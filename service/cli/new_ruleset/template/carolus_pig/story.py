"""What happens, in sentences: the texts ``story.<type of the event>``, and two that need more."""

from collections.abc import Sequence

from carolus_pig.events import AnyEvent, DieTaken, FaceShown, GameEnded
from carolus_pig.view import PositionView
from domain.kit.story import Players, sentence


def describe(row: Sequence[AnyEvent], before: PositionView | None, players: Players) -> str | None:
    """Return the sentence on an event, or None if it needs none."""
    texts = players.texts
    match row[-1]:
        case DieTaken():
            return None  # the face follows
        case FaceShown(seat=seat, face=1) if before is not None:
            return texts("story.points_lost", name=players.name(seat), count=before.turn)
        case GameEnded(winners=winners):
            return texts("story.game_ended", names=texts.listed([*map(players.side, winners)]))
        case event:
            return sentence(event, players)
