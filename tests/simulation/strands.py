"""Work that production gives to threads, in pieces: between two of them anything can happen.

Each strand has a thread, for only a thread can be left in the middle of a function. But one alone
runs at any time: who goes on waits until the strand pauses or ends. So the order stays drawn.
"""

import threading
from collections.abc import Callable
from typing import Any, Final


class Killed(BaseException):
    """The life of a worker has ended, or the schedule: nothing of the strand goes on."""


class _Thread:
    """A thread that carries out one strand after the other."""

    def __init__(self) -> None:
        # Locks that one side takes and the other one lets go: the quickest way to take turns.
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
"""Threads without a strand: to begin one for each would take most of the time."""


class Strand:
    """A piece of work that can pause. All but ``pause`` is for whoever has it go on."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.outcome: Any = None
        self.failure: BaseException | None = None
        self.ended = False
        self._work = work
        self._killed = False
        self._thread: _Thread | None = None

    def go_on(self) -> None:
        """Go on until it pauses or has ended; it must not have ended before."""
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
        """Let others go on; to be called by the work. Raises Killed if it does not go on."""
        assert self._thread is not None, "it has begun"
        if not self._killed:
            self._thread.back.release()
            self._thread.go.acquire()
        if self._killed:
            raise Killed

    def carry_out(self) -> None:
        """Do the work, on the thread of the strand."""
        try:
            self.outcome = self._work()
        except Killed:
            pass
        except Exception as failure:  # noqa: BLE001 - who waits is told, whatever it is
            self.failure = failure
        self.ended = True
