"""Whether what is due happens in time: flags, and the decisions of the house.

The service promises both as long as one worker is well: it is there, its lines hold, nothing on it
takes long, its clock goes on. So each worker is asked how late it is, from when it has been well.
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
"""From when a flag is due."""
BOT_SECONDS_MAX: Final = 6.0
"""From the last event: two looks of the patrol, two seconds each, and what is done then."""


class Punctuality:
    """Knows since when each game is as it is, and who could have gone on with it."""

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
        """Take note of rows of the log, and of how late they are."""
        for game in games_of(rows):
            if game in self._store.games:
                self._look_at(self._store.games[game])
            self._since[game] = self._loop.time()

    def look(self) -> None:
        """Look for what should have happened by now."""
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
            told = f"the flag of {game.id} is {late:.2f} s late at {version}"
            self._must(late <= FLAG_SECONDS_MAX, told)
        if game.bots_due:
            late = max((now - begins for _, begins in well), default=0)
            told = f"the house is {late:.2f} s late in {game.id} at {version}"
            self._must(late <= BOT_SECONDS_MAX, told)
