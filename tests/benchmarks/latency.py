"""Over HTTP: how long a single client waits, against an empty POST plus a commit.

The three take turns, request by request; the last two of each three are added up.
"""

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import quantiles
from typing import Final

import uvloop

from tests.benchmarks.client import Player, connections
from tests.benchmarks.contestants import empty_posts
from tests.benchmarks.measure import Row, microseconds
from tests.benchmarks.servers import service, yardstick

GAMES: Final = 16
"""Games, played in order, each to its end."""


def rows() -> Iterator[Row]:
    """Start both servers, then yield the lines of the table."""
    with (
        tempfile.TemporaryDirectory() as folder,
        service(Path(folder) / "ours") as ours,
        yardstick("empty_server") as empty,
        closing(_database(Path(folder) / "commit.sqlite")) as database,
    ):
        acted, others = uvloop.run(_measure(ours.port, empty.port, database))
    for name, percent, goal in (("median", 50, "≤ 2"), ("99th percentile", 99, "")):
        action, other = _percentile(acted, percent), _percentile(others, percent)
        yield Row(
            f"an action of one client alone, committed to SQLite: {name} of latency",
            microseconds(action),
            f"an empty POST and a commit to SQLite: {microseconds(other)}",
            action / other,
            goal,
        )


async def _measure(
    ours: int, empty: int, database: sqlite3.Connection
) -> tuple[list[float], list[float]]:
    """Return the seconds of each action, and of each empty POST plus commit."""
    acted: list[float] = []
    others: list[float] = []
    async with connections(ours, 1) as (one,), connections(empty, 1) as (other,):
        for seed in range(GAMES):
            player = await Player.sit_down(one, seed=seed)
            while player.game.status == "running":
                began = time.perf_counter()
                await player.act()
                between = time.perf_counter()
                await empty_posts(other, 1)
                _commit(database)
                acted.append(between - began)
                others.append(time.perf_counter() - between)
    return acted, others


def _database(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE rows (number INTEGER PRIMARY KEY, state BLOB)")
    return database


def _commit(database: sqlite3.Connection) -> None:
    """Commit one row, durably."""
    database.execute("BEGIN")
    database.execute("INSERT INTO rows (state) VALUES (?)", (bytes(200),))
    database.execute("COMMIT")


def _percentile(values: list[float], percent: int) -> float:
    return quantiles(values, n=100)[percent - 1]
