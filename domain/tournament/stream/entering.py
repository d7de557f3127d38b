"""Entrants come and go: registration, withdrawal, expulsion, reinstatement, byes."""

from typing import Final

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.namesakes import must_read_like_nobody
from domain.tournament.stream.officials import must_not_end_own_table, must_not_judge_own
from domain.tournament.stream.people import Acting, Person
from domain.tournament.stream.rights import must_be_own, must_give_a_reason
from domain.tournament.stream.state import EntrantState, Tournament

REQUESTS_MAX: Final = 10
"""How often a player can ask for a partner, so that nobody fills the record."""


def register_entrant(
    state: Tournament, by: Acting, action: a.RegisterEntrant
) -> tuple[e.EntrantRegistered | e.PartnerAsked]:
    """Enter a person or a pair (TN-ENTER-1 to TN-ENTER-8), or ask the partner (TN-ENTER-9)."""
    must_be_open(state)
    if len(action.people) != state.announcement.team:
        raise IllegalAction(
            "TN-ENTER-6", "size_of_team", people=len(action.people), team=state.announcement.team
        )
    for person in action.people:
        must_be_admitted(state, person)
        if by.role == "player" and not action.code_accepted and _needs_code(state):
            raise IllegalAction("TN-ENTER-2", "code_is_required")
    own = by.who in {person.key for person in action.people}
    if by.role == "player" and not own:
        raise IllegalAction("TN-ACT-3", "entry_of_another")
    if action.rating and (own or by.role == "player"):
        raise IllegalAction("TN-ENTER-8", "rating_of_ones_own", rating=action.rating)
    must_give_a_reason(state, by, action.reason)
    must_be_new(state, by, action.people)
    must_fit_its_chain(state, action.tip)
    if own and _has_a_partner(action.people, by.who):
        return (_asked(state, by, action),)
    return (
        e.EntrantRegistered(
            entrant=len(state.entrants) + 1,
            people=action.people,
            rating=action.rating,
            entropy=action.entropy,
            tip=action.tip,
            late=state.started,
            reason=action.reason,
        ),
    )


def _has_a_partner(people: tuple[Person, ...], own: str) -> bool:
    """Return whether another person enters, too; a house bot has nothing to confirm."""
    return any(one.key != own and one.bot is None for one in people)


def _asked(state: Tournament, by: Acting, action: a.RegisterEntrant) -> e.PartnerAsked:
    """Return that a player asks for a partner, who can confirm only with an account."""
    guests = [one.name for one in action.people if one.guest is not None]
    if guests:
        raise IllegalAction("TN-ENTER-9", "guests_cannot_confirm", names=guests)
    before = sum(one.asker == by.who for one in state.asked)
    if before >= REQUESTS_MAX:
        raise IllegalAction("TN-ENTER-9", "asked_too_often", most=REQUESTS_MAX)
    return e.PartnerAsked(by.who, action.people, action.entropy, action.tip)


def must_be_open(state: Tournament) -> None:
    """Refuse entries when nobody can enter (TN-ENTER-1), or while check-in is closed."""
    must_not_be_frozen(state)
    registration = state.announcement.registration
    if state.started:
        if state.next_round > registration.late_until:
            raise IllegalAction(
                "TN-ENTER-1",
                "too_late",
                round=state.next_round,
                late_until=registration.late_until,
            )
    elif not state.registration_open:
        raise IllegalAction("TN-ENTER-1", "registration_is_closed")
    if len(state.entrants) >= registration.most:
        raise IllegalAction("TN-ENTER-1", "tournament_is_full", most=registration.most)


def _needs_code(state: Tournament) -> bool:
    return state.announcement.registration.kind == "code"


def must_be_admitted(state: Tournament, person: Person) -> None:
    """Refuse a person who may not enter (TN-ENTER-2, TN-ENTER-5)."""
    terms = state.announcement
    if not person.is_one_of_a_kind:
        raise IllegalAction("TN-ENTER-5", "account_or_guest_or_bot", name=person.name)
    if person.guest is not None and not terms.real_tables:
        raise IllegalAction("TN-ENTER-5", "guests_need_real_tables", name=person.name)
    if person.bot is not None and person.bot not in terms.house_bots:
        raise IllegalAction(
            "TN-ENTER-5", "bot_was_not_announced", bot=person.bot, announced=terms.house_bots
        )
    listed = terms.registration.kind == "list" and person.account is not None
    if listed and person.account not in state.invited:
        raise IllegalAction("TN-ENTER-2", "not_on_the_list", account=person.account)


def must_be_new(state: Tournament, by: Acting, people: tuple[Person, ...]) -> None:
    """Refuse a person who has entered (TN-ENTER-3), and a name like another one (TN-ENTER-4).

    The same house bot may enter several times, under different names.
    """
    keys = {person.key: entrant for entrant, person in state.everybody() if person.bot is None}
    for at, person in enumerate(people):
        if person.key in keys:
            raise IllegalAction(
                "TN-ENTER-3", "entered_before", name=person.name, entrant=keys[person.key]
            )
        must_read_like_nobody(state, "TN-ENTER-4", by, person, people[:at])
        if person.bot is None:
            keys[person.key] = len(state.entrants) + 1


def must_fit_its_chain(state: Tournament, tip: str | None) -> None:
    """Refuse a chain without check-in, and that of another entry (TN-ENTER-7)."""
    if tip is None:
        return
    if not state.announcement.check_in:
        raise IllegalAction("TN-ENTER-7", "chains_need_check_in")
    if tip in {one.tip for one in state.entrants}:
        raise IllegalAction("TN-ENTER-7", "chain_of_another")


def close_registration(
    state: Tournament, by: Acting, action: a.CloseRegistration
) -> tuple[e.RegistrationClosed]:
    """Close registration, if it is open (TN-ENTER-1)."""
    if not state.registration_open:
        raise IllegalAction("TN-ENTER-1", "registration_is_closed")
    return (e.RegistrationClosed(),)


def reopen_registration(
    state: Tournament, by: Acting, action: a.ReopenRegistration
) -> tuple[e.RegistrationReopened]:
    """Open registration again, before the start (TN-ENTER-1)."""
    if state.registration_open:
        raise IllegalAction("TN-ENTER-1", "registration_is_open")
    return (e.RegistrationReopened(),)


def withdraw_entrant(
    state: Tournament, by: Acting, action: a.WithdrawEntrant
) -> tuple[e.EntrantWithdrawn]:
    """Withdraw from all further rounds; a table that is being played goes on (TN-LEAVE-1)."""
    must_be_own(state, by, action.entrant)
    must_give_a_reason(state, by, action.reason)
    must_not_end_own_table(state, by, action.entrant)
    _must_be_in(state.entrant(action.entrant))
    must_not_be_frozen(state)
    return (e.EntrantWithdrawn(action.entrant, action.reason),)


def expel_entrant(
    state: Tournament, by: Acting, action: a.ExpelEntrant
) -> tuple[e.EntrantExpelled]:
    """Exclude an entrant; an arbiter may do so at any time (TN-LEAVE-1)."""
    entrant = state.entrant(action.entrant)
    must_not_end_own_table(state, by, action.entrant)
    if entrant.status == "expelled":
        raise IllegalAction("TN-LEAVE-1", "is_out", entrant=entrant.number, status=entrant.status)
    return (e.EntrantExpelled(action.entrant, action.reason),)


def reinstate_entrant(
    state: Tournament, by: Acting, action: a.ReinstateEntrant
) -> tuple[e.EntrantReinstated]:
    """Let an entrant play again who is out (TN-LEAVE-2)."""
    entrant = state.entrant(action.entrant)
    must_not_judge_own(state, by, [action.entrant])
    if entrant.status == "in":
        raise IllegalAction("TN-LEAVE-2", "is_in", entrant=entrant.number)
    if state.started and not state.rules.swiss and entrant.number not in state.order:
        raise IllegalAction("TN-LEAVE-2", "schedule_has_no_place", entrant=entrant.number)
    must_not_be_frozen(state)
    return (e.EntrantReinstated(action.entrant, action.reason),)


def request_bye(state: Tournament, by: Acting, action: a.RequestBye) -> tuple[e.ByeGranted]:
    """Rest in a round that is not paired yet, as announced (TN-REST-1, TN-REST-2)."""
    must_be_own(state, by, action.entrant)
    must_give_a_reason(state, by, action.reason)
    must_not_judge_own(state, by, [action.entrant])
    terms, entrant = state.announcement.byes, state.entrant(action.entrant)
    if action.kind not in terms.kinds or entrant.requests >= terms.most:
        raise IllegalAction(
            "TN-REST-1",
            "bye_was_not_announced",
            kind=action.kind,
            kinds=terms.kinds,
            requests=entrant.requests,
            most=terms.most,
        )
    must_not_be_frozen(state)
    _must_be_ahead(state, entrant, action.round)
    return (e.ByeGranted(action.entrant, action.round, action.kind, action.reason),)


def give_bye(state: Tournament, by: Acting, action: a.GiveBye) -> tuple[e.ByeGranted]:
    """Let an entrant rest by a decision of an arbiter (TN-REST-2)."""
    entrant = state.entrant(action.entrant)
    must_not_judge_own(state, by, [action.entrant])
    if action.kind == "pairing":
        raise IllegalAction("TN-REST-1", "pairing_gives_these", kind=action.kind)
    if not state.rules.swiss:
        raise IllegalAction("TN-REST-1", "schedule_has_no_byes", kind=action.kind)
    _must_be_ahead(state, entrant, action.round)
    return (e.ByeGranted(action.entrant, action.round, action.kind, action.reason),)


def _must_be_ahead(state: Tournament, entrant: EntrantState, number: int) -> None:
    _must_be_in(entrant)
    if not state.next_round <= number <= state.rules.rounds:
        raise IllegalAction(
            "TN-REST-2",
            "round_is_not_ahead",
            round=number,
            next=state.next_round,
            rounds=state.rules.rounds,
        )
    if number in dict(entrant.byes):
        raise IllegalAction("TN-REST-2", "has_a_bye", entrant=entrant.number, round=number)


def _must_be_in(entrant: EntrantState) -> None:
    if entrant.status != "in":
        raise IllegalAction("TN-LEAVE-1", "is_out", entrant=entrant.number, status=entrant.status)


def must_not_be_frozen(state: Tournament) -> None:
    """Refuse what would steer the pairing, between check-in and pairing (TN-CHECKIN-4)."""
    if state.is_frozen:
        raise IllegalAction("TN-CHECKIN-4", "check_in_is_closed", round=state.next_round)
