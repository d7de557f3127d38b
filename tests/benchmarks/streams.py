"""Live streams: how soon all followers have an event, and what a stream costs."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

import uvloop

from service.runtime.memory import settle_memory
from tests.benchmarks.client import Connection, Player, connections
from tests.benchmarks.measure import Row, microseconds, milliseconds
from tests.benchmarks.readers import Audience
from tests.benchmarks.servers import PROCESSES, Server, service, yardstick

READERS = 1_000
"""How many streams are open."""


class Plan(NamedTuple):
    """How the readers are spread, and how much happens."""

    games: int
    rounds: int
    """How often to start over with other games and other readers."""
    actions: int
    """Actions in each game, unless a game ends earlier."""


ONE_GAME = Plan(1, 5, 40)
MANY_GAMES = Plan(50, 2, 20)


class Cost(NamedTuple):
    """What a stream costs a server."""

    memory: float
    """Bytes per stream."""
    seconds: float
    """CPU seconds for one action to one reader."""


def rows() -> Iterator[Row]:
    """Start both servers, then yield the lines of the table."""
    settle_memory()  # of this process, which is the client
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder), streams_max=f"{3 * READERS}") as ours,
        yardstick("bare_streams") as bare,
    ):
        costs = uvloop.run(_costs(ours, bare)) if PROCESSES.exists() else None
        one = uvloop.run(_seconds(ours, bare, ONE_GAME))
        many = uvloop.run(_seconds(ours, bare, MANY_GAMES))
    each = READERS // MANY_GAMES.games
    yield from _latency(f"an action → the last of {READERS:,} readers of its game", one)
    yield from _latency(
        f"{MANY_GAMES.games} games at once: an action → the last of {each} readers of its game",
        many,
    )
    if costs is not None:
        yield Row(
            "an action → one reader, in processor time of the server",
            microseconds(costs[0].seconds),
            f"a bare server that sends the same: {microseconds(costs[1].seconds)}",
            costs[0].seconds / costs[1].seconds,
            "",
        )
        yield Row(
            f"memory of a stream, of {READERS:,}",
            f"{costs[0].memory / 1024:.1f} KiB",
            f"a bare server's: {costs[1].memory / 1024:.1f} KiB",
            costs[0].memory / costs[1].memory,
            "≤ 3",
        )


def _latency(what: str, seconds: tuple[list[float], list[float]]) -> Iterator[Row]:
    ours, bare = (quantiles(some, n=100) for some in seconds)
    for part in (50, 99):
        yield Row(
            f"{what}, p{part}",
            milliseconds(ours[part - 1]),
            f"a bare server that sends the same: {milliseconds(bare[part - 1])}",
            ours[part - 1] / bare[part - 1],
            "≤ 4",
        )


class _Followed:
    """A game with its readers, and as many readers of the bare server, who get the same."""

    def __init__(self, player: Player, count: int) -> None:
        self._player = player
        self._readers = Audience(count, b'"spectators":%d}' % count)
        self._others = Audience(count, b"text/event-stream")

    async def come(self, ours: Server, bare: Server) -> None:
        """Connect the readers to both servers."""
        await asyncio.gather(
            self._readers.come(ours.port, f"/v1/games/{self._player.id}/events"),
            self._others.come(bare.port, f"/{self._player.id}"),
        )

    def leave(self) -> None:
        """Disconnect the readers."""
        self._readers.leave()
        self._others.leave()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._player.game.status != "running"

    async def act(self) -> float:
        """Act, and return the seconds until the last reader has the resulting events."""
        began = perf_counter()
        await self._player.act()
        return await self._readers.had(self._player.game.version) - began

    async def relay(self, bare: Connection) -> float:
        """Send the same through the bare server, and return the seconds for that."""
        began = perf_counter()
        await bare.send("POST", f"/{self._player.id}", self._readers.last)
        return await self._others.had(self._player.game.version) - began


class _Crowd(NamedTuple):
    """Games with their readers, and a connection to the bare server for each."""

    games: list[_Followed]
    bare: list[Connection]

    @property
    def over(self) -> bool:
        """Whether any game has ended."""
        return any(game.over for game in self.games)

    async def act(self) -> list[float]:
        """Act in all games at the same time; return how long each took."""
        return await asyncio.gather(*(game.act() for game in self.games))

    async def relay(self) -> list[float]:
        """Send the same through the bare server; return how long each took."""
        pairs = zip(self.games, self.bare, strict=True)
        return await asyncio.gather(*(game.relay(one) for game, one in pairs))


@asynccontextmanager
async def _crowd(ours: Server, bare: Server, plan: Plan, seed: int) -> AsyncIterator[_Crowd]:
    """Begin games, and yield them when all readers have connected."""
    async with AsyncExitStack() as stack:
        some = await stack.enter_async_context(connections(ours.port, plan.games))
        players = [await Player.sit_down(one, seed + number) for number, one in enumerate(some)]
        games = [_Followed(player, READERS // plan.games) for player in players]
        for game in games:
            stack.callback(game.leave)
        await asyncio.gather(*(game.come(ours, bare) for game in games))
        # Connect only now, because the server closes connections that are idle for long.
        others = await stack.enter_async_context(connections(bare.port, plan.games))
        yield _Crowd(games, others)


async def _seconds(ours: Server, bare: Server, plan: Plan) -> tuple[list[float], list[float]]:
    """Return how long each action took, and how long the same through the bare server."""
    acts: list[float] = []
    relays: list[float] = []
    for number in range(plan.rounds):
        async with _crowd(ours, bare, plan, seed=number * plan.games) as crowd:
            for _ in range(plan.actions):
                if crowd.over:
                    break
                acts += await crowd.act()
                relays += await crowd.relay()
    return acts, relays


async def _costs(ours: Server, bare: Server) -> list[Cost]:
    """Return what a stream costs each of the servers.

    Earlier streams have already paid for what the first one loads.
    """
    servers = ours, bare
    async with _crowd(*servers, ONE_GAME, seed=-1):
        before = [one.memory() for one in servers]
        async with _crowd(*servers, ONE_GAME, seed=-2) as crowd:
            spent = [one.seconds() for one in servers]
            actions = 0
            while actions < ONE_GAME.actions and not crowd.over:
                await crowd.act()
                await crowd.relay()
                actions += 1
            return [
                Cost(
                    (one.memory() - memory) / READERS,
                    (one.seconds() - seconds) / READERS / actions,
                )
                for one, memory, seconds in zip(servers, before, spent, strict=True)
            ]
