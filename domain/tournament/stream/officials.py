"""Arbiters, the list of the invited, forbidden pairings and changed rules."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import RoundPace, must_be_consistent
from domain.tournament.stream.namesakes import must_be_named_apart
from domain.tournament.stream.people import Acting
from domain.tournament.stream.rights import must_give_a_reason
from domain.tournament.stream.state import Tournament


def must_not_judge_own(state: Tournament, by: Acting, entrants: Iterable[int]) -> None:
    """Refuse an arbiter who plays there, or has a declared relation to a player (TN-JUDGE-1).

    A guest under the very name of an arbiter is this arbiter; so is everybody who ever played for
    the entry.
    """
    if by.role != "arbiter":
        return
    name = dict(state.arbiters).get(by.who) if state.names else None
    for number in entrants:
        own = any(
            person.account == by.who or (person.guest is not None and person.name == name)
            for person in state.entrant(number).everybody()
        )
        if own or (by.who, number) in state.relations:
            reason = "arbiter_plays_here" if own else "arbiter_has_a_relation"
            raise IllegalAction("TN-JUDGE-1", reason, arbiter=by.who, entrant=number)


def must_not_end_own_table(state: Tournament, by: Acting, entrant: int) -> None:
    """Refuse officials who take an opponent out at the table at which they play (TN-JUDGE-1).

    An entrant who is out loses there (TN-LEAVE-3, TN-LEAVE-4), so this decides about the table.
    """
    there = at_the_table(state, entrant)
    must_not_judge_own(state, by, there)
    own = plays_for(state, by, [entrant])
    if by.role == "organiser" and not own and plays_for(state, by, there):
        raise IllegalAction("TN-JUDGE-1", "organiser_plays_here", organiser=by.who, entrant=entrant)


def at_the_table(state: Tournament, entrant: int) -> Sequence[int]:
    """Return who is at the table of an entry in the round that is paired; else the entry alone."""
    tables = state.rounds[-1].tables if state.phase in {"paired", "playing"} else ()
    return next((one.players for one in tables if entrant in one.players), (entrant,))


def plays_for(state: Tournament, by: Acting, entrants: Iterable[int]) -> bool:
    """Return whether someone plays, or ever played, for one of these entries."""
    return any(
        by.who == person.key for one in entrants for person in state.entrant(one).everybody()
    )


def name_arbiter(state: Tournament, by: Acting, action: a.NameArbiter) -> tuple[e.ArbiterNamed]:
    """Name an arbiter, who is not one yet (TN-ARBITER-1), by a name of their own (TN-ARBITER-2)."""
    must_give_a_reason(state, by, action.reason)
    if state.is_arbiter(action.account):
        raise IllegalAction("TN-ARBITER-1", "is_an_arbiter", account=action.account)
    must_be_named_apart(state, action.account, action.name)
    return (e.ArbiterNamed(action.account, action.name, action.reason),)


def dismiss_arbiter(
    state: Tournament, by: Acting, action: a.DismissArbiter
) -> tuple[e.ArbiterDismissed]:
    """Dismiss an arbiter (TN-ARBITER-1)."""
    must_give_a_reason(state, by, action.reason)
    if not state.is_arbiter(action.account):
        raise IllegalAction("TN-ARBITER-1", "is_no_arbiter", account=action.account)
    name = dict(state.arbiters)[action.account]
    return (e.ArbiterDismissed(action.account, name, action.reason),)


def invite_players(
    state: Tournament, by: Acting, action: a.InvitePlayers
) -> tuple[e.PlayersInvited]:
    """Put accounts on the list, each once, if there is one (TN-ENTER-2)."""
    if state.announcement.registration.kind != "list":
        kind = state.announcement.registration.kind
        raise IllegalAction("TN-ENTER-2", "registration_has_no_list", registration=kind)
    known = state.invited
    twice = sorted(
        {one for one in action.accounts if one in known or action.accounts.count(one) > 1}
    )
    if twice:
        raise IllegalAction("TN-ENTER-2", "is_on_the_list", accounts=twice)
    must_give_a_reason(state, by, action.reason)
    return (e.PlayersInvited(action.accounts, action.reason),)


def forbid_pairing(
    state: Tournament, by: Acting, action: a.ForbidPairing
) -> tuple[e.PairingForbidden]:
    """Keep two entrants apart (TN-BAR-1)."""
    _must_be_two(state, by, action.entrants)
    if _are_barred(state, action.entrants):
        raise IllegalAction("TN-BAR-1", "pairing_is_forbidden", entrants=action.entrants)
    return (e.PairingForbidden(action.entrants, action.reason),)


def allow_pairing(state: Tournament, by: Acting, action: a.AllowPairing) -> tuple[e.PairingAllowed]:
    """Let two entrants meet again (TN-BAR-1)."""
    _must_be_two(state, by, action.entrants)
    if not _are_barred(state, action.entrants):
        raise IllegalAction("TN-BAR-1", "pairing_is_not_forbidden", entrants=action.entrants)
    return (e.PairingAllowed(action.entrants, action.reason),)


def _are_barred(state: Tournament, entrants: Iterable[int]) -> bool:
    return set(entrants) in [set(pair) for pair in state.barred]


def _must_be_two(state: Tournament, by: Acting, entrants: tuple[int, int]) -> None:
    for one in entrants:
        state.entrant(one)
    if entrants[0] == entrants[1]:
        raise IllegalAction("TN-BAR-1", "two_entrants_are_needed", entrants=entrants)
    must_not_judge_own(state, by, entrants)


def change_rules(state: Tournament, by: Acting, action: a.ChangeRules) -> tuple[e.RulesChanged]:
    """Change points, tie-breaks or the number of rounds, with a reason (TN-CHANGE-1).

    The inputs of pairings stay: seats, partners, sizes of tables and format. The number of
    rounds never falls below those that are paired, nor rises above those of a schedule.
    """
    old, new = state.rules, action.rules
    if new == old:
        raise IllegalAction("TN-CHANGE-1", "nothing_changes")
    fixed = ("seats", "sizes", "swiss", "partners")
    changed = [name for name in fixed if getattr(old, name) != getattr(new, name)]
    if changed:
        raise IllegalAction("TN-CHANGE-1", "cannot_change", members=changed)
    # The announced times stand; people begin the rounds that have none.
    must_be_consistent(replace(state.announcement, rules=new, pace=RoundPace()))
    if new.rounds < len(state.rounds):
        raise IllegalAction(
            "TN-CHANGE-1", "rounds_are_paired", rounds=new.rounds, paired=len(state.rounds)
        )
    robin = state.schedule is not None and not state.schedule.groups
    if state.schedule is not None and robin and new.rounds > len(state.schedule.rounds):
        scheduled = len(state.schedule.rounds)
        raise IllegalAction(
            "TN-CHANGE-1", "schedule_has_fewer", rounds=new.rounds, scheduled=scheduled
        )
    return (e.RulesChanged(new, action.reason),)
