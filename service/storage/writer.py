"""Group commit: one thread puts the rows of many requests in one transaction.

A batch forms by itself while the commit before it runs, so nobody waits for a timer, and an
answer waits for exactly one commit. One request that loses a race must not fail the others: after
a conflict each is put in a transaction of its own.
"""

import queue
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final, TypeAlias

from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

Rows: TypeAlias = Sequence[StoredEvent]
_Item: TypeAlias = tuple[Rows, "Future[None]"]

REQUESTS_PER_COMMIT_MAX: Final = 256


class Writer:
    """Puts rows into the log, all rows of a request or none."""

    def __init__(self, recorder: ApplicationRecorder) -> None:
        self._recorder = recorder
        self._queue: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._thread.start()

    def put(self, rows: Rows) -> "Future[None]":
        """Return a future that is done when the rows are on disk.

        It raises IntegrityError if a row with the same stream and version is there already, and
        another PersistenceError if the log cannot be written.
        """
        future: Future[None] = Future()
        self._queue.put((rows, future))
        return future

    def close(self) -> None:
        """Put what is waiting and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (item := self._queue.get()) is not None:
            batch = [item]
            stop = False
            while len(batch) < REQUESTS_PER_COMMIT_MAX:
                try:
                    following = self._queue.get_nowait()
                except queue.Empty:
                    break
                if following is None:
                    stop = True
                    break
                batch.append(following)
            # Whoever has gone away by now is left out. From here on nobody can go away, so that
            # each of the rest can be told how it ended.
            waiting = [one for one in batch if one[1].set_running_or_notify_cancel()]
            if waiting:
                self._commit(waiting)
            if stop:
                return

    def _commit(self, batch: list[_Item]) -> None:
        try:
            self._recorder.insert_events([row for rows, _ in batch for row in rows])
        except IntegrityError as conflict:
            if len(batch) == 1:
                batch[0][1].set_exception(conflict)
            else:
                for item in batch:
                    self._commit([item])
        except BaseException as failure:  # noqa: BLE001 - whoever waits is told, whatever it is
            for _, future in batch:
                future.set_exception(failure)
        else:
            for _, future in batch:
                future.set_result(None)
