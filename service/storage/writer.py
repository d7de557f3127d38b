"""Group commit: one thread puts the rows of many requests in one transaction.

Requests that come together are handed over together: as soon as a turn of the event loop brings
no further one. More gather while a commit runs. So nobody waits for a timer, and an answer waits
for exactly one commit. One request that loses a race must not fail the others: after a conflict
it is looked for those that came too late, and the others go together once more.

All who wait on one event loop are told in one go: to wake a loop from a thread costs more than to
settle a future.

What can wait longer, because nobody is answered after it, is done when no request waits, and now
and then if there is always one.

If the database went away in the middle of a commit, nobody knows whether it was carried out. Who
waits is told that the log is not available; and when it can be read again, it is looked for the
rows, so that whoever listens for commits hears of these too.

Whatever fails, the thread lives on: without it the service would answer no action until a restart.
"""

import asyncio
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
"""Commits after which the chores are done even if requests wait."""


DOUBT_SECONDS: Final = 1.0
"""Time between two attempts to find out whether rows are there."""


class InDoubt(OperationalError):
    """Rows may be in the log or not: the database went away before it could say so."""


class Repeated(IntegrityError):
    """Rows are there, after an attempt whose end nobody knows: they may be those of the attempt."""


class _Put(NamedTuple):
    """Rows that wait, and who is told of them."""

    rows: Rows
    then: Callable[[], None]
    landed: Callable[[], None]
    future: "asyncio.Future[None]"
    loop: asyncio.AbstractEventLoop


_Results: TypeAlias = list[tuple[_Put, BaseException | None]]


class Writer:
    """Puts rows into the log, all rows of a request or none.

    ``chores`` is what can wait; it is called on the writer's thread, a last time when it closes,
    and must not raise.
    """

    def __init__(self, recorder: LogRecorder, chores: Callable[[], None] = lambda: None) -> None:
        self.wrote_at = -math.inf
        """When the log was written to last, by the monotonic clock; long ago if that failed."""
        self._recorder = recorder
        self._chores = chores
        self._gathered: list[_Put] = []
        self._doubtful: deque[_Put] = deque()
        self._closed = False
        self._lock = threading.Lock()
        self._queue: queue.SimpleQueue[_Put | None] = queue.SimpleQueue()
        self._commits = 0
        """Since the chores were done."""
        self._thread = threading.Thread(target=self._run, name="log-writer", daemon=True)
        self._start()

    def put(
        self,
        rows: Rows,
        then: Callable[[], None] = lambda: None,
        landed: Callable[[], None] = lambda: None,
    ) -> "asyncio.Future[None]":
        """Return a future that is done when the rows are on disk.

        Without rows it is done when rows could have been put there: a probe leaves none behind.
        It raises IntegrityError if a row with the same stream and version is there already, InDoubt
        if nobody knows, and another PersistenceError if the log cannot be written, or is closed.
        ``then`` is called on the loop when the rows are on disk, also if nobody waits for them any
        more; ``landed`` is called before that, on the writer's thread, and must not raise.
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
        """Put what is waiting and stop."""
        with self._lock:
            self._closed = True
        self._hand_over(None, 0)
        self._queue.put(None)
        self._thread.join()

    def _hand_over(self, loop: asyncio.AbstractEventLoop | None, known: int) -> None:
        """Give the thread what has gathered, unless more has come than what was known."""
        with self._lock:
            count = len(self._gathered)
            if loop is not None and known < count < REQUESTS_PER_COMMIT_MAX:
                # To wake the thread for each alone costs more than to look once more.
                loop.call_soon(self._hand_over, loop, count)
                return
            gathered, self._gathered = self._gathered, []
            for one in gathered:
                self._queue.put(one)

    def _start(self) -> None:
        """Begin to work on what comes into the queue."""
        self._thread.start()

    def _run(self) -> None:
        while (first := self._next()) is not None and self._turn(first):
            pass
        self._chores()

    def _turn(self, first: _Put) -> bool:
        """Put on disk what waits, as far as one commit goes; return whether more can come."""
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
        # Whoever has gone away by now is left out.
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
        """Return what is to be put next, or None at the end; settle doubts meanwhile."""
        while self._doubtful:
            try:
                return self._queue.get(timeout=DOUBT_SECONDS)
            except queue.Empty:
                self._settle_doubts()
        return self._queue.get()

    def _settle_doubts(self) -> None:
        """Look for the rows of which nobody knows, and tell who listens of those that are there."""
        while self._doubtful:
            one = self._doubtful[0]
            try:
                there = are_there(self._recorder, one.rows)
            except Exception:  # noqa: BLE001 - the database is still away; it is tried again
                return
            self._doubtful.popleft()
            if there:
                one.landed()
                _tell([(one, None)])

    def _commit(self, batch: list[_Put]) -> _Results:
        """Put a batch on disk; return how it ended for each."""
        rows = [row for one in batch for row in one.rows]
        try:
            if rows:
                self._recorder.insert_events(rows)
            else:
                self._recorder.probe()
        except IntegrityError as conflict:
            return self._commit_others(batch, conflict)
        except BaseException as failure:  # noqa: BLE001 - whoever waits is told, whatever it is
            self.wrote_at = -math.inf
            if isinstance(failure, InDoubt):
                self._doubtful += batch
            return [(one, failure) for one in batch]
        self.wrote_at = time.monotonic()
        for one in batch:
            one.landed()
        self._settle_doubts()
        return [(one, None) for one in batch]

    def _commit_others(self, batch: list[_Put], conflict: IntegrityError) -> _Results:
        """Tell those that the conflict is about, and put the others on disk."""
        try:
            own = [one for one in batch if self._is_own(one, conflict)]
            others = [one for one in batch if not _among(one, own)]
            late = self._late(others) if len(others) > 1 else others
        except BaseException as failure:  # noqa: BLE001 - the same
            return [(one, failure) for one in batch]
        told: _Results = [*((one, None) for one in own), *((one, conflict) for one in late)]
        for one in own:
            one.landed()
        others = [one for one in others if not _among(one, late)]
        if len(others) < len(batch):
            return told + self._commit(others) if others else told
        # It was decided between two looks: each for itself.
        return told + [each for one in others for each in self._commit([one])]

    def _is_own(self, one: _Put, conflict: IntegrityError) -> bool:
        return isinstance(conflict, Repeated) and are_there(self._recorder, one.rows)

    def _late(self, batch: list[_Put]) -> list[_Put]:
        """Return those that want a place in a stream which is taken, in the log or in the batch."""
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

    Rows are put all or none, but the last one alone could be that of another request.
    """
    for row in rows:
        version = row.originator_version
        found = recorder.select_events(row.originator_id, gt=version - 1, lte=version)
        if [one.state for one in found] != [row.state]:
            return False
    return True


def _tell(told: _Results) -> None:
    loops = dict.fromkeys(one.loop for one, _ in told)
    for loop in loops:
        mine = [(one, failure) for one, failure in told if one.loop is loop]
        try:
            loop.call_soon_threadsafe(_settle, mine)
        except RuntimeError:
            # The loop is closed, so nobody is left to be told; what is on disk stays there.
            continue


def _settle(told: _Results) -> None:
    for one, failure in told:
        if failure is None:
            try:
                one.then()
            except Exception:  # noqa: BLE001 - the rows are on disk, and others wait behind this
                _LOG.exception("not_told_of_a_commit")
        if one.future.done():
            continue  # whoever asked has gone away
        if failure is None:
            one.future.set_result(None)
        else:
            one.future.set_exception(failure)
