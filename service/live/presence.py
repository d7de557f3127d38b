"""Presence: who is connected to a game, on all workers.

Each worker says who is connected to it, and for how long that holds unless it says so again: a
worker that dies is forgotten by itself. Without Redis, or while it is away, a worker knows of its
own people alone.
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

HOLDS_SECONDS: Final = 30
"""How long what a worker says holds."""
GATHER_SECONDS: Final = 1.0
"""Changes that come within this time are told together."""
GAMES_AT_ONCE: Final = 100
"""Games that Redis is asked for in one go."""
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
"""Says who is connected to one worker (its name, for how long, and who), in place of what it said
before; without arguments it says nothing. Returns what all say. The time is that of Redis alone."""


class Present(msgspec.Struct, frozen=True):
    """Who is connected to a game."""

    seats: tuple[Seat, ...] = ()
    """The seats of which somebody is connected, in order."""
    spectators: int = 0
    """How many others are."""


Tell = Callable[[str, Present], None]


class Presence(BackgroundTask):
    """Counts who is connected here, and knows who is connected elsewhere.

    ``tell`` is called on the loop with a game that is followed here, and who is connected to it.
    """

    def __init__(
        self, redis: "Redis | None", prefix: str, bus: Bus, tell: Tell, holds: int = HOLDS_SECONDS
    ) -> None:
        super().__init__("presence", every=holds / 3, rest=GATHER_SECONDS)
        self._redis = redis
        self._say: Any = None if redis is None else redis.register_script(_SAY)
        self._prefix = prefix
        self._bus = bus
        self._tell = tell
        self._holds = holds
        self._here: dict[str, Counter[Seat | None]] = {}
        self._changed: set[str] = set()
        """Games to which other people are connected here than was said."""
        self._stale: set[str] = set()
        """Games to which other people may be connected elsewhere."""
        self._refreshed = 0.0
        bus.listeners.append(self._refresh)

    async def stop(self) -> None:
        """Stop, and say that nobody is here who was not told to be gone."""
        await super().stop()
        self._stale.update(self._here)
        self._here.clear()
        await self._exchange()

    def come(self, game: str, seat: Seat | None) -> None:
        """Take note that somebody connected: a seat, or somebody without one."""
        self._here.setdefault(game, Counter())[seat] += 1
        self._note(self._changed, game)

    def go(self, game: str, seat: Seat | None) -> None:
        """Take note that somebody who came has gone."""
        if (here := self._here.get(game)) is not None:
            here[seat] -= 1
            if not +here:
                del self._here[game]
            self._note(self._changed, game)

    def changed_elsewhere(self, games: Iterable[str]) -> None:
        """Take note of games to which other people are connected on another worker."""
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
        """Exchange what changed, and everything before what was said expires."""
        now = asyncio.get_running_loop().time()
        if now - self._refreshed >= self._holds / 3:
            self._refreshed = now
            self._stale.update(self._here)
        await self._exchange()

    async def _exchange(self) -> None:
        """Say who is here, hear who is elsewhere, and tell of both."""
        changed, self._changed = self._changed, set()
        stale, self._stale = self._stale, set()
        games = [*sorted(changed), *sorted(stale - changed)]
        try:
            for first in range(0, len(games), GAMES_AT_ONCE):
                several = games[first : first + GAMES_AT_ONCE]
                for game, present in zip(several, await self._ask(several, say=True), strict=True):
                    self._tell(game, present)
        except Exception:
            self._changed |= changed
            self._stale |= stale
            raise
        for game in sorted(changed):
            self._bus.gathered(game)

    async def _ask(self, games: Sequence[str], *, say: bool) -> list[Present]:
        """Return who is connected to these games; with ``say``, say who is connected here."""
        if self._redis is not None:
            with contextlib.suppress(RedisError, OSError, TimeoutError):
                async with asyncio.timeout(_CALL_SECONDS_MAX):
                    pipeline = self._redis.pipeline(transaction=False)
                    for game in games:
                        words = self._words(game) if say else []
                        await self._say([f"{self._prefix}{game}"], words, pipeline)
                    return [_merged(members) for members in await pipeline.execute()]
        return [self._present_here(game) for game in games]

    def _words(self, game: str) -> list[str | int]:
        here = self._present_here(game)
        others = [f"+{here.spectators}"] if here.spectators else []
        return [f"{self._bus.worker}:", self._holds, *here.seats, *others]

    def _present_here(self, game: str) -> Present:
        here = self._here.get(game, Counter())
        seats = sorted(seat for seat, count in here.items() if seat is not None and count)
        return Present(tuple(seats), here[None])


def _merged(members: Iterable[bytes]) -> Present:
    """Return what all workers say together; each word is a seat, or ``+`` and a number of others.

    A seat may be connected to several workers.
    """
    words = [member.decode().rpartition(":")[2] for member in members]
    seats = {int(word) for word in words if not word.startswith("+")}
    return Present(tuple(sorted(seats)), sum(int(w) for w in words if w.startswith("+")))
