"""A worker with as many games in play as it keeps in memory, and how much memory they take."""

import asyncio
import re
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import uvloop

from service.storage.log import GAMES_IN_MEMORY_MAX
from tests.benchmarks.client import Connection, Player, connections
from tests.benchmarks.measure import Row
from tests.benchmarks.servers import PROCESSES, Server, service

CONNECTIONS = 50
ACTIONS = 4
"""Made in each game at its start, and again when all games have started; none is over by then."""
FIRST = 500
"""Games before the first measurement, so that no game pays for what the first ones load."""
MEBIBYTE = 1 << 20
ROOM = 1024 * MEBIBYTE
"""How much memory a worker may take."""


def rows() -> Iterator[Row]:
    """Start a worker, play all games in it, then yield the lines of the table."""
    if not PROCESSES.exists():
        return
    with tempfile.TemporaryDirectory() as folder, service(Path(folder)) as worker:
        first, all_held = uvloop.run(_memory(worker))
    yield Row(
        f"memory of a worker that holds {GAMES_IN_MEMORY_MAX:,} games in play",
        f"{all_held / MEBIBYTE:,.0f} MiB",
        f"{ROOM / MEBIBYTE:,.0f} MiB",
        all_held / ROOM,
        "≤ 1",
    )
    game = (all_held - first) / (GAMES_IN_MEMORY_MAX - FIRST)
    room = ROOM / GAMES_IN_MEMORY_MAX
    yield Row(
        "what one more game in play takes of it",
        f"{game / 1024:.1f} KiB",
        f"the share of one in {GAMES_IN_MEMORY_MAX:,}: {room / 1024:.0f} KiB",
        game / room,
        "",
    )


async def _memory(worker: Server) -> tuple[int, int]:
    """Return a worker's bytes in memory with the first games, and with all games."""
    async with connections(worker.port, CONNECTIONS) as some:
        players = await _begun(some, range(FIRST))
        first = worker.memory()
        players += await _begun(some, range(FIRST, GAMES_IN_MEMORY_MAX))
        # Act again, so that the measurement is not only of what the start has left.
        await asyncio.gather(*(_acted(players[place::CONNECTIONS]) for place in range(CONNECTIONS)))
        all_held = worker.memory()
        metrics = await some[0].send("GET", "/metrics", b"")
        found = re.search(rb"^carolus_games_in_memory (\S+)$", metrics, re.MULTILINE)
        assert found, "the worker reports how many games it keeps"
        assert float(found[1]) == GAMES_IN_MEMORY_MAX
        return first, all_held


async def _begun(some: Sequence[Connection], numbers: range) -> list[Player]:
    """Begin games with these numbers, distributed over the connections in turn."""

    async def begun(place: int) -> list[Player]:
        mine = [
            await Player.sit_down(some[place], number) for number in numbers[place::CONNECTIONS]
        ]
        await _acted(mine)
        return mine

    shares = await asyncio.gather(*(begun(place) for place in range(CONNECTIONS)))
    return [player for several in zip(*shares, strict=True) for player in several]


async def _acted(players: Sequence[Player]) -> None:
    for player in players:
        for _ in range(ACTIONS):
            await player.act()
