"""The watch: looks into the log for what other workers committed.

It is the only way to hear of them while the bus is down or not there. While the bus is up it looks
now and then all the same, because a worker can be killed between a commit and its wake-up.
"""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

import structlog

from service.live.bus import Bus
from service.storage.log import Log, Notice

_LOG = structlog.get_logger("carolus.live")

ALONE_SECONDS: Final = 0.5
"""Between two looks while the bus is down."""
WITH_BUS_SECONDS: Final = 5.0
"""Between two looks while it is up."""
NOTICES_AT_ONCE: Final = 500


class Watch:
    """Looks into the log as long as somebody follows anything.

    ``found`` is called on the loop with what was committed since the last look, by whomever.
    """

    def __init__(self, log: Log, bus: Bus, found: Callable[[list[Notice]], None]) -> None:
        self._log = log
        self._bus = bus
        self._found = found
        self._followers = 0
        self._task: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[None] | None = None
        self._nudged = asyncio.Event()
        bus.listeners.append(self._nudged.set)

    async def follow(self) -> None:
        """Return when everything that is committed from now on will be found.

        Raises PersistenceError if the log cannot be read; then ``leave`` is not due.
        """
        self._followers += 1
        if self._ready is None:
            self._ready = asyncio.get_running_loop().create_future()
            self._task = asyncio.create_task(self._run(self._ready), name="watch")
        try:
            # Many may wait for one start, and any of them may go away meanwhile.
            await asyncio.shield(self._ready)
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Take note that a follower went away."""
        self._followers -= 1
        if self._followers == 0 and self._task is not None:
            self._task.cancel()
            self._task = self._ready = None

    async def _run(self, ready: "asyncio.Future[None]") -> None:
        try:
            position = await asyncio.to_thread(self._log.position)
        except Exception as failure:  # noqa: BLE001 - whoever waits is told, whatever it is
            self._ready = None  # who comes next tries again
            ready.set_exception(failure)
            return
        ready.set_result(None)
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WITH_BUS_SECONDS if self._bus.up else ALONE_SECONDS):
                    await self._nudged.wait()
            self._nudged.clear()
            position = await self._look(position)

    async def _look(self, position: int) -> int:
        """Tell of everything after this position; return how far the log was read."""
        count = NOTICES_AT_ONCE
        while count == NOTICES_AT_ONCE:
            try:
                notices = await asyncio.to_thread(self._log.notices, position, NOTICES_AT_ONCE)
                if notices:
                    position = notices[-1].position
                    self._found(notices)
            except Exception as failure:  # noqa: BLE001 - whatever it is, the next look may work
                _LOG.warning("watch_failed", error=str(failure))
                break
            count = len(notices)
        return position
