"""The background task that signs checkpoints, and has witnesses cosign them.

A commit wakes it; it also looks every second, for commits of other workers, and for witnesses that
did not answer before.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import structlog
from prometheus_client import Counter, Gauge

from service.runtime.background import BackgroundTask
from service.transparency.checkpoints import Checkpoints
from service.transparency.cosigners import Cosigner, NotCosigned
from service.transparency.stored import PublishedCheckpoint

POLL_SECONDS: Final = 1.0
REST_SECONDS: Final = 0.5
"""Pause between two looks, so that one checkpoint covers all commits of that time."""

RETRY_SECONDS: Final = 1.0
RETRY_SECONDS_MAX: Final = 300.0
"""The first delay before a failing witness is asked again, and the longest; it doubles."""

SIZE: Final = Gauge(
    "carolus_transparency_size",
    "Leaves in the latest checkpoint of the transparency log.",
    multiprocess_mode="max",
)
COSIGNED: Final = Gauge(
    "carolus_transparency_cosigned_size",
    "Leaves in the latest checkpoint that a witness cosigned.",
    ("witness",),
    multiprocess_mode="max",
)
REFUSED: Final = Counter(
    "carolus_transparency_not_cosigned_total",
    "Calls of a witness that brought no cosignature, by reason.",
    ("witness", "reason"),
)

_LOG = structlog.get_logger("carolus.transparency")


class CheckpointPublisher(BackgroundTask):
    """Signs checkpoints, and asks witnesses for cosignatures."""

    def __init__(
        self,
        checkpoints: Checkpoints,
        cosigners: Sequence[Cosigner],
        note_key: Callable[[], Awaitable[bool]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__("checkpoints", every=POLL_SECONDS, rest=REST_SECONDS)
        self._checkpoints = checkpoints
        self._cosigners = cosigners
        self._note_key = note_key
        self._key_is_noted = False
        self._clock = clock
        self._tries = {one.name: 0 for one in cosigners}
        self._retry_at = {one.name: 0.0 for one in cosigners}

    def committed(self, _: object) -> None:
        """Sign a checkpoint with a new commit soon."""
        self.wake()

    async def stop(self) -> None:
        """Stop, and close the connections to witnesses."""
        await super().stop()
        await asyncio.gather(*(one.close() for one in self._cosigners))

    async def look(self) -> None:
        """Sign a checkpoint if the log has grown, and ask those witnesses that lack it."""
        if not self._key_is_noted:
            self._key_is_noted = await self._note_key()
        published, is_whole = await asyncio.to_thread(self._checkpoints.renewed)
        if published is not None:
            SIZE.set(published.checkpoint.size)
        if published is not None and is_whole:
            await asyncio.gather(*(self._ask(one, published) for one in self._cosigners))

    async def _ask(self, one: Cosigner, published: PublishedCheckpoint) -> None:
        if self._clock() < self._retry_at[one.name]:
            return
        size = await asyncio.to_thread(self._checkpoints.cosigned, one.name)
        if size >= published.checkpoint.size:
            COSIGNED.labels(one.name).set(size)
            return
        try:
            line = await one.cosign(published, size)
            await asyncio.to_thread(
                self._checkpoints.add, published.checkpoint.size, one.name, line
            )
        except NotCosigned as failure:
            tries = self._tries[one.name] = self._tries[one.name] + 1
            wait = min(RETRY_SECONDS * 2 ** (tries - 1), RETRY_SECONDS_MAX)
            self._retry_at[one.name] = self._clock() + wait
            REFUSED.labels(one.name, failure.reason).inc()
            _LOG.warning("not_cosigned", witness=one.name, reason=failure.reason, **failure.facts)
        else:
            self._tries[one.name] = 0
            COSIGNED.labels(one.name).set(published.checkpoint.size)
