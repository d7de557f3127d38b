"""The JSON of the verdict on a record, over HTTP and in reports."""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from domain.catalogue import sentence
from domain.record.audit import Audited
from domain.record.finding import Finding, Weight
from domain.ruleset import Language
from domain.table.game import Status


class RecordFinding(Struct, frozen=True):
    """What a check found: a rule (of the game, the table or, RC-…, of records) and its facts."""

    weight: Weight
    """A `breach`: the record is wrong. A `difference`: another form of the game. Or a `note`."""
    rule: str
    reason: str
    """A stable code; programs should switch on it."""
    facts: Mapping[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""
    entry: int | None
    """The index of the wrong entry; the first is 0."""
    where: str
    """The place in the record: a JSON path or, in the text form, a line."""


class RecordVerdict(Struct, frozen=True):
    """Whether a record is valid, and up to which entry."""

    valid: bool
    """True if there is no breach."""
    game: str | None
    """The id of the game; null if the record cannot be read."""
    ruleset: str | None
    status: Status | None
    """The status of the game after the last valid entry."""
    entries: int
    """Number of valid entries, from the first."""
    decisions: int
    """Number of valid entries that are actions of seats."""
    events: int
    """Number of events that the valid entries caused."""
    head: str | None
    """Hash of the last of these events."""
    findings: tuple[RecordFinding, ...]
    line: int | UnsetType = UNSET
    """The line of this record among many; the first is 1. Omitted for a single record."""


def record_finding(finding: Finding, language: Language) -> RecordFinding:
    """Return the JSON of a finding."""
    return RecordFinding(
        weight=finding.weight,
        rule=finding.rule,
        reason=finding.reason,
        facts=finding.facts,
        message=sentence(finding.rule, language),
        entry=finding.entry,
        where=finding.where,
    )


def record_verdict(
    audited: Audited, language: Language, line: int | UnsetType = UNSET
) -> RecordVerdict:
    """Return the verdict on a record, with the rules in this language."""
    findings = tuple(record_finding(one, language) for one in audited.findings)
    return RecordVerdict(
        valid=audited.is_valid, line=line, **(asdict(audited) | {"findings": findings})
    )
