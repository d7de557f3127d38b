"""The audit of an archive: record by record, on all cores, told in the order of reading.

Memory does not grow with the archive: a few pieces of it are under way at a time, and what has to
be known of all games together (``Seen``) is kept on disk.
"""

import signal
import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from typing import Final, NamedTuple, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.chance import SCHEME
from domain.record.audit import Audited, Finding, audit, unreadable
from domain.record.replay import Decided
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.game import Game
from service.access.signing import Verifier
from service.archives.lines import Fault, Line
from service.archives.records import record_of
from service.archives.tally import Tally, Watch
from service.memory import settle_memory

PIECE_BYTES: Final = 256 << 10
"""How much of an archive is audited at a time, on one core."""

PIECES_ALONE: Final = 4
"""An archive of so few pieces is done sooner than other processes are started."""


class Terms(Struct, frozen=True):
    """What is asked of an audit beside that each record holds."""

    published: frozenset[str] | None = None
    """Thumbprints of the keys with which every finished game must be signed; None if signatures
    need only be good."""
    statistics: bool = False
    """Whether chance and outcomes are counted."""


class Examined(NamedTuple):
    """One record of an archive, where it is, and what came of its audit."""

    source: str
    line: int
    audited: Audited
    commitment: str
    """Of its dice; empty if they have none or the record cannot be read."""


Told: TypeAlias = Examined | Fault


class Auditor:
    """Audits archives; ``tally`` has counted them, if that was asked for."""

    def __init__(self, terms: Terms, jobs: int) -> None:
        self.tally = Tally()
        self._terms = terms
        self._jobs = jobs

    def run(self, lines: Iterable[Line | Fault]) -> Iterator[Told]:
        """Yield what came of each record, in order, and what could not be read.

        Raises BrokenProcessPool if the system ends one of the other processes.
        """
        pieces = _pieces(lines)
        first = list(islice(pieces, PIECES_ALONE)) if self._jobs > 1 else []
        alone = self._jobs == 1 or len(first) < PIECES_ALONE
        done = self._alone if alone else self._together
        with Seen() as seen:
            for told in done(chain(first, pieces)):
                yield seen.examined(told) if isinstance(told, Examined) else told

    def _alone(self, pieces: Iterable[list[Line | Fault]]) -> Iterator[Told]:
        examiner = _Examiner(self._terms)
        for piece in pieces:
            told, tally = examiner.examine(piece)
            self.tally.merge(tally)
            yield from told

    def _together(self, pieces: Iterable[list[Line | Fault]]) -> Iterator[Told]:
        pool = ProcessPoolExecutor(
            self._jobs, get_context("spawn"), initializer=_begin, initargs=(self._terms,)
        )
        under_way: deque[Future[tuple[list[Told], Tally]]] = deque()
        try:
            for piece in pieces:
                under_way.append(pool.submit(_examine, piece))
                if len(under_way) > 2 * self._jobs:
                    yield from self._done(under_way.popleft())
            while under_way:
                yield from self._done(under_way.popleft())
        finally:
            pool.shutdown(cancel_futures=True)

    def _done(self, future: Future[tuple[list[Told], Tally]]) -> list[Told]:
        told, tally = future.result()
        self.tally.merge(tally)
        return told


class Seen:
    """The games and the commitments of an archive, and where each was seen first (RC-ONE).

    Kept in a temporary database, of which SQLite has a few megabytes in memory.
    """

    def __init__(self) -> None:
        # An empty name is a file that is gone when it is closed.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(
            "CREATE TABLE seen (what TEXT PRIMARY KEY, game TEXT, head TEXT, place TEXT)"
            " WITHOUT ROWID"
        )
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()

    def examined(self, one: Examined) -> Examined:
        """Return the record with what is to be said of it beside the others before it."""
        audited = one.audited
        if audited.game is None:
            return one
        findings = audited.findings
        before = self._first(f"game {audited.game}", one)
        if before is not None:
            _, head, place = before
            facts = {"first": place, "head": head}
            if head == audited.head:
                same = Finding("note", "RC-ONE-1", "record_is_there_twice", facts, where="$.id")
                return one._replace(audited=replace(audited, findings=(*findings, same)))
            other = Finding("breach", "RC-ONE-1", "game_has_another_head", facts, where="$.id")
            findings = (*findings, other)
        if one.commitment:
            before = self._first(f"commitment {one.commitment}", one)
            if before is not None and before[0] != audited.game:
                facts = {"first": before[2], "game": before[0]}
                where = "$.chance.commitment"
                again = Finding("breach", "RC-ONE-2", "secret_of_another_game", facts, where=where)
                findings = (*findings, again)
        return one._replace(audited=replace(audited, findings=findings))

    def _first(self, what: str, one: Examined) -> tuple[str, str, str] | None:
        """Return game, head and place of who was there first; None if this is the first."""
        place = f"{one.source}, line {one.line}"
        row = (what, one.audited.game, one.audited.head, place)
        added = self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?)", row)
        if added.rowcount:
            return None
        found = self._database.execute("SELECT game, head, place FROM seen WHERE what = ?", (what,))
        game, head, first = found.fetchone()
        return game, head, first


def _pieces(lines: Iterable[Line | Fault]) -> Iterator[list[Line | Fault]]:
    """Yield the lines in pieces of some size, never empty."""
    piece: list[Line | Fault] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line.data) if isinstance(line, Line) else 0
        if size >= PIECE_BYTES:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


class _Examiner:
    """Audits the records of some lines."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._verify = Verifier(terms.published).verify

    def examine(self, piece: list[Line | Fault]) -> tuple[list[Told], Tally]:
        """Return what came of each line, and what was counted."""
        tally = Tally()
        told: list[Told] = [
            self._record(line, tally) if isinstance(line, Line) else line for line in piece
        ]
        return told, tally

    def _record(self, line: Line, tally: Tally) -> Examined:
        try:
            record = record_of(line)
        except Malformed as wrong:
            return Examined(line.source, line.number, unreadable(wrong), "")
        if self._terms.statistics:
            watch = Watch(BY_PINNED[record.ruleset], record.options)

            def saw(before: Game | None, one: Decided) -> None:
                position = None if before is None else before.position
                watch.saw(position, one.entry.by, one.events, one.game.position)

            audited = audit(record, self._verify, saw)
            if audited.holds:
                tally.add(watch.facts(record.outcome))
        else:
            audited = audit(record, self._verify)
        if self._terms.published is not None:
            audited = replace(audited, findings=tuple(map(_must_be_signed, audited.findings)))
        fair = record.chance.scheme == SCHEME
        return Examined(line.source, line.number, audited, record.chance.commitment if fair else "")


def _must_be_signed(finding: Finding) -> Finding:
    return replace(finding, weight="breach") if finding.rule == "RC-SIGN-3" else finding


# --- in the other processes --------------------------------------------------------------------

_EXAMINERS: Final[list[_Examiner]] = []


def _begin(terms: Terms) -> None:
    """Set this process up; Ctrl-C is for the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settle_memory()
    _EXAMINERS.append(_Examiner(terms))


def _examine(piece: list[Line | Fault]) -> tuple[list[Told], Tally]:
    return _EXAMINERS[0].examine(piece)
