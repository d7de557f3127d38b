"""Whether the log can be read and written: one answer for all who ask at the same time.

A commit of a moment ago is proof enough. Otherwise a write is tried on the writer's own thread, in
the order in which actions come, so it fails whenever an action would.
"""

import asyncio
import math
import time
from collections.abc import Callable
from typing import Final

from eventsourcing.persistence import OperationalError, PersistenceError

from service.storage.recorder import PROBE_LOCK_SECONDS
from service.storage.writer import Writer

FRESH_SECONDS: Final = 1.0
"""How long a write proves that the next one will succeed."""

ANSWER_SECONDS_MAX: Final = PROBE_LOCK_SECONDS + 0.5
"""How long whoever asks waits: shorter than the health checks of proxies do."""


class OnlyReadable(OperationalError):
    """The log can be read, but not written."""


class Probing:
    """Tries whether the log can be read, by ``read``, and written. It belongs to one event loop."""

    def __init__(self, read: Callable[[], object], writer: Writer) -> None:
        self._read = read
        self._writer = writer
        self._trying: asyncio.Task[None] | None = None
        self._was_read = False
        """Whether the last try has read from the log."""

    async def probe(self, *, anew: bool = False) -> None:
        """Return if the log works; raise PersistenceError if it does not, or not in time.

        It is OnlyReadable if it was at least read.
        With ``anew`` no earlier write counts: something else could not be written since.
        """
        if anew:
            self._writer.wrote_at = -math.inf
        if self._trying is None or self._trying.done():
            self._trying = asyncio.create_task(self._try(), name="probe")
            self._trying.add_done_callback(_seen)
        try:
            await asyncio.wait_for(asyncio.shield(self._trying), ANSWER_SECONDS_MAX)
        except TimeoutError:
            message = f"the log does not answer within {ANSWER_SECONDS_MAX:g} seconds"
            raise (OnlyReadable if self._was_read else OperationalError)(message) from None

    async def _try(self) -> None:
        self._was_read = False
        await asyncio.to_thread(self._read)
        self._was_read = True
        if time.monotonic() - self._writer.wrote_at > FRESH_SECONDS:
            try:
                await self._writer.put(())
            except PersistenceError as failure:
                raise OnlyReadable(str(failure)) from failure


def _seen(tried: "asyncio.Task[None]") -> None:
    """Look at how it ended, for those who have given up waiting: or asyncio would complain."""
    if not tried.cancelled():
        tried.exception()
