"""The end of one game's stream, read from the log once for all who follow the game here.

What was committed here is not even read: it is taken over as it was put on disk. A reader has
nothing but its position. Who is not far behind takes its events from the tail; who is further
behind, because it came late or reads slowly, takes them from the log, a page at a time. So what a
reader costs is bounded, and an event costs one query at most, however many follow the game.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import structlog
from eventsourcing.persistence import PersistenceError
from prometheus_client import Counter

from domain.table.game import Game
from service.access.oidc import IssuerUnavailable
from service.access.policy import Allowed
from service.access.rights import Caller
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
"""Events that a tail keeps."""
PAGE: Final = 200
"""Events that are read from the log at once."""
RETRY_SECONDS: Final = 0.5


Horizon: TypeAlias = Callable[[Caller, Stored], Awaitable[int]]
"""Tells up to which version a caller may see a game."""

Still: TypeAlias = Callable[[Game], Awaitable[bool]]
"""Tells whether the token of a reader still stands for the same caller, in the game as given."""


class Tail:
    """The last events of one game, and who follows it on this worker."""

    def __init__(self, log: Log, stored: Stored) -> None:
        self.game = stored.game.id
        self.stored = stored
        """The game at the end of what was read."""
        self.readers: dict[Reader, None] = {}
        """Who follows, in the order in which they came."""
        self.present: Present | None = None
        """Who is connected, as far as it is known."""
        self._log = log
        self._events: list[StreamedEvent] = []
        self._wanted = 0
        self._wakes = 0
        self._pump: asyncio.Task[None] | None = None

    @property
    def version(self) -> int:
        """The version at the end of what was read."""
        return self.stored.head.version

    @property
    def behind(self) -> bool:
        """Whether the log may have more than what was read."""
        return self._wanted > self.version

    def wake(self, version: int) -> None:
        """Take note that the game may be at this version; it is read by and by."""
        self._wanted = max(version, self._wanted)
        self._wakes += 1
        if self._pump is None and self.behind:
            self._pump = asyncio.create_task(self._pumping(), name="tail")

    def take(self, done: Appended) -> None:
        """Take over a commit of this worker; if earlier events are missing, read the log."""
        stored, rows = done
        if not self.readers:
            return  # the last one has left meanwhile
        if self._pump is None and self.version + len(rows) == stored.head.version:
            self._add(rows, stored)
        else:
            self.wake(stored.head.version)

    def close(self) -> None:
        """Stop reading."""
        if self._pump is not None:
            self._pump.cancel()

    def tell(self, present: Present) -> None:
        """Tell the readers who is connected, if that is news."""
        if present != self.present:
            self.present = present
            self.stir()

    def stir(self) -> None:
        """Let all readers look for what is new."""
        for reader in self.readers:
            reader.news.set()

    def kept_after(self, position: int) -> Sequence[StreamedEvent] | None:
        """Return the events after this position; None if the tail does not reach back so far."""
        behind = self.version - position
        return None if behind > len(self._events) else self._events[len(self._events) - behind :]

    async def page_after(self, position: int) -> Sequence[StreamedEvent]:
        """Return some events after this position, from the log."""
        _FOR_ONE.inc()
        rows = await asyncio.to_thread(self._log.rows, self.game, position, self.version, PAGE)
        return [StreamedEvent(row) for row in rows]

    async def _pumping(self) -> None:
        try:
            while self.behind:
                await self._read()
        finally:
            self._pump = None

    async def _read(self) -> None:
        """Read what was added, as far as one page goes."""
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
        except Exception as failure:  # noqa: BLE001 - whatever it is, the next read may work
            _LOG.warning("tail_failed", game=self.game, error=str(failure))
            await asyncio.sleep(RETRY_SECONDS)
            return
        self._add(rows, stored)
        if len(rows) == PAGE:
            self._wanted = max(self.version + 1, self._wanted)  # there may be more
        elif not rows and wakes == self._wakes:
            # What it was woken for is not there. If it was woken meanwhile, it may be there now.
            self._wanted = self.version

    def _add(self, rows: Sequence[Row], stored: Stored) -> None:
        """Go on to this game, with these rows, and let the readers know."""
        self.stored = stored
        self._events = [*self._events, *map(StreamedEvent, rows)][-KEPT_MAX:]
        self.stir()

    def _added(self, before: Stored) -> tuple[list[Row], Stored]:
        rows = self._log.rows(self.game, before.head.version, limit=PAGE)
        after = project(self.game, before, rows)
        assert after is not None
        return rows, after


class Reader:
    """One who follows a game: all of its events after a position, each once and in order.

    The right to see them is checked for each frame, when the frame's events are in the log already.
    So no frame tells of an event that was committed after the reader's token was revoked.
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
        self.news = asyncio.Event()
        self.left = False
        """Whether there is nobody to send to any more."""
        self.stopping = False
        """Whether this worker is about to end."""
        self.tail = tail
        self.dropped = ""
        """Why it gets nothing more, if somebody decided so."""
        self._caller = caller
        self._horizon = horizon
        self._still = still
        self._known = stored
        self._present: Present | None = None
        self.anew = after is None or after > stored.head.version
        """Whether the game itself comes first. It does unless the client says how far it has come;
        what it says may be about another log."""
        self.position = stored.head.version if after is None or self.anew else after

    def leave(self) -> None:
        """Take note that the client went away."""
        self.left = True
        self.news.set()

    def drop(self, reason: str) -> None:
        """End the stream, and tell the client why."""
        self.dropped = reason
        self.news.set()

    def stop(self) -> None:
        """Take note that this worker is about to end."""
        self.stopping = True
        self.news.set()

    @property
    def over(self) -> bool:
        """Whether all was read, and nothing more can come."""
        tail = self.tail
        if self.anew or not tail.stored.game.finished:
            return False
        # The end of a game may be followed by what is told after it, on the next page.
        return self.position >= tail.version and not tail.behind

    async def frames(self, form: Form) -> list[bytes]:
        """Return the next frames of the game, as far as one page goes; none if there are none yet.

        Nor are there any while the log cannot be read; then it is tried again after a while.
        """
        try:
            if self.anew:
                return await self._game(form)
            return await self._events(form)
        except PersistenceError:
            self._try_again()
            return []

    async def presence(self) -> Present | None:
        """Return who is connected, if that is news for the reader."""
        present = self.tail.present
        if self.anew or present in (None, self._present) or not await self.check():
            return None
        self._present = present
        return present

    async def check(self) -> bool:
        """Tell whether the reader still has its right; drop it if it does not."""
        return await self._may_see(self.tail.stored)

    async def _game(self, form: Form) -> list[bytes]:
        newest = self._known
        if self._caller.has_a_right or isinstance(self._caller.policy.watched, Allowed):
            newest = max(newest, self.tail.stored, key=lambda one: one.head.version)
        if not await self._may_see(newest):
            return []
        self.anew = False
        self.position = newest.head.version
        return [game_frame(form, newest, self._caller)]

    async def _events(self, form: Form) -> list[bytes]:
        # The tail goes on meanwhile. What comes then was not in the log when the right was checked.
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
        """Tell whether the reader still has its right in this game, which is in the log.

        If it does not, it is dropped; if that cannot be told now, it is tried again after a while.
        """
        try:
            holds = await self._still(stored.game)
        except (PersistenceError, IssuerUnavailable):
            self._try_again()
            return False
        if not holds:
            self.drop("rights")
        return holds

    def _try_again(self) -> None:
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self.news.set)
