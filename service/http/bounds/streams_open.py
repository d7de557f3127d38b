"""Limits the open streams per caller: a stream uses memory for as long as it lasts.

Each worker counts its own streams, because the limit protects the worker's memory.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from litestar.types import Scope

from service.http.bounds.limits import LIMITED
from service.runtime.exchange import exchange_of


class TooManyStreams(Exception):
    """The caller has the maximum number of streams open."""


class StreamsOpen:
    """The streams of all callers on this worker."""

    def __init__(self, streams_max: int) -> None:
        self._max = streams_max
        self._open: Counter[str] = Counter()

    @contextmanager
    def counted(self, scope: Scope, *, begins: bool = False) -> Iterator[None]:
        """Count a request as a stream until the end of the block, and lift its time limit.

        Streams that are only beginning, whose caller may not be known yet, are counted separately.
        Raises TooManyStreams.
        """
        exchange = exchange_of(scope)
        subject = f"{exchange.subject} begins" if begins else exchange.subject
        if self._open[subject] >= self._max:
            LIMITED.labels("stream").inc()
            raise TooManyStreams
        self._open[subject] += 1
        exchange.unlimited()
        try:
            yield
        finally:
            self._open[subject] -= 1
            if not self._open[subject]:
                del self._open[subject]
