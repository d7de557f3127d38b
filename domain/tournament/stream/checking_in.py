"""Check-in before a round: who is here, and the links that nobody knew before."""

from domain.links import BadLink, KnownLink, name_of
from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.knocking_out import is_over
from domain.tournament.stream.officials import must_not_judge_own
from domain.tournament.stream.people import Acting
from domain.tournament.stream.rights import must_be_own, must_give_a_reason
from domain.tournament.stream.state import CheckInState, EntrantState, Tournament

CONTRIBUTOR = 0
"""The contributor of every chain of a tournament: each entrant has another tip."""


def open_check_in(state: Tournament, by: Acting, action: a.OpenCheckIn) -> tuple[e.CheckInOpened]:
    """Open check-in for the next round, once (TN-CHECKIN-1)."""
    if not state.announcement.check_in:
        raise IllegalAction("TN-CHECKIN-1", "check_in_was_not_announced")
    number = state.next_round
    if is_over(state):
        raise IllegalAction("TN-CHECKIN-1", "no_further_round", rounds=state.rules.rounds)
    if state.check_in is not None and state.check_in.round == number:
        raise IllegalAction("TN-CHECKIN-1", "check_in_was_opened", round=number)
    return (e.CheckInOpened(number),)


def check_in(state: Tournament, by: Acting, action: a.CheckIn) -> tuple[e.EntrantCheckedIn]:
    """Say that an entrant plays (TN-CHECKIN-2), with the link of its chain (TN-CHECKIN-3).

    An arbiter can admit an entrant after the closing, with a reason; its link then has no part in
    the seed.
    """
    must_be_own(state, by, action.entrant)
    entrant, now = state.entrant(action.entrant), _check_in_of(state)
    must_not_judge_own(state, by, [] if now.open else [action.entrant])
    if not now.open:
        if by.role != "arbiter":
            raise IllegalAction("TN-CHECKIN-2", "check_in_is_closed", round=now.round)
        must_give_a_reason(state, by, action.reason)
    if entrant.status != "in" or entrant.number in now.present:
        reason = "is_here" if entrant.status == "in" else "is_out"
        raise IllegalAction(
            "TN-CHECKIN-2", reason, entrant=entrant.number, round=now.round, status=entrant.status
        )
    _must_give_its_link(state, entrant, now.round, action.link)
    return (e.EntrantCheckedIn(entrant.number, now.round, action.link, action.reason),)


def _must_give_its_link(
    state: Tournament, entrant: EntrantState, number: int, link: str | None
) -> None:
    if entrant.link is None or link is None:
        if entrant.link != link:
            reason = "link_is_required" if link is None else "entrant_has_no_chain"
            raise IllegalAction("TN-CHECKIN-3", reason, entrant=entrant.number)
        return
    name = name_of(state.id, state.commitment)
    known = KnownLink(name, CONTRIBUTOR, bytes.fromhex(entrant.link), entrant.link_round)
    try:
        known.followed_by(number, bytes.fromhex(link))
    except BadLink as bad:
        raise IllegalAction(
            "TN-CHECKIN-3", bad.reason, entrant=entrant.number, round=number
        ) from bad


def close_check_in(state: Tournament, by: Acting, action: a.CloseCheckIn) -> tuple[e.CheckInClosed]:
    """Close the check-in for the next round (TN-CHECKIN-2)."""
    now = _check_in_of(state)
    if not now.open:
        raise IllegalAction("TN-CHECKIN-2", "check_in_is_closed", round=now.round)
    return (e.CheckInClosed(now.round),)


def _check_in_of(state: Tournament) -> CheckInState:
    now = state.check_in
    if now is None or now.round != state.next_round:
        raise IllegalAction("TN-CHECKIN-2", "check_in_is_not_open", round=state.next_round)
    return now
