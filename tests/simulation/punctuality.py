"""Whether the service is punctual: with flags, and with the decisions of the house.

The service promises both as long as one worker is well: it is up, its connections work, nothing
on it takes long, and its clock does not jump. So lateness counts from when a worker became well.
"""

from collections.abc import Callable, Sequence
from typing import Final

from eventsourcing.persistence import StoredEvent

from domain.table.times import SECOND, micros
from service.storage.rows import Stored
from tests.simulation.loop import SimulatedLoop
from tests.simulation.store import Store, games_of
from tests.simulation.worker import BEGIN, Worker

FLAG_SECONDS_MAX: Final = 2.0
"""Counted from when the flag is due."""
BOT_SECONDS_MAX: Final = 6.0
"""Counted from the last event: two looks of the patrol, two seconds each, and the work itself."""


class Punctuality:
    """Remembers when each game last changed, and which workers could have advanced it."""

    def __init__(
        self,
        store: Store,
        loop: SimulatedLoop,
        workers: Sequence[Worker],
        must: Callable[[bool, object], None],
    ) -> None:
        self._store = store
        self._loop = loop
        self._workers = workers
        self._must = must
        self._since: dict[str, float] = {}

    def committed(self, rows: Sequence[StoredEvent]) -> None:
        """Take rows of the log, and check how late they are."""
        for game in games_of(rows):
            if game in self._store.games:
                self._look_at(self._store.games[game])
            self._since[game] = self._loop.time()

    def look(self) -> None:
        """Check for what should have happened by now."""
        for stored in self._store.games.values():
            self._look_at(stored)

    def _look_at(self, stored: Stored) -> None:
        game, version = stored.game, stored.head.version
        if game.finished:
            return
        now, since = self._loop.time(), self._since[game.id]
        well = [
            (worker, max(since, worker.life.well_since)) for worker in self._workers if worker.up
        ]
        if game.deadline is not None:
            at = (micros(game.deadline) - BEGIN) / SECOND
            late = max((now - max(begins, at - one.skew) for one, begins in well), default=0)
            message = f"the flag of {game.id} is {late:.2f} s late at {version}"
            self._must(late <= FLAG_SECONDS_MAX, message)
        if game.bots_due:
            late = max((now - begins for _, begins in well), default=0)
            message = f"the house is {late:.2f} s late in {game.id} at {version}"
            self._must(late <= BOT_SECONDS_MAX, message)
