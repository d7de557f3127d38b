"""Presence: who is connected to a game, across all workers.

Each worker stores its connections in Redis with an expiry, and renews them before they expire, so
those of a killed worker disappear. Without Redis, or while it is down, a worker knows only its own
connections.
"""

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

from domain.ruleset import Seat
from service.live.bus import Bus
from service.runtime.background import BackgroundTask

LIFETIME_SECONDS: Final = 30
"""How long a worker's entries are valid."""
GATHER_SECONDS: Final = 1.0
"""Changes within this time are sent together."""
GAMES_AT_ONCE: Final = 100
"""Games per request to Redis."""
_CALL_SECONDS_MAX: Final = 2.0

_SAY: Final = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if #ARGV > 0 then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    if string.sub(member, 1, #ARGV[1]) == ARGV[1] then redis.call('ZREM', KEYS[1], member) end
  end
  for index = 3, #ARGV do
    redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1] .. ARGV[index])
  end
  redis.call('EXPIRE', KEYS[1], tonumber(ARGV[2]))
end
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""
"""Replaces the entries of one worker (arguments: its name, seconds until they expire, entries);
without arguments it replaces nothing. Returns the entries of all workers. It uses Redis' clock."""


class Present(msgspec.Struct, frozen=True):
    """Who is connected to a game."""

    seats: tuple[Seat, ...] = ()
    """The connected seats, in order."""
    spectators: int = 0
    """How many others are connected."""


class Presence(BackgroundTask):
    """Counts the connections of this worker, and exchanges them with other workers.

    Calls ``report`` on the loop with each followed game whose presence may have changed.
    """

    def __init__(
        self,
        redis: "Redis | None",
        prefix: str,
        bus: Bus,
        report: Callable[[str, Present], None],
        lifetime: int = LIFETIME_SECONDS,
    ) -> None:
        super().__init__("presence", every=lifetime / 3, rest=GATHER_SECONDS)
        self._redis = redis
        self._say: Any = None if redis is None else redis.register_script(_SAY)
        self._prefix = prefix
        self._bus = bus
        self._report = report
        self._lifetime = lifetime
        self._here: dict[str, Counter[Seat | None]] = {}
        self._changed: set[str] = set()
        """Games whose connections here differ from what this worker published."""
        self._stale: set[str] = set()
        """Games whose connections on other workers may have changed."""
        self._refreshed = 0.0
        bus.listeners.append(self._refresh)

    async def stop(self) -> None:
        """Stop, and withdraw this worker's entries."""
        await super().stop()
        self._stale.update(self._here)
        self._here.clear()
        await self._exchange()

    def come(self, game: str, seat: Seat | None) -> None:
        """Count a connection: of a seat, or of a spectator."""
        self._here.setdefault(game, Counter())[seat] += 1
        self._note(self._changed, game)

    def go(self, game: str, seat: Seat | None) -> None:
        """Remove a connection counted by ``come``."""
        if (here := self._here.get(game)) is not None:
            here[seat] -= 1
            if not +here:
                del self._here[game]
            self._note(self._changed, game)

    def changed_elsewhere(self, games: Iterable[str]) -> None:
        """Fetch these games' presence again: it changed on another worker."""
        for game in games:
            if game in self._here:
                self._note(self._stale, game)

    async def of(self, game: str) -> Present:
        """Return who is connected to a game now."""
        (present,) = await self._ask([game], say=False)
        return present

    def _note(self, games: set[str], game: str) -> None:
        games.add(game)
        self.wake()

    def _refresh(self) -> None:
        for game in self._here:
            self._note(self._stale, game)

    async def look(self) -> None:
        """Exchange what changed; renew all entries before they expire."""
        now = asyncio.get_running_loop().time()
        if now - self._refreshed >= self._lifetime / 3:
            self._refreshed = now
            self._stale.update(self._here)
        await self._exchange()

    async def _exchange(self) -> None:
        """Publish this worker's connections, fetch those of others, and report both."""
        changed, self._changed = self._changed, set()
        stale, self._stale = self._stale, set()
        games = [*sorted(changed), *sorted(stale - changed)]
        try:
            for first in range(0, len(games), GAMES_AT_ONCE):
                several = games[first : first + GAMES_AT_ONCE]
                for game, present in zip(several, await self._ask(several, say=True), strict=True):
                    self._report(game, present)
        except Exception:
            self._changed |= changed
            self._stale |= stale
            raise
        for game in sorted(changed):
            self._bus.presence_changed(game)

    async def _ask(self, games: Sequence[str], *, say: bool) -> list[Present]:
        """Return who is connected to these games; with ``say``, publish this worker's part."""
        if self._redis is not None:
            with contextlib.suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(_CALL_SECONDS_MAX):
                    pipeline = self._redis.pipeline(transaction=False)
                    for game in games:
                        arguments = self._arguments(game) if say else []
                        await self._say([f"{self._prefix}{game}"], arguments, pipeline)
                    return [_merged(members) for members in await pipeline.execute()]
        return [self._present_here(game) for game in games]

    def _arguments(self, game: str) -> list[str | int]:
        here = self._present_here(game)
        others = [f"+{here.spectators}"] if here.spectators else []
        return [f"{self._bus.worker}:", self._lifetime, *here.seats, *others]

    def _present_here(self, game: str) -> Present:
        here = self._here.get(game, Counter())
        seats = sorted(seat for seat, count in here.items() if seat is not None and count)
        return Present(tuple(seats), here[None])


def _merged(members: Iterable[bytes]) -> Present:
    """Return the presence from all workers' entries: each a seat, or ``+`` and a spectator count.

    A seat may be connected to several workers.
    """
    entries = [member.decode().rpartition(":")[2] for member in members]
    seats = {int(entry) for entry in entries if not entry.startswith("+")}
    return Present(tuple(sorted(seats)), sum(int(one) for one in entries if one.startswith("+")))
