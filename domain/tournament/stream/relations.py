"""Who is too close to an entrant to judge: arbiters declare it, players claim it.

A player who could keep every arbiter away from their tables would have no judge. So what a player
says about an arbiter is a claim, which counts when another official confirms it (ADR 101). Nobody
decides who judges the table at which they play.
"""

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.officials import at_the_table, must_not_judge_own, plays_for
from domain.tournament.stream.people import Acting
from domain.tournament.stream.rights import must_be_own, must_give_a_reason
from domain.tournament.stream.state import Tournament


def declare_relation(
    state: Tournament, by: Acting, action: a.DeclareRelation
) -> tuple[e.RelationDeclared | e.RelationClaimed]:
    """Declare a relation, which counts at once, or claim one (TN-JUDGE-2, TN-JUDGE-3).

    Arbiters declare their own and confirm what players claim of another one; the organiser declares
    any, except at the organiser's own table. After the start, officials who declare the relation of
    another arbiter give a reason (TN-WHY-1).
    """
    must_be_own(state, by, action.entrant)
    if (action.account, action.entrant) in state.relations:
        raise IllegalAction(
            "TN-JUDGE-2", "relation_is_declared", account=action.account, entrant=action.entrant
        )
    if by.who != action.account:
        if plays_for(state, by, [action.entrant]):
            return (_claimed(state, action),)
        if by.role == "arbiter":
            _must_be_claimed(state, action.account, action.entrant, "relation_of_another")
        _must_be_of_another_table(state, by, action, "TN-JUDGE-2")
        must_give_a_reason(state, by, action.reason)
    return (e.RelationDeclared(action.account, action.entrant, action.reason),)


def _claimed(state: Tournament, action: a.DeclareRelation) -> e.RelationClaimed:
    """Return a player's claim; refuse a second one, and one without a reason or an arbiter."""
    if not state.is_arbiter(action.account):
        raise IllegalAction("TN-JUDGE-3", "is_no_arbiter", account=action.account)
    claim = state.claim(action.account, action.entrant)
    if claim is not None:
        reason = "claim_was_rejected" if claim.rejected else "relation_is_claimed"
        raise IllegalAction("TN-JUDGE-3", reason, account=action.account, entrant=action.entrant)
    if action.reason is None:
        raise IllegalAction("TN-JUDGE-3", "claim_needs_a_reason", entrant=action.entrant)
    return e.RelationClaimed(action.account, action.entrant, action.reason)


def reject_relation(
    state: Tournament, by: Acting, action: a.RejectRelation
) -> tuple[e.RelationRejected]:
    """Reject what a player claims of another official (TN-JUDGE-3)."""
    _must_be_claimed(state, action.account, action.entrant, "nothing_is_claimed")
    if by.who == action.account or plays_for(state, by, [action.entrant]):
        raise IllegalAction(
            "TN-JUDGE-3", "another_official_decides", account=action.account, entrant=action.entrant
        )
    _must_be_of_another_table(state, by, action, "TN-JUDGE-3")
    return (e.RelationRejected(action.account, action.entrant, action.reason),)


def _must_be_claimed(state: Tournament, account: str, entrant: int, reason: str) -> None:
    """Refuse an answer to a claim that no player made, or that was rejected."""
    claim = state.claim(account, entrant)
    if claim is None or claim.rejected:
        raise IllegalAction("TN-JUDGE-3", reason, account=account, entrant=entrant)


def _must_be_of_another_table(
    state: Tournament, by: Acting, action: a.DeclareRelation | a.RejectRelation, rule: str
) -> None:
    """Refuse officials who play at the table of an entry now; they would choose their own judge."""
    there = at_the_table(state, action.entrant)
    must_not_judge_own(state, by, there)
    if plays_for(state, by, there):
        raise IllegalAction(
            rule, "another_official_decides", account=action.account, entrant=action.entrant
        )
