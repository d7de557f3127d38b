"""Who takes turns over HTTP: our service on either database, and the empty server.

In a turn each has so many games at once, with one request of each under way at a time. All games
are open and all seats taken before the time begins; each is played to its end before the next one
on its connection, so that all stages of a game count.
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
"""In a turn, as many on each connection."""

SHORTEST: Final = 48
"""Actions of the shortest of some hundred games; most have more than a hundred."""

GAMES: Final = 128
"""Matches of boardgame.io in a turn, which have no end."""

QUICK: Final = 90
"""Moves in each, and requests to the empty server for each: their turns take as long as ours."""

QUIET_SECONDS: Final = 0.25
"""Ours looks more often whether something is left to do."""

QUIET_SECONDS_MAX: Final = 60

Work = Coroutine[Any, Any, int]
"""What is done on one connection; it returns how many requests it was."""


class Turn(NamedTuple):
    """What was done in a turn, and what it took."""

    requests: int
    seconds: float
    server: float
    """Seconds of the processor, of all threads, until the server had nothing left to do."""
    client: float
    """The same of the client."""

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.requests / self.seconds


class Contestant(ABC):
    """A server and its client. ``used`` returns the server's seconds of the processor."""

    def __init__(self, used: Callable[[], float]) -> None:
        self._used = used

    @abstractmethod
    async def turn(self, at_once: int) -> Turn:
        """Play with so many games at once."""

    async def quiet(self) -> float:
        """Wait until the server has nothing left to do; return the seconds that it has used.

        What it puts off, such as what the lobby shows, counts too, and must not be in the way of
        who comes next.
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
    """Servers that this process asks over HTTP; each has as many connections as the others."""

    def __init__(self, ports: Sequence[int], used: Callable[[], float]) -> None:
        super().__init__(used)
        self._ports = ports

    async def turn(self, at_once: int) -> Turn:
        """Prepare, wait until that is done with, then measure."""
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
        """Return what is to be done on each connection."""


class Service(_OverHttp):
    """``carolus serve``: random games, both of whose seats act over one connection."""

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
    """Play one game after the other, each to its end, until there were so many actions."""
    done = 0
    for player in players:
        done += await actions(player, count - done)
    return done


async def actions(player: Player, count: int) -> int:
    """Act so often, or to the end of the game; return how often it was."""
    for done in range(count):
        if player.game.status != "running":
            return done
        await player.act()
    return count


async def empty_posts(connection: Connection, count: int) -> int:
    """Ask the empty server so often; return that number."""
    for _ in range(count):
        await connection.send("POST", "/empty", b'{"number": 1}')
    return count
