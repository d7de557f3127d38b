"""A queue of games, or tournaments, that a worker looks at side by side.

It stores only which games to look at; what is due in a game follows from the log. So nothing is
lost if a worker ends: the patrol of another finds the game.
"""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from typing import Final

import structlog

from domain.refusal import IllegalAction
from service.games.handler import NoSuchGame
from service.storage.idempotency import TooManyRaces
from service.storage.log import Conflict
from service.storage.stale_version import StaleVersion
from service.tournaments.handler import NoSuchTournament

PLAYERS: Final = 16
"""Games that a queue looks at concurrently, so that their commits are grouped."""

RETRY_SECONDS: Final = 1.0
"""Delay after a failure before the queue looks at the game again."""

SETTLE_SECONDS_MAX: Final = 10.0
"""How long a caller waits until the work is done: games without people may last very long."""

_LOG = structlog.get_logger("carolus.queue")


class TryLater(Exception):
    """Something that a game needs is not there yet; look at it again after ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"after {seconds} seconds")
        self.seconds = seconds


class GameQueue(ABC):
    """Looks at many games concurrently, but not twice at the same one.

    A game that is noticed while the queue looks at it is looked at again afterwards.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._queued: set[str] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self._looking: set[str] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    def start(self) -> None:
        """Start working. Call this on the event loop."""
        self._tasks = [
            asyncio.create_task(self._run(), name=f"{self._name}-{number}")
            for number in range(PLAYERS)
        ]

    async def stop(self) -> None:
        """Stop working. Decisions are in the log; the rest stays due there."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def notice(self, game: str) -> None:
        """Queue a game, unless it is in the queue."""
        if game not in self._queued:
            self._queued.add(game)
            self._idle.clear()
            if game not in self._looking:
                self._waiting.put_nowait(game)

    async def settled(self) -> None:
        """Wait until there is nothing to do, or for ``SETTLE_SECONDS_MAX``."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS_MAX):
                await self._idle.wait()

    @abstractmethod
    async def look(self, game: str) -> None:
        """Do what is due in a game; raise TryLater if something is not there yet."""

    async def _run(self) -> None:
        """Work until cancelled; unlike a BackgroundTask, each failure makes one game wait alone."""
        while True:
            game = await self._waiting.get()
            self._queued.discard(game)
            self._looking.add(game)
            try:
                await self._look(game)
            finally:
                self._looking.discard(game)
                if game in self._queued:  # it was noticed meanwhile
                    self._waiting.put_nowait(game)
                if not self._looking and not self._queued:
                    self._idle.set()

    async def _look(self, game: str) -> None:
        """Look at a game, and queue it again if it has to be looked at once more."""
        try:
            await self.look(game)
        except (StaleVersion, TooManyRaces, Conflict):
            # Another action, such as a resignation, was first: look again.
            self.notice(game)
        except TryLater as later:
            asyncio.get_running_loop().call_later(later.seconds, self.notice, game)
        except (NoSuchGame, NoSuchTournament, IllegalAction):
            _LOG.exception("could_not_act", queue=self._name, game=game)
        except Exception:  # noqa: BLE001 - a failure in one game must not stop the queue
            # For example, the log cannot be written. Only this game waits.
            _LOG.exception("look_failed", queue=self._name, game=game)
            asyncio.get_running_loop().call_later(RETRY_SECONDS, self.notice, game)
