"""The audit of an archive: record by record, on all cores, told in the order of reading.

Memory does not grow with the archive: a few pieces of it are under way at a time, and what has to
be known of all games together (``Seen``) is kept on disk.
"""

import os
import signal
import sqlite3
import time
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from multiprocessing import get_context
from threading import Thread
from typing import Final, NamedTuple, Self, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from domain.chance import SCHEME
from domain.record.audit import Audited, Finding, Weight, audit, unreadable
from domain.record.record import AnyRecord
from domain.record.rerun import Decided
from domain.refusal import Malformed
from domain.rulesets.registry import BY_PINNED
from domain.table.game import Game
from service.access.signing import Verifier
from service.archives.lines import Fault, Line
from service.archives.records import record_of
from service.archives.tally import Tally, Watch
from service.runtime.memory import settle_memory

PIECE_BYTES: Final = 256 << 10
"""How much of an archive is audited at a time, on one core."""

PIECE_LINES: Final = 64
"""And how many lines at most: what is told of a line is longer than a short line."""

PIECES_ALONE: Final = 4
"""An archive of so few pieces is done sooner than other processes are started."""


class Terms(Struct, frozen=True):
    """What is asked of an audit beside that each record holds."""

    published: frozenset[str] | None = None
    """Thumbprints of the keys with which every finished game must be signed; None if signatures
    need only be good."""
    unfinished: bool = False
    """Whether a game may be unfinished, and so not signed, where keys are given."""
    statistics: bool = False
    """Whether chance and outcomes are counted."""


class Examined(NamedTuple):
    """One record of an archive, where it is, and what came of its audit."""

    source: str
    """Empty where there is but one."""
    line: int
    audited: Audited
    commitment: str
    """Of its dice; empty if they have none or the record cannot be read."""
    tally: Tally | None = None
    """What was counted of it, if that was asked for."""

    @property
    def is_there_again(self) -> bool:
        """Whether a record of the same game came before this one (RC-ONE-1)."""
        return any(finding.rule == "RC-ONE-1" for finding in self.audited.findings)

    @property
    def place(self) -> str:
        """Where it is, for people."""
        return f"{self.source}, line {self.line}" if self.source else f"line {self.line}"


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

    def _alone(self, pieces: Iterable[list[Line | Fault]]) -> Iterator[Told]:
        examiner = _Examiner(self._terms)
        for piece in pieces:
            yield from examiner.examine(piece)

    def _together(self, pieces: Iterable[list[Line | Fault]]) -> Iterator[Told]:
        pool = ProcessPoolExecutor(
            self._jobs,
            get_context("spawn"),
            initializer=_begin,
            initargs=(self._terms, os.getpid()),
        )
        under_way: deque[Future[list[Told]]] = deque()
        try:
            for piece in pieces:
                under_way.append(pool.submit(_examine, piece))
                if len(under_way) > 2 * self._jobs:
                    yield from under_way.popleft().result()
            while under_way:
                yield from under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


class Seen:
    """The games and the secrets of an archive, and where each was seen first (RC-ONE).

    Only records that hold are noted: what is broken must not cast doubt on what is proved. Nor may
    an unfinished game, which anybody can make up from what is public: a finished one takes its
    place. Kept in a temporary database, of which SQLite has a few megabytes in memory; it
    is for the thread in which it was made.
    """

    def __init__(self) -> None:
        # An empty name is a file that is gone when it is closed.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(
            "CREATE TABLE seen (what TEXT PRIMARY KEY, game TEXT, head TEXT, finished INTEGER,"
            " place TEXT) WITHOUT ROWID"
        )
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Forget all of it."""
        self._database.close()

    def examined(self, one: Examined) -> Examined:
        """Return the record with what is to be said of it beside the others before it."""
        if not one.audited.holds:
            return one
        found = [*self._same_game(one), *self._same_secret(one)]
        if not found:
            return one
        findings = (*one.audited.findings, *found)
        return one._replace(audited=replace(one.audited, findings=findings))

    def _same_game(self, one: Examined) -> Iterator[Finding]:
        before = self._first(f"game {one.audited.game}", one)
        if before is None:
            return
        facts = {"first": before.place, "head": before.head}
        if before.head is not None and before.head == one.audited.head:
            yield Finding("note", "RC-ONE-1", "record_is_there_twice", facts, where="$.id")
        elif before.finished and _is_finished(one):
            yield Finding("breach", "RC-ONE-1", "game_has_another_head", facts, where="$.id")
        else:
            yield Finding("note", "RC-ONE-1", "game_is_there_unfinished_too", facts, where="$.id")

    def _same_secret(self, one: Examined) -> Iterator[Finding]:
        if not one.commitment:
            return
        before = self._first(f"commitment {one.commitment}", one)
        if before is None or before.game == one.audited.game:
            return
        facts = {"first": before.place, "game": before.game}
        # Of a game that is not finished nobody knows whether it has the secret or a copy of what
        # was published about it.
        weight: Weight = "breach" if before.finished and _is_finished(one) else "note"
        where = "$.chance.commitment"
        yield Finding(weight, "RC-ONE-2", "secret_of_another_game", facts, where=where)

    def _first(self, what: str, one: Examined) -> "_First | None":
        """Return who was there first, None if this is; a finished game takes the place."""
        audited = one.audited
        finished = _is_finished(one)
        row = (what, audited.game, audited.head, finished, one.place)
        added = self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?)", row)
        if added.rowcount:
            return None
        found = self._database.execute(
            "SELECT game, head, finished, place FROM seen WHERE what = ?", (what,)
        )
        first = _First(*found.fetchone())
        if finished and not first.finished:
            self._database.execute("REPLACE INTO seen VALUES (?, ?, ?, ?, ?)", row)
        return first


class _First(NamedTuple):
    """The record in which a game or a secret was seen first."""

    game: str
    head: str | None
    finished: int
    place: str


def commitment_of(record: AnyRecord) -> str:
    """Return the commitment to the secret of the dice; empty if they have none."""
    return record.chance.commitment if record.chance.scheme == SCHEME else ""


def _is_finished(one: Examined) -> bool:
    return one.audited.status in {"over", "aborted"}


def _pieces(lines: Iterable[Line | Fault]) -> Iterator[list[Line | Fault]]:
    """Yield the lines in pieces of some size, never empty."""
    piece: list[Line | Fault] = []
    size = 0
    for line in lines:
        piece.append(line)
        size += len(line.data) if isinstance(line, Line) else 0
        if size >= PIECE_BYTES or len(piece) >= PIECE_LINES:
            yield piece
            piece, size = [], 0
    if piece:
        yield piece


class _Examiner:
    """Audits the records of some lines."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._verify = Verifier(terms.published).verify

    def examine(self, piece: list[Line | Fault]) -> list[Told]:
        """Return what came of each line."""
        return [self._record(line) if isinstance(line, Line) else line for line in piece]

    def _record(self, line: Line) -> Examined:
        try:
            record = record_of(line)
        except Malformed as wrong:
            return Examined(line.source, line.number, unreadable(wrong), "")
        tally: Tally | None = None
        if self._terms.statistics:
            watch = Watch(BY_PINNED[record.ruleset], record.options)

            def saw(before: Game | None, one: Decided) -> None:
                position = None if before is None else before.position
                watch.saw(position, one.entry.by, one.events, one.game.position)

            audited = audit(record, self._verify, saw)
            if audited.holds:
                tally = Tally()
                tally.add(watch.facts(record.outcome))
        else:
            audited = audit(record, self._verify)
        if self._terms.published is not None:
            audited = self._signed(audited)
        return Examined(line.source, line.number, audited, commitment_of(record), tally)

    def _signed(self, audited: Audited) -> Audited:
        """Return the audit of a record that must be signed by a published key (RC-SIGN-3).

        Who cuts the end off a game that was lost has an unfinished one, without any fault.
        """
        findings = [
            replace(one, weight="breach") if one.rule == "RC-SIGN-3" else one
            for one in audited.findings
        ]
        if audited.holds and audited.status in {"open", "running"} and not self._terms.unfinished:
            where = "$.signature"
            findings.append(Finding("breach", "RC-SIGN-3", "game_is_not_finished", where=where))
        return replace(audited, findings=tuple(findings))


# --- in the other processes --------------------------------------------------------------------

_EXAMINERS: Final[list[_Examiner]] = []
_LOOKED_EVERY: Final = 1.0
"""Seconds."""


def _begin(terms: Terms, parent: int) -> None:
    """Set this process up; Ctrl-C is for the one that started it, and this one ends with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    settle_memory()
    _EXAMINERS.append(_Examiner(terms))


def _end_with(parent: int) -> None:
    """End this process when its parent is gone: one that was killed can tell nobody."""
    while os.getppid() == parent:
        time.sleep(_LOOKED_EVERY)
    os._exit(1)


def _examine(piece: list[Line | Fault]) -> list[Told]:
    return _EXAMINERS[0].examine(piece)
