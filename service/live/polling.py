"""Polls the log for commits of other workers.

While the bus is down or not configured, polling is the only source of wake-ups. While the bus is
up, the poller runs less often, because a worker can be killed between a commit and its wake-up.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from service.live.bus import Bus
from service.runtime.background import BackgroundTask
from service.storage.log import Log, Notice

ALONE_SECONDS: Final = 0.5
"""Polling interval while the bus is down."""
WITH_BUS_SECONDS: Final = 5.0
"""Polling interval while the bus is up."""
NOTICES_AT_ONCE: Final = 500


class LogPoller(BackgroundTask):
    """Polls the log while there are followers.

    Calls ``found`` on the loop with everything committed since the last poll, by any worker.
    """

    def __init__(self, log: Log, bus: Bus, found: Callable[[list[Notice]], None]) -> None:
        super().__init__("poller", every=ALONE_SECONDS)
        self._log = log
        self._bus = bus
        self._found = found
        self._followers = 0
        self._position = 0
        self._ready: asyncio.Task[None] | None = None
        bus.listeners.append(self._adapt)

    async def follow(self) -> None:
        """Add a follower; return once the poller will find every later commit.

        Raises PersistenceError if the log cannot be read; then do not call ``leave``.
        """
        self._followers += 1
        if self._ready is None:
            self._ready = asyncio.create_task(self._begin(), name="watch-begin")
        try:
            # Several followers may wait for one start, and any of them may be cancelled.
            await asyncio.shield(self._ready)
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Remove a follower; stop polling after the last one."""
        self._followers -= 1
        if self._followers == 0:
            if self._ready is not None:
                self._ready.cancel()
                self._ready = None
            self.cancel()

    async def look(self) -> None:
        """Report everything committed since the last poll."""
        count = NOTICES_AT_ONCE
        while count == NOTICES_AT_ONCE:
            notices = await asyncio.to_thread(self._log.notices, self._position, NOTICES_AT_ONCE)
            if notices:
                self._position = notices[-1].position
                self._found(notices)
            count = len(notices)

    async def _begin(self) -> None:
        try:
            self._position = await asyncio.to_thread(self._log.position)
        except Exception:
            self._ready = None  # the next follower retries
            raise
        self.start()

    def _adapt(self) -> None:
        """Adapt the polling interval to the bus, and poll at once."""
        self._every = WITH_BUS_SECONDS if self._bus.up else ALONE_SECONDS
        self.wake()
