"""Deciding records again for whoever asks, on a thread of its own, so that games go on.

One record is decided at a time, however many are asked for. Each gives way every few entries: an
interpreter does one thing at a time, and a thread that never rests keeps the others waiting for
milliseconds whenever they need it.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from domain.record.audit import Audited, audit
from domain.record.record import AnyRecord
from domain.record.replay import Replayed, replay
from domain.record.rerun import Decided
from domain.record.statement import Verify
from domain.table.game import Game

ENTRIES_IN_A_ROW: Final = 100
"""Entries that are decided before others get their turn: about a millisecond of work."""

REST_SECONDS: Final = 0.0001

T = TypeVar("T")


class Checks:
    """Audits and replays records. ``verify`` knows the keys of the service."""

    def __init__(self, verify: Verify) -> None:
        self._verify = verify
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checks")

    def close(self) -> None:
        """Finish what has begun, and take no more."""
        self._thread.shutdown(cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """Return what comes of this, which is done after all that was asked for before."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def audit(self, record: AnyRecord) -> Audited:
        """Audit a record, with rests."""
        return audit(record, self._verify, _Rests())

    def replay(self, record: AnyRecord) -> Replayed:
        """Replay a record step by step, with rests."""
        return replay(record, _Rests())


class _Rests:
    """Rests between the entries of a record."""

    def __init__(self) -> None:
        self._steps = 0

    def __call__(self, game: Game | None, one: Decided) -> None:
        self._steps += 1
        if self._steps % ENTRIES_IN_A_ROW == 0:
            time.sleep(REST_SECONDS)
