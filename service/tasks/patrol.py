"""The patrol: finds games in which the service has to act but does not: their worker has gone.

The queues of a worker, for bots and for moments of chance, learn of that worker's commits, and act
at once. If the worker ends in between, no other worker knows. So each worker regularly lists the
games in which the service is due, and passes those that have not moved since its last look to its
own queues. The append under a version ensures that only the first worker acts. The first look of a
worker only remembers, because other workers may be playing these games right now. So after a
restart, the queues continue where the log ends at the second look, ``POLL_SECONDS`` later.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from service.projections.runner import NotCaughtUp, Runner
from service.projections.service_due import ServiceDue
from service.runtime.background import BackgroundTask
from service.tasks.game_queue import GameQueue

POLL_SECONDS: Final = 2.0

CATCH_UP_SECONDS_MAX: Final = 1.0
"""Maximum wait for the projection; then its current rows are used."""


class Patrol(BackgroundTask):
    """The task of one worker that looks after bots and moments, with these queues."""

    def __init__(
        self, queues: Sequence[GameQueue], runner: Runner, service_due: ServiceDue
    ) -> None:
        super().__init__("patrol", every=POLL_SECONDS)
        self._queues = queues
        self._runner = runner
        self._service_due = service_due
        self._seen: Mapping[str, int] = {}

    async def look(self) -> None:
        """Notify the queues of games that stand still although the service is due."""
        found = await asyncio.to_thread(self._look)
        seen, self._seen = self._seen, found
        for game, version in found.items():
            if seen.get(game) == version:
                for queue in self._queues:
                    queue.notice(game)

    def _look(self) -> Mapping[str, int]:
        # The rows of a stopped projection are good enough: each queue loads the game.
        with suppress(NotCaughtUp):
            self._runner.catch_up(self._service_due, seconds=CATCH_UP_SECONDS_MAX)
        return self._service_due.games()
