"""The patrol: finds games in which the service has to act but does not: their worker is gone.

The queues of a worker, for bots, moments of chance and tournaments, learn of that worker's commits,
and act immediately. If the worker ends in between, no other worker knows. So each worker regularly
lists the games, or tournaments, in which the service is due, and passes those that have not moved
since its last look to its own queues. The append under a version ensures that only the first worker
acts. The first look of a worker only remembers, because other workers may be playing these games
right now. So after a restart, the queues continue where the log ends at the second look,
``POLL_SECONDS`` later.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from service.projections.projection import Projection
from service.projections.runner import NotCaughtUp, Runner
from service.runtime.background import BackgroundTask
from service.tasks.game_queue import GameQueue

POLL_SECONDS: Final = 2.0

CATCH_UP_SECONDS_MAX: Final = 1.0
"""Maximum wait for the projection; then its current rows are used."""


class Patrol(BackgroundTask):
    """The task of one worker that notifies queues about games that stand still.

    ``found`` reads the rows of ``due``: the games or tournaments in which the service is due, each
    with its version.
    """

    def __init__(
        self,
        name: str,
        queues: Sequence[GameQueue],
        runner: Runner,
        due: Projection,
        found: Callable[[], Mapping[str, int]],
    ) -> None:
        super().__init__(name, every=POLL_SECONDS)
        self._queues = queues
        self._runner = runner
        self._due = due
        self._found = found
        self._seen: Mapping[str, int] = {}

    async def look(self) -> None:
        """Notify the queues about games that stand still although the service is due."""
        found = await asyncio.to_thread(self._look)
        seen, self._seen = self._seen, found
        for one, version in found.items():
            if seen.get(one) == version:
                for queue in self._queues:
                    queue.notice(one)

    def _look(self) -> Mapping[str, int]:
        # The rows of a stopped projection are good enough: each queue loads the game.
        with suppress(NotCaughtUp):
            self._runner.catch_up(self._due, seconds=CATCH_UP_SECONDS_MAX)
        return self._found()
