"""Test the loop of background tasks."""

import asyncio

import pytest

from service.runtime.background import BackgroundTask
from tests.support.storage.stores import run


class Counting(BackgroundTask):
    """Counts its looks, and ends itself after a number of them."""

    def __init__(self, every: float | None, looks: int) -> None:
        super().__init__("counting", every=every)
        self.looks = 0
        self._looks_max = looks

    async def look(self) -> None:
        """Count."""
        self.looks += 1
        if self.looks >= self._looks_max:
            self.cancel()


@pytest.mark.parametrize("every", [0, 0.001, None])
def test_a_task_can_end_itself(every: float | None) -> None:
    """It does not look again, however short its pause is, and can be started again."""

    async def ended() -> None:
        task = Counting(every, 1 if every is None else 3)
        task.start()
        (running,) = (one for one in asyncio.all_tasks() if one.get_name() == "counting")
        await asyncio.wait([running], timeout=10)
        assert running.done()
        assert not task.running
        looks = task.looks
        task.start()
        await asyncio.sleep(0.01)
        assert (task.looks, task.running) == (looks + 1, False)

    run(ended())


def test_a_task_that_was_abandoned_has_ended() -> None:
    """The look in progress does not finish."""

    class Endless(BackgroundTask):
        finished = False

        async def look(self) -> None:
            await asyncio.sleep(60)
            self.finished = True

    async def abandoned() -> None:
        task = Endless("endless")
        task.start()
        await asyncio.sleep(0)
        await task.abandon()
        assert "endless" not in {one.get_name() for one in asyncio.all_tasks()}
        assert not task.finished

    run(abandoned())
