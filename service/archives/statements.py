"""Signed statements that players and organisers hold: read from files, one compact JWS per line."""

from collections.abc import Iterable, Iterator
from typing import IO, Final, NamedTuple

from domain.record.finding import Finding
from domain.record.held_statements import (
    Evidence,
    Held,
    about_tournament,
    contradictions,
    missing,
    subjects,
)
from domain.record.signatures import Signatures
from domain.record.statement import BadSignature, Call, TournamentSigned
from service.archives.examining import AuditResult, Examined
from service.archives.record_lines import ReadFault
from service.archives.sources import named

LINE_BYTES_MAX: Final = 64 << 10
"""The longest line: a statement has a few kilobytes at most."""


class StatementResult(NamedTuple):
    """What a held statement shows by itself, without a record."""

    source: str
    line: int
    game: str | None
    """The id of the game; None for a call, which has only the name of the game, for a tournament
    and for a log."""
    finding: Finding

    @property
    def subject(self) -> str:
        """What it is about, for people: a game, a tournament, or a transparency log."""
        facts = self.finding.facts
        if "origin" in facts:
            return f"log {facts['origin']}"
        tournament = facts.get("tournament")
        if "signed" in facts:
            tournament = facts["signed"].get("tournament")
        if tournament is not None:
            return about_tournament(tournament)
        return f"game {self.game or 'unknown'}"

    @property
    def is_breach(self) -> bool:
        """Whether it proves that something is wrong."""
        return self.finding.weight == "breach"


class HeldStatements:
    """The statements in some files, and what they prove.

    ``evidence`` are those that a key that counts has signed; the audit of each record of a game or
    tournament uses them.
    """

    def __init__(self, files: Iterable[IO[bytes]], signatures: Signatures) -> None:
        """Read the files; ``signatures`` knows the keys that count."""
        self.names = tuple(named(file.name) for file in files)
        self._signatures = signatures
        self._held: list[Held] = []
        self._unused: list[ReadFault | StatementResult] = []
        for name, file in zip(self.names, files, strict=True):
            self._read(name, file)
        evidence: dict[str, list[Held]] = {}
        for one in self._held:
            evidence.setdefault(one.about, []).append(one)
        self.evidence: Evidence = evidence
        self._found: set[str] = set()

    @property
    def count(self) -> int:
        """The number of statements that are used."""
        return len(self._held)

    def results(self) -> Iterator[ReadFault | StatementResult]:
        """Yield the lines that are not used, and the statements that contradict each other."""
        yield from self._unused
        yield from self._results(contradictions(self._held))

    def saw(self, result: AuditResult) -> None:
        """Take note of a record, valid or not: its game is in an archive."""
        if isinstance(result, Examined) and result.audited.game is not None:
            self._found.update(
                about
                for about in subjects(result.audited.game, result.commitment)
                if about in self.evidence
            )

    def saw_tournament(self, tournament: str) -> None:
        """Take note of the record of a tournament, valid or not."""
        self._found.add(about_tournament(tournament))

    def missing(self, *, games: bool, tournaments: bool) -> Iterator[StatementResult]:
        """Yield the games or tournaments that were in no record; call it after the last one."""
        missed = missing(self.evidence, self._found)
        return self._results(
            (one, finding)
            for one, finding in missed
            if (tournaments if isinstance(one.statement, TournamentSigned) else games)
        )

    def _read(self, source: str, file: IO[bytes]) -> None:
        faults: list[ReadFault] = []
        lines = 0
        for number, line in _lines(file):
            if line == b"":
                continue
            lines += 1
            if line is None:
                limit = {"limit": LINE_BYTES_MAX}
                faults.append(ReadFault(source, number, "line_too_long", limit))
                continue
            try:
                self._take(source, number, line)
            except BadSignature as bad:
                facts = {"error": _explained(bad), "code": bad.reason}
                faults.append(ReadFault(source, number, "not_signed", facts))
        if len(faults) == lines > 1:
            # It is another file: its first line says enough.
            faults = [_of_file(faults[0])]
        self._unused.extend(faults)

    def _take(self, source: str, number: int, line: bytes) -> None:
        signed = self._signatures.verify(line.decode("ascii", "replace"))
        one = Held(signed.statement, signed.kid, source, number)
        if signed.published:
            self._held.append(one)
            return
        finding = Finding("note", "RC-HELD-4", "key_is_not_published", one.facts)
        self._unused.extend(self._results([(one, finding)]))

    def _results(self, found: Iterable[tuple[Held, Finding]]) -> Iterator[StatementResult]:
        for one, finding in found:
            of_no_game = isinstance(one.statement, Call | TournamentSigned)
            game = None if of_no_game else one.about
            yield StatementResult(one.source, one.line, game, finding)


def _of_file(first: ReadFault) -> ReadFault:
    """Return the fault of a file without any statement, given that of its first line."""
    facts = {"line": first.line, "error": first.explanation}
    return ReadFault(first.source, None, "no_statement", facts)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines without whitespace around them; None for one that is too long."""
    number = 0
    while line := file.readline(LINE_BYTES_MAX + 1):
        number += 1
        if len(line) <= LINE_BYTES_MAX:
            yield number, line.strip()
            continue
        while line and not line.endswith(b"\n"):
            line = file.readline(LINE_BYTES_MAX)
        yield number, None


def _explained(bad: BadSignature) -> str:
    """Return why a signature is invalid, for people."""
    why = bad.reason.replace("_", " ")
    return f"{why}: {bad.facts['error']}" if "error" in bad.facts else why
