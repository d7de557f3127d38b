"""How many entrants, rounds and decisions an audited tournament has."""

from collections import Counter
from collections.abc import Mapping

from domain.record.tournament_audit import AuditedTournament
from domain.tournament.stream import events as e


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
