"""Deadlines: makes due flags fall, on any worker.

Twice a second, each worker looks for games whose deadline has come, and performs an empty list of
actions in them; the handler makes flags fall first. The append under a version decides which worker
was first, so a flag falls once. The deadlines are in the database: a restart forgets nothing, and
Redis is not needed.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError

from domain.table.game import TABLE
from service.games.handler import Handler
from service.projections.deadlines import Deadlines
from service.projections.runner import NotCaughtUp, Runner
from service.runtime.background import BackgroundTask

POLL_SECONDS: Final = 0.5

GAMES_AT_ONCE: Final = 64
"""Flags that fall concurrently, so that their commits are grouped."""

CATCH_UP_SECONDS_MAX: Final = 0.5
"""Maximum wait for the projection; then its current rows are used."""

RETRY_SECONDS: Final = 30.0
"""Delay before a flag that could not fall is tried again."""

_LOG = structlog.get_logger("carolus.deadlines")


class Timekeeper(BackgroundTask):
    """The task of one worker that looks after deadlines. ``now`` gives the time."""

    def __init__(
        self,
        handler: Handler,
        runner: Runner,
        deadlines: Deadlines,
        now: Callable[[], str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("deadlines", every=POLL_SECONDS)
        self._handler = handler
        self._runner = runner
        self._deadlines = deadlines
        self._now = now
        self._clock = clock
        self._left_alone: dict[str, float] = {}

    async def look(self) -> None:
        """Make all due flags fall."""
        now = self._clock()
        left_alone = {game: end for game, end in self._left_alone.items() if end > now}
        self._left_alone = left_alone
        seen = set(left_alone)
        await asyncio.to_thread(self._catch_up)
        while games := await asyncio.to_thread(self._due, seen):
            seen.update(games)
            await asyncio.gather(*map(self._fall, games))

    def _catch_up(self) -> None:
        # A projection that is stopped or being built is reported elsewhere. Its current rows are
        # good enough, because the handler checks each game before a flag falls.
        with suppress(NotCaughtUp):
            self._runner.catch_up(self._deadlines, seconds=CATCH_UP_SECONDS_MAX)

    def _due(self, seen: Collection[str]) -> Sequence[str]:
        """Return games whose deadline has come, the earliest first, without those seen before."""
        found = self._deadlines.due(self._now(), GAMES_AT_ONCE + len(seen))
        return [one.game for one in found if one.game not in seen][:GAMES_AT_ONCE]

    async def _fall(self, game: str) -> None:
        try:
            await self._handler.perform(game, TABLE, [])
        except PersistenceError:
            raise
        except Exception:  # noqa: BLE001 - a failure in one game must not stop the others
            _LOG.exception("flag_could_not_fall", game=game)
        else:
            return
        self._left_alone[game] = self._clock() + RETRY_SECONDS
