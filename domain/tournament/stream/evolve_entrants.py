"""What entrants change: who enters, leaves, rests and has checked in, and who plays."""

from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.tournament.stream import events as e
from domain.tournament.stream.state import (
    CheckInState,
    EntrantState,
    EntrantStatus,
    PartnerRequest,
    ReplacedPerson,
    Tournament,
)


def _entrant_registered(state: Tournament, event: e.EntrantRegistered) -> Tournament:
    entrant = EntrantState(
        number=event.entrant,
        people=event.people,
        rating=event.rating,
        entropy=event.entropy,
        tip=event.tip,
        late=event.late,
        link=event.tip,
    )
    left = _without_requests(state, [person.key for person in event.people])
    state = replace(left, entrants=(*state.entrants, entrant))
    return _numbered(state, event.entrant) if event.late else state


def _partner_asked(state: Tournament, event: e.PartnerAsked) -> Tournament:
    state = _without_request_by(state, event.asker)
    asked = PartnerRequest(event.asker, event.people, event.entropy, event.tip)
    return replace(state, asked=(*state.asked, asked))


def _partner_declined(state: Tournament, event: e.PartnerDeclined) -> Tournament:
    return _without_request_by(state, event.asker, declined=True)


def _without_request_by(state: Tournament, asker: str, *, declined: bool = False) -> Tournament:
    """Return the tournament without an open request of this player."""
    asked = tuple(
        replace(one, open=False, declined=declined) if one.open and one.asker == asker else one
        for one in state.asked
    )
    return replace(state, asked=asked)


def _without_requests(state: Tournament, entered: Collection[str]) -> Tournament:
    """Return the tournament without open requests in which someone is who has entered."""
    if not any(one.open for one in state.asked):
        return state
    asked = tuple(
        replace(one, open=one.open and not any(each.key in entered for each in one.people))
        for one in state.asked
    )
    return replace(state, asked=asked)


def _numbered(state: Tournament, entrant: int) -> Tournament:
    """Return the tournament with an entrant after all others: the last number and lot."""
    lots = (*state.lots, max(state.lots, default=0) + 1)
    return replace(state, order=(*state.order, entrant), lots=lots)


def _registration(is_open: bool) -> Callable[[Tournament, Any], Tournament]:
    def change(state: Tournament, event: Any) -> Tournament:
        return replace(state, registration_open=is_open)

    return change


def _status(status: EntrantStatus) -> Callable[[Tournament, Any], Tournament]:
    def change(state: Tournament, event: Any) -> Tournament:
        return _with_entrant(state, replace(state.entrants[event.entrant - 1], status=status))

    return change


def _entrant_reinstated(state: Tournament, event: e.EntrantReinstated) -> Tournament:
    if state.started and event.entrant not in state.order:
        state = _numbered(state, event.entrant)
    return _status("in")(state, event)


def _player_replaced(state: Tournament, event: e.PlayerReplaced) -> Tournament:
    before = state.entrants[event.entrant - 1]
    at = event.member - 1
    left = ReplacedPerson(before.people[at], event.member, event.round, event.reason)
    return _with_entrant(
        state,
        replace(
            before,
            people=(*before.people[:at], event.person, *before.people[at + 1 :]),
            replaced=(*before.replaced, left),
            link=None,
        ),
    )


def _bye_granted(state: Tournament, event: e.ByeGranted) -> Tournament:
    before = state.entrants[event.entrant - 1]
    requests = before.requests + (event.reason is None)
    byes = (*before.byes, (event.round, event.kind))
    return _with_entrant(state, replace(before, byes=byes, requests=requests))


def _check_in_opened(state: Tournament, event: e.CheckInOpened) -> Tournament:
    return replace(state, check_in=CheckInState(event.round))


def _entrant_checked_in(state: Tournament, event: e.EntrantCheckedIn) -> Tournament:
    now = state.check_in or CheckInState(event.round)
    number = event.entrant
    links = now.links
    if event.link is not None:
        entrant = replace(state.entrants[number - 1], link=event.link, link_round=event.round)
        state = _with_entrant(state, entrant)
        # Entrants after the closing contribute nothing: the others' links are known by then.
        links = (*links, (number, event.link)) if now.open else links
    return replace(state, check_in=replace(now, present=(*now.present, number), links=links))


def _check_in_closed(state: Tournament, event: e.CheckInClosed) -> Tournament:
    return replace(state, check_in=replace(state.check_in or CheckInState(event.round), open=False))


def _with_entrant(state: Tournament, entrant: EntrantState) -> Tournament:
    at = entrant.number - 1
    entrants = (*state.entrants[:at], entrant, *state.entrants[at + 1 :])
    return replace(state, entrants=entrants)


ENTRANTS: Final[Mapping[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    e.EntrantRegistered: _entrant_registered,
    e.PartnerAsked: _partner_asked,
    e.PartnerDeclined: _partner_declined,
    e.RegistrationClosed: _registration(is_open=False),
    e.RegistrationReopened: _registration(is_open=True),
    e.EntrantWithdrawn: _status("withdrawn"),
    e.EntrantExpelled: _status("expelled"),
    e.EntrantReinstated: _entrant_reinstated,
    e.PlayerReplaced: _player_replaced,
    e.ByeGranted: _bye_granted,
    e.CheckInOpened: _check_in_opened,
    e.EntrantCheckedIn: _entrant_checked_in,
    e.CheckInClosed: _check_in_closed,
}
"""By type of event: what it changes."""
