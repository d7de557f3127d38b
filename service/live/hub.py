"""The hub of a worker: all its streams, and the sources that wake them.

This worker's commits wake its streams at once. Commits of other workers arrive over the bus, or
the watch finds them in the log. A follower registers before it reads, so it misses nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, TypeVar

from prometheus_client import Counter
from redis.asyncio import Redis

from service.access.rights import Caller
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.live.bus import Bus, BusMessage
from service.live.lobby import LobbyReader, LobbyTail
from service.live.polling import LogPoller
from service.live.presence import Presence, Present
from service.live.tail import AnyStored, EventReader, GameTail, Reader, StoredT, Tail
from service.live.tournaments import TournamentReader, TournamentTail
from service.storage.log import Appended, Log, Notice, is_game
from service.storage.rows import Row, Stored
from service.storage.tournaments import TOURNAMENT, AppendedSteps, StoredTournament

WAKE_UPS: Final = Counter(
    "carolus_wake_ups",
    "Wake-ups of streams that are followed: of a commit here, over the bus, found in the log.",
    ["source"],
)

TailT = TypeVar("TailT", bound=Tail[Any, Any])
ReaderT = TypeVar("ReaderT", bound=EventReader[Any, Any])


class Hub:
    """All streams of one worker."""

    def __init__(
        self,
        log: Log,
        callers: Callers,
        visibility: Visibility,
        redis: "Redis | None",
        prefix: str,
        worker: str,
    ) -> None:
        self._log = log
        self._callers = callers
        self._visibility = visibility
        self._redis = redis
        self._tails: dict[str, Tail[Any, Any]] = {}
        """The followed streams: those of games have the id of the game as their name."""
        self._stopping = False
        self._bus = Bus(redis, f"{prefix}live", worker)
        self._poller = LogPoller(log, self._bus, self._found)
        self._lobby = LobbyTail(log, visibility)
        self.presence = Presence(redis, f"{prefix}presence:", self._bus, self._gathered)

    def start(self) -> None:
        """Start receiving wake-ups from other workers."""
        self._bus.start(self._heard)
        self.presence.start()

    @property
    def hears(self) -> bool:
        """Whether messages from other workers arrive, so the log need not be polled often."""
        return self._bus.up

    def end_streams(self) -> None:
        """End all open streams and any opened later: this worker is about to stop."""
        self._stopping = True
        for tail in self._tails.values():
            for reader in tail.readers:
                reader.stop()
        for listener in self._lobby.readers:
            listener.stop()

    async def stop(self) -> None:
        """End all streams, and disconnect from the other workers."""
        self.end_streams()
        await self.presence.stop()
        await self._bus.stop()
        if self._redis is not None:
            await self._redis.aclose()

    # --- following ----------------------------------------------------------------------------

    @asynccontextmanager
    async def follow(
        self, stored: Stored, caller: Caller, after: int | None, token: str | None = None
    ) -> AsyncIterator[Reader]:
        """Yield a reader of a game's events after a version; without one, from now on.

        ``stored`` is the game as just read, and ``caller`` is the caller that the token identified
        then. The reader is dropped once the token identifies another caller, or none.
        Raises PersistenceError.
        """
        game = stored.game.id
        still = partial(self._callers.still, caller, token)

        def reader(tail: GameTail) -> Reader:
            return Reader(tail, caller, self._visibility.horizon, still, stored, after)

        async with self._followed(game, partial(GameTail, self._log), stored, reader) as found:
            self.presence.come(game, caller.seat)
            try:
                yield found
            finally:
                self.presence.go(game, caller.seat)

    @asynccontextmanager
    async def follow_tournament(
        self, stored: StoredTournament, after: int | None
    ) -> AsyncIterator[TournamentReader]:
        """Yield a reader of a tournament's events after a version; without one, from now on.

        ``stored`` is the tournament as just read. Raises PersistenceError.
        """
        stream = TOURNAMENT + stored.state.id

        def reader(tail: TournamentTail) -> TournamentReader:
            return TournamentReader(tail, stored, after)

        async with self._followed(
            stream, partial(TournamentTail, self._log), stored, reader
        ) as found:
            yield found

    @asynccontextmanager
    async def _followed(
        self,
        stream: str,
        tail_at: Callable[[StoredT], TailT],
        stored: StoredT,
        reader_on: Callable[[TailT], ReaderT],
    ) -> AsyncIterator[ReaderT]:
        """Yield a reader of a stream, on the one tail that the stream has here."""
        await self._poller.follow()
        tail: Any = self._tails.get(stream)
        if tail is None:
            tail = self._tails[stream] = tail_at(stored)
            tail.wake(stored.head.version + 1)  # it may have changed since it was read
        tail.wake(stored.head.version)
        reader = reader_on(tail)
        tail.readers[reader] = None
        if self._stopping:
            reader.stop()
        try:
            yield reader
        finally:
            tail.readers.pop(reader, None)
            if not tail.readers:
                del self._tails[stream]
                tail.close()
            self._poller.leave()

    @asynccontextmanager
    async def listen(self, after: int | None) -> AsyncIterator[LobbyReader]:
        """Yield a reader of lobby changes after a position; raise PersistenceError."""
        await self._poller.follow()
        try:
            reader = await self._lobby.enter(after)
            if self._stopping:
                reader.stop()
            try:
                yield reader
            finally:
                self._lobby.leave(reader)
        finally:
            self._poller.leave()

    # --- being woken --------------------------------------------------------------------------

    def committed(self, done: Appended) -> None:
        """Announce a commit of this worker; readers get it after the caller's response."""
        self._committed(done.stored.game.id, done.stored, done.rows)
        self._lobby.wake()

    def tournament_committed(self, done: AppendedSteps) -> None:
        """Announce a commit in a tournament, in the same way."""
        self._committed(TOURNAMENT + done.stored.state.id, done.stored, done.rows)
        self._lobby.wake()

    def _committed(self, stream: str, stored: AnyStored, rows: Sequence[Row]) -> None:
        self._bus.stream_advanced(stream, stored.head.version)
        if (tail := self._behind("commit", stream, stored.head.version)) is not None:
            asyncio.get_running_loop().call_soon(tail.take, stored, rows)

    def _heard(self, message: BusMessage) -> None:
        self._wake("bus", message.games.items())
        self.presence.changed_elsewhere(message.present)

    def _found(self, notices: Iterable[Notice]) -> None:
        self._wake("log", [(one.stream, one.version) for one in notices])

    def _wake(self, source: str, streams: Iterable[tuple[str, int]]) -> None:
        for stream, version in streams:
            if (tail := self._behind(source, stream, version)) is not None:
                tail.wake(version)
            if is_game(stream) or stream.startswith(TOURNAMENT):
                self._lobby.wake()

    def _behind(self, source: str, stream: str, version: int) -> Tail[Any, Any] | None:
        """Return the stream's tail and count a wake-up if it is behind this version; else None."""
        tail = self._tails.get(stream)
        if tail is None or version <= tail.version:
            return None
        WAKE_UPS.labels(source).inc()
        return tail

    def _gathered(self, game: str, present: Present) -> None:
        tail = self._tails.get(game)
        if isinstance(tail, GameTail):
            tail.show(present)
