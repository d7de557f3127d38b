"""The runner: brings projections up to date with the log, from any number of workers at once.

A projection's rows and its position in the log are written in one transaction. The transaction
begins by moving the position on from where this worker found it. A worker that comes second finds
the position moved and writes nothing, so each row of the log is applied once.

Projections at the same position share the reading and the transaction, each in a savepoint of its
own. If one raises an exception, only that one stops; the runner retries it later.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple

import structlog
from eventsourcing.persistence import DatabaseError, OperationalError, PersistenceError
from sqlalchemy import Connection, bindparam, delete, exc, select, update
from sqlalchemy.exc import DBAPIError, InterfaceError

from service.projections.projection import Change, Projection
from service.projections.reading import LogPage, batch_after, is_readable
from service.projections.tables import MISSED, PROGRESS, note_missed
from service.runtime.tracing import span
from service.storage.database import Database
from service.storage.log import Log
from service.storage.tables import empty, put

RETRY_SECONDS: Final = 1.0
RETRY_SECONDS_MAX: Final = 300.0
"""The first delay before a failed projection is retried, and the longest; it doubles each time."""

WAIT_SECONDS_MAX: Final = 10.0
"""How long a query waits for a projection to catch up."""

TURN_SECONDS_MAX: Final = 1.0
"""How long a first try waits for another thread that writes rows: it may be waiting for a lock."""

GAMES_SEEN_MAX: Final = 20_000
"""How many games the runner remembers for each projection."""

_MARKS: Final = select(PROGRESS)
_MOVE: Final = (
    update(PROGRESS)
    .where(
        PROGRESS.c.projection == bindparam("name"),
        PROGRESS.c.position == bindparam("old"),
        PROGRESS.c.build == bindparam("known"),
    )
    .values(position=bindparam("new"))
)
"""Moves the mark of a projection, unless another worker has moved it."""

_READ_ONLY_SQL_TRANSACTION: Final = "25006"
"""PostgreSQL's code for a write while the database accepts none."""

_LOG = structlog.get_logger("carolus.projections")


class NotCaughtUp(OperationalError):
    """A projection has not read the log to its end, so it cannot be queried."""

    def __init__(self, projection: str, why: str) -> None:
        super().__init__(f"the projection {projection} {why}")
        self.projection = projection


class NotWritten(DatabaseError):
    """The rows of projections cannot be written now; perhaps they can still be read."""


class Mark(NamedTuple):
    """The position of a projection in the log."""

    position: int
    build: int
    """How often it was rebuilt; this distinguishes equal positions of different builds."""

    def is_past(self, other: "Mark") -> bool:
        """Return whether this is further than another mark of the same projection."""
        return (self.build, self.position) > (other.build, other.position)


_START: Final = Mark(0, 0)
"""The mark of a projection that has not read anything."""


class Failure(NamedTuple):
    """Why and where a projection stopped, and when it is retried."""

    error: str
    at: Mark
    tries: int
    retry_at: float


class _Memory:
    """What a projection has seen of games; void once another worker has driven it."""

    def __init__(self) -> None:
        self.left_at: Mark | None = None
        self.seen: dict[str, Hashable] = {}

    def at(self, mark: Mark) -> dict[str, Hashable]:
        """Return what was seen up to this mark: nothing if another worker was there since."""
        if mark != self.left_at or len(self.seen) > GAMES_SEEN_MAX:
            self.seen = {}
        return self.seen


class Runner:
    """Drives projections. All methods can be called from any thread; they block."""

    def __init__(
        self,
        database: Database,
        projections: Sequence[Projection],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.projections = tuple(projections)
        self.failures: dict[str, Failure] = {}
        """The failures of stopped projections, by name."""
        self._database = database
        self._log: Log = database.log
        self._clock = clock
        self._lock = threading.Lock()
        self._memories = {one.name: _Memory() for one in self.projections}
        self._closing = False
        self._stuck_at = -1
        """The end of the log when rows last could not be written; -1 if they can be."""

    # --- driving ------------------------------------------------------------------------------

    def catch_up(
        self,
        *projections: Projection,
        seconds: float = WAIT_SECONDS_MAX,
        progress: Callable[[int], None] = lambda position: None,
        again: bool = True,
    ) -> None:
        """Bring these projections up to the present end of the log.

        ``progress`` is called after each step with the position of the last one. Without ``again``,
        nothing is tried if the last write failed and the log has not grown since, or if another
        thread is writing for longer than ``TURN_SECONDS_MAX``.
        Raises NotCaughtUp if one has stopped or needs longer, NotWritten if the database can only
        be read, and another PersistenceError if it cannot be used at all.
        """
        target = self._log.position()
        deadline = self._clock() + seconds
        while behind := self._behind(projections, self.marks(), target):
            for one in behind:
                if not self._may_try(one):
                    raise NotCaughtUp(one.name, "has failed and is retried later")
            if self._clock() > deadline:
                raise NotCaughtUp(behind[0].name, "is being built")
            progress(self._step(behind, target, again=again))

    def drive(self) -> dict[str, int]:
        """Bring all projections up to the present end of the log, except failing ones.

        Returns how many rows before that end each projection has not read; see ``failures`` for the
        reasons. Raises PersistenceError if the database cannot be used.
        """
        target = self._log.position()
        while True:
            marks = self.marks()
            behind = self._behind(self.projections, marks, target)
            ready = [one for one in behind if self._may_try(one)]
            if self._closing or not ready:
                return {name: max(0, target - mark.position) for name, mark in marks.items()}
            self._step(ready, target)

    def close(self) -> None:
        """Make every drive end after its current step."""
        self._closing = True

    def _step(self, behind: Sequence[Projection], target: int, *, again: bool = True) -> int:
        """Apply the next rows to the projections furthest behind; return where they were."""
        with self._turn(target, again=again):
            marks = self.marks()
            first = min(marks[one.name].position for one in behind)
            # All workers take them in the same order, so they cannot deadlock.
            group = [
                one
                for one in self.projections
                if one in behind and marks[one.name].position == first
            ]
            batch = batch_after(self._log, first)
            if batch is not None:
                try:
                    with span("project"):
                        self._begin(group, marks)
                        self._apply(group, marks, batch)
                except PersistenceError as failure:
                    self._stuck_at = target
                    raise NotWritten(str(failure)) from failure
                self._stuck_at = -1
            return first

    @contextmanager
    def _turn(self, target: int, *, again: bool) -> Iterator[None]:
        """Hold the lock of the rows; without ``again``, only if a write is worth trying."""
        if not again:
            self._must_be_worth_it(target)
        if not self._lock.acquire(timeout=-1 if again else TURN_SECONDS_MAX):
            raise NotWritten("another thread has been writing rows for too long")
        try:
            if not again:
                self._must_be_worth_it(target)  # another thread may have tried in the meantime
            yield
        finally:
            self._lock.release()

    def _must_be_worth_it(self, target: int) -> None:
        if target <= self._stuck_at:
            raise NotWritten("the database could not be written a moment ago")

    def _behind(
        self, projections: Sequence[Projection], marks: Mapping[str, Mark], target: int
    ) -> list[Projection]:
        for name, failure in list(self.failures.items()):
            if marks[name].is_past(failure.at):
                # Another worker has gone on, or rebuilt it, so this one may retry at once.
                self.failures.pop(name, None)
        return [one for one in projections if marks[one.name].position < target]

    def marks(self) -> dict[str, Mark]:
        """Return the position of each projection."""
        with self._database.reading() as connection:
            rows = connection.execute(_MARKS).all()
        found = {row.projection: Mark(row.position, row.build) for row in rows}
        return {one.name: found.get(one.name, _START) for one in self.projections}

    # --- applying -----------------------------------------------------------------------------

    def _begin(self, group: Sequence[Projection], marks: Mapping[str, Mark]) -> None:
        """Store the progress of projections that have none yet."""
        new = [one for one in group if marks[one.name] == _START]
        if new:
            with self._database.writing() as connection:
                _put_progress(connection, new)

    def _apply(
        self, group: Sequence[Projection], marks: Mapping[str, Mark], batch: LogPage
    ) -> None:
        """Apply a batch to each of these projections, unless another worker has done so."""
        seen: dict[str, dict[str, Hashable]] = {}
        with self._database.writing() as connection:
            for one in group:
                mark = marks[one.name]
                before = self._memories[one.name].at(mark)
                try:
                    with connection.begin_nested():
                        if _move(connection, one.name, mark, batch.position):
                            news = _NewRows(one, before, batch.changes)
                            one.note(connection, batch.others)
                            one.apply(connection, news.changes)
                            note_missed(connection, one.name, batch.missed)
                            seen[one.name] = news.seen
                except Exception as failure:
                    if _is_trouble(failure):
                        raise
                    self._stop(one, mark, failure)
        for name, now in seen.items():
            memory = self._memories[name]
            memory.seen.update(now)
            memory.left_at = Mark(batch.position, marks[name].build)
            self.failures.pop(name, None)

    def _stop(self, projection: Projection, mark: Mark, failure: Exception) -> None:
        known = self.failures.get(projection.name)
        tries = known.tries + 1 if known else 1
        wait = min(RETRY_SECONDS * 2 ** (tries - 1), RETRY_SECONDS_MAX)
        self.failures[projection.name] = Failure(
            f"{type(failure).__name__}: {failure}", mark, tries, self._clock() + wait
        )
        _LOG.error(
            "projection_failed",
            projection=projection.name,
            retry_in_seconds=wait,
            exc_info=failure,
        )

    def _may_try(self, projection: Projection) -> bool:
        failure = self.failures.get(projection.name)
        return failure is None or failure.retry_at <= self._clock()

    # --- rebuilding ---------------------------------------------------------------------------

    def reset(self, projection: Projection) -> None:
        """Remove all rows of a projection, and its position; safe at any time.

        Raises PersistenceError if the database cannot be used.
        """
        with self._lock, self._database.writing() as connection:
            _put_progress(connection, [projection])  # this waits for a worker that stores it now
            connection.execute(
                update(PROGRESS)
                .where(PROGRESS.c.projection == projection.name)
                .values(position=0, build=PROGRESS.c.build + 1)
            )
            empty(connection, projection.tables)
            connection.execute(delete(MISSED).where(MISSED.c.projection == projection.name))
        self.failures.pop(projection.name, None)

    def make_good(self) -> None:
        """Rebuild the projections that skipped what this version of Carolus can read.

        A newer version may have written it, for example, while an older one still ran.
        """
        with self._database.reading() as connection:
            rows = connection.execute(select(MISSED).order_by(MISSED.c.game)).all()
        readable = {
            game for game in {row.game for row in rows} if is_readable(self._database, game)
        }
        missed = {row.projection for row in rows if row.game in readable}
        for one in self.projections:
            if one.name in missed:
                self.reset(one)


class _NewRows:
    """The changes that are new to a projection, and what it has seen after them."""

    def __init__(
        self, projection: Projection, before: Mapping[str, Hashable], changes: Sequence[Change]
    ) -> None:
        self.seen: dict[str, Hashable] = {}
        self.changes: list[Change] = []
        for change in changes:
            look = projection.look(change.game)
            known = change.game.id in before and before[change.game.id] == look
            if change.opened or change.ended or not known:
                self.changes.append(change)
                self.seen[change.game.id] = look


def _put_progress(connection: Connection, projections: Sequence[Projection]) -> None:
    """Store that these projections are at the start, unless their progress is stored already."""
    rows = [{"projection": one.name, **_START._asdict()} for one in projections]
    put(connection, PROGRESS, rows)


def _move(connection: Connection, name: str, mark: Mark, position: int) -> bool:
    """Move a projection's position on; return False if another worker has moved it."""
    known = {"name": name, "old": mark.position, "known": mark.build, "new": position}
    moved = connection.execute(_MOVE, known)
    return moved.rowcount == 1


def _is_trouble(failure: Exception) -> bool:
    """Return whether the database is the cause, so that a retry may succeed."""
    if isinstance(failure, PersistenceError):
        return True
    if not isinstance(failure, DBAPIError):
        return False
    code = getattr(failure.orig, "sqlite_errorcode", None)
    wrong_statement = code == sqlite3.SQLITE_ERROR  # for example, a table is missing
    # psycopg does not call this error operational.
    read_only = getattr(failure.orig, "sqlstate", None) == _READ_ONLY_SQL_TRANSACTION
    return (
        failure.connection_invalidated
        or read_only
        or (isinstance(failure, exc.OperationalError | InterfaceError) and not wrong_statement)
    )
