"""An event loop whose time is simulated, and whose order is drawn from a seed.

The loop never waits: when no callback is ready, it jumps to the next timer. When several are
ready, any of them may run next. Work that production gives to threads runs here, after a drawn
delay and in pieces: it sometimes pauses where it queries the store, and other callbacks run
meanwhile. So a schedule takes milliseconds, and the same seed gives the same schedule.

The context of a callback says to which life of a worker it belongs. When that life ends, as with
``kill -9``, none of its callbacks runs any more, not even a ``finally``.
"""

import asyncio
import heapq
import math
from collections import Counter, deque
from collections.abc import Callable
from contextvars import Context, ContextVar
from functools import partial
from random import Random
from typing import Any, Final

from tests.simulation.strands import Strand

STEPS_MAX: Final = 200_000
"""Callbacks after which a schedule counts as endless."""

STEPS_SHOWN: Final = 40
"""How many of the last steps a failure report shows."""

PAUSES: Final = 0.2
"""How often work in a thread pauses where it can."""


class Life:
    """One life of a worker, from its start to its end."""

    def __init__(self, name: str, begins: float) -> None:
        self.name = name
        self.alive = True
        self.well_since = begins
        """Since when nothing outside the worker's control goes wrong; may be in the future."""
        self.heard_at = 0.0
        """The earliest time at which the loop may next hear from this life's threads."""

    def unwell(self, until: float) -> None:
        """Record that something goes wrong until then."""
        self.well_since = max(self.well_since, until)


LIFE: Final[ContextVar[Life | None]] = ContextVar("life", default=None)
"""The life of a worker to which a callback belongs; None for clients."""


class Stuck(AssertionError):
    """Nothing can happen any more, or no end is in sight."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop that runs one schedule."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random
        self.counts = Counter[str]()
        """How often each thing happened, for people to read."""
        self.steps: deque[str] = deque(maxlen=STEPS_SHOWN)
        """The last things that happened."""
        self.slowness = 0.05
        """How often something takes long."""
        self.in_transaction = False
        """Whether work in a thread uses the only connection to the tables."""
        self._now = 0.0
        self._callbacks = 0
        self._buried: list[asyncio.Handle] = []
        self._burying = True
        self._tasks: list[asyncio.Task[Any]] = []
        self._unhandled: list[str] = []
        self.set_exception_handler(lambda _, detail: self._unhandled.append(f"{detail}"))
        self._strands: dict[Strand, None] = {}
        """Work that was started in threads and has not ended."""
        self._strand: Strand | None = None
        """The strand that is running now."""

    def time(self) -> float:
        """Return the simulated time, in seconds."""
        return self._now

    def latency(self) -> float:
        """Draw how long something takes."""
        if self.random.random() < self.slowness:
            seconds = self.random.random() * 2
            self.wrong_until(self._now + seconds)
            return seconds
        return self.random.random() * 0.005

    def wrong_until(self, until: float) -> None:
        """Mark the current life, if any, as unwell until then."""
        life = LIFE.get()
        if life is not None:
            life.unwell(until)

    def happened(self, what: str, detail: object = "") -> None:
        """Count what happens, and keep it as one of the last steps."""
        self.counts[what] += 1
        life = LIFE.get()
        who = "-" if life is None else life.name
        self.steps.append(f"{self._now:9.4f} {who:5} {what} {detail}")

    def create_task(self, coro: Any, **others: Any) -> "asyncio.Task[Any]":
        """Start a task, and keep a reference, so that it is not garbage-collected unfinished."""
        task = super().create_task(coro, **others)
        self._tasks.append(task)
        return task

    def call_soon_threadsafe(  # type: ignore[override] # the types of arguments are not repeated
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call this when the loop hears from a thread; keep the order within one life."""
        at = self._now + self.latency()
        life = LIFE.get()
        if life is not None:
            at = life.heard_at = max(at, life.heard_at + 1e-6)
        return self.call_at(at, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Run this after a delay, in pieces, and report the result after another delay."""
        future = self.create_future()
        strand = Strand(partial(func, *args))
        self._strands[strand] = None
        self.call_later(self.latency(), self._go_on, strand, future)
        return future

    def _go_on(self, strand: Strand, future: "asyncio.Future[Any]") -> None:
        if strand not in self._strands:
            return  # it was killed
        self._strand = strand
        strand.go_on()
        self._strand = None
        if strand.ended:
            del self._strands[strand]
            self.call_later(self.latency(), settle, future, strand.outcome, strand.failure)
        else:
            self.call_later(self.latency(), self._go_on, strand, future)

    def pause(self, share: float = PAUSES) -> None:
        """Let other callbacks run, this often, if a thread is running and not in a transaction."""
        pauses = self._strand is not None and self.random.random() < share
        if self._strand is not None and pauses and not self.in_transaction:
            strand, self._strand = self._strand, None
            strand.pause()
            self._strand = strand

    def unhandled(self) -> list[str]:
        """Return the exceptions so far that nobody has handled."""
        ended = [task for task in self._tasks if task.done() and not task.cancelled()]
        unheard = [task for task in ended if task._log_traceback]
        return [*self._unhandled, *(f"{task} raised {task.exception()!r}" for task in unheard)]

    def end(self) -> None:
        """End all tasks, including those of lives that have ended, and close."""
        self._kill_strands()
        self.set_exception_handler(lambda *_: None)  # errors of cancelled tasks do not matter
        self._burying = False
        self._callbacks = 0
        self._ready.extend(self._buried)  # type: ignore[attr-defined]
        while tasks := [task for task in self._tasks if not task.done()]:
            for task in tasks:
                task.cancel()
            self.run_until_complete(asyncio.wait(tasks))
        self._kill_strands()
        self.run_until_complete(self.shutdown_asyncgens())
        self.close()

    def _kill_strands(self) -> None:
        while self._strands:
            self._strands.popitem()[0].kill()

    def _run_once(self) -> None:
        ready: deque[asyncio.Handle] = self._ready  # type: ignore[attr-defined]
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        self._callbacks += 1
        if self._callbacks > STEPS_MAX:
            raise Stuck("it goes on and on")
        if not ready:
            if not timers:
                raise Stuck("everybody waits for someone")
            self._now = max(self._now, timers[0].when())
        while timers and timers[0].when() <= self._now:
            timer = heapq.heappop(timers)
            timer._scheduled = False  # type: ignore[attr-defined]
            ready.append(timer)
        place = int(self.random.random() * len(ready))
        handle = ready[place]
        del ready[place]
        if handle.cancelled():
            return
        life = handle._context.get(LIFE)  # type: ignore[attr-defined]
        if self._burying and life is not None and not life.alive:
            self._buried.append(handle)
            return
        handle._run()

    def _process_events(self, event_list: object) -> None:
        """Do nothing: there are no sockets."""

    def _write_to_self(self) -> None:
        """Do nothing: there are no threads."""


class Turn:
    """A lock for work in threads: a thread that waits for it lets others run."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._taken = False

    def acquire(self, timeout: float = -1) -> bool:
        """Return true once this thread has the lock, or false after this many simulated seconds."""
        deadline = self._loop.time() + timeout if timeout >= 0 else math.inf
        while self._taken:
            if self._loop.time() > deadline:
                return False
            self._loop.pause(1)
        self._taken = True
        return True

    def release(self) -> None:
        """Let another thread have it."""
        self._taken = False

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


def settle(future: "asyncio.Future[Any]", outcome: object, failure: BaseException | None) -> None:
    """Set the outcome of a future that is still pending."""
    if future.done():
        return
    if failure is None:
        future.set_result(outcome)
    else:
        future.set_exception(failure)
