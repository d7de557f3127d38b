"""An event loop whose time is simulated, and whose order is drawn from a seed.

It never waits: when nothing is ready, the time of the next timer has come. Of what is ready, any
callback may be the next one. What production gives to threads is done here after a drawn delay,
and in pieces: it pauses now and then where it asks the store, and other things happen meanwhile.
So a schedule takes milliseconds, and the same seed gives the same one.

What belongs to one life of a worker is known by its context. When that life ends, as by
``kill -9``, none of its callbacks runs any more: no ``finally``, no last word.
"""

import asyncio
import heapq
from collections import Counter, deque
from collections.abc import Callable
from contextvars import Context, ContextVar
from functools import partial
from random import Random
from typing import Any, Final

from tests.simulation.strands import Strand

STEPS_MAX: Final = 200_000
"""Callbacks after which a schedule is taken for one that never ends."""

STEPS_TOLD: Final = 40
"""Steps that are told when something went wrong."""

PAUSES: Final = 0.2
"""How often what is done in a thread pauses where it can."""


class Life:
    """One life of a worker, from its start to its end."""

    def __init__(self, name: str, begins: float) -> None:
        self.name = name
        self.alive = True
        self.well_since = begins
        """Since when nothing that it cannot help goes wrong, or will have gone wrong."""
        self.told_at = 0.0
        """When the loop hears next of the threads of this life, at the earliest."""

    def unwell(self, until: float) -> None:
        """Take note that something goes wrong, until then."""
        self.well_since = max(self.well_since, until)


LIFE: Final[ContextVar[Life | None]] = ContextVar("life", default=None)
"""The life of a worker to which a callback belongs; clients have none."""


class Stuck(AssertionError):
    """Nothing can happen any more, or no end is in sight."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs one schedule."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random
        self.counts = Counter[str]()
        """What happened, for people."""
        self.steps: deque[str] = deque(maxlen=STEPS_TOLD)
        """What happened last."""
        self.slowness = 0.05
        """How often something takes long."""
        self._now = 0.0
        self._callbacks = 0
        self._buried: list[asyncio.Handle] = []
        self._burying = True
        self._tasks: list[asyncio.Task[Any]] = []
        self._unhandled: list[str] = []
        self.set_exception_handler(lambda _, told: self._unhandled.append(f"{told}"))
        self._strands: dict[Strand, None] = {}
        """What was begun in threads and has not ended."""
        self._strand: Strand | None = None
        """What of it goes on now."""

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
        """Have the life to which this belongs, if it is one's, be unwell until then."""
        life = LIFE.get()
        if life is not None:
            life.unwell(until)

    def happened(self, what: str, told: object = "") -> None:
        """Count what happens, and keep it as one of the last steps."""
        self.counts[what] += 1
        life = LIFE.get()
        who = "-" if life is None else life.name
        self.steps.append(f"{self._now:9.4f} {who:5} {what} {told}")

    def create_task(self, coro: Any, **others: Any) -> "asyncio.Task[Any]":
        """Begin a task, and keep it: what nobody remembers any more would be ended on the way."""
        task = super().create_task(coro, **others)
        self._tasks.append(task)
        return task

    def call_soon_threadsafe(  # type: ignore[override] # the types of arguments are not repeated
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        """Call this when the loop hears of a thread: of one life in the order in which it told."""
        at = self._now + self.latency()
        life = LIFE.get()
        if life is not None:
            at = life.told_at = max(at, life.told_at + 1e-6)
        return self.call_at(at, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """Do this after a delay, in pieces, and tell of it after another delay."""
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
        """Let other things happen, as often as this, if it is a thread that asks."""
        if self._strand is not None and self.random.random() < share:
            strand, self._strand = self._strand, None
            strand.pause()
            self._strand = strand

    def unhandled(self) -> list[str]:
        """Return what was raised and nobody has heard of, up to now."""
        ended = [task for task in self._tasks if task.done() and not task.cancelled()]
        unheard = [task for task in ended if task._log_traceback]
        return [*self._unhandled, *(f"{task} raised {task.exception()!r}" for task in unheard)]

    def end(self) -> None:
        """Let all tasks end, also those of lives that have ended, and close."""
        self._kill_strands()
        self.set_exception_handler(lambda *_: None)  # what is broken off has nothing to tell
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
                raise Stuck("everybody waits for somebody")
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
    """A lock for what is done in threads: who waits for it lets others go on."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self._taken = False

    def __enter__(self) -> None:
        while self._taken:
            self._loop.pause(1)
        self._taken = True

    def __exit__(self, *_: object) -> None:
        self._taken = False


def settle(future: "asyncio.Future[Any]", outcome: object, failure: BaseException | None) -> None:
    """Tell who waits what came of it, if they still wait."""
    if future.done():
        return
    if failure is None:
        future.set_result(outcome)
    else:
        future.set_exception(failure)
