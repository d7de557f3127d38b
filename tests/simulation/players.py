"""Clients in simulation: they play, ask again, ask twice, race, and go away in the middle."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from random import Random
from typing import Any, Final, TypeAlias, TypeVar

from eventsourcing.persistence import PersistenceError

from domain.ruleset import Seat
from domain.table.actions import Resign, TakeSeat
from domain.table.clock import Clock, OnFlag, PerActionClock
from domain.table.game import TABLE, By, Game
from service.handle import Answer, Opened, Refused, Request, StaleVersion, TooManyRaces
from service.storage.rows import Stored
from tests.simulation.ledger import Asked, Ledger
from tests.simulation.loop import SimulatedLoop, settle
from tests.simulation.worker import Lost, Worker
from tests.support.projecting import ACCOUNTS
from tests.support.table import RULES

T = TypeVar("T")
Work: TypeAlias = Callable[[Worker], Awaitable[T]]

SEATS: Final = 2
PATIENCE_SECONDS: Final = 3.0
AGAIN: Final = (Lost, PersistenceError, TooManyRaces)
"""After these a client asks again."""
REFUSED: Final = (Refused, StaleVersion)


class Network:
    """Carries requests to workers and answers back, and loses some of both."""

    def __init__(self, loop: SimulatedLoop, workers: list[Worker], losses: float) -> None:
        self.workers = workers
        self.losses = losses
        """How often a request is lost, and how often an answer."""
        self.under_way = 0
        """Requests that workers are working on, or that will arrive."""
        self._loop = loop

    def anybody(self) -> Worker:
        """Return any worker; it may be dead."""
        return self._loop.random.choice(self.workers)

    async def ask(self, worker: Worker, work: Work[T], patience: float = PATIENCE_SECONDS) -> T:
        """Have a worker do this and return what it answers; raise Lost."""
        reply: asyncio.Future[T] = self._loop.create_future()
        self.under_way += 1
        self._loop.call_later(self._loop.latency(), self._arrive, worker, work, reply)
        try:
            async with asyncio.timeout(patience):
                return await reply
        except TimeoutError:
            self._loop.happened("client gave up")
            raise Lost from None

    def _arrive(self, worker: Worker, work: Work[T], reply: "asyncio.Future[T]") -> None:
        if not worker.up or self._unlucky():
            self.under_way -= 1
            self._loop.happened("request lost" if worker.up else "worker down")
            self._loop.call_later(self._loop.latency(), settle, reply, None, Lost())
            return

        async def doing() -> T:
            return await work(worker)

        life = worker.life
        task = self._loop.create_task(doing(), context=worker.context)
        worker.replies[reply] = None
        worker.requests.add(task)

        def done(task: "asyncio.Task[T]") -> None:
            self.under_way -= 1
            worker.requests.discard(task)
            if worker.life is life:
                worker.replies.pop(reply, None)
            failure = Lost() if task.cancelled() else task.exception()
            if self._unlucky():
                self._loop.happened("answer lost")
                failure = Lost()
            answer = None if failure is not None else task.result()
            self._loop.call_later(self._loop.latency(), settle, reply, answer, failure)

        def gone(reply: "asyncio.Future[T]") -> None:
            # The client's patience is at its end; so is the worker's, sometimes, as with the time
            # limit of a request.
            if reply.cancelled() and worker.life is life and self._loop.random.random() < 0.5:
                self._loop.happened("request cancelled")
                task.cancel()

        task.add_done_callback(done, context=Context())
        reply.add_done_callback(gone)

    def _unlucky(self) -> bool:
        return self._loop.random.random() < self.losses


class Players:
    """One game and all who play it."""

    def __init__(
        self, loop: SimulatedLoop, network: Network, ledger: Ledger, name: str, liveliness: float
    ) -> None:
        self.game: asyncio.Future[str] = loop.create_future()
        """Its id, once it is known."""
        self._loop = loop
        self._network = network
        self._ledger = ledger
        self._name = name
        self._random = Random(loop.random.random())
        self._liveliness = liveliness
        """How often somebody does what polite clients do not."""
        self._accounts = self._random.sample(ACCOUNTS, SEATS)
        self._keys = 0
        self._decisions_left = self._random.randrange(2, 14)
        self._leave = self._random.random() < 0.5
        """Whether they go away in the middle of a game with a clock."""

    async def play(self) -> None:
        """Open a game, sit down and play until it has ended."""
        opened = await self._open()
        self.game.set_result(opened.stored.game.id)
        seats = range(len(opened.stored.game.seats))
        house = 1 if self._random.random() < 0.3 else None
        await asyncio.gather(*(self._sit(seat, seat == house) for seat in seats))
        await asyncio.gather(*(self._play(seat) for seat in seats if seat != house))

    async def _sit(self, seat: Seat, house: bool) -> None:
        if house:
            self._loop.happened("house sits down")
            await self._ask(TABLE, TakeSeat(seat, bot=self._random.choice(("random", "greedy"))))
        else:
            await self._ask(seat, TakeSeat(seat, player=self._accounts[seat]))

    async def _open(self) -> Opened:
        key = f"{self._name} opens"
        clock = self._clock()

        async def work(worker: Worker) -> Opened:
            opened = await worker.handler.open(
                RULES, RULES.options_type(players=SEATS), Request(key, "open"), clock=clock
            )
            self._ledger.opens(key, opened.stored.game.id)
            return opened

        while True:
            try:
                return await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()

    def _clock(self) -> Clock | None:
        if self._random.random() < 0.5:
            return None
        on_flag: OnFlag = "house" if self._random.random() < 0.2 else "forfeit"
        return PerActionClock(self._random.randrange(1, 10), on_flag)

    async def _play(self, seat: Seat) -> None:
        while not (stored := await self.look()).game.finished:
            game = stored.game
            if game.status != "running" or game.seats[seat].bot is not None or self._absent(game):
                await self._pause()
            elif self._decisions_left <= 0 or self._lively(0.05):
                await self._ask(seat, Resign(), stored)
            elif seat in game.people_due:
                self._decisions_left -= 1
                await self._decide(seat, stored)
            elif game.people_due and self._lively(0.3):
                await self._ask(seat, self._action(game, game.people_due[0]), stored)
            else:
                await self._pause()

    def _absent(self, game: Game) -> bool:
        """Tell whether everybody has gone, and only the clock goes on."""
        return self._decisions_left <= 0 and self._leave and game.deadline is not None

    async def _decide(self, seat: Seat, stored: Stored) -> None:
        if not self._lively(1):
            await self._ask(seat, self._action(stored.game, seat), stored)
            return
        self._loop.happened("race")
        rivals = [self._action(stored.game, seat) for _ in range(2)]
        await asyncio.gather(*(self._ask(seat, action, stored) for action in rivals))

    def _action(self, game: Game, seat: Seat) -> Any:
        legal = game.rules.legal(game.position, seat)
        return legal.at(self._random.randrange(legal.count))

    def _lively(self, share: float) -> bool:
        return self._random.random() < self._liveliness * share

    async def _pause(self) -> None:
        await asyncio.sleep(self._random.random() * 0.5)

    async def look(self) -> Stored:
        """Return the game, as some worker has it."""

        async def work(worker: Worker) -> Stored:
            stored = await worker.handler.load(self.game.result())
            self._ledger.shows(stored)
            return stored

        while True:
            try:
                return await self._network.ask(self._network.anybody(), work)
            except AGAIN:
                await self._pause()

    # --- asking until it is known -----------------------------------------------------------

    async def _ask(self, by: By, action: Any, seen: Stored | None = None) -> None:
        """Ask for an action, again and again, until it is known what came of it."""
        self._keys += 1
        bound = seen is not None and self._random.random() < 0.5
        expected = seen.head.version if seen is not None and bound else None
        asked = Asked(f"{self._name} {self._keys}", self.game.result(), by, action, expected)
        self._ledger.asked[asked.key] = asked
        while True:
            copies = 2 if self._lively(1) else 1
            if copies > 1:
                self._loop.happened("duplicate")
            told = await asyncio.gather(
                *(self.ask_once(asked, self._network.anybody()) for _ in range(copies)),
                return_exceptions=True,
            )
            for one in told:
                if isinstance(one, BaseException) and not isinstance(one, (*AGAIN, *REFUSED)):
                    self._ledger.must(False, f"{asked.key} ended with {one!r}")
                    return
            if any(isinstance(one, Answer) for one in told):
                return
            if all(isinstance(one, REFUSED) for one in told):
                self._loop.happened("refused")
                return
            self._loop.happened("retry", asked.key)
            await self._pause()

    async def ask_once(self, asked: Asked, worker: Worker) -> Answer:
        """Ask one worker; raise what it raises."""

        async def work(worker: Worker) -> Answer:
            known = asked.key in self._ledger.answers
            expected = None if asked.expected is None else [asked.expected]
            request = Request(asked.key, repr(asked.action))
            try:
                answer = await worker.handler.perform(
                    asked.game, asked.by, [asked.action], expected=expected, request=request
                )
            except REFUSED as why:
                self._ledger.refuses(asked, known=known, why=why)
                raise
            self._ledger.answers_to(asked, answer)
            self._loop.happened("answered", asked.key)
            return answer

        return await self._network.ask(worker, work)
