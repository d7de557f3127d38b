"""A tournament of 1,000 players at tables of four in one worker, and 1,000 who follow it.

Its games are the service's, and an arbiter decides all of them, one by one. Times are processor
time of all threads of the worker, with all that it does in the background; only the delays
are by the clock.
"""

import asyncio
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple

import httpx
import uvloop

from service.http.operations.proofs import KEYS_PATH
from service.runtime.memory import settle_memory
from service.wire.tournaments import ACTIONS_MAX
from tests.benchmarks.crowd import Crowd, crowd
from tests.benchmarks.held import MEBIBYTE
from tests.benchmarks.measure import Row, milliseconds
from tests.benchmarks.servers import PROCESSES, Server, service
from tests.support.http.client import Json, good
from tests.support.servers.served import CAROLUS
from tests.support.tournaments.over_http import TERMS, WHY, Cup, Member, scene_in

PLAYERS: Final = 1_000
TABLES: Final = PLAYERS // 4
ROUNDS: Final = 5
READERS: Final = 1_000
SLOW: Final = 100
"""Readers who read nothing, next to the others."""
EVENTS: Final = 50
"""Results that the readers receive, one after the other, with and without the slow ones."""
READINGS: Final = 50
"""How often a round and the standings are read after a result, as pages do."""
LEFT: Final = 2 * EVENTS + 1
"""Tables of the last round that are left for those who follow it."""

_QUIET_SECONDS: Final = 1.0


class _Limit(NamedTuple):
    """What a step may take."""

    what: str
    seconds: float


_BEGINNING: Final = _Limit("announcing it, entering 1,000 accounts and starting", 5)
_PAIRING: Final = _Limit("pairing a round of it", 10)
_OPENING: Final = _Limit("opening a round with its 250 games", 2)
_RESULT: Final = _Limit("a result over a game, with the end of that game", 0.05)
_STANDINGS: Final = _Limit("the first reading of the standings after a result", 0.2)
_ROUND: Final = _Limit("the first reading of a round after a result", 0.2)


def rows() -> Iterator[Row]:
    """Run the tournament, then yield the lines of the table."""
    if not PROCESSES.exists():
        return
    settle_memory()  # of this process, which is the client
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with scene_in(folder) as scene:
            organiser, arbiter = scene.organiser, scene.member("Ana", ("play", "arbitrate"))
            players = scene.members(PLAYERS)
        with (
            service(folder, streams_max=f"{2 * READERS}", request_seconds_max="600") as worker,
            httpx.Client(base_url=f"http://127.0.0.1:{worker.port}", timeout=600) as http,
        ):
            run = _Run(worker, http, organiser, arbiter)
            yield from run.rounds(players)
            yield from run.readings()
            yield from uvloop.run(run.followed())
            yield from run.audited()


class _Run:
    """The tournament."""

    def __init__(
        self, worker: Server, http: httpx.Client, organiser: Member, arbiter: Member
    ) -> None:
        self._worker = worker
        self._http = http
        self._organiser = organiser
        self._arbiter = arbiter
        self._spent: dict[_Limit, list[float]] = {}
        self._cup: Cup

    # --- playing it ---------------------------------------------------------------------------

    def rounds(self, players: Sequence[Member]) -> Iterator[Row]:
        """Play it, but for some tables of the last round, and yield what that took."""
        empty = self._worker.memory()
        self._take(_BEGINNING, lambda: self._begin(players))
        for number in range(1, ROUNDS + 1):
            self._play(number)
        for limit, found in self._spent.items():
            least, most = min(found), max(found)
            text = f"{most:.3f} s" if least == most else f"{least:.3f}–{most:.3f} s"
            yield Row(limit.what, text, f"{limit.seconds} s", most / limit.seconds, "≤ 1")
        yield _memory(f"memory for it after {ROUNDS} rounds", self._worker.memory() - empty, 256)

    def _begin(self, players: Sequence[Member]) -> None:
        rules = {**TERMS["rules"], "rounds": ROUNDS, "tie_breaks": ["MBH", "MSB", "WIN", "LOT"]}
        terms = {"announcement": {**TERMS, "rules": rules}}
        found = self._http.post("/v1/tournaments", json=terms, headers=self._organiser.headers)
        self._cup = Cup(self._http, self._organiser, good(found))
        named = {"account": self._arbiter.id, "name": self._arbiter.name}
        self._cup.run({"type": "name_arbiter", **named})
        for first in range(0, PLAYERS, ACTIONS_MAX):
            self._cup.run(*(one.entry for one in players[first : first + ACTIONS_MAX]))
        self._cup.run("start_tournament")

    def _play(self, number: int) -> None:
        last = TABLES - LEFT if number == ROUNDS else TABLES
        self._take(_PAIRING, lambda: self._step("pair_round", number))
        self._take(_OPENING, lambda: self._step("open_round", number))
        self._take(_RESULT, lambda: self._decide(number, range(1, last + 1)), last)
        self._take(_STANDINGS, lambda: self._cup.get("/standings"))
        self._take(_ROUND, lambda: self._cup.get(f"/rounds/{number}"))
        if last == TABLES:
            self._step("close_round", number)

    def _take(self, limit: _Limit, work: Callable[[], object], parts: int = 1) -> None:
        """Do something, and note what each part of it took until the worker was quiet again."""
        began = self._worker.seconds()
        work()
        self._settle()
        self._spent.setdefault(limit, []).append((self._worker.seconds() - began) / parts)

    def _settle(self) -> None:
        """Wait until the worker has nothing left to do."""
        while True:
            before = self._worker.seconds()
            time.sleep(_QUIET_SECONDS)
            if self._worker.seconds() - before < 0.03 and not self._is_busy():
                return

    def _is_busy(self) -> bool:
        """Return whether a thread of the worker runs, or waits for a processor."""
        tasks = (PROCESSES / str(self._worker.process) / "task").glob("*/stat")
        return any(one.read_text().rpartition(")")[2].split()[0] == "R" for one in tasks)

    def _step(self, kind: str, number: int) -> None:
        self._cup.run({"type": kind, "round": number})

    def _decide(self, number: int, tables: Sequence[int]) -> None:
        for at in tables:
            good(self._cup.ask(self._arbiter, _result(number, at), role="arbiter"))

    # --- following it -------------------------------------------------------------------------

    def readings(self) -> Iterator[Row]:
        """Yield what pages cost that all read the round and the standings after a result."""
        self._decide(ROUNDS, [TABLES])
        self._settle()
        for what in (f"/rounds/{ROUNDS}", "/standings"):
            began = self._worker.seconds()
            for _ in range(READINGS):
                self._cup.get(what)
            each = (self._worker.seconds() - began) / READINGS
            name = f"each of {READINGS} readings of {'/'.join(what.split('/')[:2])} after a result"
            yield Row(name, milliseconds(each), "10 ms", each / 0.01, "≤ 1")

    async def followed(self) -> list[Row]:
        """Return what readers of the stream cost, and how soon they have a result."""
        tables = iter(range(TABLES - 1, 0, -1))
        path, worker = f"{self._cup.url}/events", self._worker
        memory, seconds = worker.memory(), worker.seconds()
        async with (
            httpx.AsyncClient(base_url=self._http.base_url, timeout=600) as http,
            crowd(worker.port, path, READERS) as readers,
        ):
            each = (worker.seconds() - seconds) / READERS
            found = [Row("a reader who comes", milliseconds(each), "5 ms", each / 0.005, "≤ 1")]
            found.append(_memory(f"memory for {READERS:,} readers", worker.memory() - memory, 64))
            found += await self._delays(http, readers, tables, f"{READERS:,} readers")
            async with crowd(worker.port, path, SLOW, slow=True):
                await asyncio.to_thread(self._settle)
                those = f"{READERS:,} readers, next to {SLOW} who read nothing"
                found += await self._delays(http, readers, tables, those)
                found.append(_memory(f"memory for {those}", worker.memory() - memory, 128))
        return found

    async def _delays(
        self, http: httpx.AsyncClient, readers: Crowd, tables: Iterator[int], whom: str
    ) -> list[Row]:
        """Return how soon readers have results, and what a result costs with all who read it."""
        headers = {**self._arbiter.headers, "If-Match": "*"}
        delays: list[float] = []
        began = self._worker.seconds()
        for _ in range(EVENTS):
            readers.expect()
            content = {"actions": [_result(ROUNDS, next(tables))], "role": "arbiter"}
            sent = time.perf_counter()
            url = f"{self._cup.url}/actions"
            good(await http.post(url, json=content, headers=headers))
            delays += [one - sent for one in await readers.times()]
        spent = (self._worker.seconds() - began) / EVENTS
        parts = quantiles(delays, n=100)
        return [
            Row(
                f"a result → each of {whom}, p{mark}",
                milliseconds(parts[mark - 1]),
                "1,000 ms",
                parts[mark - 1],
                "≤ 1",
            )
            for mark in (50, 90, 99)
        ] + [Row(f"a result with {whom}", milliseconds(spent), "100 ms", spent / 0.1, "≤ 1")]

    # --- proving it ---------------------------------------------------------------------------

    def audited(self) -> Iterator[Row]:
        """End the tournament, and yield what an audit of its record takes."""
        self._step("close_round", ROUNDS)
        self._cup.run("end_tournament")
        record = self._http.get(f"{self._cup.url}/record").raise_for_status().content
        keys = self._http.get(KEYS_PATH).raise_for_status().content
        with tempfile.TemporaryDirectory() as name:
            files = [Path(name, "record.json"), Path(name, "keys.json")]
            for file, content in zip(files, (record, keys), strict=True):
                file.write_bytes(content)
            words = [str(CAROLUS), "audit", "--keys", str(files[1]), "--tournament", str(files[0])]
            child = subprocess.Popen(words, stdout=subprocess.DEVNULL)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        assert child.returncode == 0, "the record is valid"
        seconds = used.ru_utime + used.ru_stime
        what = f"`carolus audit --tournament`, for its record of {len(record) / MEBIBYTE:.1f} MiB"
        yield Row(what, f"{seconds:.1f} s", "60 s", seconds / 60, "≤ 1")
        yield _memory("memory of that audit", used.ru_maxrss * 1024, 512)


def _result(number: int, table: int) -> Json:
    ranks = [1, 2, 3, 4]
    return {
        "type": "enter_result",
        "round": number,
        "table": table,
        "ranks": ranks,
        "reason": WHY,
    }


def _memory(what: str, size: int, limit: int) -> Row:
    mebibytes = size / MEBIBYTE
    return Row(what, f"{mebibytes:,.0f} MiB", f"{limit} MiB", mebibytes / limit, "≤ 1")
