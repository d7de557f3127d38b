"""Timeouts of streams, on a loop whose time a test sets."""

import asyncio
from collections.abc import Iterator

import pytest

from service.runtime.timer import TimeLimit, Timer

SECONDS = 10.0


class Stopped(asyncio.SelectorEventLoop):
    """A loop whose time stands still until a test sets it."""

    now = 0.0

    def time(self) -> float:
        """Return the time that was set."""
        return self.now

    async def to(self, now: float) -> None:
        """Set the time, and run everything that is due by then."""
        self.now = now
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
def loop() -> Iterator[Stopped]:
    """Yield such a loop."""
    loop = Stopped()
    yield loop
    loop.close()


def test_each_wait_has_its_own_timeout(loop: Stopped) -> None:
    """Even if the timer was started for an earlier wait."""
    over: list[float] = []
    lost: list[bool] = []

    async def scene() -> None:
        timer = Timer(SECONDS, lambda: over.append(loop.now))
        with timer:
            await loop.to(9)
        await loop.to(11)
        with timer:
            await loop.to(15)
        with timer:
            await loop.to(24)
            lost.append(timer.expired)
            await loop.to(25)
            lost.append(timer.expired)
            await loop.to(50)
        with timer:
            lost.append(timer.expired)
            timer.close()
            await loop.to(99)
        assert over == [25]
        assert lost == [False, True, False]

    loop.run_until_complete(scene())


def test_nothing_expires_between_two_waits(loop: Stopped) -> None:
    """However long that takes."""
    over: list[float] = []

    async def scene() -> None:
        timer = Timer(SECONDS, lambda: over.append(loop.now))
        for _ in range(3):
            with timer:
                await loop.to(loop.now + 1)
            await loop.to(loop.now + 2 * SECONDS)
        assert over == []

    loop.run_until_complete(scene())


def test_a_stall_ends_the_wait_and_not_the_task(loop: Stopped) -> None:
    """Each wait raises TimeoutError, and the task may continue."""

    async def wait(stall: TimeLimit) -> None:
        with stall:
            loop.now += SECONDS
            await asyncio.Event().wait()

    async def scene() -> None:
        stall = TimeLimit(SECONDS)
        for _ in range(2):
            with pytest.raises(TimeoutError):
                await wait(stall)
        await asyncio.sleep(0)

    loop.run_until_complete(scene())


def test_a_cancelled_task_stays_cancelled(loop: Stopped) -> None:
    """Even in the very moment in which the timeout expires."""

    async def wait(stalled: asyncio.Event) -> None:
        with TimeLimit(SECONDS):
            stalled.set()
            await asyncio.Event().wait()

    async def scene(now: float) -> None:
        stalled = asyncio.Event()
        task = asyncio.create_task(wait(stalled))
        await stalled.wait()
        loop.now += now
        loop.call_soon(task.cancel)
        with pytest.raises(asyncio.CancelledError):
            await task

    loop.run_until_complete(scene(0))
    loop.run_until_complete(scene(SECONDS))
