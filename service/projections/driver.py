"""The driver: keeps the projections up to date in the background, and measures their lag.

A commit wakes the driver. It also looks every second, for commits of other workers, for projections
to retry, and for a database that is available again.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import structlog
from eventsourcing.persistence import PersistenceError
from prometheus_client import Gauge

from service.projections.runner import Runner
from service.storage.log import Appended

POLL_SECONDS: Final = 0.8
REST_SECONDS: Final = 0.5
"""Pause between two drives, so that one drive takes all commits of that time."""

MISSED_SECONDS: Final = 600.0
"""Pause between two attempts to read games that were unreadable."""

LAG: Final = Gauge(
    "carolus_projection_lag",
    "Rows of the log that a projection has not read.",
    ("projection",),
    multiprocess_mode="max",
)
LAG_SECONDS: Final = Gauge(
    "carolus_projection_lag_seconds",
    "Seconds since a projection was last at the end of the log.",
    ("projection",),
    multiprocess_mode="max",
)
FAILED: Final = Gauge(
    "carolus_projection_failed",
    "1 while a projection is stopped by an error, else 0.",
    ("projection",),
    multiprocess_mode="max",
)

_LOG = structlog.get_logger("carolus.projections")


class Driver:
    """The background task of one worker."""

    def __init__(self, runner: Runner, clock: Callable[[], float] = time.monotonic) -> None:
        self._runner = runner
        self._clock = clock
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False
        self._away = False
        self._at_the_end: dict[str, float] = {}
        self._looked_for_missed = clock()

    def start(self) -> None:
        """Start the task; call this on the event loop."""
        self._task = asyncio.create_task(self._run(), name="projections")

    async def stop(self) -> None:
        """Stop after the current step. The rest waits in the log."""
        self._stopping = True
        self._runner.close()
        self._woken.set()
        if self._task is not None:
            await self._task

    def committed(self, _: Appended) -> None:
        """Wake the driver: something was committed."""
        self._woken.set()

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            await asyncio.to_thread(self._drive)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), POLL_SECONDS)
            if not self._stopping:
                await asyncio.sleep(REST_SECONDS)

    def _drive(self) -> None:
        try:
            self._runner.drive()
            if self._clock() - self._looked_for_missed > MISSED_SECONDS:
                self._looked_for_missed = self._clock()
                self._runner.make_good()
            self.measure()
        except PersistenceError as failure:
            if not self._away:
                _LOG.warning("projections_wait_for_the_database", error=str(failure))
            self._away = True
        except Exception:  # noqa: BLE001 - whatever it is, the next drive may succeed
            _LOG.exception("projections_not_driven")
        else:
            self._away = False

    def measure(self) -> None:
        """Update the metrics; raise PersistenceError if the database cannot be used."""
        now = self._clock()
        for name, lag in self._runner.lags().items():
            if lag == 0:
                self._at_the_end[name] = now
            LAG.labels(name).set(lag)
            LAG_SECONDS.labels(name).set(now - self._at_the_end.setdefault(name, now))
            FAILED.labels(name).set(name in self._runner.failures)
