"""Over HTTP: an action that is answered after its commit, against a POST that does nothing."""

import asyncio
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from statistics import median
from typing import Any

import uvloop

from tests.benchmarks.client import Connection, Player
from tests.benchmarks.measure import Row, microseconds, per_second
from tests.benchmarks.servers import PROCESSES, Server, service, yardstick

CONNECTIONS = (32, 128)
"""Clients at once: a quiet evening, and a tournament."""
REQUESTS = 30
"""Requests on each connection in one turn; hardly a game is over before."""
TURNS = 12
ALONE = 300
"""Requests of the one client whose latency is measured."""


def rows() -> Iterator[Row]:
    """Start both servers, then yield the lines of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder)) as ours,
        yardstick("empty_server") as empty,
    ):
        commit = _commit(Path(folder) / "commit.sqlite")
        measured = uvloop.run(_measure(ours.port, empty.port))
        spent = uvloop.run(_spent(ours, empty)) if PROCESSES.exists() else None
    for count in CONNECTIONS:
        action, post = measured[f"action {count}"], measured[f"empty {count}"]
        yield Row(
            f"an action over HTTP, answered after its commit; {count} connections",
            per_second(action, "requests"),
            f"an empty typed POST: {per_second(post, 'requests')}",
            action / post,
            "≥ 0.3",
        )
    if spent is not None:
        yield Row(
            f"a request in time of the server's processor; {CONNECTIONS[0]} connections",
            microseconds(spent[0]),
            f"an empty typed POST: {microseconds(spent[1])}",
            spent[1] / spent[0],
            "",
        )
    alone = measured["empty alone"] + commit
    yield Row(
        "the same for one client alone, median latency",
        microseconds(measured["action alone"]),
        f"an empty POST and a commit to SQLite: {microseconds(alone)}",
        measured["action alone"] / alone,
        "≤ 2",
    )


async def _measure(ours: int, empty: int) -> dict[str, float]:
    rates: dict[str, list[float]] = defaultdict(list)
    for turn in range(TURNS):
        for count in CONNECTIONS:
            async with _connections(empty, count) as connections:
                rate = await _rate([_empty_posts(one, REQUESTS * 4) for one in connections])
                rates[f"empty {count}"].append(rate)
            async with _connections(ours, count) as connections:
                players = [
                    await Player.sit_down(one, seed=turn * count + number)
                    for number, one in enumerate(connections)
                ]
                rate = await _rate([_actions(player, REQUESTS) for player in players])
                rates[f"action {count}"].append(rate)
    # Servers, threads and the client share the machine, whose speed comes and goes: the median.
    measured = {name: median(found) for name, found in rates.items()}
    measured["action alone"], measured["empty alone"] = await _alone(ours, empty)
    return measured


async def _spent(ours: Server, empty: Server) -> tuple[float, float]:
    """Return the seconds of the processor, of all threads, for an action and for an empty POST."""
    count = CONNECTIONS[0]
    async with (
        _connections(ours.port, count) as some,
        _connections(empty.port, count) as others,
    ):
        players = [await Player.sit_down(one, seed=number) for number, one in enumerate(some)]
        before = ours.seconds()
        done = await asyncio.gather(*(_actions(player, REQUESTS) for player in players))
        action = (ours.seconds() - before) / sum(done)
        before = empty.seconds()
        done = await asyncio.gather(*(_empty_posts(one, REQUESTS * 4) for one in others))
        return action, (empty.seconds() - before) / sum(done)


async def _alone(ours: int, empty: int) -> tuple[float, float]:
    """Return the median seconds of an action and of an empty POST, taking turns."""
    actions: list[float] = []
    posts: list[float] = []
    async with _connections(ours, 1) as (one,), _connections(empty, 1) as (other,):
        while len(actions) < ALONE:
            player = await Player.sit_down(one, seed=len(actions))
            for _ in range(REQUESTS):
                began = time.perf_counter()
                acted = await _actions(player, 1)
                between = time.perf_counter()
                await _empty_posts(other, 1)
                if acted:
                    actions.append(between - began)
                    posts.append(time.perf_counter() - between)
    return median(actions), median(posts)


async def _rate(work: list[Coroutine[Any, Any, int]]) -> float:
    """Return the requests a second of all connections together."""
    began = time.perf_counter()
    done = await asyncio.gather(*work)
    return sum(done) / (time.perf_counter() - began)


async def _actions(player: Player, count: int) -> int:
    """Act so often, or to the end of the game; return how often it was."""
    for done in range(count):
        if player.game.status != "running":
            return done
        await player.act()
    return count


async def _empty_posts(connection: Connection, count: int) -> int:
    for _ in range(count):
        await connection.send("POST", "/empty", b'{"number": 1}')
    return count


@asynccontextmanager
async def _connections(port: int, count: int) -> AsyncIterator[list[Connection]]:
    connections = [await Connection.open(port) for _ in range(count)]
    try:
        yield connections
    finally:
        for one in connections:
            one.close()


def _commit(file: Path) -> float:
    """Return the median seconds of one durable commit of one row, as SQLite makes it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, state BLOB)")
        took = []
        for number in range(ALONE):
            began = time.perf_counter()
            database.execute("BEGIN")
            database.execute("INSERT INTO rows VALUES (?, ?)", (number, bytes(200)))
            database.execute("COMMIT")
            took.append(time.perf_counter() - began)
    return median(took)
