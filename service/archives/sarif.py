"""A report as SARIF 2.1.0 (OASIS), which code-scanning services and editors show.

Each finding and each fault is a result, at the line of its record. Games are in the property bag of
the run, because SARIF has no results for what is right that all viewers agree about.
"""

import tempfile
from collections.abc import Mapping
from hashlib import sha256
from typing import IO, Any, Final
from urllib.parse import quote

import msgspec
from msgspec.structs import asdict

from domain.catalogue import sentence
from domain.record.finding import Weight
from domain.ruleset import Language
from service.archives.examining import Examined
from service.archives.record_lines import SENTENCES, ReadFault
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
from service.archives.tournament_results import NOBODY_VOUCHES, TournamentResult, facts_of
from service.archives.tournament_text import texts_of_findings
from service.wire.findings import record_finding

SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)

_LEVELS: Final[Mapping[Weight, str]] = {
    "breach": "error",
    "difference": "warning",
    "note": "note",
}
_EXPECTED: Final = "expected-games"
"""The rule that ``--expect`` makes."""

_ENCODER: Final = msgspec.json.Encoder()


class Sarif:
    """A report with a result for each finding and fault."""

    def __init__(self, stream: IO[bytes], language: Language) -> None:
        self._stream = stream
        self._language: Language = language
        self._rules: dict[str, int] = {}
        """The rules of the results so far, and their positions."""
        # Tool, times and files come first, and are known only at the end.
        self._results = _Elements()
        self._games = _Elements()
        self._tournaments = _Elements()

    def record(self, one: Examined) -> None:
        """Write the findings of a record, and the facts about its game."""
        for finding in one.breaches if one.displaced else one.audited.findings:
            found = record_finding(finding, self._language)
            facts = _ENCODER.encode(found.facts).decode()
            reason = found.reason.replace("_", " ")
            what = f"game {one.audited.game}: {found.message} ({reason})"
            self._result(
                found.rule,
                _LEVELS[found.weight],
                what if one.audited.game else f"{found.message} ({reason}: {facts})",
                place=(one.source, one.line),
                identity=(one.audited.game or "", found.reason, found.where),
                properties={**asdict(found), "game": one.audited.game},
            )
        if one.audited.game is not None:
            self._games.add(
                {
                    "source": one.source,
                    "line": one.line,
                    "game": one.audited.game,
                    "valid": one.audited.is_valid,
                    **about(one),
                }
            )

    def statement(self, one: StatementResult) -> None:
        """Write what a held statement shows."""
        found = record_finding(one.finding, self._language)
        what = f"game {one.game}: {found.message}" if one.game else found.message
        self._result(
            found.rule,
            _LEVELS[found.weight],
            f"{what} ({found.reason.replace('_', ' ')})",
            place=(one.source, one.line),
            identity=(one.game or "", found.reason, _ENCODER.encode(found.facts).decode()),
            properties={**asdict(found), "game": one.game},
        )

    def fault(self, fault: ReadFault) -> None:
        """Write something that could not be read."""
        self._result(
            _rule_of(fault.reason),
            "error",
            fault.sentence,
            place=(fault.source, fault.line),
            identity=("", fault.reason, ""),
            properties={"reason": fault.reason, "facts": fault.facts},
        )

    def tournament(self, one: TournamentResult) -> None:
        """Write the findings of a tournament, and the facts about it."""
        source, record = one.source.source, one.audited.record
        tournament = record.id if record else ""
        texts = texts_of_findings(one.audited, self._language)
        for finding, text in zip(one.audited.findings, texts, strict=True):
            found = record_finding(finding, self._language)
            said = text or f"{found.message} ({found.reason.replace('_', ' ')})"
            self._result(
                found.rule,
                _LEVELS[found.weight],
                f"{one.subject}: {said}",
                place=(source, 1),
                identity=(tournament, found.reason, found.where),
                properties={**asdict(found), "tournament": tournament or None},
            )
        if not one.vouched:
            self._result(
                "RC-TOUR-2",
                "error",
                NOBODY_VOUCHES,
                place=(source, 1),
                identity=(tournament, "nobody_vouches", ""),
                properties={"tournament": tournament or None},
            )
        self._tournaments.add(facts_of(source, one.audited) | {"vouched": one.vouched})

    def end(self, summary: AuditSummary, run: AuditRun, statistics: Statistics | None) -> None:
        """Write the whole report."""
        first = run.sources[0].source if run.sources else "archive"
        if summary.unvouched:
            self._result(
                "RC-SIGN-3",
                "error",
                nobody_vouches(summary),
                place=(first, None),
                identity=("", "nobody_vouches", ""),
                properties={"games": summary.unvouched},
            )
        if missed := is_not_compared(summary):
            self._result(
                "RC-LOG-4",
                "error",
                missed,
                place=(first, None),
                identity=("", "not_compared", ""),
                properties={"games": summary.not_compared},
            )
        if differ := games_differ(summary):
            self._result(
                _EXPECTED,
                "error",
                differ,
                place=(first, None),
                identity=("", "games", ""),
                properties={"games": summary.games, "expected": summary.expected},
            )
        head = _ENCODER.encode(
            {
                "tool": {"driver": self._driver(run)},
                "invocations": [_invocation(run)],
                "artifacts": [
                    {
                        "location": {"uri": _uri(one.source)},
                        "length": one.bytes,
                        "roles": ["analysisTarget"],
                        "hashes": {"sha-256": one.sha256},
                    }
                    for one in run.sources
                ],
                "columnKind": "unicodeCodePoints",
            }
        )
        bag: dict[str, Any] = {"summary": summary, "run": run}
        if statistics is not None:
            bag["statistics"] = statistics
        write = self._stream.write
        write(b'{"$schema":"%b","version":"2.1.0","runs":[' % SCHEMA.encode())
        write(head[:-1] + b',"results":[')
        self._results.move_to(self._stream)
        write(b'],"properties":' + _ENCODER.encode(bag)[:-1] + b',"games":[')
        self._games.move_to(self._stream)
        write(b'],"tournaments":[')
        self._tournaments.move_to(self._stream)
        write(b"]}}]}\n")
        self._stream.flush()

    def _driver(self, run: AuditRun) -> dict[str, Any]:
        rules = [
            {"id": rule, "shortDescription": {"text": self._description(rule)}}
            for rule in self._rules
        ]
        return {"name": "Carolus", "version": run.carolus, "rules": rules}

    def _description(self, rule: str) -> str:
        if rule == _EXPECTED:
            return "the number of games is as expected"
        for reason, text in SENTENCES.items():
            if rule == _rule_of(reason):
                return text
        return sentence(rule, self._language)

    def _result(
        self,
        rule: str,
        level: str,
        message: str,
        *,
        place: tuple[str, int | None],
        identity: tuple[str, str, str],
        properties: Mapping[str, Any],
    ) -> None:
        """Write a result; ``identity`` stays the same when the record moves to another line."""
        source, line = place
        where: dict[str, Any] = {"artifactLocation": {"uri": _uri(source)}}
        if line is not None:
            where["region"] = {"startLine": line}
        digest = sha256("\n".join((rule, *identity)).encode()).hexdigest()
        self._results.add(
            {
                "ruleId": rule,
                "ruleIndex": self._rules.setdefault(rule, len(self._rules)),
                "level": level,
                "message": {"text": message},
                "locations": [{"physicalLocation": where}],
                "partialFingerprints": {"carolusFinding/v1": digest},
                "properties": properties,
            }
        )


class _Elements:
    """The elements of a JSON array, on disk until they are written."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed when they are moved
        self._separator = b""

    def add(self, element: Mapping[str, Any]) -> None:
        """Add an element."""
        self._file.write(self._separator + _ENCODER.encode(element))
        self._separator = b",\n"

    def move_to(self, stream: IO[bytes]) -> None:
        """Write the elements to a stream, with commas between them, and forget them."""
        self._file.seek(0)
        while block := self._file.read(1 << 20):
            stream.write(block)
        self._file.close()


def _invocation(run: AuditRun) -> dict[str, Any]:
    """Return how the audit ran; a skipped file is a notification of the tool, not a result."""
    return {
        "executionSuccessful": True,
        "startTimeUtc": run.began,
        "endTimeUtc": run.ended,
        "toolExecutionNotifications": [
            {
                "level": "note",
                "message": {"text": f"{name}: skipped, not an archive by its name"},
                "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}}],
            }
            for name in run.skipped
        ],
    }


def _rule_of(reason: str) -> str:
    """Return the id of the rule that a fault breaks; the rules of records have ids of their own."""
    return f"read-{reason.replace('_', '-')}"


def _uri(source: str) -> str:
    """Return the name of a file as a URI reference."""
    return f"file://{quote(source)}" if source.startswith("/") else quote(source)
