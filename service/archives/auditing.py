"""The audit of an archive: record by record, on all cores, told in the order of reading.

Memory does not grow with the archive: a few pieces of it are under way at a time, and what has to
be known of all games together (``Seen``) is kept on disk.
"""

import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from threading import Thread
from typing import Final

from service.archives.examining import AuditOptions, AuditResult, Examined, Examiner
from service.archives.lines import ReadFault, RecordLine
from service.archives.seen import Seen
from service.archives.tally import Tally
from service.runtime.memory import settle_memory

PIECE_BYTES: Final = 256 << 10
"""How much of an archive is audited at a time, on one core."""

PIECE_LINES: Final = 64
"""And how many lines at most: what is told of a line is longer than a short line."""

PIECES_ALONE: Final = 4
"""An archive of so few pieces is done sooner than other processes are started."""


class Auditor:
    """Audits archives; ``tally`` has counted them, if that was asked for."""

    def __init__(self, terms: AuditOptions, jobs: int) -> None:
        self.tally = Tally()
        self._terms = terms
        self._jobs = jobs

    def run(self, lines: Iterable[RecordLine | ReadFault]) -> Iterator[AuditResult]:
        """Yield what came of each record, in order, and what could not be read.

        Raises BrokenProcessPool if the system ends one of the other processes.
        """
        pieces = _pieces(lines)
        first = list(islice(pieces, PIECES_ALONE)) if self._jobs > 1 else []
        alone = self._jobs == 1 or len(first) < PIECES_ALONE
        done = self._alone if alone else self._together
        with Seen() as seen:
            for told in done(chain(first, pieces)):
                if isinstance(told, Examined):
                    yield self._counted(seen.examined(told))
                else:
                    yield told

    def _counted(self, one: Examined) -> Examined:
        """Add a game that holds to what is counted, once."""
        if one.tally is None:
            return one
        if one.audited.holds and not one.is_there_again:
            self.tally.merge(one.tally)
        return one._replace(tally=None)

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
    """Yield the lines in pieces of some size, never empty."""
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
    """Set this process up; Ctrl-C is for the one that started it, and this one ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    settle_memory()
    _EXAMINERS.append(Examiner(terms))


def _end_with(parent: int) -> None:
    """End this process when its parent is gone: one that was killed can tell nobody."""
    while os.getppid() == parent:
        time.sleep(_LOOKED_EVERY)
    os._exit(1)


def _examine(piece: list[RecordLine | ReadFault]) -> list[AuditResult]:
    return _EXAMINERS[0].examine(piece)
