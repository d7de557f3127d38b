"""The latest events of one game, read from the log once for all readers on this worker.

The tail takes over this worker's own commits without reading them. A reader keeps only its
position. If it is close to the end, it takes its events from the tail; if it started late or reads
slowly, it takes them from the log, one page at a time. So the cost of a reader is bounded, and an
event costs at most one query, however many readers follow the game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import structlog
from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter

from domain.table.game import Game
from service.access.issuers import IssuerUnavailable
from service.access.policy import Allowed
from service.access.rights import Caller
from service.live.following import RETRY_SECONDS, Following
from service.live.frames import Form, StreamedEvent, game_frame
from service.live.presence import Present
from service.storage.log import Appended, Log, UnreadableGame, project
from service.storage.rows import Row, Stored

_LOG = structlog.get_logger("carolus.live")

PAGES: Final = Counter(
    "carolus_stream_pages",
    "Pages of events read from the log for streams: for all readers of a game, or for one.",
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


class Tail:
    """The last events of one game, and its readers on this worker."""

    def __init__(self, log: Log, stored: Stored) -> None:
        self.game = stored.game.id
        self.stored = stored
        """The game at ``version``."""
        self.readers: dict[Reader, None] = {}
        """The readers, in the order in which they joined."""
        self.present: Present | None = None
        """Who is connected; None until known."""
        self._log = log
        self._events: list[StreamedEvent] = []
        self._wanted = 0
        self._wakes = 0
        self._pump: asyncio.Task[None] | None = None

    @property
    def version(self) -> int:
        """The version up to which the tail has read."""
        return self.stored.head.version

    @property
    def behind(self) -> bool:
        """Whether the log may contain later events."""
        return self._wanted > self.version

    def wake(self, version: int) -> None:
        """The game may have reached this version; read it in the background."""
        self._wanted = max(version, self._wanted)
        self._wakes += 1
        if self._pump is None and self.behind:
            self._pump = asyncio.create_task(self._pumping(), name="tail")

    def take(self, done: Appended) -> None:
        """Take over a commit of this worker; if earlier events are missing, read the log."""
        stored, rows = done
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

    def show(self, present: Present) -> None:
        """Wake the readers if different people are connected."""
        if present != self.present:
            self.present = present
            self._wake_readers()

    def _wake_readers(self) -> None:
        """Wake all readers."""
        for reader in self.readers:
            reader.news.set()

    def kept_after(self, position: int) -> Sequence[StreamedEvent] | None:
        """Return the events after this position; None if the tail no longer has them all."""
        behind = self.version - position
        return None if behind > len(self._events) else self._events[len(self._events) - behind :]

    async def page_after(self, position: int) -> Sequence[StreamedEvent]:
        """Read a page of events after this position from the log."""
        _FOR_ONE.inc()
        rows = await asyncio.to_thread(self._log.rows, self.game, position, self.version, PAGE)
        return [StreamedEvent(row) for row in rows]

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
            _LOG.warning("tail_failed", game=self.game, error=str(failure))
            await asyncio.sleep(RETRY_SECONDS)
            return
        self._add(rows, stored)
        if len(rows) == PAGE:
            self._wanted = max(self.version + 1, self._wanted)  # there may be more
        elif not rows and wakes == self._wakes:
            # The expected version is not in the log, and no wake-up came during the read.
            self._wanted = self.version

    def _add(self, rows: Sequence[Row], stored: Stored) -> None:
        """Append these rows, which lead to this game, and wake the readers."""
        self.stored = stored
        self._events = [*self._events, *map(StreamedEvent, rows)][-KEPT_MAX:]
        self._wake_readers()

    def _added(self, before: Stored) -> tuple[list[Row], Stored]:
        rows = self._log.rows(self.game, before.head.version, limit=PAGE)
        after = project(self.game, before, rows)
        assert after is not None
        return rows, after


class Reader(Following):
    """A client's stream of a game's events after a position, each once and in order.

    The reader checks its right for each frame, after the frame's events are in the log. So no
    frame contains an event committed after the reader's token was revoked.
    """

    def __init__(
        self,
        tail: Tail,
        caller: Caller,
        horizon: Horizon,
        still: Still,
        stored: Stored,
        after: int | None,
    ) -> None:
        # A version that this log does not have is no place to continue from.
        restarts = after is None or after > stored.head.version
        super().__init__(
            stored.head.version if after is None or restarts else after, restarts=restarts
        )
        self.tail = tail
        self.dropped = ""
        """Why the service ended the stream; empty if it did not."""
        self._caller = caller
        self._horizon = horizon
        self._still = still
        self._known = stored
        self._present: Present | None = None

    def drop(self, reason: str) -> None:
        """End the stream, and send the client this reason."""
        self.dropped = reason
        self.news.set()

    @property
    def over(self) -> bool:
        """Whether the game is finished and the reader has all its events."""
        tail = self.tail
        if self.restarts or not tail.stored.game.finished:
            return False
        # Events that follow the end of a game may be on the next page.
        return self.position >= tail.version and not tail.behind

    async def frames(self, form: Form) -> list[bytes]:
        """Return up to one page of the next frames; none if there are none yet.

        If the log cannot be read, return none and retry after ``RETRY_SECONDS``.
        """
        try:
            if self.restarts:
                return await self._game(form)
            return await self._events(form)
        except PersistenceError:
            self.retry()
            return []

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

    async def _game(self, form: Form) -> list[bytes]:
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
        tail, stored = self.tail, self.tail.stored
        if self.position >= stored.head.version:
            return []
        seen = await self._horizon(self._caller, stored)
        if self.position >= seen or not await self._may_see(stored):
            return []
        found = tail.kept_after(self.position)
        if found is None:
            found = await tail.page_after(self.position)
        if found and found[-1].version > seen:
            found = [one for one in found if one.version <= seen]
        if found:
            self.position = found[-1].version
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
