"""An arbiter lets another person play for an entry, from the next round that is paired on (ADR 95).

The entry stays what it was: its number, points, opponents, rating, byes and place. So no pairing,
tie-break or seed changes, and neither does a table that was paired before.
"""

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.knocking_out import is_over
from domain.tournament.stream.namesakes import must_read_like_nobody
from domain.tournament.stream.officials import must_not_judge_own
from domain.tournament.stream.people import Acting, Person
from domain.tournament.stream.state import EntrantState, Tournament


def replace_player(
    state: Tournament, by: Acting, action: a.ReplacePlayer
) -> tuple[e.PlayerReplaced]:
    """Let another person play for an entry (TN-REPLACE-1 to TN-REPLACE-5)."""
    entrant = state.entrant(action.entrant)
    must_not_judge_own(state, by, [entrant.number])
    _must_play_on(state, entrant, action.member)
    _must_be_admitted(state, action.person)
    _must_be_new(state, entrant, action.person)
    _must_not_judge_here(state, action.person)
    must_read_like_nobody(state, "TN-REPLACE-5", by, action.person)
    return (
        e.PlayerReplaced(
            entrant=entrant.number,
            person=action.person,
            round=state.next_round,
            reason=action.reason,
            member=action.member,
        ),
    )


def _must_play_on(state: Tournament, entrant: EntrantState, member: int) -> None:
    """Refuse an entry for which nobody plays any more, and a place that it does not have."""
    if entrant.status != "in":
        raise IllegalAction("TN-REPLACE-1", "is_out", entrant=entrant.number, status=entrant.status)
    if member > len(entrant.people):
        raise IllegalAction(
            "TN-REPLACE-1", "no_such_member", member=member, people=len(entrant.people)
        )
    if _is_last_round_paired(state):
        raise IllegalAction("TN-REPLACE-1", "no_further_round", rounds=len(state.rounds))


def _is_last_round_paired(state: Tournament) -> bool:
    """Return whether it is known that no round follows; in a knock-out, results decide."""
    if state.phase == "between":
        return is_over(state)
    return len(state.rounds) >= state.rules.rounds


def _must_be_admitted(state: Tournament, person: Person) -> None:
    """Refuse house bots, guests without real tables, and accounts that are not on the list."""
    if not person.is_one_of_a_kind or person.bot is not None:
        raise IllegalAction("TN-REPLACE-2", "account_or_guest", name=person.name)
    if person.guest is not None and not state.announcement.real_tables:
        raise IllegalAction("TN-REPLACE-2", "guests_need_real_tables", name=person.name)
    listed = state.announcement.registration.kind == "list" and person.account is not None
    if listed and person.account not in state.invited:
        raise IllegalAction("TN-REPLACE-2", "not_on_the_list", account=person.account)


def _must_not_judge_here(state: Tournament, person: Person) -> None:
    """Refuse an arbiter: by account, or as the guest of the same name."""
    for account, name in state.arbiters:
        if person.account == account or (person.guest is not None and person.name == name):
            raise IllegalAction("TN-REPLACE-4", "is_an_arbiter", name=name, account=account)


def _must_be_new(state: Tournament, entrant: EntrantState, person: Person) -> None:
    """Refuse who plays, or ever played for another entry; a replaced person can come back."""
    playing = {one.key for one in entrant.people}
    for number, other in state.everybody():
        if other.key == person.key and (number != entrant.number or other.key in playing):
            raise IllegalAction("TN-REPLACE-3", "entered_before", name=person.name, entrant=number)
