"""The network: it carries requests to workers and responses back, and loses some of both."""

import asyncio
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Final, TypeAlias, TypeVar

from tests.simulation.http import Lost
from tests.simulation.loop import SimulatedLoop, settle
from tests.simulation.worker import Worker

T = TypeVar("T")
Work: TypeAlias = Callable[[Worker], Awaitable[T]]

PATIENCE_SECONDS: Final = 3.0


class Network:
    """The network between clients and workers."""

    def __init__(self, loop: SimulatedLoop, workers: list[Worker], losses: float) -> None:
        self.workers = workers
        self.losses = losses
        """How often a request is lost, and how often a response."""
        self.under_way = 0
        """Requests that workers are handling, or that will arrive."""
        self._loop = loop

    def anybody(self) -> Worker:
        """Return any worker; it may be dead."""
        return self._loop.random.choice(self.workers)

    async def ask(self, worker: Worker, work: Work[T], patience: float = PATIENCE_SECONDS) -> T:
        """Have a worker do this and return its answer; raise Lost."""
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
            # The client has lost patience; the worker sometimes notices.
            if reply.cancelled() and worker.life is life and self._loop.random.random() < 0.5:
                self._loop.happened("client gone")
                task.cancel()

        task.add_done_callback(done, context=Context())
        reply.add_done_callback(gone)

    def _unlucky(self) -> bool:
        return self._loop.random.random() < self.losses
