"""What the service tells of a finding of an audit, over HTTP and in reports: with its sentence."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.catalogue import sentence
from domain.record.audit import Finding, Weight
from domain.ruleset import Language


class RecordFinding(Struct, frozen=True):
    """What a check found: a rule (of the game, the table or, RC-…, of records) and its facts."""

    weight: Weight
    """A `breach`: it does not hold; a `difference`: the same game in other words; a `note`."""
    rule: str
    reason: str
    """A stable code; switch on this one."""
    facts: Mapping[str, Any]
    message: str
    """The rule in the language asked for."""
    entry: int | None
    """Number of the entry that does not hold; the first is 0."""
    where: str
    """The place in the record, as a JSON path; in text, the line."""


def record_finding(finding: Finding, language: Language) -> RecordFinding:
    """Return what is told of a finding."""
    return RecordFinding(
        weight=finding.weight,
        rule=finding.rule,
        reason=finding.reason,
        facts=finding.facts,
        message=sentence(finding.rule, language),
        entry=finding.entry,
        where=finding.where,
    )
