"""Probes whether the log can be read and written; concurrent callers share one probe.

A recent commit is proof enough. Otherwise the probe writes on the writer's own thread, in turn with
actions, so it fails whenever an action would.
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
"""How long a commit counts as proof that the log can be written."""

ANSWER_SECONDS_MAX: Final = PROBE_LOCK_SECONDS + 0.5
"""Time limit of a probe for its callers, shorter than the timeouts of proxies' health checks."""


class OnlyReadable(OperationalError):
    """The log can be read, but not written."""


class Probing:
    """Probes reading with ``read``, and writing. Belongs to one event loop."""

    def __init__(self, read: Callable[[], object], writer: Writer) -> None:
        self._read = read
        self._writer = writer
        self._trying: asyncio.Task[None] | None = None
        self._was_read = False
        """Whether the current probe has read from the log."""

    async def probe(self, *, fresh: bool = False) -> None:
        """Return if the log works; raise PersistenceError if not, or if the probe takes too long.

        Raises OnlyReadable if reading succeeded. Set ``fresh`` after another write failed, so that
        no earlier commit counts as proof.
        """
        if fresh:
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
    """Retrieve the exception, so that asyncio does not warn if all callers have timed out."""
    if not tried.cancelled():
        tried.exception()
