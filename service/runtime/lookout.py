"""A lookout: a task of one worker that looks now and then whether there is something to do.

What it looks at is in the database, so a restart forgets nothing, and each worker looks by itself.
"""

import asyncio
from abc import ABC, abstractmethod
from contextlib import suppress

import structlog
from eventsourcing.persistence import PersistenceError

_LOG = structlog.get_logger("carolus.lookout")


class Lookout(ABC):
    """Looks, and rests for some seconds, until it is stopped."""

    def __init__(self, name: str, rest_seconds: float) -> None:
        self._name = name
        self._rest_seconds = rest_seconds
        self._away = False
        self._stopped = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; to be called on the event loop."""
        self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Stop after the look that is under way: a database that is closed must not be asked.

        What is due then waits in the log.
        """
        self._stopped.set()
        if self._task is not None:
            await self._task

    @abstractmethod
    async def look(self) -> None:
        """Do what there is to do now; raise PersistenceError if the database cannot be used."""

    async def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                await self.look()
            except PersistenceError as failure:
                if not self._away:
                    _LOG.warning("waits_for_the_database", task=self._name, error=str(failure))
                self._away = True
            except Exception:  # noqa: BLE001 - whatever it is, the next time it may go well
                _LOG.exception("look_failed", task=self._name)
            else:
                self._away = False
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopped.wait(), self._rest_seconds)
