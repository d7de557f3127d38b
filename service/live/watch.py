"""The watch: looks into the log for what other workers committed.

It is the only way to hear of them while the bus is down or not there. While the bus is up it looks
now and then all the same, because a worker can be killed between a commit and its wake-up.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from service.live.bus import Bus
from service.runtime.background import BackgroundTask
from service.storage.log import Log, Notice

ALONE_SECONDS: Final = 0.5
"""Between two looks while the bus is down."""
WITH_BUS_SECONDS: Final = 5.0
"""Between two looks while it is up."""
NOTICES_AT_ONCE: Final = 500


class LogWatch(BackgroundTask):
    """Looks into the log as long as somebody follows anything.

    ``found`` is called on the loop with what was committed since the last look, by whomever.
    """

    def __init__(self, log: Log, bus: Bus, found: Callable[[list[Notice]], None]) -> None:
        super().__init__("watch", every=ALONE_SECONDS)
        self._log = log
        self._bus = bus
        self._found = found
        self._followers = 0
        self._position = 0
        self._ready: asyncio.Task[None] | None = None
        bus.listeners.append(self._adapt)

    async def follow(self) -> None:
        """Return when everything that is committed from now on will be found.

        Raises PersistenceError if the log cannot be read; then ``leave`` is not due.
        """
        self._followers += 1
        if self._ready is None:
            self._ready = asyncio.create_task(self._begin(), name="watch-begin")
        try:
            # Many may wait for one start, and any of them may go away meanwhile.
            await asyncio.shield(self._ready)
        except BaseException:
            self.leave()
            raise

    def leave(self) -> None:
        """Take note that a follower went away."""
        self._followers -= 1
        if self._followers == 0:
            if self._ready is not None:
                self._ready.cancel()
                self._ready = None
            self.cancel()

    async def look(self) -> None:
        """Report everything after the last look."""
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
            self._ready = None  # the next follower tries again
            raise
        self.start()

    def _adapt(self) -> None:
        """Look more often while the bus is down, and at once when that changes."""
        self._every = WITH_BUS_SECONDS if self._bus.up else ALONE_SECONDS
        self.wake()
