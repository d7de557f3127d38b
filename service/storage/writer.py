"""Group commit: one thread writes the rows of many requests in one transaction.

The event loop hands over all requests of a turn together, as soon as a turn adds none; more gather
while a commit runs. So there is no timer, and a request waits for one commit. A request that loses
a race must not fail the others: after a conflict, the writer finds the requests that lost and
commits the others again.

Chores, for which no request waits, run when the queue is empty, or after some commits if it never
is.

If the database disappears in the middle of a commit, its outcome is unknown. The requests fail
because the log is not available. Once the log can be read again, the writer looks for the rows, and
notifies the listeners if they were committed.

No failure ends the thread: without it, the service could store nothing until a restart.
"""

import asyncio
import contextlib
import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import structlog
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    OperationalError,
    StoredEvent,
)

from service.storage.recorder import LogRecorder

_LOG = structlog.get_logger("carolus.storage")

Rows: TypeAlias = Sequence[StoredEvent]

REQUESTS_PER_COMMIT_MAX: Final = 256
COMMITS_BETWEEN_CHORES_MAX: Final = 32
"""Commits after which the chores run even if requests wait."""


DOUBT_SECONDS: Final = 1.0
"""Time between two attempts to find out whether rows were committed."""


class InDoubt(OperationalError):
    """It is unknown whether rows were committed: the database disappeared before it answered."""


class Repeated(IntegrityError):
    """Rows exist, after an attempt with an unknown outcome, which may have written them."""


class _Put(NamedTuple):
    """Rows that wait to be committed, and what to call afterwards."""

    rows: Rows
    then: Callable[[], None]
    landed: Callable[[], None]
    future: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


_RowResults: TypeAlias = list[tuple[_Put, BaseException | None]]


class Writer:
    """Writes rows to the log, all rows of a request or none.

    ``chores`` is work that can wait. It is called on the writer's thread, one last time on closing,
    and must not raise.
    """

    def __init__(self, recorder: LogRecorder, chores: Callable[[], None] = lambda: None) -> None:
        self.wrote_at = -math.inf
        """When the log was last written, by the monotonic clock; minus infinity after a failure."""
        self._recorder = recorder
        self._chores = chores
        self._gathered: list[_Put] = []
        self._doubtful: deque[_Put] = deque()
        self._closed = False
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[_Put | None] = queue.SimpleQueue()
        self._commits = 0
        """Commits since the chores last ran."""
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._start()

    def put(
        self,
        rows: Rows,
        then: Callable[[], None] = lambda: None,
        landed: Callable[[], None] = lambda: None,
    ) -> "asyncio.Future[None]":
        """Return a future that is done when the rows are committed.

        Without rows, it is done when rows could have been committed: a probe leaves none behind.
        It raises IntegrityError if a row with the same stream and version exists, InDoubt if the
        outcome is unknown, and another PersistenceError if the log cannot be written or is closed.
        ``then`` is called on the loop after the commit, even if the future was cancelled;
        ``landed`` is called before that, on the writer's thread, and must not raise.
        """
        loop = asyncio.get_running_loop()
        future = loop.create_future()
        with self._lock:
            if self._closed:
                raise OperationalError("the log is closed")
            if not self._gathered or self._gathered[0].loop is not loop:
                loop.call_soon(self._hand_over, loop, 0)
            self._gathered.append(_Put(rows, then, landed, future, loop))
        return future

    def close(self) -> None:
        """Commit what is waiting, and stop."""
        with self._lock:
            self._closed = True
        self._hand_over(None, 0)
        self._queue.put(None)
        self._thread.join()

    def _hand_over(self, loop: asyncio.AbstractEventLoop | None, known: int) -> None:
        """Hand over the gathered rows to the thread, unless more have come since ``known``."""
        with self._lock:
            count = len(self._gathered)
            if loop is not None and known < count < REQUESTS_PER_COMMIT_MAX:
                # More may come in the next turn, and then the thread wakes once for all.
                loop.call_soon(self._hand_over, loop, count)
                return
            gathered, self._gathered = self._gathered, []
            for one in gathered:
                self._queue.put(one)

    def _start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def _run(self) -> None:
        while (first := self._next()) is not None and self._turn(first):
            pass
        self._chores()

    def _turn(self, first: _Put) -> bool:
        """Commit what waits, up to the limit of one commit; return False when closed."""
        batch = [first]
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
        # Leave out requests that were cancelled.
        batch = [one for one in batch if not one.future.cancelled()]
        if batch:
            _tell(self._commit(batch))
        self._commits += 1
        if stop:
            return False
        if self._commits == COMMITS_BETWEEN_CHORES_MAX or self._queue.empty():
            self._chores()
            self._commits = 0
        return True

    def _next(self) -> _Put | None:
        """Return the next rows to commit, or None at the end; settle doubts in the meantime."""
        while self._doubtful:
            try:
                return self._queue.get(timeout=DOUBT_SECONDS)
            except queue.Empty:
                self._settle_doubts()
        return self._queue.get()

    def _settle_doubts(self) -> None:
        """Look for rows with an unknown outcome, and notify the listeners of those that exist."""
        while self._doubtful:
            one = self._doubtful[0]
            try:
                there = are_there(self._recorder, one.rows)
            except Exception:  # noqa: BLE001 - the database is still away; the writer retries
                return
            self._doubtful.popleft()
            if there:
                one.landed()
                _tell([(one, None)])

    def _commit(self, batch: list[_Put]) -> _RowResults:
        """Commit a batch; return the outcome of each request."""
        rows = [row for one in batch for row in one.rows]
        try:
            if rows:
                self._recorder.insert_events(rows)
            else:
                self._recorder.probe()
        except IntegrityError as conflict:
            return self._commit_others(batch, conflict)
        except BaseException as failure:  # noqa: BLE001 - every waiting request gets it
            self.wrote_at = -math.inf
            if isinstance(failure, InDoubt):
                self._doubtful += batch
            return [(one, failure) for one in batch]
        self.wrote_at = time.monotonic()
        for one in batch:
            one.landed()
        self._settle_doubts()
        return [(one, None) for one in batch]

    def _commit_others(self, batch: list[_Put], conflict: IntegrityError) -> _RowResults:
        """Fail the requests that the conflict is about, and commit the others."""
        try:
            own = [one for one in batch if self._is_own(one, conflict)]
            others = [one for one in batch if not _among(one, own)]
            late = self._late(others) if len(others) > 1 else others
        except BaseException as failure:  # noqa: BLE001 - the same
            return [(one, failure) for one in batch]
        results: _RowResults = [*((one, None) for one in own), *((one, conflict) for one in late)]
        for one in own:
            one.landed()
        others = [one for one in others if not _among(one, late)]
        if len(others) < len(batch):
            return results + self._commit(others) if others else results
        # The log changed between two looks, so commit each of them alone.
        return results + [each for one in others for each in self._commit([one])]

    def _is_own(self, one: _Put, conflict: IntegrityError) -> bool:
        return isinstance(conflict, Repeated) and are_there(self._recorder, one.rows)

    def _late(self, batch: list[_Put]) -> list[_Put]:
        """Return the requests whose place in a stream is taken, in the log or in the batch."""
        late: list[_Put] = []
        taken: set[tuple[str, int]] = set()
        for one in batch:
            firsts: dict[str, int] = {}
            for row in one.rows:
                firsts.setdefault(str(row.originator_id), row.originator_version)
            places = firsts.items()
            if taken.intersection(places) or any(
                self._recorder.select_events(stream, gt=version - 1, limit=1)
                for stream, version in places
            ):
                late.append(one)
            else:
                taken.update(places)
        return late


def _among(one: _Put, others: Sequence[_Put]) -> bool:
    return any(one is other for other in others)


def are_there(recorder: ApplicationRecorder, rows: Rows) -> bool:
    """Return whether the log has exactly these rows; raise PersistenceError if it cannot be read.

    Rows are committed all or none, but a single row could also be that of another request.
    """
    for row in rows:
        version = row.originator_version
        found = recorder.select_events(row.originator_id, gt=version - 1, lte=version)
        if [one.state for one in found] != [row.state]:
            return False
    return True


def _tell(results: _RowResults) -> None:
    for one, failure in results:
        # RuntimeError: the loop is closed, so nobody waits any more; what was committed stays.
        with contextlib.suppress(RuntimeError):
            one.loop.call_soon_threadsafe(_settle, one, failure)


def _settle(one: _Put, failure: BaseException | None) -> None:
    if failure is None:
        try:
            one.then()
        except Exception:  # noqa: BLE001 - the rows are committed, and the request waits
            _LOG.exception("listener_failed_after_commit")
    if one.future.done():
        return  # the request was cancelled
    if failure is None:
        one.future.set_result(None)
    else:
        one.future.set_exception(failure)
