"""The transparency log: a proof from a million leaves, and what leaves cost an action."""

import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import uvloop

from domain.table.actions import TakeSeat
from domain.transparency.tiles import appended, edge
from domain.transparency.tree import leaf_hash
from service.access.note_keys import NoteSigner
from service.projections.all import Projections
from service.projections.tree import _LEAVES, put_tiles
from service.storage.database import Database
from service.storage.tables import put
from service.transparency.checkpoints import Checkpoints
from tests.benchmarks.client import connections
from tests.benchmarks.measure import Row, microseconds
from tests.benchmarks.servers import Server, service
from tests.support.games.table import RULES, action_of, due
from tests.support.servers.terminal import CAROLUS
from tests.support.storage.projecting import Worker, worker
from tests.support.storage.stores import SIGNING_KEY, opened_database, settings_of

LEAVES: Final = 1_000_000
AT_ONCE: Final = 50_000
FILLING: Final = f'{{"format":"carolus-statement/1","game":"%016d","head":"{"0" * 64}"}}'

ASKED: Final = 300
"""How often a client requests each address, in turns."""
SMALL_FILE: Final = "/page/app/main.js"
SERVED: Final = 3000
"""How often a small file is served, to measure the server's processor time."""

GAMES: Final = 4
TURNS: Final = 9


def rows() -> Iterator[Row]:
    """Yield the lines of the table."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _proofs(Path(folder))
        yield _leaves(Path(folder) / "leaves")


# --- proofs ------------------------------------------------------------------------------------


def _proofs(folder: Path) -> Iterator[Row]:
    """Compare a log of a million leaves with a short one, and its files with others."""
    few, many = _log(folder / "few", 0), _log(folder / "many", LEAVES)
    with service(folder / "few") as short, service(folder / "many") as long:
        proof, tile, file, other = uvloop.run(
            _asked(
                (long.port, f"/v1/games/{many}/proof"),
                (long.port, "/v1/transparency/tile/0/x001/234"),
                (long.port, SMALL_FILE),
                (short.port, f"/v1/games/{few}/proof"),
            )
        )
        serving = uvloop.run(_serving(long))
    yield Row(
        f"the proof of a game in a log of {LEAVES:,} leaves, over HTTP: median of latency",
        microseconds(proof),
        f"in a log of two leaves: {microseconds(other)}",
        other / proof,
        "≥ 0.8",
    )
    yield Row(
        f"a tile of a log of {LEAVES:,} leaves, over HTTP: median of latency",
        microseconds(tile),
        f"a small file of the page: {microseconds(file)}",
        file / tile,
        "≥ 0.5",
    )
    path, leaf = _path(folder / "many", many)
    yield Row(
        f"an inclusion proof of a leaf among {LEAVES:,}, from its tiles, in processor time",
        microseconds(leaf),
        f"serving a small file of the page: {microseconds(serving)}",
        serving / leaf,
        "≥ 1",
    )
    yield Row(
        f"where a log of {LEAVES:,} leaves has a game, checkpoint and three leaves, likewise",
        microseconds(path),
        f"serving a small file of the page: {microseconds(serving)}",
        serving / path,
        "",
    )


def _path(folder: Path, game: str) -> tuple[float, float]:
    """Return the seconds of processor time for proving where a log has its game, and one leaf.

    The leaves are all over the log, so that not only the same tiles are read.
    """
    with opened_database(settings_of(folder)) as database:
        checkpoints = Checkpoints(database, Projections(database), None)
        found = checkpoints.current()
        assert found is not None
        size, random = found.checkpoint.size, Random(1)
        turns: list[tuple[float, float]] = []
        for _ in range(TURNS):
            indexes = [random.randrange(size) for _ in range(ASKED)]
            began = time.process_time()
            for _ in range(ASKED):
                assert checkpoints.inclusion(checkpoints.current(), game) is not None
            between = time.process_time()
            for index in indexes:
                assert checkpoints.tree(size).inclusion(index)
            turns.append(((between - began) / ASKED, (time.process_time() - between) / ASKED))
    games, leaves = zip(*turns, strict=True)
    return min(games), min(leaves)


async def _serving(server: Server) -> float:
    """Return the seconds of processor time of the server for a small file."""
    async with AsyncExitStack() as stack:
        (one,) = await stack.enter_async_context(connections(server.port, 1))
        began = server.seconds()
        for _ in range(SERVED):
            await one.send("GET", SMALL_FILE, b"")
        return (server.seconds() - began) / SERVED


def _log(folder: Path, leaves: int) -> str:
    """Make a log with one game and at least this many leaves; return the game."""
    environment = {**os.environ, "CAROLUS_DATA": str(folder)}
    command = [str(CAROLUS), "simulate", "1"]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    with opened_database(settings_of(folder)) as database:
        return _fill(database, leaves)


def _fill(database: Database, leaves_max: int) -> str:
    """Add leaves to the tree of a log with one game, up to this number; return the game."""
    projections = Projections(database)
    tree = projections.tree
    projections.runner.catch_up(tree)
    game = tree.leaves(1, 1)[0].subject
    for size in range(tree.size(), leaves_max, AT_ONCE):
        last = min(size + AT_ONCE, leaves_max)
        new = [FILLING % number for number in range(size, last)]
        tiles = {tile: tree.read(tile) for tile in edge(size)}
        changed = appended(tiles, size, [leaf_hash(one.encode()) for one in new])
        leaves = [
            {"number": number, "kind": "end", "subject": f"{number:016d}", "content": content}
            for number, content in enumerate(new, size)
        ]
        with database.writing() as connection:
            put(connection, _LEAVES, leaves)
            put_tiles(connection, changed)
    return game


async def _asked(*addresses: tuple[int, str]) -> list[float]:
    """Return the median of the latency of each port and path; they take turns."""
    spent: list[list[float]] = [[] for _ in addresses]
    async with AsyncExitStack() as stack:
        asked = []
        for port, path in addresses:
            (one,) = await stack.enter_async_context(connections(port, 1))
            asked.append((one, path))
        for _ in range(ASKED):
            for (one, path), seconds in zip(asked, spent, strict=True):
                began = time.perf_counter()
                await one.send("GET", path, b"")
                seconds.append(time.perf_counter() - began)
    return [median(one) for one in spent]


# --- leaves ------------------------------------------------------------------------------------


def _leaves(folder: Path) -> Row:
    """Compare what leaves and checkpoints add to games with the games without them."""
    with worker(settings_of(folder)) as one:
        one.note_key()
        runner, tree = one.projections.runner, one.projections.tree
        checkpoints = Checkpoints(one.database, one.projections, NoteSigner(SIGNING_KEY))
        others = [each for each in runner.projections if each is not tree]
        turns: list[tuple[float, float]] = []
        for _ in range(TURNS):
            began = time.process_time()
            actions = asyncio.run(_play(one))
            runner.catch_up(*others)
            between = time.process_time()
            # By itself, so that it also reads the log again, which projections share otherwise.
            runner.catch_up(tree)
            checkpoints.current()
            added = time.process_time() - between
            turns.append((added / actions, (between - began) / actions))
    added, without = (median(one) for one in zip(*turns, strict=True))
    return Row(
        "leaves and checkpoints, for an action, in processor time",
        microseconds(added),
        f"an action, decided, stored and projected without them: {microseconds(without)}",
        added / without,
        "≤ 0.05",
    )


async def _play(one: Worker) -> int:
    """Play some games, and return the number of actions."""
    actions = 0
    for _ in range(GAMES):
        opened = await one.handler.open(RULES, RULES.options_type(), None)
        game, random = opened.stored.game, Random(1)
        for seat in range(2):
            game = (await one.handler.perform(game.id, seat, [TakeSeat(seat)])).stored.game
        while game.status == "running":
            seat = due(game)
            action = action_of(game, seat, random)
            game = (await one.handler.perform(game.id, seat, [action])).stored.game
            actions += 1
    return actions
