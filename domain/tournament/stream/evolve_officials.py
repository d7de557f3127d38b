"""What officials change: the arbiters, their relations, the list, who may meet, and the rules."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.tournament.stream import events as e
from domain.tournament.stream.state import RelationClaim, Tournament


def _arbiter_named(state: Tournament, event: e.ArbiterNamed) -> Tournament:
    return replace(state, arbiters=(*state.arbiters, (event.account, event.name)))


def _arbiter_dismissed(state: Tournament, event: e.ArbiterDismissed) -> Tournament:
    left = tuple(one for one in state.arbiters if one[0] != event.account)
    return replace(state, arbiters=left)


def _relation_declared(state: Tournament, event: e.RelationDeclared) -> Tournament:
    pair = (event.account, event.entrant)
    claims = tuple(one for one in state.claims if (one.account, one.entrant) != pair)
    return replace(state, relations=(*state.relations, pair), claims=claims)


def _relation_claimed(state: Tournament, event: e.RelationClaimed) -> Tournament:
    claim = RelationClaim(event.account, event.entrant, event.reason)
    return replace(state, claims=(*state.claims, claim))


def _relation_rejected(state: Tournament, event: e.RelationRejected) -> Tournament:
    pair = (event.account, event.entrant)
    claims = tuple(
        replace(one, rejected=True) if (one.account, one.entrant) == pair else one
        for one in state.claims
    )
    return replace(state, claims=claims)


def _players_invited(state: Tournament, event: e.PlayersInvited) -> Tournament:
    return replace(state, invited=state.invited.union(event.accounts))


def _pairing_forbidden(state: Tournament, event: e.PairingForbidden) -> Tournament:
    return replace(state, barred=(*state.barred, event.entrants))


def _pairing_allowed(state: Tournament, event: e.PairingAllowed) -> Tournament:
    left = tuple(pair for pair in state.barred if set(pair) != set(event.entrants))
    return replace(state, barred=left)


def _rules_changed(state: Tournament, event: e.RulesChanged) -> Tournament:
    return replace(state, rules=event.rules)


OFFICIALS: Final[Mapping[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    e.ArbiterNamed: _arbiter_named,
    e.ArbiterDismissed: _arbiter_dismissed,
    e.RelationDeclared: _relation_declared,
    e.RelationClaimed: _relation_claimed,
    e.RelationRejected: _relation_rejected,
    e.PlayersInvited: _players_invited,
    e.PairingForbidden: _pairing_forbidden,
    e.PairingAllowed: _pairing_allowed,
    e.RulesChanged: _rules_changed,
}
"""By type of event: what it changes."""
