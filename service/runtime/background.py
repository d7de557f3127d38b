"""The loop of a background task: look for work, pause, and look again, whatever goes wrong.

Pending work is in the database or in memory, never in the loop. So a restart loses nothing, and
each worker looks independently.
"""

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress

import structlog
from eventsourcing.persistence import PersistenceError

_LOG = structlog.get_logger("carolus.background")


class BackgroundTask(ABC):
    """Looks for work when woken, and periodically, until stopped."""

    def __init__(self, name: str, *, every: float | None = None, rest: float = 0) -> None:
        self._name = name
        self._every = every
        """Seconds after which it looks without being woken; None for never."""
        self._rest = rest
        """Seconds after a look in which it cannot be woken, so that it handles work in batches."""
        self._stopped = asyncio.Event()
        self._woken = asyncio.Event()
        self._away = False
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def look(self) -> None:
        """Do the pending work; the task continues after any exception."""

    @property
    def running(self) -> bool:
        """Whether it was started and not cancelled."""
        return self._task is not None

    @property
    def stopping(self) -> bool:
        """Whether it was stopped, so that this look is the last."""
        return self._stopped.is_set()

    def start(self) -> None:
        """Start the task; call this on the event loop."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    def wake(self) -> None:
        """Look soon, or again after the look in progress."""
        self._woken.set()

    async def stop(self) -> None:
        """Stop after the look in progress, so that no look uses a closed database."""
        self._stopped.set()
        self._woken.set()
        if self._task is not None:
            await self._task

    async def abandon(self) -> None:
        """Stop without finishing the look in progress."""
        task = self._task
        self.cancel()
        if task is not None:
            await asyncio.wait([task])

    def cancel(self) -> None:
        """Stop at once, or after this look if a look calls it; the task can be started again."""
        task, self._task = self._task, None
        # A pause that has expired already would take a cancellation from inside for its own.
        if task is not None and task is not asyncio.current_task():
            task.cancel()

    async def _run(self) -> None:
        own = asyncio.current_task()
        while not self.stopping:
            self._woken.clear()
            try:
                await self.look()
            except PersistenceError as failure:
                if not self._away:
                    _LOG.warning("waits_for_the_database", task=self._name, error=str(failure))
                self._away = True
            except Exception:  # noqa: BLE001 - whatever it is, the next look may succeed
                _LOG.exception("background_task_failed", task=self._name)
            else:
                self._away = False
            if self._task is not own:
                return
            await self._wait_for(self._woken, self._every)
            await self._wait_for(self._stopped, self._rest)

    @staticmethod
    async def _wait_for(event: asyncio.Event, seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await event.wait()
