"""A log with many games: starting on it, listing, exporting, and rebuilding the projections.

The games are random full-length games for two, imported from an archive. Times are CPU times, of a
command with all its processes.
"""

import asyncio
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from service.archives.writing import write
from tests.benchmarks import archive
from tests.benchmarks.client import connections
from tests.benchmarks.measure import Row, microseconds, milliseconds
from tests.benchmarks.servers import PROCESSES, Server, service, yardstick
from tests.support.servers.terminal import CAROLUS

FEW: Final = 200
MANY: Final = 2_000
"""Games in a log."""

PAGE: Final = "/v1/games?limit=100"
ASKED: Final = 60
"""How often a turn requests a page of the list."""

STARTS: Final = 5
TURNS: Final = 2


class Spent(NamedTuple):
    """CPU seconds for one game."""

    imported: float
    audited: float
    exported: float
    rebuilt: float


def rows() -> Iterator[Row]:
    """Make two logs, then yield the lines of the table."""
    if not PROCESSES.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        few, many = Path(folder) / "few", Path(folder) / "many"
        _spent(few, FEW)
        spent = _spent(many, MANY)
        yield from _starts(Path(folder) / "nothing", many)
        yield _lists(few, many)
    audit = f"auditing it, every check on: {microseconds(spent.audited)}"
    for what, seconds in (
        ("importing a game", spent.imported),
        ("exporting a game", spent.exported),
        ("rebuilding what is computed from a game (`carolus rebuild`)", spent.rebuilt),
    ):
        yield Row(
            f"{what}, of {MANY:,}, in processor time",
            microseconds(seconds),
            audit,
            seconds / spent.audited,
            "",
        )


def _spent(folder: Path, games: int) -> Spent:
    """Make a log with this many games; return what each of them cost."""
    folder.mkdir()
    made = folder / "games.ndjson.zst"
    step = 50
    ranges = [range(first, first + step) for first in range(0, games, step)]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool, made.open("wb") as file:
        write((line for part in pool.map(_some, ranges) for line in part), file, compress=True)
    imported = _seconds(folder, "import", str(made))
    again = [str(folder / "again.ndjson.zst")]
    exported = min(_seconds(folder, "export", "--output", *again) for _ in range(TURNS))
    audited = min(
        _seconds(folder, "audit", "--unsigned", "--jobs", "1", *again) for _ in range(TURNS)
    )
    rebuilt = min(_seconds(folder, "rebuild") for _ in range(TURNS))
    return Spent(*(seconds / games for seconds in (imported, audited, exported, rebuilt)))


def _some(numbers: range) -> list[bytes]:
    return list(archive.lines(numbers))


def _seconds(folder: Path, *command: str) -> float:
    """Run a command of the service on a log; return its CPU seconds."""
    environment = {**os.environ, "CAROLUS_DATA": str(folder)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(CAROLUS), *command], env=environment, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _starts(nothing: Path, many: Path) -> Iterator[Row]:
    """Start the service repeatedly on either log, and the empty server, until they answer."""
    empty, full, bare = [], [], []
    for _ in range(STARTS):
        with service(nothing) as one:
            empty.append(one.seconds())
        with service(many) as other:
            full.append(other.seconds())
        with yardstick("empty_server") as yard:
            bare.append(yard.seconds())
    yield Row(
        "a start of the service, nothing stored, in processor time",
        milliseconds(min(empty)),
        f"of the empty server: {milliseconds(min(bare))}",
        min(empty) / min(bare),
        "",
    )
    yield Row(
        f"the same, {MANY:,} games stored",
        milliseconds(min(full)),
        f"nothing stored: {milliseconds(min(empty))}",
        min(full) / min(empty),
        "≤ 1.25",
    )


def _lists(few: Path, many: Path) -> Row:
    """Request a page of the list of games, alternating between the logs."""
    with service(few) as one, service(many) as other:
        servers = one, other
        best = [float("inf")] * len(servers)
        for _ in range(TURNS):
            for place, server in enumerate(servers):
                best[place] = min(best[place], asyncio.run(_listed(server)))
    return Row(
        f"a list of 100 games, of {MANY:,} stored, in processor time of the server",
        milliseconds(best[1]),
        f"of {FEW} stored: {milliseconds(best[0])}",
        best[1] / best[0],
        "≤ 1.25",
    )


async def _listed(server: Server) -> float:
    """Return the CPU seconds for a page, after its games have been read once."""
    async with connections(server.port, 1) as (one,):
        await one.send("GET", PAGE, b"")
        before = server.seconds()
        for _ in range(ASKED):
            await one.send("GET", PAGE, b"")
        return (server.seconds() - before) / ASKED
