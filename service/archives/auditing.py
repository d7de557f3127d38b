"""The audit of an archive: record by record, on all cores, with results in reading order.

Games that continue others come last: only then is it known which record of a source counts, and the
audit reads that record a second time.

Memory does not grow with the archive: only a few pieces are in progress at a time, and the facts
about all games (``Seen``) are on disk.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from threading import Thread
from typing import Final

from msgspec.structs import replace

from service.archives.duplicates import Rank, Seen
from service.archives.examining import AuditOptions, AuditResult, Examined, Examiner
from service.archives.histories import Histories
from service.archives.origins import ReadAgain, compared_with_sources
from service.archives.record_lines import ReadFault, RecordLine
from service.archives.tally import Tally
from service.runtime.memory import settle_memory

PIECE_BYTES: Final = 256 << 10
"""How much of an archive is audited at a time, on one core."""

PIECE_LINES: Final = 64
"""Maximum number of lines in a piece: the result of a short line is longer than the line."""

PIECES_ALONE: Final = 4
"""An archive with fewer pieces has too little to share, so this process audits it alone."""


class Auditor:
    """Audits archives, and counts them in ``tally`` if the options request statistics.

    ``again`` returns the lines of the archive once more, if it can be read twice.

    ``counted`` receives the record of each game that counts, once it is certain which one that is.
    """

    def __init__(
        self,
        terms: AuditOptions,
        jobs: int,
        counted: Callable[[Examined], None] | None = None,
        again: ReadAgain | None = None,
    ) -> None:
        self.tally = Tally()
        self._terms = terms
        self._jobs = jobs
        self._counted = counted
        self._again = again

    def run(self, lines: Iterable[RecordLine | ReadFault]) -> Iterator[AuditResult]:
        """Yield the result of each record, and the faults, in order.

        If a record makes an earlier one invalid, the new result of that one comes after it.
        Raises BrokenProcessPool if the system ends one of the other processes.
        """
        pieces = _pieces(lines)
        first = list(islice(pieces, PIECES_ALONE)) if self._jobs > 1 else []
        alone = self._jobs == 1 or len(first) < PIECES_ALONE
        done = self._alone if alone else self._together
        highest = Rank.FINISHED if self._terms.published is None else Rank.PROVED
        histories = Histories(
            self._terms.logs, self._terms.services, trusted=self._terms.published is not None
        )
        with Seen(highest) as seen, histories:
            for result in done(chain(first, pieces)):
                if isinstance(result, Examined):
                    result = histories.compared(result)  # noqa: PLW2901 - the same, with more findings
                    # Another record may break this one only now (RC-ONE).
                    compared = seen.examined(result)
                    for one in chain((compared.one,), compared.displaced):
                        if one.claim is None or not one.audited.is_valid:
                            yield replace(one.as_reported, tally=None)
                    if compared.counts:
                        self._count(compared.one)
                else:
                    yield result
            for one in compared_with_sources(seen, self._again):
                yield replace(one.as_reported, tally=None)
            for one in seen.remaining():
                self._count(one)

    def _count(self, one: Examined) -> None:
        """Count the record of a game that counts."""
        if one.tally is not None and one.is_finished:
            self.tally.merge(one.tally)
        if self._counted is not None:
            self._counted(replace(one, tally=None))

    def _alone(self, pieces: Iterable[list[RecordLine | ReadFault]]) -> Iterator[AuditResult]:
        examiner = Examiner(self._terms)
        for piece in pieces:
            yield from examiner.examine(piece)

    def _together(self, pieces: Iterable[list[RecordLine | ReadFault]]) -> Iterator[AuditResult]:
        pool = ProcessPoolExecutor(
            self._jobs,
            get_context("spawn"),
            initializer=_begin,
            initargs=(self._terms, os.getpid()),
        )
        under_way: deque[Future[list[AuditResult]]] = deque()
        try:
            for piece in pieces:
                under_way.append(pool.submit(_examine, piece))
                if len(under_way) > 2 * self._jobs:
                    yield from under_way.popleft().result()
            while under_way:
                yield from under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _pieces(lines: Iterable[RecordLine | ReadFault]) -> Iterator[list[RecordLine | ReadFault]]:
    """Yield the lines in nonempty pieces of limited size."""
    piece: list[RecordLine | ReadFault] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line.data) if isinstance(line, RecordLine) else 0
        if size >= PIECE_BYTES or len(piece) >= PIECE_LINES:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


# --- in the other processes --------------------------------------------------------------------

_EXAMINERS: Final[list[Examiner]] = []
_LOOKED_EVERY: Final = 1.0
"""Seconds."""


def _begin(terms: AuditOptions, parent: int) -> None:
    """Set up this process: it ignores Ctrl-C and ends with the process that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    settle_memory()
    _EXAMINERS.append(Examiner(terms))


def _end_with(parent: int) -> None:
    """End this process when its parent is gone: a killed parent cannot end its children."""
    while os.getppid() == parent:
        time.sleep(_LOOKED_EVERY)
    os._exit(1)


def _examine(piece: list[RecordLine | ReadFault]) -> list[AuditResult]:
    return _EXAMINERS[0].examine(piece)
