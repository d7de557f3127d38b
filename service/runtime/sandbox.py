"""Repeatable ids, times and chance, from the seed that a request names.

Each seed has a clock and a stream of bytes of its own. The clock stands still until the next
request that may change something, then goes on by a second; reads do not move it, so a client may
poll. Anything outside of requests, such as the decision of a house bot, has the earliest time: in
a game, the time of the event before.
"""

import hashlib
import random
from collections import Counter
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from service.runtime.timestamps import written

HEADER: Final = "Carolus-Sandbox-Seed"
"""The request header with the seed; each response of a sandbox repeats it."""

DEFAULT_SEED: Final = "carolus"
"""The seed of requests without the header, such as those of a browser's EventSource."""

_EPOCH: Final = datetime(2030, 1, 1, tzinfo=UTC)
_START: Final = written(_EPOCH)
_SHARED: Final = random.Random()  # noqa: S311 - for choices that are not secret


class SeededRequest(NamedTuple):
    """A request in a sandbox: its seed, and how many with it may have changed something."""

    seed: str
    number: int

    def digest(self, purpose: str, size: int) -> bytes:
        """Return bytes that follow from the seed, the moment and their purpose."""
        return _bytes(f"{self.seed} {self.number} {purpose}", size)


_NOW: Final[ContextVar[SeededRequest | None]] = ContextVar("sandbox", default=None)


class Sandbox:
    """The clocks and the chance of all seeds of one service."""

    def __init__(self) -> None:
        self._changes: Counter[str] = Counter()
        self._drawn: Counter[str] = Counter()

    def enter(self, seed: str, *, changes: bool) -> SeededRequest:
        """Begin a request with this seed; its clock goes on if the request may change something."""
        self._changes[seed] += changes
        moment = SeededRequest(seed, self._changes[seed])
        _NOW.set(moment)
        return moment

    @staticmethod
    def now() -> str:
        """Return the time of the request, RFC 3339 in UTC; outside of requests the earliest."""
        moment = _NOW.get()
        if moment is None:
            return _START
        fraction = int.from_bytes(_bytes(f"{moment.seed} clock", 4)) % 1_000_000
        return written(_EPOCH + timedelta(seconds=moment.number, microseconds=fraction))

    def random_bytes(self, size: int) -> bytes:
        """Return the next bytes of the seed of this request."""
        moment = _NOW.get()
        assert moment is not None, "in a sandbox, only requests make ids and secrets"
        self._drawn[moment.seed] += 1
        return _bytes(f"{moment.seed} bytes {self._drawn[moment.seed]}", size)


def seed_in_use() -> str | None:
    """Return the seed of this request; None outside of a sandbox."""
    moment = _NOW.get()
    return None if moment is None else moment.seed


def choices() -> random.Random:
    """Return what makes choices that are not secret: repeatable in a sandbox, else not."""
    moment = _NOW.get()
    return _SHARED if moment is None else seeded(f"{moment.seed} {moment.number} choices")


def seeded(text: str) -> random.Random:
    """Return a generator whose numbers follow from a text."""
    return random.Random(_bytes(text, 32))  # noqa: S311 - of a sandbox, which has no secrets


def _bytes(text: str, size: int) -> bytes:
    return hashlib.shake_256(f"carolus-sandbox/1 {text}".encode()).digest(size)
