"""What the audit of a tournament found, for reports."""

from typing import Any, Final, NamedTuple

from domain.catalogue import sentence
from domain.record.finding import plain
from domain.record.tournament_audit import AuditedTournament
from domain.ruleset import Language
from service.archives.compression import SourceRead
from service.archives.tournament_counts import counts
from service.archives.tournament_text import texts_of_findings

NOBODY_VOUCHES: Final = (
    "Nobody vouches for the tournament: without the key of the organiser, anyone could have made "
    "it up."
)


class TournamentResult(NamedTuple):
    """The audit of the record in a file."""

    source: SourceRead
    audited: AuditedTournament
    vouched: bool
    """Whether a key that was given signed it, or an option accepts that none did."""

    @property
    def is_valid(self) -> bool:
        """Whether the record is valid and someone vouches for it."""
        return self.vouched and not self.audited.breaches

    @property
    def subject(self) -> str:
        """What it is about, for people."""
        record = self.audited.record
        return f"tournament {record.id}" if record else "not a record"


def facts_of(source: str, one: AuditedTournament) -> dict[str, Any]:
    """Return the result without its findings."""
    return {
        "source": source,
        "tournament": one.record.id if one.record else None,
        "name": one.state.announcement.name if one.state else None,
        "valid": not one.breaches,
        "phase": one.state.phase if one.state else None,
        "signed_by": one.signed_by,
        **counts(one),
    }


def line_of(source: str, one: AuditedTournament, language: Language) -> dict[str, Any]:
    """Return the result as one line of JSON has it."""
    return {
        **facts_of(source, one),
        "findings": [
            {
                **plain(finding),
                "sentence": sentence(finding.rule, language),
                **({} if text is None else {"text": text}),
            }
            for finding, text in zip(one.findings, texts_of_findings(one, language), strict=True)
        ],
    }
