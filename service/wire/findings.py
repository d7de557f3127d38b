"""The JSON of an audit's findings, over HTTP and in reports."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from domain.catalogue import sentence
from domain.record.audit import Finding, Weight
from domain.ruleset import Language


class RecordFinding(Struct, frozen=True):
    """What a check found: a rule (of the game, the table or, RC-…, of records) and its facts."""

    weight: Weight
    """A `breach`: the record is wrong; a `difference`: another form of the game; a `note`."""
    rule: str
    reason: str
    """A stable code; switch on this one."""
    facts: Mapping[str, Any]
    message: str
    """The sentence of the rule, in the requested language."""
    entry: int | None
    """The index of the wrong entry; the first is 0."""
    where: str
    """The place in the record: a JSON path or, in the text form, a line."""


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
