"""Time for tests of clocks: it moves only when a test moves it."""

from typing import Any

from domain.table.events import FlagFell
from domain.table.times import SECOND, micros, rfc3339
from service.storage.log import Log
from service.storage.rows import event_of
from tests.support.storage.stores import AT


class Hand:
    """The hand of a clock that a test moves, for one worker or for several."""

    def __init__(self) -> None:
        self.now = AT

    def __call__(self) -> str:
        return self.now

    def move(self, seconds: float) -> None:
        """Move the time forward or back."""
        self.now = rfc3339(micros(self.now) + round(seconds * SECOND))


def flags(log: Log, game: str) -> list[Any]:
    """Return the events of fallen flags."""
    return [one for row in log.rows(game) if isinstance(one := event_of(row), FlagFell)]
