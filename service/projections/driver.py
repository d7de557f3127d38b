"""The driver: keeps the projections up to date in the background, and measures their lag.

A commit wakes the driver. It also looks every second, for commits of other workers, for projections
to retry, and for a database that is available again. At its first look, and every ten minutes, it
rebuilds the projections that skipped a game which can be read now.
"""

import asyncio
import math
import time
from collections.abc import Callable, Mapping
from typing import Final

from prometheus_client import Gauge

from service.projections.runner import Runner
from service.runtime.background import BackgroundTask

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


class Driver(BackgroundTask):
    """The background task of one worker."""

    def __init__(self, runner: Runner, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__("projections", every=POLL_SECONDS, rest=REST_SECONDS)
        self._runner = runner
        self._clock = clock
        self._at_the_end: dict[str, float] = {}
        self._missed_checked_at = -math.inf

    async def stop(self) -> None:
        """Stop after the current step. The rest waits in the log."""
        self._runner.close()
        await super().stop()

    def committed(self, _: object) -> None:
        """Wake the driver: something was committed."""
        self.wake()

    async def look(self) -> None:
        """Drive the projections to the end of the log, and measure how far they are behind."""
        await asyncio.to_thread(self._drive)

    def _drive(self) -> None:
        if self._clock() - self._missed_checked_at > MISSED_SECONDS:
            self._runner.make_good()
            self._missed_checked_at = self._clock()
        self._measure(self._runner.drive())

    def _measure(self, lags: Mapping[str, int]) -> None:
        """Update the metrics."""
        now = self._clock()
        for name, lag in lags.items():
            if lag == 0:
                self._at_the_end[name] = now
            LAG.labels(name).set(lag)
            LAG_SECONDS.labels(name).set(now - self._at_the_end.setdefault(name, now))
            FAILED.labels(name).set(name in self._runner.failures)
