"""A simulated worker: the service's own parts, on a faulty connection and a clock that jumps."""

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context, copy_context
from functools import partial
from random import Random
from typing import Any, Final

from eventsourcing.persistence import PersistenceError
from sqlalchemy import Connection

from domain.table.times import SECOND, micros, rfc3339
from service.access.game_keys import Keys
from service.access.register import Register
from service.access.visibility import Visibility
from service.games.callers import Callers
from service.games.handler import Handler
from service.games.rematches import Rematches
from service.http.bounds.guesses import Guesses
from service.http.bounds.limits import Limits
from service.http.bounds.streams_open import StreamsOpen
from service.http.parts import Parts
from service.live.hub import Hub
from service.live.streams import PACE
from service.projections.all import Projections
from service.projections.driver import Driver
from service.projections.projection import Change, Projection
from service.projections.runner import RETRY_SECONDS
from service.runtime.readiness import Draining
from service.storage.log import Log
from service.tasks.house import House
from service.tasks.patrol import Patrol
from service.tasks.timekeeper import Timekeeper
from tests.simulation.http import SETTINGS, Lost, Request, Response, Visit, application_of
from tests.simulation.loop import LIFE, Life, SimulatedLoop, Turn, settle
from tests.simulation.redis import SimulatedRedis
from tests.simulation.store import Line, SimulatedRecorder, SimulatedWriter, SnapshotRecorder, Store
from tests.simulation.tables import Tables
from tests.simulation.weather import Weather
from tests.support.storage.stores import KEY, SIGNER

RESTART_SECONDS: Final = 0.3

BEGIN: Final = micros("2025-01-01T12:00:00.000000Z")


class Worker:
    """One worker, through all its lives."""

    def __init__(
        self,
        loop: SimulatedLoop,
        store: Store,
        redis: SimulatedRedis,
        number: int,
        weather: Weather,
    ) -> None:
        self.number = number
        self.line = Line(loop, weather.faults)
        self.mistakes = weather.mistakes
        """How often a projection raises."""
        self.skew = 0.0
        """How many seconds its clock is ahead."""
        self.replies: dict[asyncio.Future[Any], None] = {}
        """The clients' futures that this life has still to answer."""
        self.requests: set[asyncio.Task[Any]] = set()
        """The requests that this life is handling."""
        self.answering: dict[asyncio.Task[None], None] = {}
        """The tasks of its application, including those whose client has gone."""
        self._loop = loop
        self._store = store
        self._redis = redis
        self._lives = 0
        self.life = Life("not started", 0)
        self.life.alive = False

    def start(self) -> None:
        """Begin a life; it knows only what is in the log."""
        self._lives += 1
        self.life = Life(f"{self.number}.{self._lives}", self._loop.time())
        self._context = copy_context()
        try:
            self._context.run(self._begin)
        except PersistenceError:
            # A worker that cannot use its database exits, and is started again.
            self._loop.happened("start failed", self.life.name)
            self.life.alive = False
            self._loop.call_later(RESTART_SECONDS, self.start)

    def _begin(self) -> None:
        LIFE.set(self.life)
        self.log = Log(
            SimulatedRecorder(self._store, self.line),
            SnapshotRecorder(self._store.snapshots, self.line),
            partial(SimulatedWriter, self._loop),
        )
        self.log.position()  # a start fails if the database, and so its schema, cannot be read
        random = Random(self._loop.random.random())
        self.keys = Keys(KEY, random.randbytes)
        self.handler = Handler(self.log, self.keys, SIGNER, self.now)
        self.rematches = Rematches(self.handler, self.keys, self.now)
        self.register = Register(self.log, self.keys, self.now)
        self.visibility = Visibility(self.log, self.handler.vaults)
        self.callers = Callers(self.register, self.handler, None)
        self.hub = Hub(
            self.log, self.callers, self.visibility, self._redis.client(), "", self.life.name
        )
        self.handler.listeners.append(self.hub.committed)
        self.hub.start()
        self.house = House(self.handler, lambda _: random.randrange)
        self.handler.listeners.append(self.house.committed)
        self.house.start()
        self.projections = Projections(
            Tables(self.log, self._store.tables, self.line), self._loop.time
        )
        # A real lock would block the loop, because there is only one thread at a time.
        self.projections.runner._lock = Turn(self._loop)  # type: ignore[assignment]
        for one in self.projections.runner.projections:
            self._may_fail(one)
        self.driver = Driver(self.projections.runner, self._loop.time)
        self.handler.listeners.append(self.driver.committed)
        self.driver.start()
        projections, loop = self.projections, self._loop
        keeper = Timekeeper(
            self.handler, projections.runner, projections.deadlines, self.now, loop.time
        )
        keeper.start()
        due = projections.service_due
        Patrol("patrol", [self.house], projections.runner, due, due.games).start()
        self._app = application_of(self.number, self._parts())

    def _parts(self) -> Parts:
        """Return what operations work with; parts that no client here needs are missing."""
        missing: Any = None
        return Parts(
            handler=self.handler,
            tournaments=missing,
            rematches=self.rematches,
            moments=missing,
            given_links=missing,
            callers=self.callers,
            register=self.register,
            visibility=self.visibility,
            projections=self.projections,
            keys=missing,
            checkpoints=missing,
            checks=missing,
            hub=self.hub,
            pace=PACE,
            webhooks=missing,
            notifier=missing,
            raster=missing,
            limits=Limits(SETTINGS.rate_per_minute, SETTINGS.rate_burst, "", ""),
            guesses=Guesses(Limits(0, 1, "", "")),
            streams=StreamsOpen(SETTINGS.streams_max),
            tickets=missing,
            draining=Draining(),
            states={},
            embeds=False,
            record_bytes_max=SETTINGS.record_bytes_max,
        )

    def _may_fail(self, projection: Projection) -> None:
        """Make a projection raise now and then, after it has written rows."""
        apply = projection.apply

        def applied(connection: Connection, changes: Sequence[Change]) -> None:
            apply(connection, changes)
            if self._loop.random.random() < self.mistakes:
                self._loop.happened("projection failed", projection.name)
                known = self.projections.runner.failures.get(projection.name)
                tries = known.tries if known else 0
                self._loop.wrong_until(self._loop.time() + RETRY_SECONDS * 2**tries)
                raise ZeroDivisionError("a mistake")

        projection.apply = applied  # type: ignore[method-assign]

    @property
    def context(self) -> Context:
        """A copy of the context of this life."""
        return self._context.copy()

    @property
    def up(self) -> bool:
        """Whether the worker can take requests."""
        return self.life.alive

    async def ask(self, request: Request, taken: Callable[[bytes], None] | None = None) -> Response:
        """Return the application's response; call ``taken`` with each piece of its body.

        If the caller stops waiting, the application sees the client disconnect, and goes on.
        """
        visit = Visit(request, taken)
        work = self._app(visit.scope, visit.receive, visit.send)
        task: asyncio.Task[None] = self._loop.create_task(work)
        answering = self.answering
        answering[task] = None

        def ended(task: asyncio.Task[None]) -> None:
            del answering[task]
            visit.ended(None if task.cancelled() else task.exception())

        task.add_done_callback(ended)
        try:
            return await visit.response
        finally:
            visit.leave()

    def kill(self) -> int:
        """End this life as ``kill -9`` does; return how many requests end with it.

        Waiting clients see a broken connection.
        """
        self._loop.happened("crash", self.life.name)
        self.life.alive = False
        for reply in self.replies:
            self._loop.call_later(self._loop.latency(), settle, reply, None, Lost())
        ended = len(self.requests)
        self.replies, self.requests, self.answering = {}, set(), {}
        return ended

    def set_clock(self, skew: float) -> None:
        """Set how many seconds the clock is ahead from now on."""
        self.skew = skew
        self.life.unwell(self._loop.time())

    def now(self) -> str:
        """Return the time on this worker's clock."""
        return rfc3339(BEGIN + int((self._loop.time() + self.skew) * SECOND))
