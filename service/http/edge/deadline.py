"""The time that a request may take.

Until the answer begins it has one limit; once pieces of a long body or answer come and go, each of
them has the limit anew. What a request does is not broken off before its answer has begun: an
action that waits for its commit is carried out, and who asked is told to ask again.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter

from service.runtime.exchange import Exchange


class Deadline:
    """Calls ``expire`` when nothing has moved for too long, once, until it is cancelled."""

    __slots__ = ("_exchange", "_expire", "_loop", "_seconds", "_timer")

    def __init__(self, exchange: Exchange, seconds: float, expire: Callable[[], None]) -> None:
        self._exchange = exchange
        self._seconds = seconds
        self._expire = expire
        self._loop = asyncio.get_running_loop()
        self._timer = self._loop.call_later(seconds, self._look)

    def cancel(self) -> None:
        """Forget it."""
        self._timer.cancel()

    def _look(self) -> None:
        if not self._exchange.has_limit:
            return
        # The timer is not set anew with each piece, only when it fires.
        left = self._exchange.moved + self._seconds - perf_counter()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._exchange.expired = True
            self._expire()
