"""The hub of a worker: all its streams, and the sources that wake them.

This worker's commits wake its streams at once. Commits of other workers arrive over the bus, or
the watch finds them in the log. A follower registers before it reads, so it misses nothing.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from prometheus_client import Counter
from redis.asyncio import Redis

from service.access.rights import Caller
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.live.bus import Bus, BusMessage
from service.live.lobby import LobbyReader, LobbyTail
from service.live.polling import LogPoller
from service.live.presence import Presence, Present
from service.live.tail import Reader, Tail
from service.storage.log import Appended, Log, Notice, is_game
from service.storage.rows import Stored

WAKE_UPS: Final = Counter(
    "carolus_wake_ups",
    "Wake-ups of games that are followed: of a commit here, over the bus, found in the log.",
    ["source"],
)


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
        self._tails: dict[str, Tail] = {}
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
        await self._poller.follow()
        tail = self._tails.get(game)
        if tail is None:
            tail = self._tails[game] = Tail(self._log, stored)
            tail.wake(stored.head.version + 1)  # the game may have changed since it was read
        tail.wake(stored.head.version)
        still = partial(self._callers.still, caller, token)
        reader = Reader(tail, caller, self._visibility.horizon, still, stored, after)
        tail.readers[reader] = None
        self.presence.come(game, caller.seat)
        if self._stopping:
            reader.stop()
        try:
            yield reader
        finally:
            self.presence.go(game, caller.seat)
            tail.readers.pop(reader, None)
            if not tail.readers:
                del self._tails[game]
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
        game, version = done.stored.game.id, done.stored.head.version
        self._bus.game_advanced(game, version)
        if (tail := self._behind("commit", game, version)) is not None:
            asyncio.get_running_loop().call_soon(tail.take, done)
        self._lobby.wake()

    def _heard(self, message: BusMessage) -> None:
        self._wake("bus", message.games.items())
        self.presence.changed_elsewhere(message.present)

    def _found(self, notices: Iterable[Notice]) -> None:
        self._wake("log", [(one.stream, one.version) for one in notices if is_game(one.stream)])

    def _wake(self, source: str, games: Iterable[tuple[str, int]]) -> None:
        for game, version in games:
            if (tail := self._behind(source, game, version)) is not None:
                tail.wake(version)
            self._lobby.wake()

    def _behind(self, source: str, game: str, version: int) -> Tail | None:
        """Return the game's tail and count a wake-up if it is behind this version; else None."""
        tail = self._tails.get(game)
        if tail is None or version <= tail.version:
            return None
        WAKE_UPS.labels(source).inc()
        return tail

    def _gathered(self, game: str, present: Present) -> None:
        if (tail := self._tails.get(game)) is not None:
            tail.show(present)
