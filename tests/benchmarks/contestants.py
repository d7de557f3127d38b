"""The contestants over HTTP: our service on either database, and the empty server.

In a turn, each plays the same number of games at once, with one request at a time for each. Before
the time starts, all games are open and all seats taken. A connection plays each game to its end
before the next one, so that all stages of a game count.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final, NamedTuple

from tests.benchmarks.client import Connection, Player, connections
from tests.benchmarks.servers import PROCESSES

ACTIONS: Final = 7_680
"""Actions per turn, divided equally among the connections."""

SHORTEST: Final = 48
"""Actions of the shortest of some hundred games; most have more than a hundred."""

GAMES: Final = 128
"""Matches of boardgame.io per turn, which never end."""

QUICK: Final = 90
"""Moves per match, and requests to the empty server for each: turns as long as the service's."""

QUIET_SECONDS: Final = 0.25
"""The service checks for background work more often than this."""

QUIET_SECONDS_MAX: Final = 60

Work = Coroutine[Any, Any, int]
"""The work on one connection; it returns its number of requests."""


class Turn(NamedTuple):
    """The work of a turn, and what it cost."""

    requests: int
    seconds: float
    server: float
    """CPU seconds of all threads, until the server had nothing left to do."""
    client: float
    """The same for the client."""

    @property
    def rate(self) -> float:
        """Requests per second."""
        return self.requests / self.seconds


class Contestant(ABC):
    """A server and its client. ``used`` returns the server's CPU seconds."""

    def __init__(self, used: Callable[[], float]) -> None:
        self._used = used

    @abstractmethod
    async def turn(self, at_once: int) -> Turn:
        """Play this many games at once."""

    async def quiet(self) -> float:
        """Wait until the server has nothing left to do; return the CPU seconds that it has used.

        Deferred work, such as updating the lobby, counts too, and must not disturb the next
        contestant.
        """
        if not PROCESSES.exists():
            await asyncio.sleep(QUIET_SECONDS)
            return 0
        used = self._used()
        deadline = time.monotonic() + QUIET_SECONDS_MAX
        while time.monotonic() < deadline:
            await asyncio.sleep(QUIET_SECONDS)
            before, used = used, self._used()
            if used - before < QUIET_SECONDS / 10:
                break
        return used


class _OverHttp(Contestant):
    """Servers that this process calls over HTTP, with equally many connections to each."""

    def __init__(self, ports: Sequence[int], used: Callable[[], float]) -> None:
        super().__init__(used)
        self._ports = ports

    async def turn(self, at_once: int) -> Turn:
        """Prepare, wait until the server is quiet, then measure."""
        async with AsyncExitStack() as stack:
            some = [
                one
                for port in self._ports
                for one in await stack.enter_async_context(
                    connections(port, at_once // len(self._ports))
                )
            ]
            work = await self._prepare(some)
            before = await self.quiet()
            own = time.process_time()
            began = time.perf_counter()
            done = await asyncio.gather(*work)
            seconds = time.perf_counter() - began
            own = time.process_time() - own
            return Turn(sum(done), seconds, await self.quiet() - before, own)

    @abstractmethod
    async def _prepare(self, some: Sequence[Connection]) -> list[Work]:
        """Return the work for each connection."""


class Service(_OverHttp):
    """``carolus serve``: random games; both seats of a game act over one connection."""

    def __init__(self, ports: Sequence[int], used: Callable[[], float]) -> None:
        super().__init__(ports, used)
        self._games = 0

    async def _prepare(self, some: Sequence[Connection]) -> list[Work]:
        each = ACTIONS // len(some)
        games = each // SHORTEST + 1
        seated = await asyncio.gather(*(self._seated(one, games) for one in some))
        return [_played(players, each) for players in seated]

    async def _seated(self, connection: Connection, games: int) -> list[Player]:
        players = []
        for _ in range(games):
            self._games += 1
            players.append(await Player.sit_down(connection, seed=self._games))
        return players


class Empty(_OverHttp):
    """The empty server."""

    async def _prepare(self, some: Sequence[Connection]) -> list[Work]:
        return [empty_posts(one, QUICK * GAMES // len(some)) for one in some]


async def _played(players: Sequence[Player], count: int) -> int:
    """Play the games in order, each to its end, until there are this many actions."""
    done = 0
    for player in players:
        done += await actions(player, count - done)
    return done


async def actions(player: Player, count: int) -> int:
    """Act up to ``count`` times, or to the end of the game; return how often it was."""
    for done in range(count):
        if player.game.status != "running":
            return done
        await player.act()
    return count


async def empty_posts(connection: Connection, count: int) -> int:
    """Send this many requests to the empty server; return that number."""
    for _ in range(count):
        await connection.send("POST", "/empty", b'{"number": 1}')
    return count
