"""Patience: how long a stream waits, for news or for its client.

A stream waits twice for each event. ``asyncio.timeout`` would set a timer and take it back each
time, which was more than half of our work for a reader; here the timer is set anew only when it
fires.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType


class Patience:
    """Waits, one after the other, of which none should take longer than this.

    ``over`` is called on the loop when one does, once; what it does should end the wait.
    """

    __slots__ = ("_loop", "_over", "_seconds", "_since", "_timer", "lost")

    def __init__(self, seconds: float, over: Callable[[], object]) -> None:
        self.lost = False
        """Whether the last wait took too long."""
        self._seconds = seconds
        self._over = over
        self._loop = asyncio.get_running_loop()
        self._since: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def __enter__(self) -> None:
        """Begin to wait."""
        self.lost = False
        self._since = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._look)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wait no more."""
        self._since = None

    def close(self) -> None:
        """Never wait again."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        self._timer = None
        if self._since is None:
            return  # the next wait sets it
        left = self._since + self._seconds - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self.lost = True
            self._over()


class Stall(Patience):
    """Waits of one task; one that takes too long raises TimeoutError in it."""

    __slots__ = ("_task",)

    def __init__(self, seconds: float) -> None:
        task = asyncio.current_task()
        assert task is not None, "a task waits"
        super().__init__(seconds, task.cancel)
        self._task = task

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Wait no more; raise TimeoutError if it took too long, and nobody else ends the task."""
        super().__exit__(kind, error, traceback)
        if self.lost and kind is asyncio.CancelledError and self._task.uncancel() == 0:
            raise TimeoutError from error
