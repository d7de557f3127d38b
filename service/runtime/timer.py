"""A timer for waits that are frequent and rarely time out: it is rescheduled only when it fires.

A stream waits twice for each event, and a long body arrives in many pieces.
"""

import asyncio
from collections.abc import Callable
from types import TracebackType


class Timer:
    """Calls ``expire`` on the loop, once, unless it is stopped or restarted in time.

    As a context manager, it is reusable, one block per wait.
    """

    __slots__ = ("_expire", "_handle", "_loop", "_seconds", "_since", "expired")

    def __init__(self, seconds: float, expire: Callable[[], object]) -> None:
        self.expired = False
        """Whether the timer has expired since the last start."""
        self._seconds = seconds
        self._expire = expire
        self._loop = asyncio.get_running_loop()
        self._since: float | None = None
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start, or restart with the full time."""
        self.expired = False
        self._since = self._loop.time()
        if self._handle is None:
            self._handle = self._loop.call_later(self._seconds, self._fire)

    def stop(self) -> None:
        """Stop; the timer can be started again."""
        self._since = None

    def close(self) -> None:
        """Stop for good."""
        if self._handle is not None:
            self._handle.cancel()

    def __enter__(self) -> None:
        """Start."""
        self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop."""
        self.stop()

    def _fire(self) -> None:
        self._handle = None
        if self._since is None:
            return  # the next start schedules it
        left = self._since + self._seconds - self._loop.time()
        if left > 0:
            self._handle = self._loop.call_later(left, self._fire)
        else:
            self.expired = True
            self._expire()


class TimeLimit(Timer):
    """A limit for each wait of the current task; a wait that exceeds it raises TimeoutError."""

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
        """Stop; raise TimeoutError if the time is up and the task was not cancelled otherwise."""
        self.stop()
        if self.expired and kind is asyncio.CancelledError and self._task.uncancel() == 0:
            raise TimeoutError from error
