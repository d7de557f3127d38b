"""Output of an audit: a summary, and reports for programs, record by record."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Protocol, TypeAlias
from xml.sax.saxutils import escape, quoteattr

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from domain.ruleset import Language
from service.archives.examining import Examined
from service.archives.record_lines import ReadFault
from service.archives.sarif import Sarif
from service.archives.statements import StatementResult
from service.archives.statistics import Statistics
from service.archives.summary import (
    AuditRun,
    AuditSummary,
    about,
    games_differ,
    is_not_compared,
    nobody_vouches,
)
from service.archives.tournament_results import NOBODY_VOUCHES, TournamentResult, facts_of, line_of
from service.archives.tournament_text import texts_of_findings
from service.wire.findings import RecordFinding, record_finding, record_verdict

_ENCODER = msgspec.json.Encoder()


class FaultLine(Struct, frozen=True):
    """Something that could not be read."""

    source: str
    line: int | None
    valid: bool
    reason: str
    facts: Mapping[str, Any]
    message: str


class StatementLine(Struct, frozen=True):
    """What a signed statement that someone holds shows by itself."""

    source: str
    line: int
    valid: bool
    game: str | None
    finding: RecordFinding


class LastLine(Struct, frozen=True):
    """The end of a report."""

    summary: AuditSummary
    run: AuditRun
    statistics: Statistics | UnsetType = UNSET


class Report(Protocol):
    """Receives the results of an audit, in order."""

    def record(self, one: Examined) -> None:
        """Add a record."""

    def statement(self, one: StatementResult) -> None:
        """Add what a held statement shows by itself."""

    def fault(self, fault: ReadFault) -> None:
        """Add a fault."""

    def tournament(self, one: TournamentResult) -> None:
        """Add a tournament; they come after everything else."""

    def end(self, summary: AuditSummary, run: AuditRun, statistics: Statistics | None) -> None:
        """Finish."""


class JsonLines:
    """A report with a line of JSON for each record and fault, and the summary as the last line."""

    def __init__(self, stream: IO[bytes], language: Language) -> None:
        self._stream = stream
        self._language: Language = language

    def record(self, one: Examined) -> None:
        """Write a record."""
        verdict = record_verdict(one.audited, self._language, one.line)
        place = {"source": one.source, "line": one.line}
        self._write(place | asdict(verdict) | about(one))

    def statement(self, one: StatementResult) -> None:
        """Write what a held statement shows."""
        finding = record_finding(one.finding, self._language)
        self._write(StatementLine(one.source, one.line, not one.is_breach, one.game, finding))

    def fault(self, fault: ReadFault) -> None:
        """Write something that could not be read."""
        text = fault.sentence
        self._write(FaultLine(fault.source, fault.line, False, fault.reason, fault.facts, text))

    def tournament(self, one: TournamentResult) -> None:
        """Write a tournament."""
        line = line_of(one.source.source, one.audited, self._language)
        self._write(line | {"vouched": one.vouched})

    def end(self, summary: AuditSummary, run: AuditRun, statistics: Statistics | None) -> None:
        """Write the summary."""
        self._write(LastLine(summary, run, UNSET if statistics is None else statistics))
        self._stream.flush()

    def _write(self, line: Struct | Mapping[str, Any]) -> None:
        self._stream.write(_ENCODER.encode(line) + b"\n")


class JUnit:
    """A report as JUnit XML, which test servers show: a test case for each record and fault.

    Properties of a case have the facts about its game, and its output the notes of the audit.
    """

    def __init__(self, stream: IO[bytes], language: Language) -> None:
        self._stream = stream
        self._language: Language = language
        # The first line contains the number of cases, which is known only at the end.
        self._cases = tempfile.TemporaryFile()  # noqa: SIM115 - closed at the end
        self._tests = self._failures = 0

    def record(self, one: Examined) -> None:
        """Write a record."""
        failures, notes = [], []
        self._failures += not one.audited.is_valid
        for finding in one.audited.findings:
            said = _sentence_of(record_finding(finding, self._language))
            if finding.weight == "breach":
                failures.append(f"<failure type={_quoted(finding.rule)} message={_quoted(said)}/>")
            else:
                notes.append(f"{finding.weight}: {said}\n")
        place = f"line {one.line}, game {one.audited.game or 'unknown'}"
        output = f"<system-out>{escape(_clean(''.join(notes)))}</system-out>" if notes else ""
        known = _properties(_flat(about(one)))
        self._case(one.source, place, known + "".join(failures) + output)

    def statement(self, one: StatementResult) -> None:
        """Write what a held statement shows."""
        said = _sentence_of(record_finding(one.finding, self._language))
        self._failures += one.is_breach
        content = (
            f"<failure type={_quoted(one.finding.rule)} message={_quoted(said)}/>"
            if one.is_breach
            else f"<system-out>{escape(_clean(f'{one.finding.weight}: {said}'))}</system-out>"
        )
        self._case(one.source, f"line {one.line}, {one.subject}", content)

    def fault(self, fault: ReadFault) -> None:
        """Write something that could not be read."""
        place = "file" if fault.line is None else f"line {fault.line}"
        message = f"<error type={_quoted(fault.reason)} message={_quoted(fault.sentence)}/>"
        self._case(fault.source, place, message)

    def tournament(self, one: TournamentResult) -> None:
        """Write a tournament: a failure for each breach, and the decisions of people as output."""
        self._failures += not one.is_valid
        failures, notes = [], []
        texts = texts_of_findings(one.audited, self._language)
        for finding, text in zip(one.audited.findings, texts, strict=True):
            said = _sentence_of(record_finding(finding, self._language))
            if finding.weight == "breach":
                failures.append(f"<failure type={_quoted(finding.rule)} message={_quoted(said)}/>")
            else:
                shown = said if text is None else f"{text} ({finding.rule})"
                notes.append(f"{finding.weight}: {shown}\n")
        if not one.vouched and not failures:
            message = _quoted(NOBODY_VOUCHES)
            failures.append(f'<failure type="RC-TOUR-2" message={message}/>')
        output = f"<system-out>{escape(_clean(''.join(notes)))}</system-out>" if notes else ""
        known = _properties(_flat(facts_of(one.source.source, one.audited)))
        self._case(one.source.source, one.subject, known + "".join(failures) + output)

    def end(self, summary: AuditSummary, run: AuditRun, statistics: Statistics | None) -> None:
        """Write the whole report."""
        if summary.unvouched:
            # One case for all of them: each record is valid by itself.
            message = f"message={_quoted(nobody_vouches(summary))}"
            self._case("carolus audit", "signatures", f'<failure type="RC-SIGN-3" {message}/>')
            self._failures += 1
        if missed := is_not_compared(summary):
            failure = f'<failure type="RC-LOG-4" message={_quoted(missed)}/>'
            self._case("carolus audit", "mirrors", failure)
            self._failures += 1
        if differ := games_differ(summary):
            failure = f'<failure type="games" message={_quoted(differ)}/>'
            self._case("carolus audit", "games", failure)
            self._failures += 1
        counts = f'tests="{self._tests}" failures="{self._failures}" errors="{summary.faults}"'
        head = f'<testsuite name="carolus audit" {counts} time="{summary.seconds}">\n'
        self._stream.write(b'<?xml version="1.0" encoding="UTF-8"?>\n' + head.encode())
        self._stream.write(_properties(_flat(asdict(run))).encode() + b"\n")
        self._cases.seek(0)
        while block := self._cases.read(1 << 20):
            self._stream.write(block)
        self._cases.close()
        self._stream.write(b"</testsuite>\n")
        self._stream.flush()

    def _case(self, source: str, place: str, content: str) -> None:
        case = f"<testcase classname={_quoted(source)} name={_quoted(place)}>{content}</testcase>\n"
        self._cases.write(case.encode())
        self._tests += 1


ReportType: TypeAlias = type[JsonLines] | type[JUnit] | type[Sarif]

REPORTS: Mapping[str, ReportType] = {
    ".jsonl": JsonLines,
    ".ndjson": JsonLines,
    ".xml": JUnit,
    ".sarif": Sarif,
    ".sarif.json": Sarif,
}
"""By the end of a file's name."""


def report_type(path: Path) -> ReportType | None:
    """Return the type of report for the name of this file, or None."""
    name = path.name.lower()
    return next((kind for end, kind in REPORTS.items() if name.endswith(end)), None)


def _sentence_of(finding: RecordFinding) -> str:
    facts = _ENCODER.encode(finding.facts).decode()
    return f"{finding.where}: {finding.rule} {finding.reason}: {finding.message} {facts}"


def _flat(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield names and texts: JUnit has no structured values. Leave out unknown ones."""
    for name, value in values.items():
        if isinstance(value, str):
            yield name, value
        elif isinstance(value, tuple | list):
            yield from ((name, _text(one)) for one in value)
        elif value is not None:
            yield name, _text(value)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else _ENCODER.encode(value).decode()


def _properties(values: Iterator[tuple[str, str]]) -> str:
    """Return the element with these properties; empty if there are none."""
    inner = "".join(
        f"<property name={_quoted(name)} value={_quoted(value)}/>" for name, value in values
    )
    return f"<properties>{inner}</properties>" if inner else ""


def _quoted(text: str) -> str:
    """Return a text as a quoted attribute value."""
    return quoteattr(_clean(text))


def _clean(text: str) -> str:
    """Return a text without control characters, which XML does not allow, except line feeds."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text
    )
