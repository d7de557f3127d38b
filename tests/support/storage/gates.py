"""A gate before the commits of a log, for tests to see what waits for a commit."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from service.storage.log import Log


class Gate:
    """Holds the first transaction until all others wait, and counts the transactions."""

    def __init__(self, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
        self.sizes: list[int] = []
        self.opened = threading.Event()
        self.reached = threading.Event()
        self.insert: Callable[..., Any] = log._recorder.insert_events
        self._queue = log._writer._queue
        monkeypatch.setattr(log._recorder, "insert_events", self)

    def __call__(self, rows: Sequence[StoredEvent], **others: Any) -> Any:
        """Wait if this is the first transaction, then insert the rows."""
        first = not self.sizes
        self.sizes.append(len(rows))
        if first:
            self.reached.set()
            assert self.opened.wait(30)
        return self.insert(rows, **others)

    def wait_for(self, count: int) -> None:
        """Return when this many requests wait behind the gate."""
        deadline = time.monotonic() + 30
        while self._queue.qsize() < count:
            assert time.monotonic() < deadline
            time.sleep(0.001)
