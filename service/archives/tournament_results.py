"""What the audit of a tournament found, for reports."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from domain.catalogue import sentence
from domain.record.finding import plain
from domain.record.tournament_audit import AuditedTournament
from domain.ruleset import Language
from domain.tournament.stream import events as e
from service.archives.compression import SourceRead

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
    def holds(self) -> bool:
        """Whether the record is valid and someone vouches for it."""
        return self.vouched and not self.audited.breaches

    @property
    def subject(self) -> str:
        """What it is about, for people."""
        record = self.audited.record
        return f"tournament {record.id}" if record else "not a record"


def counts(one: AuditedTournament) -> Mapping[str, int]:
    """Return how many entrants, rounds, tables and games there are, and decisions of each kind."""
    state = one.state
    if state is None:
        return {}
    tables = [table for round_ in state.rounds for table in round_.tables]
    byes = sum(len(round_.byes) for round_ in state.rounds)
    kinds = Counter(type(decision.event) for decision in one.decisions)
    return {
        "entrants": len(state.entrants),
        "rounds": len(state.rounds),
        "tables": len(tables),
        "games": sum(len(table.games) for table in tables),
        "byes": byes,
        "withdrawals": sum(entrant.status == "withdrawn" for entrant in state.entrants),
        "results_by_arbiters": kinds[e.ResultEntered],
        "corrections": kinds[e.ResultCorrected],
    }


def facts_of(source: str, one: AuditedTournament) -> dict[str, Any]:
    """Return the result without its findings."""
    return {
        "source": source,
        "tournament": one.record.id if one.record else None,
        "name": one.state.announcement.name if one.state else None,
        "holds": not one.breaches,
        "phase": one.state.phase if one.state else None,
        "signed_by": one.signed_by,
        **counts(one),
    }


def line_of(source: str, one: AuditedTournament, language: Language) -> dict[str, Any]:
    """Return the result as one line of JSON has it."""
    return {
        **facts_of(source, one),
        "findings": [
            {**plain(finding), "sentence": sentence(finding.rule, language)}
            for finding in one.findings
        ],
    }
