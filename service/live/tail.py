"""The latest events of one game or tournament, read from the log once for all readers here.

The tail takes over this worker's own commits without reading them. A reader keeps only its
position. If it is close to the end, it takes its events from the tail; if it started late or reads
slowly, it takes them from the log, one page at a time. So the cost of a reader is bounded, and an
event costs at most one query, however many readers follow.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter

from domain.table.game import Game
from domain.table.watching import Allowed
from service.access.issuers import IssuerUnavailable
from service.access.rights import Caller
from service.live.following import RETRY_SECONDS, Following
from service.live.frames import Form, StreamedEvent, game_frame
from service.live.presence import Present
from service.storage.log import Log, UnreadableGame, project
from service.storage.rows import Head, Row, Stored
from service.wire.live import Ended

_LOG = structlog.get_logger("carolus.live")

PAGES: Final = Counter(
    "carolus_stream_pages",
    "Pages of events read from the log for streams: for all readers of one, or for one reader.",
    ["reader"],
)
_FOR_ALL: Final = PAGES.labels("all")
_FOR_ONE: Final = PAGES.labels("one")

KEPT_MAX: Final = 128
"""Events that a tail keeps in memory."""
PAGE: Final = 200
"""Events read from the log per query."""

Horizon: TypeAlias = Callable[[Caller, Stored], Awaitable[int]]
"""Returns the version up to which a caller may see a game."""

Still: TypeAlias = Callable[[Game], Awaitable[bool]]
"""Returns whether a reader's token still identifies the same caller in this game."""


class AnyStored(Protocol):
    """A game or a tournament, with the head of its stream."""

    @property
    def head(self) -> Head:
        """The head."""
        ...


class Versioned(Protocol):
    """An event for many readers."""

    @property
    def version(self) -> int:
        """Its version."""
        ...


StoredT = TypeVar("StoredT", bound=AnyStored)
StreamedT = TypeVar("StreamedT", bound=Versioned)


class Tail(ABC, Generic[StoredT, StreamedT]):
    """The last events of one stream, and its readers on this worker."""

    def __init__(self, log: Log, stream: str, stored: StoredT) -> None:
        self.stored = stored
        """The game or tournament at ``version``."""
        self.readers: dict[EventReader[Any, Any], None] = {}
        """The readers, in the order in which they joined."""
        self._log = log
        self._stream = stream
        self._events: list[StreamedT] = []
        self._wanted = 0
        self._wakes = 0
        self._pump: asyncio.Task[None] | None = None

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether no more events follow."""

    @abstractmethod
    def project(self, before: StoredT, rows: Sequence[Row]) -> StoredT:
        """Return the game or tournament after these rows; raise UnreadableGame."""

    @abstractmethod
    def streamed(self, row: Row) -> StreamedT:
        """Return an event for many readers."""

    @property
    def version(self) -> int:
        """The version up to which the tail has read."""
        return self.stored.head.version

    @property
    def behind(self) -> bool:
        """Whether the log may contain later events."""
        return self._wanted > self.version

    def wake(self, version: int) -> None:
        """The stream may have reached this version; read it in the background."""
        self._wanted = max(version, self._wanted)
        self._wakes += 1
        if self._pump is None and self.behind:
            self._pump = asyncio.create_task(self._pumping(), name="tail")

    def take(self, stored: StoredT, rows: Sequence[Row]) -> None:
        """Take over a commit of this worker; if earlier events are missing, read the log."""
        if not self.readers:
            return  # the last reader has left
        if self._pump is None and self.version + len(rows) == stored.head.version:
            self._add(rows, stored)
        else:
            self.wake(stored.head.version)

    def close(self) -> None:
        """Stop reading."""
        if self._pump is not None:
            self._pump.cancel()
            self._pump = None  # a task that is cancelled before it starts does not do this itself

    def wake_readers(self) -> None:
        """Wake all readers."""
        for reader in self.readers:
            reader.news.set()

    def kept_after(self, position: int) -> Sequence[StreamedT] | None:
        """Return the events after this position; None if the tail no longer has them all."""
        behind = self.version - position
        return None if behind > len(self._events) else self._events[len(self._events) - behind :]

    async def page_after(self, position: int) -> Sequence[StreamedT]:
        """Read a page of events after this position from the log."""
        _FOR_ONE.inc()
        rows = await asyncio.to_thread(self._log.rows, self._stream, position, self.version, PAGE)
        return [self.streamed(row) for row in rows]

    async def _pumping(self) -> None:
        """Read until nothing is left; unlike a BackgroundTask, it ends then, with its readers."""
        try:
            while self.behind:
                await self._read()
        finally:
            self._pump = None

    async def _read(self) -> None:
        """Read up to one page of new events."""
        _FOR_ALL.inc()
        wakes = self._wakes
        try:
            rows, stored = await asyncio.to_thread(self._added, self.stored)
        except UnreadableGame as unreadable:
            _LOG.warning("game_unreadable", error=str(unreadable))
            for reader in self.readers:
                reader.drop("unreadable")
            self._wanted = self.version
            return
        except Exception as failure:  # noqa: BLE001 - the next read may succeed
            _LOG.warning("tail_failed", stream=self._stream, error=str(failure))
            await asyncio.sleep(RETRY_SECONDS)
            return
        self._add(rows, stored)
        if len(rows) == PAGE:
            self._wanted = max(self.version + 1, self._wanted)  # there may be more
        elif not rows and wakes == self._wakes:
            # The expected version is not in the log, and no wake-up came during the read.
            self._wanted = self.version

    def _add(self, rows: Sequence[Row], stored: StoredT) -> None:
        """Append these rows, which lead to this state, and wake the readers."""
        self.stored = stored
        self._events = [*self._events, *map(self.streamed, rows)][-KEPT_MAX:]
        self.wake_readers()

    def _added(self, before: StoredT) -> tuple[list[Row], StoredT]:
        rows = self._log.rows(self._stream, before.head.version, limit=PAGE)
        return rows, self.project(before, rows)


class EventReader(Following, ABC, Generic[StoredT, StreamedT]):
    """A client's stream of events after a position, each once and in order."""

    def __init__(self, tail: Tail[StoredT, StreamedT], stored: StoredT, after: int | None) -> None:
        # A client cannot continue from a version that this log does not have.
        restarts = after is None or after > stored.head.version
        super().__init__(
            stored.head.version if after is None or restarts else after, restarts=restarts
        )
        self.tail = tail
        self.dropped = ""
        """Why the service ended the stream; empty if it did not."""
        self._known = stored

    def drop(self, reason: str) -> None:
        """End the stream, and send the client this reason."""
        self.dropped = reason
        self.news.set()

    @property
    def over(self) -> bool:
        """Whether no more events follow and the reader has them all."""
        tail = self.tail
        if self.restarts or not tail.over:
            return False
        # Events that follow the end of a game may be on the next page.
        return self.position >= tail.version and not tail.behind

    @property
    @abstractmethod
    def end(self) -> msgspec.Struct:
        """What the last frame says once it is over."""

    async def frames(self, form: Form) -> list[bytes]:
        """Return up to one page of the next frames; none if there are none yet.

        If the log cannot be read, return none and retry after ``RETRY_SECONDS``.
        """
        try:
            if self.restarts:
                return await self._whole(form)
            return await self._events(form)
        except PersistenceError:
            self.retry()
            return []

    async def presence(self) -> Present | None:
        """Return who is connected; None if nothing changed, or if this must stay hidden."""
        return None

    async def check(self) -> bool:
        """Return whether the reader still has its right; drop it if not."""
        return True

    @abstractmethod
    async def _whole(self, form: Form) -> list[bytes]:
        """Return a frame with the current state, and continue after it; or nothing yet."""

    @abstractmethod
    async def _events(self, form: Form) -> list[bytes]:
        """Return the frames of the next events."""

    async def _next(self, last: int) -> Sequence[StreamedT]:
        """Return up to a page of events after the position, up to a version, and move there."""
        found = self.tail.kept_after(self.position)
        if found is None:
            found = await self.tail.page_after(self.position)
        if found and found[-1].version > last:
            found = [one for one in found if one.version <= last]
        if found:
            self.position = found[-1].version
        return found


class GameTail(Tail[Stored, StreamedEvent]):
    """The last events of a game, and who is connected to it."""

    def __init__(self, log: Log, stored: Stored) -> None:
        super().__init__(log, stored.game.id, stored)
        self.present: Present | None = None
        """Who is connected; None until known."""

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.stored.game.finished

    def project(self, before: Stored, rows: Sequence[Row]) -> Stored:
        """Return the game after these rows."""
        after = project(before.game.id, before, rows)
        assert after is not None
        return after

    def streamed(self, row: Row) -> StreamedEvent:
        """Return an event that is encoded for each viewer."""
        return StreamedEvent(row)

    def show(self, present: Present) -> None:
        """Wake the readers if different people are connected."""
        if present != self.present:
            self.present = present
            self.wake_readers()


class Reader(EventReader[Stored, StreamedEvent]):
    """A client's stream of a game.

    The reader checks its right for each frame, after the frame's events are in the log. So no
    frame contains an event committed after the reader's token was revoked.
    """

    tail: GameTail

    def __init__(
        self,
        tail: GameTail,
        caller: Caller,
        horizon: Horizon,
        still: Still,
        stored: Stored,
        after: int | None,
    ) -> None:
        super().__init__(tail, stored, after)
        self._caller = caller
        self._horizon = horizon
        self._still = still
        self._present: Present | None = None

    @property
    def end(self) -> Ended:
        """How the game ended."""
        return Ended(self.tail.stored.game.status, self.tail.version)

    async def presence(self) -> Present | None:
        """Return who is connected; None if nothing changed or the reader lost its right."""
        present = self.tail.present
        if self.restarts or present in (None, self._present) or not await self.check():
            return None
        self._present = present
        return present

    async def check(self) -> bool:
        """Return whether the reader still has its right; drop it if not."""
        return await self._may_see(self.tail.stored)

    async def _whole(self, form: Form) -> list[bytes]:
        newest = self._known
        if self._caller.has_a_right or isinstance(self._caller.policy.watched, Allowed):
            newest = max(newest, self.tail.stored, key=lambda one: one.head.version)
        if not await self._may_see(newest):
            return []
        self.restarts = False
        self.position = newest.head.version
        return [game_frame(form, newest, self._caller)]

    async def _events(self, form: Form) -> list[bytes]:
        # Keep this state: events that arrive later were not in the log when the right was checked.
        stored = self.tail.stored
        if self.position >= stored.head.version:
            return []
        seen = await self._horizon(self._caller, stored)
        if self.position >= seen or not await self._may_see(stored):
            return []
        found = await self._next(seen)
        return [one.frame(form, stored, self._caller.viewer) for one in found]

    async def _may_see(self, stored: Stored) -> bool:
        """Return whether the reader still has its right in this stored game.

        Drop the reader if not. If the check fails, return False and retry after ``RETRY_SECONDS``.
        """
        try:
            valid = await self._still(stored.game)
        except (PersistenceError, IssuerUnavailable):
            self.retry()
            return False
        if not valid:
            self.drop("rights")
        return valid
