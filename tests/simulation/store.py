"""A store in memory that all workers share, and connections to it that fail on purpose.

The store itself is the library's: a stream has each version once, and positions are in commit
order. The connection between a worker and the store may fail before a commit, or after it with
the answer lost, or be away for a while.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from eventsourcing.persistence import (
    AggregateRecorder,
    ApplicationRecorder,
    DatabaseError,
    IntegrityError,
    Notification,
    OperationalError,
    StoredEvent,
    Subscription,
)
from eventsourcing.popo import POPOAggregateRecorder, POPOApplicationRecorder
from sqlalchemy import Engine

from service.storage.log import project
from service.storage.recorder import LogRecorder, RowPlace
from service.storage.rows import Stored, to_row
from service.storage.writer import DOUBT_SECONDS, InDoubt, Repeated, Writer
from tests.simulation.loop import SimulatedLoop

READING_FAILS: Final = 0.2
"""How often a read fails, compared with a write."""


class Store:
    """What is on disk: the log, the snapshots and the tables. It outlives every worker."""

    def __init__(self, tables: Engine) -> None:
        self.tables = tables
        self.games: dict[str, Stored] = {}
        """All games, as they stand."""
        self.listeners: list[Callable[[Sequence[StoredEvent]], None]] = []
        """Called with the rows of each commit, before ``games`` changes."""
        self.log = POPOApplicationRecorder()
        self.snapshots = POPOAggregateRecorder()

    def insert(self, rows: Sequence[StoredEvent]) -> None:
        """Append rows to the log, all or none."""
        self.log.insert_events(rows)
        for listener in self.listeners:
            listener(rows)
        for game in games_of(rows):
            added = [to_row(row) for row in rows if row.originator_id == game]
            stored = project(game, self.games.get(game), added)
            assert stored is not None, "there are rows"
            self.games[game] = stored

    def hash_at(self, game: str, version: int) -> str:
        """Return the hash of a committed event; empty if there is none."""
        found = self.log.select_events(game, gt=version - 1, lte=version)
        return to_row(found[0]).hash if found else ""


def games_of(rows: Sequence[StoredEvent]) -> list[str]:
    """Return the games to which these rows belong."""
    streams = dict.fromkeys(str(row.originator_id) for row in rows)
    return [stream for stream in streams if "/" not in stream]


class Line:
    """The connection between one worker and the store."""

    def __init__(self, loop: SimulatedLoop, faults: float) -> None:
        self.loop = loop
        self.faults = faults
        """How often a write fails by itself."""
        self.away_until = 0.0

    def read(self) -> None:
        """Let other callbacks run, then fail now and then."""
        self.loop.pause()
        self._must_be_there()
        self.fail("read failed")

    def fail(self, what: str) -> None:
        """Fail now and then."""
        if self.loop.random.random() < self.faults * READING_FAILS:
            self.loop.happened(what)
            self.loop.wrong_until(self.loop.time())
            raise DatabaseError("the line broke")

    def write(self, commit: Callable[[], object]) -> None:
        """Commit, or fail before or after it, with the errors of the PostgreSQL recorder."""
        loop = self.loop
        self._must_be_there()
        if loop.random.random() >= self.faults:
            self._commit(commit, IntegrityError)
            return
        loop.wrong_until(loop.time())
        match loop.random.choice(("before", "unknown", "lost", "repeated", "repeated")):
            case "before":
                loop.happened("write failed")
                raise OperationalError("the line broke before the commit")
            case "unknown":
                loop.happened("in doubt, not stored")
                raise InDoubt("the line broke")
            case "lost":
                self._commit(commit, InDoubt)
                loop.happened("in doubt, stored")
                raise InDoubt("the line broke")
            case _:
                # The first try committed without an answer; or it failed, and others came.
                self._commit(commit, Repeated)
                loop.happened("acknowledgement lost")
                raise Repeated("the rows are there already")

    def _must_be_there(self) -> None:
        if self.loop.time() < self.away_until:
            self.loop.happened("store away")
            self.loop.wrong_until(self.away_until)
            raise OperationalError("the store is away")

    def _commit(self, commit: Callable[[], object], refusal: type[Exception]) -> None:
        try:
            commit()
        except IntegrityError as conflict:
            self.loop.happened("race lost")
            raise refusal(str(conflict)) from conflict
        self.loop.happened("commit")


class SimulatedRecorder(LogRecorder):
    """The log as one worker sees it."""

    def __init__(self, store: Store, line: Line) -> None:
        self._store = store
        self._line = line

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        self._line.write(lambda: self._store.insert(stored_events))

    def select_events(self, originator_id: Any, **which: Any) -> Sequence[StoredEvent]:
        self._line.read()
        return self._store.log.select_events(originator_id, **which)

    def select_notifications(self, *args: Any, **which: Any) -> Sequence[Notification]:
        self._line.read()
        return self._store.log.select_notifications(*args, **which)

    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        found = self.select_notifications(after, limit, inclusive_of_start=False)
        return [(one.id, str(one.originator_id), one.originator_version) for one in found]

    def probe(self) -> None:
        """Succeed: this store is never read-only, so no list is stale."""

    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        self._line.read()
        last = {one: self._store.log.select_events(one, desc=True, limit=1) for one in streams}
        return {one: rows[0].originator_version for one, rows in last.items() if rows}

    def max_notification_id(self) -> int | None:
        self._line.read()
        return self._store.log.max_notification_id()

    def subscribe(self, *_: Any, **__: Any) -> Subscription[ApplicationRecorder]:
        raise AssertionError("the service reads notices itself, and never subscribes")


class SnapshotRecorder(AggregateRecorder):
    """The snapshots as one worker sees them."""

    def __init__(self, store: POPOAggregateRecorder, line: Line) -> None:
        self._store = store
        self._line = line

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> None:
        self._line.read()
        self._store.insert_events(stored_events)
        self._line.loop.happened("snapshot")

    def select_events(self, originator_id: Any, **which: Any) -> Sequence[StoredEvent]:
        self._line.read()
        found = self._store.select_events(originator_id, **which)
        if found:
            self._line.loop.happened("snapshot read")
        return found


class SimulatedWriter(Writer):
    """The writer of a log, which runs on timers of the loop instead of in a thread."""

    def __init__(
        self, loop: SimulatedLoop, recorder: LogRecorder, chores: Callable[[], None]
    ) -> None:
        self._loop = loop
        self._busy = False
        self._looking = False
        super().__init__(recorder, chores)

    def _start(self) -> None:
        """Start no thread."""

    def _hand_over(self, loop: Any, known: int) -> None:
        super()._hand_over(loop, known)
        self._wake()

    def _wake(self) -> None:
        if not self._queue.empty():
            if not self._busy:
                self._busy = True
                self._loop.call_later(self._loop.latency(), self._work)
        elif self._doubtful and not self._looking:
            self._looking = True
            self._loop.call_later(DOUBT_SECONDS, self._look)

    def _work(self) -> None:
        first = self._queue.get_nowait()
        assert first is not None, "it is never closed"
        self._turn(first)
        self._busy = False
        self._wake()

    def _look(self) -> None:
        self._looking = False
        if self._queue.empty():
            self._settle_doubts()
        self._wake()
