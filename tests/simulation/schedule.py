"""One schedule: some workers, some games, and trouble, all drawn from one seed.

For a while things go wrong. Then all trouble stops, the players finish their games, and the
schedule sends each unanswered request once more and compares all promises with the log.
"""

import asyncio
import random as shared_random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final
from unittest.mock import patch

import structlog

from domain.table.game import Game
from domain.tournament.pairing import search
from service.http.bounds import metrics
from service.live import tail
from service.projections import reading
from service.runtime import exchange
from service.storage import log as log_module
from service.tasks import game_queue
from tests.simulation.followers import Follower
from tests.simulation.ledger import Ledger, Violation
from tests.simulation.loop import SimulatedLoop
from tests.simulation.network import Network
from tests.simulation.players import AGAIN, No, Players
from tests.simulation.punctuality import Punctuality
from tests.simulation.redis import SimulatedRedis
from tests.simulation.store import Store
from tests.simulation.tables import emptied, rows_of
from tests.simulation.weather import Weather
from tests.simulation.worker import Worker
from tests.support.storage.projecting import lags

TROUBLE_SECONDS: Final = 8.0
"""How long things go wrong."""
SECONDS_MAX: Final = 300.0
"""The time after which a schedule counts as endless."""
SNAPSHOT_EVERY: Final = 12
"""Events between two snapshots: few, so that short games have some."""
EVENTS_KEPT_MAX: Final = 5
"""Events that a tail keeps, and reads per page: few, for the same reason."""
NOTICES_AT_ONCE: Final = 9
"""Rows of the log that projections read at once: few, for the same reason."""
PAIRING_STEPS: Final = 50
"""Steps for each player in a search for tables: few, because other tests prove what it finds."""
CATCH_UP_SECONDS_MAX: Final = 60.0
"""How long projections may take at the end: a failed one waits before it retries."""
ANSWERS_ASKED_AGAIN: Final = 4
"""How many answered requests each schedule sends once more at the end."""


class Schedule:
    """The world of one seed."""

    worker_type: type[Worker] = Worker
    """What each worker has."""

    def __init__(self, seed: str, **weather: Any) -> None:
        """``weather`` replaces some of what the seed decides."""
        self.random = Random(seed)
        self.weather = Weather.drawn(self.random)._replace(**weather)
        self.loop = SimulatedLoop(self.random)
        self.loop.slowness = self.weather.slowness
        self.store = Store(emptied())
        self.ledger = Ledger(self.store)
        self.redis = SimulatedRedis(self.loop, self.weather.silence)
        self.workers = [
            self.worker_type(self.loop, self.store, self.redis, number, self.weather)
            for number in range(self.weather.workers)
        ]
        self.network = Network(self.loop, self.workers, self.weather.losses)
        self.tables = self._tables()
        self.punctuality = Punctuality(self.store, self.loop, self.workers, self.ledger.must)
        self.store.listeners.append(self.punctuality.committed)
        self._ahead = 0.0
        """The furthest that any clock was ahead."""
        self.followers = [
            Follower(self.loop, self.network, self.ledger, self.random.choice(self.tables))
            for _ in range(self.weather.followers if self.tables else 0)
        ]

    def _tables(self) -> list[Players]:
        return [
            Players(
                self.loop, self.network, self.ledger, f"table-{number}", self.weather.liveliness
            )
            for number in range(self.weather.games)
        ]

    async def play(self) -> None:
        """Play to the end, or until something is wrong."""
        playing = asyncio.create_task(self._play())
        watching = asyncio.create_task(self._watch())
        await asyncio.wait([playing, watching], return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            playing.result()

    async def _watch(self) -> None:
        """Check for lateness, until something is wrong."""
        while not self.ledger.wrong:
            await asyncio.sleep(1)
            self.punctuality.look()
            self.ledger.must(self.loop.time() < SECONDS_MAX, "it never ends")

    async def _play(self) -> None:
        for worker in self.workers:
            worker.start()
        troubles = [
            asyncio.create_task(self._trouble(rate, trouble))
            for rate, trouble in (
                (self.weather.crashes, self._crash),
                (self.weather.outages, self._outage),
                (self.weather.jumps, self._jump),
            )
            if rate
        ]
        players = asyncio.create_task(self._act())
        await asyncio.wait([players], timeout=TROUBLE_SECONDS)
        for trouble in troubles:
            trouble.cancel()
        self._heal()
        await players
        await self._ask_again()
        await self._rows_must_follow_from_the_log()
        games = self._promises_must_be_kept()
        self.loop.counts["decisions of the house"] += self.ledger.house
        self.loop.counts["games over"] += len(games)
        self.loop.counts["flags"] += sum(seat.flagged for game in games for seat in game.seats)

    async def _act(self) -> None:
        """Let all clients act, to the end."""
        await asyncio.gather(
            *(table.play() for table in self.tables), *(one.follow() for one in self.followers)
        )

    def _promises_must_be_kept(self) -> list[Game]:
        """Compare all promises with the log, and return the games."""
        return self.ledger.keeps_its_promises(self.workers[0].log)

    # --- trouble ------------------------------------------------------------------------------

    async def _trouble(self, rate: float, trouble: Callable[[Worker], None]) -> None:
        while True:
            await asyncio.sleep(self.random.expovariate(rate))
            trouble(self.network.anybody())

    def _crash(self, worker: Worker) -> None:
        if worker.up:
            self.network.under_way -= worker.kill()
            self.loop.call_later(self.random.random() * 2, worker.start)

    def _outage(self, worker: Worker) -> None:
        self.loop.happened("outage", worker.life.name)
        workers = self.workers if self.random.random() < 0.3 else [worker]
        until = self.loop.time() + self.random.random() * 2
        for one in workers:
            one.line.away_until = until

    def _jump(self, worker: Worker) -> None:
        skew = self.random.choice((0, 1, 60, 3600, -1, -60, -3600)) * self.random.random()
        worker.set_clock(skew)
        self._ahead = max(self._ahead, skew)
        self.loop.happened("clock jumped", f"{worker.life.name} {worker.skew:.3f}")

    def _heal(self) -> None:
        self.loop.happened("healed")
        self.network.losses = self.loop.slowness = self.redis.silence = 0
        for worker in self.workers:
            # Time never goes back in a game: set all clocks to the latest, so that no game waits.
            worker.set_clock(self._ahead)
            worker.line.faults = worker.line.away_until = worker.mistakes = 0

    def _quiet(self) -> bool:
        calm = all(worker.up and not worker.answering for worker in self.workers)
        return calm and not self.network.under_way

    async def _ask_again(self) -> None:
        """Send each request of unknown outcome once more, and some with a known one."""
        while not self._quiet():  # noqa: ASYNC110 - simulated time costs nothing
            await asyncio.sleep(0.5)
        answered = list(self.ledger.answers)
        again = set(self.random.sample(answered, min(len(answered), ANSWERS_ASKED_AGAIN)))
        for asked in list(self.ledger.asked.values()):
            if asked.key in self.ledger.answers and asked.key not in again:
                continue
            worker = self.network.anybody()
            try:
                await self.tables[0].ask_once(asked, worker)
            except No:
                self.loop.happened("refused at last")
            except AGAIN as failure:
                self.ledger.must(False, f"all is well, and {asked.key} ended with {failure!r}")

    async def _rows_must_follow_from_the_log(self) -> None:
        """Wait until the workers have read the whole log; compare their rows with a rebuild."""
        runners = [worker.projections.runner for worker in self.workers]
        until = self.loop.time() + CATCH_UP_SECONDS_MAX
        while any(runner.failures or any(lags(runner).values()) for runner in runners):
            if self.loop.time() > until:
                failures = [runner.failures for runner in runners]
                self.ledger.must(False, f"projections stand still: {failures}")
                return
            await asyncio.sleep(0.5)
        found, rebuilt = rows_of(self.workers[0].log, self.store.tables)
        for table, rows in rebuilt.items():
            self.ledger.must(found[table] == rows, f"{table} has {found[table]}, rebuilt {rows}")


def run(seed: str, kind: type[Schedule] = Schedule, **weather: Any) -> Counter[str]:
    """Run the schedule of a seed; return what happened. Raises Violation, with the last steps.

    ``weather`` replaces some of the weather that the seed decides.
    """
    said = Counter[str]()
    errors: list[str] = []
    with _surroundings(seed, said, errors):
        schedule = kind(seed, **weather)
        loop = schedule.loop
        asyncio.set_event_loop(loop)
        failure: BaseException | None = None
        try:
            loop.run_until_complete(schedule.play())
        except Exception as wrong:  # noqa: BLE001 - report it with seed and steps
            failure = wrong
        steps = list(loop.steps)
        errors.extend(loop.unhandled())
        loop.end()
        asyncio.set_event_loop(None)
    problems = [*schedule.ledger.wrong, *errors, *([repr(failure)] if failure else [])]
    if problems:
        report = "\n".join([f"seed {seed}: {problems[0]}", f"{schedule.weather}", *steps])
        raise Violation(report) from failure
    return loop.counts + Counter({f"logs: {name}": count for name, count in said.items()})


_ERRORS: Final = {
    "background_task_failed",
    "could_not_act",
    "flag_could_not_fall",
    "game_unreadable",
    "listener_failed_after_commit",
    "unexpected",
}
"""Events that the service must never log, whatever fails beneath it."""


def _seconds() -> float:
    """Return the simulated time, in place of production's stopwatch."""
    return asyncio.get_running_loop().time()


@contextmanager
def _surroundings(seed: str, said: Counter[str], errors: list[str]) -> Iterator[None]:
    """Seed other sources of chance, listen to the logs, and make edge cases more frequent.

    ``said`` counts the log messages; ``errors`` collects those that must not occur.
    """

    def listen(_: object, level: str, event: structlog.typing.EventDict) -> Any:
        if event["event"] in _ERRORS:
            errors.append(f"{event}")
        if level != "info":
            said[event["event"]] += 1
        raise structlog.DropEvent

    logs = structlog.get_config()
    state = shared_random.getstate()
    structlog.configure(processors=[listen])
    shared_random.seed(seed)
    try:
        with (
            patch.object(log_module, "SNAPSHOT_EVERY", SNAPSHOT_EVERY),
            patch.multiple(tail, KEPT_MAX=EVENTS_KEPT_MAX, PAGE=EVENTS_KEPT_MAX),
            patch.object(reading, "NOTICES_AT_ONCE", NOTICES_AT_ONCE),
            patch.object(game_queue, "PLAYERS", 2),
            patch.multiple(
                search, SPREAD_STEPS=0, SPREAD_STEPS_PER_PLAYER=PAIRING_STEPS, POLISH_DEALS=0
            ),
            patch.object(exchange, "perf_counter", _seconds),
            patch.object(metrics, "perf_counter", _seconds),
        ):
            yield
    finally:
        shared_random.setstate(state)
        structlog.configure(**logs)
