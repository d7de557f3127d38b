"""Work that production gives to threads, in pieces: anything can happen between two of them.

Each strand has a thread, because only a thread can stop in the middle of a function. But only one
runs at any time: its caller waits until it pauses or ends. So the order stays drawn.
"""

import threading
from collections.abc import Callable
from typing import Any, Final


class Killed(BaseException):
    """The worker's life or the schedule has ended: the strand stops here."""


class _Thread:
    """A thread that runs one strand after another."""

    def __init__(self) -> None:
        # Locks that one side acquires and the other releases: the fastest way to take turns.
        self.go = threading.Lock()
        self.back = threading.Lock()
        self.go.acquire()
        self.back.acquire()
        self.strand: Strand | None = None
        threading.Thread(target=self._run, name="strand", daemon=True).start()

    def _run(self) -> None:
        while True:
            self.go.acquire()
            assert self.strand is not None, "it goes when there is something to do"
            self.strand.carry_out()
            self.strand = None
            self.back.release()


_IDLE: Final[list[_Thread]] = []
"""Threads without a strand: starting one per strand would take most of the time."""


class Strand:
    """A piece of work that can pause. The work calls ``pause``, its owner everything else."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.outcome: Any = None
        self.failure: BaseException | None = None
        self.ended = False
        self._work = work
        self._killed = False
        self._thread: _Thread | None = None

    def go_on(self) -> None:
        """Run until it pauses or ends; it must not have ended before."""
        if self._thread is None:
            self._thread = _IDLE.pop() if _IDLE else _Thread()
            self._thread.strand = self
        self._thread.go.release()
        self._thread.back.acquire()
        if self.ended:
            _IDLE.append(self._thread)

    def kill(self) -> None:
        """End it where it is."""
        self._killed = True
        if self._thread is not None:
            self.go_on()
        self.ended = True

    def pause(self) -> None:
        """Let others run; only the work itself calls this. Raises Killed if it must not resume."""
        assert self._thread is not None, "it has begun"
        if not self._killed:
            self._thread.back.release()
            self._thread.go.acquire()
        if self._killed:
            raise Killed

    def carry_out(self) -> None:
        """Do the work, on the strand's thread."""
        try:
            self.outcome = self._work()
        except Killed:
            pass
        except Exception as failure:  # noqa: BLE001 - the waiting caller gets it
            self.failure = failure
        self.ended = True
