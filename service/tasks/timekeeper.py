"""Deadlines: lets the flags fall that are due, whoever is connected to whichever worker.

Each worker looks by itself, twice a second, for games whose deadline has come. It asks for nothing
in them, and before nothing the handler lets flags fall; so the append under a version decides which
worker was first, and a flag falls once. What is looked at is in the database: a restart forgets
nothing, and nobody has to be told by Redis.
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
"""So many flags fall side by side, so that their commits are grouped."""

CATCH_UP_SECONDS_MAX: Final = 0.5
"""How long the rows are waited for; then those that there are must do."""

RETRY_SECONDS: Final = 30.0
"""How long a game is left alone in which a flag could not fall."""

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
        """Let all flags fall that are due now."""
        now = self._clock()
        left_alone = {game: end for game, end in self._left_alone.items() if end > now}
        self._left_alone = left_alone
        seen = set(left_alone)
        await asyncio.to_thread(self._catch_up)
        while games := await asyncio.to_thread(self._due, seen):
            seen.update(games)
            await asyncio.gather(*map(self._fall, games))

    def _catch_up(self) -> None:
        # A projection that stands still, or is being built, is told of elsewhere; the rows that it
        # has may do, for each game is looked at before a flag falls in it.
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
        except Exception:  # noqa: BLE001 - whatever one game does, the others have their deadlines
            _LOG.exception("flag_could_not_fall", game=game)
        else:
            return
        self._left_alone[game] = self._clock() + RETRY_SECONDS
