"""Whether what is due happens in time: flags, and the decisions of the house.

The service promises both as long as one worker is well: it is there, its lines hold, nothing on it
takes long, its clock goes on. So each worker is asked how late it is, from when it has been well.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from eventsourcing.persistence import StoredEvent

from domain.table.times import SECOND, micros
from service.storage.log import project
from service.storage.rows import Stored, to_row
from tests.simulation.loop import SimulatedLoop
from tests.simulation.worker import BEGIN, Worker

FLAG_SECONDS_MAX: Final = 2.0
"""From when a flag is due."""
BOT_SECONDS_MAX: Final = 6.0
"""From the last event: two looks of the patrol, two seconds each, and what is done then."""


class _Standing(NamedTuple):
    """A game as it stands, and since when."""

    stored: Stored
    since: float


class Punctuality:
    """Knows all games as they are committed, and who could have gone on with them."""

    def __init__(
        self,
        loop: SimulatedLoop,
        workers: Sequence[Worker],
        must: Callable[[bool, object], None],
    ) -> None:
        self._loop = loop
        self._workers = workers
        self._must = must
        self._games: dict[str, _Standing] = {}

    def committed(self, rows: Sequence[StoredEvent]) -> None:
        """Take note of rows of the log, and of how late they are."""
        for stream in dict.fromkeys(str(row.originator_id) for row in rows):
            if "/" in stream:
                continue
            known = self._games.get(stream)
            if known is not None:
                self._look_at(known)
            added = [to_row(row) for row in rows if row.originator_id == stream]
            stored = project(stream, known.stored if known else None, added)
            assert stored is not None, "there are rows"
            self._games[stream] = _Standing(stored, self._loop.time())

    def look(self) -> None:
        """Look for what should have happened by now."""
        for standing in self._games.values():
            self._look_at(standing)

    def _look_at(self, standing: _Standing) -> None:
        game = standing.stored.game
        if game.finished:
            return
        since = [
            (worker, max(standing.since, worker.life.well_since))
            for worker in self._workers
            if worker.up
        ]
        now = self._loop.time()
        if game.deadline is not None:
            at = (micros(game.deadline) - BEGIN) / SECOND
            late = max((now - max(well, at - one.skew) for one, well in since), default=0)
            told = (
                f"the flag of {game.id} after {standing.stored.head.version} is {late:.2f} s late"
            )
            self._must(late <= FLAG_SECONDS_MAX, told)
        if game.bots_due:
            late = max((now - well for _, well in since), default=0)
            told = f"the house is {late:.2f} s late in {game.id} at {standing.stored.head.version}"
            self._must(late <= BOT_SECONDS_MAX, told)
