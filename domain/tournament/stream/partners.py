"""The answer to a player who wants to enter as a pair: nobody is entered by another player."""

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.entering import (
    must_be_admitted,
    must_be_new,
    must_be_open,
    must_fit_its_chain,
)
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import PartnerRequest, Tournament


def confirm_partner(
    state: Tournament, by: Acting, action: a.ConfirmPartner
) -> tuple[e.EntrantRegistered]:
    """Enter the pair (TN-ENTER-9), if both may still enter (TN-ENTER-1 to TN-ENTER-7)."""
    asked = _asked(state, by, action.asker)
    if by.who == asked.asker:
        raise IllegalAction("TN-ENTER-9", "partner_confirms", asker=asked.asker)
    if action.people not in (None, asked.people):
        raise IllegalAction("TN-ENTER-9", "pair_has_changed", people=asked.people)
    must_be_open(state)
    for person in asked.people:
        must_be_admitted(state, person)
    must_be_new(state, by, asked.people)
    must_fit_its_chain(state, asked.tip)
    return (
        e.EntrantRegistered(
            entrant=len(state.entrants) + 1,
            people=asked.people,
            entropy=asked.entropy,
            tip=asked.tip,
            late=state.started,
        ),
    )


def decline_partner(
    state: Tournament, by: Acting, action: a.DeclinePartner
) -> tuple[e.PartnerDeclined]:
    """Decline, or take back that one asked (TN-ENTER-9)."""
    asked = _asked(state, by, action.asker)
    return (e.PartnerDeclined(asked.asker, asked.people),)


def _asked(state: Tournament, by: Acting, asker: str) -> PartnerRequest:
    """Return the open request of a player, to someone who is named in it."""
    for one in state.asked:
        if one.open and one.asker == asker and by.who in {each.key for each in one.people}:
            return one
    raise IllegalAction("TN-ENTER-9", "nobody_asked", asker=asker)
