"""Audit and replay records for clients in a thread of their own, so that games go on.

The thread handles one record at a time, and rests every few entries.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from domain.record.audit import Audited
from domain.record.record import AnyRecord
from domain.record.replay import Replayed, replay
from domain.record.rerun import Decided
from domain.record.signatures import Signatures
from domain.record.verdict import judged
from service.runtime.rests import Rests

ENTRIES_IN_A_ROW: Final = 100
"""Entries between two rests: about a millisecond of work."""

T = TypeVar("T")


class Checks:
    """Audits and replays records. ``signatures`` knows the keys of the service."""

    def __init__(self, signatures: Signatures) -> None:
        self._signatures = signatures
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="checks")

    def close(self) -> None:
        """Finish the current record, and drop the others."""
        self._thread.shutdown(cancel_futures=True)

    async def run(self, work: Callable[[], T]) -> T:
        """Run ``work`` after all earlier requests, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def audit(self, record: AnyRecord) -> Audited:
        """Audit a record, with rests."""
        return judged(record, self._signatures, _rests()).audited

    def replay(self, record: AnyRecord) -> Replayed:
        """Replay a record step by step, with rests."""
        return replay(record, _rests())


def _rests() -> Callable[[Decided], None]:
    """Return what rests between the entries of a record."""
    rests = Rests(ENTRIES_IN_A_ROW)
    return lambda _: rests.before_step()
