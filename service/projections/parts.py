"""All projections of the service, and what drives them."""

import time
from collections.abc import Callable, Mapping

from service.projections.bots_due import BotsDue
from service.projections.counts import Counts
from service.projections.deadlines import Deadlines
from service.projections.head_to_head import HeadToHead
from service.projections.lobby import Lobby
from service.projections.projection import Projection
from service.projections.ratings import Ratings
from service.projections.runner import Runner
from service.projections.trail import Trail
from service.storage.database import Database


class Projections:
    """Each of them by name. Whoever asks one has the runner catch up with it first."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self.lobby = Lobby(database)
        self.ratings = Ratings(database)
        self.head_to_head = HeadToHead(database)
        self.counts = Counts(database)
        self.deadlines = Deadlines(database)
        self.bots_due = BotsDue(database)
        self.trail = Trail(database)
        self.runner = Runner(
            database,
            (
                self.lobby,
                self.ratings,
                self.head_to_head,
                self.counts,
                self.deadlines,
                self.bots_due,
                self.trail,
            ),
            clock,
        )
        self.runner.make_good()

    @property
    def by_name(self) -> Mapping[str, Projection]:
        """All of them by their names without versions."""
        return {one.short_name: one for one in self.runner.projections}
