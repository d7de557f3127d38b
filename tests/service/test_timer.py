"""How long streams wait, on a loop whose time stands still unless it is moved."""

import asyncio
from collections.abc import Iterator

import pytest

from service.runtime.timer import TimeLimit, Timer

SECONDS = 10.0


class Stopped(asyncio.SelectorEventLoop):
    """A loop whose time is set."""

    now = 0.0

    def time(self) -> float:
        """Return the time that it was set to."""
        return self.now

    async def to(self, now: float) -> None:
        """Set the time, and let happen what is due by then."""
        self.now = now
        for _ in range(3):
            await asyncio.sleep(0)


@pytest.fixture
def loop() -> Iterator[Stopped]:
    """Return such a loop."""
    loop = Stopped()
    yield loop
    loop.close()


def test_each_wait_has_its_own_time(loop: Stopped) -> None:
    """Also if the timer is older: it was set for a wait before."""
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


def test_nothing_is_lost_between_two_waits(loop: Stopped) -> None:
    """However long that is."""
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
    """Each time: whoever waits gets TimeoutError, and may go on."""

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


def test_who_is_cancelled_is_cancelled_whatever_stalls(loop: Stopped) -> None:
    """Alone, and in the very moment in which the time is over."""

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
