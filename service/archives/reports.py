"""Output of an audit: a summary, and reports for programs, record by record."""

import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Protocol
from xml.sax.saxutils import quoteattr

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from domain.record.audit import Weight
from domain.ruleset import Language
from service.archives.examining import Examined, Voucher
from service.archives.record_lines import ReadFault
from service.archives.statistics import Statistics
from service.wire.findings import RecordFinding, record_finding, record_verdict

_ENCODER = msgspec.json.Encoder()

ASKED_WRONGLY = frozenset({"missing", "unreadable", "empty_folder", "folder_loop"})
"""Faults of a given path, not of the contents of an archive."""


class FaultLine(Struct, frozen=True):
    """Something that could not be read."""

    source: str
    line: int | None
    holds: bool
    reason: str
    facts: Mapping[str, Any]
    message: str


class Remark(Struct, frozen=True):
    """A kind of finding, and the number of records that have it."""

    weight: Weight
    rule: str
    reason: str
    records: int


class AuditSummary(Struct, frozen=True):
    """The result of an audit."""

    holds: bool
    """Whether every record holds, everything could be read, and somebody vouches for every game, or
    an option accepts that nobody does."""
    records: int
    games: int
    """Distinct games in the records."""
    expected: int | None
    """How many games there must be; None for any number."""
    broken: int
    """Records with a breach, including malformed ones."""
    faults: int
    """Lines, or rests of files, that could not be read at all."""
    unfinished: int
    """Valid records of games that have not ended."""
    vouched: int
    """Games whose end is signed by a key that was given."""
    unvouched: int
    """Games that hold, but that nobody vouches for, although no option accepts that."""
    sources: int
    passed_over: int
    """Files and folders beneath a given folder that are not archives."""
    entries: int
    decisions: int
    """Entries that are actions of seats."""
    events: int
    seconds: float
    remarks: tuple[Remark, ...]
    """The most frequent one first."""


class LastLine(Struct, frozen=True):
    """The end of a report."""

    summary: AuditSummary
    statistics: Statistics | UnsetType = UNSET


class Count:
    """Adds up the results of an audit to a summary."""

    def __init__(self, unsigned_games: frozenset[str] = frozenset()) -> None:
        self.records = self.games = self.broken = self.faults = self.asked_wrongly = 0
        self.unsigned: set[str] = set()
        """Ids of games that an option accepts by name and that are in the archive."""
        self._named = unsigned_games
        self._vouchers: Counter[Voucher | None] = Counter()
        self._unfinished = self._entries = self._decisions = self._events = 0
        self._remarks: Counter[tuple[Weight, str, str]] = Counter()

    def record(self, one: Examined) -> None:
        """Count a record."""
        audited = one.audited
        self.records += 1
        self.games += audited.game is not None and not one.is_there_again
        self.broken += not audited.holds
        if not one.is_there_again:
            self._vouchers[one.voucher] += 1
        if audited.game in self._named:
            self.unsigned.add(audited.game)
        self._unfinished += audited.holds and audited.status in ("open", "running")
        self._entries += audited.entries
        self._decisions += audited.decisions
        self._events += audited.events
        kinds = dict.fromkeys((one.weight, one.rule, one.reason) for one in audited.findings)
        self._remarks.update(kinds.keys())

    def fault(self, fault: ReadFault) -> None:
        """Count something that could not be read."""
        if fault.reason in ASKED_WRONGLY:
            self.asked_wrongly += 1
        else:
            self.faults += 1

    def summary(
        self, *, sources: int, passed_over: int, seconds: float, expected: int | None = None
    ) -> AuditSummary:
        """Return the summary; ``expected`` is how many games there must be."""
        missing = expected is not None and self.games != expected
        unvouched = self._vouchers["nobody"]
        wrong = self.broken or self.faults or self.asked_wrongly or missing or unvouched
        return AuditSummary(
            holds=not wrong,
            records=self.records,
            games=self.games,
            expected=expected,
            broken=self.broken,
            faults=self.faults + self.asked_wrongly,
            unfinished=self._unfinished,
            vouched=self._vouchers["key"],
            unvouched=unvouched,
            sources=sources,
            passed_over=passed_over,
            entries=self._entries,
            decisions=self._decisions,
            events=self._events,
            seconds=round(seconds, 3),
            remarks=tuple(Remark(*kind, count) for kind, count in self._remarks.most_common()),
        )


class Report(Protocol):
    """Receives the results of an audit, in order."""

    def record(self, one: Examined) -> None:
        """Add a record."""

    def fault(self, fault: ReadFault) -> None:
        """Add a fault."""

    def end(self, summary: AuditSummary, statistics: Statistics | None) -> None:
        """Finish."""


class JsonLines:
    """A report with a line of JSON for each record and fault, and the summary as the last line."""

    def __init__(self, stream: IO[bytes], language: Language) -> None:
        self._stream = stream
        self._language: Language = language

    def record(self, one: Examined) -> None:
        """Write a record."""
        verdict = record_verdict(one.audited, self._language, one.line)
        whose = {"signed_by": one.signed_by, "voucher": one.voucher}
        self._write({"source": one.source, "line": one.line} | asdict(verdict) | whose)

    def fault(self, fault: ReadFault) -> None:
        """Write something that could not be read."""
        text = fault.sentence
        self._write(FaultLine(fault.source, fault.line, False, fault.reason, fault.facts, text))

    def end(self, summary: AuditSummary, statistics: Statistics | None) -> None:
        """Write the summary."""
        self._write(LastLine(summary, UNSET if statistics is None else statistics))
        self._stream.flush()

    def _write(self, line: Struct | Mapping[str, Any]) -> None:
        self._stream.write(_ENCODER.encode(line) + b"\n")


class JUnit:
    """A report as JUnit XML, which test servers show: a test case for each record and fault."""

    def __init__(self, stream: IO[bytes], language: Language) -> None:
        self._stream = stream
        self._language: Language = language
        # The first line contains the number of cases, which is known only at the end.
        self._cases = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end

    def record(self, one: Examined) -> None:
        """Write a record."""
        failures = [
            _element("failure", record_finding(finding, self._language))
            for finding in one.audited.findings
            if finding.weight == "breach"
        ]
        place = f"line {one.line}, game {one.audited.game or 'unknown'}"
        self._case(one.source, place, "".join(failures))

    def fault(self, fault: ReadFault) -> None:
        """Write something that could not be read."""
        place = "file" if fault.line is None else f"line {fault.line}"
        message = f"<error type={_quoted(fault.reason)} message={_quoted(fault.sentence)}/>"
        self._case(fault.source, place, message)

    def end(self, summary: AuditSummary, statistics: Statistics | None) -> None:
        """Write the whole report."""
        tests, failures = summary.records + summary.faults, summary.broken
        if summary.unvouched:
            # One case for all of them: each record holds by itself.
            message = f"message={_quoted(nobody_vouches(summary))}"
            self._case("carolus audit", "signatures", f'<failure type="RC-SIGN-3" {message}/>')
            tests, failures = tests + 1, failures + 1
        counts = f'tests="{tests}" failures="{failures}" errors="{summary.faults}"'
        head = f'<testsuite name="carolus audit" {counts} time="{summary.seconds}">\n'
        self._stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n' + head.encode())
        self._cases.seek(0)
        while block := self._cases.read(1 << 20):
            self._stream.write(block)
        self._cases.close()
        self._stream.write(b"</testsuite>\n")
        self._stream.flush()

    def _case(self, source: str, place: str, content: str) -> None:
        case = f"<testcase classname={_quoted(source)} name={_quoted(place)}>{content}</testcase>\n"
        self._cases.write(case.encode())


REPORTS: Mapping[str, type[JsonLines] | type[JUnit]] = {
    ".jsonl": JsonLines,
    ".ndjson": JsonLines,
    ".xml": JUnit,
}
"""By the suffix of a file's name."""


def report_type(path: Path) -> type[JsonLines] | type[JUnit] | None:
    """Return the type of report for the suffix of this file, or None."""
    return REPORTS.get(path.suffix.lower())


def nobody_vouches(summary: AuditSummary) -> str:
    """Return the sentence about games that nobody vouches for."""
    games = "the game" if summary.unvouched == 1 else f"{summary.unvouched:,} games"
    return f"Nobody vouches for {games}: without keys of the service, anyone can have made them up."


def _element(name: str, finding: RecordFinding) -> str:
    facts = _ENCODER.encode(finding.facts).decode()
    message = f"{finding.where}: {finding.rule} {finding.reason}: {finding.message} {facts}"
    return f"<{name} type={_quoted(finding.rule)} message={_quoted(message)}/>"


def _quoted(text: str) -> str:
    """Return a text as a quoted attribute value; XML does not allow control characters."""
    printable = "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
    return quoteattr(printable)
