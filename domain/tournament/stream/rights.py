"""Who may ask what, and when: one table, from which refusals and lists of actions follow.

The organiser arranges the tournament and decides nothing at the tables. An arbiter decides, with a
reason, and never about himself (TN-JUDGE-1). Players act for their own entry. The service reports
games and follows the schedule.
"""

from collections.abc import Container, Mapping
from typing import Any, Final, NamedTuple

from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.tournament.stream import actions as a
from domain.tournament.stream.knocking_out import is_played_out
from domain.tournament.stream.people import Acting, TournamentRole
from domain.tournament.stream.state import Phase, Tournament

_BEFORE: Final = frozenset[Phase]({"registration"})
_BETWEEN: Final = frozenset[Phase]({"between"})
_PLAYING: Final = frozenset[Phase]({"playing"})
_PAIRED: Final = frozenset[Phase]({"paired"})
_STARTED: Final = frozenset[Phase]({"between", "paired", "playing"})
_ALIVE: Final = _BEFORE | _STARTED
_OVER: Final = frozenset[Phase]({"ended", "aborted"})

_DESK: Final = frozenset[TournamentRole]({"organiser", "arbiter"})
_ARBITER: Final = frozenset[TournamentRole]({"arbiter"})
_ORGANISER: Final = frozenset[TournamentRole]({"organiser"})
_PLAYER: Final = frozenset[TournamentRole]({"player"})
_SERVICE: Final = frozenset[TournamentRole]({"service"})
_SCHEDULE: Final = _DESK | _SERVICE


class ActionRight(NamedTuple):
    """Who may take an action, and in which phases."""

    roles: frozenset[TournamentRole]
    phases: frozenset[Phase]


RIGHTS: Final[Mapping[type[Any], ActionRight]] = {
    a.OpenTournament: ActionRight(_ORGANISER, frozenset()),
    a.NameArbiter: ActionRight(_ORGANISER, _ALIVE),
    a.DismissArbiter: ActionRight(_ORGANISER, _ALIVE),
    a.DeclareRelation: ActionRight(_DESK | _PLAYER, _ALIVE),
    a.RejectRelation: ActionRight(_DESK, _ALIVE),
    a.InvitePlayers: ActionRight(_ORGANISER, _ALIVE),
    a.ChangeRules: ActionRight(_ORGANISER, _BEFORE | _BETWEEN),
    a.RegisterEntrant: ActionRight(_DESK | _PLAYER, _ALIVE),
    a.ConfirmPartner: ActionRight(_PLAYER, _ALIVE),
    a.DeclinePartner: ActionRight(_PLAYER, _ALIVE),
    a.CloseRegistration: ActionRight(_ORGANISER | _SERVICE, _BEFORE),
    a.ReopenRegistration: ActionRight(_ORGANISER | _SERVICE, _BEFORE),
    a.WithdrawEntrant: ActionRight(_DESK | _PLAYER, _ALIVE),
    a.ExpelEntrant: ActionRight(_ARBITER, _ALIVE),
    a.ReinstateEntrant: ActionRight(_ARBITER, _ALIVE),
    a.ReplacePlayer: ActionRight(_ARBITER, _STARTED),
    a.ForbidPairing: ActionRight(_ARBITER, _ALIVE),
    a.AllowPairing: ActionRight(_ARBITER, _ALIVE),
    a.RequestBye: ActionRight(_DESK | _PLAYER, _ALIVE),
    a.GiveBye: ActionRight(_ARBITER, _ALIVE),
    a.OpenCheckIn: ActionRight(_SCHEDULE, _BETWEEN),
    a.CheckIn: ActionRight(_DESK | _PLAYER, _BETWEEN),
    a.CloseCheckIn: ActionRight(_SCHEDULE, _BETWEEN),
    a.StartTournament: ActionRight(_ORGANISER | _SERVICE, _BEFORE),
    a.PairRound: ActionRight(_SCHEDULE, _STARTED),
    a.PairByHand: ActionRight(_ARBITER, _STARTED),
    a.UnpairRound: ActionRight(_ARBITER, _PAIRED),
    a.ChangeTables: ActionRight(_ARBITER, _PAIRED | _PLAYING),
    a.OpenRound: ActionRight(_SCHEDULE, _PAIRED),
    a.CloseRound: ActionRight(_SCHEDULE, _PLAYING),
    a.OpenTable: ActionRight(_SERVICE, _PLAYING),
    a.RecordGame: ActionRight(_SERVICE, _PLAYING),
    a.ScoreTable: ActionRight(_SERVICE, _PLAYING),
    a.ClaimResult: ActionRight(_PLAYER, _PLAYING),
    a.EnterResult: ActionRight(_ARBITER, _PLAYING),
    a.ForfeitSides: ActionRight(_ARBITER, _PLAYING),
    a.ForfeitAbsent: ActionRight(_SERVICE, _PLAYING),
    a.OrderReplay: ActionRight(_ARBITER, _PLAYING),
    a.CorrectResult: ActionRight(_ARBITER, _STARTED),
    a.GrantTime: ActionRight(_ARBITER, _PLAYING),
    a.PauseTables: ActionRight(_ARBITER, _PLAYING),
    a.ResumeTables: ActionRight(_ARBITER, _PLAYING),
    a.EndTournament: ActionRight(_ORGANISER | _SERVICE, _BETWEEN),
    a.AbortTournament: ActionRight(_ORGANISER, _ALIVE),
    a.RevealSecret: ActionRight(_SERVICE, _OVER),
}
"""The right to each action. Pairing while a round is played has a rule of its own, TN-NEXT-2."""

_LEADS_ON: Final[Mapping[Phase, tuple[type[Any], Phase]]] = {
    "registration": (a.StartTournament, "between"),
    "between": (a.PairRound, "paired"),
    "paired": (a.OpenRound, "playing"),
    "playing": (a.CloseRound, "between"),
}
"""What takes a tournament from each phase to the next."""


def must_have_the_right(state: Tournament, by: Acting, action: Any) -> None:
    """Refuse what is not for this role (TN-ACT-1), person (TN-ACT-3) or phase (TN-ACT-2)."""
    right = RIGHTS[type(action)]
    asked = tag_of(action)
    if by.role not in right.roles:
        raise IllegalAction(
            "TN-ACT-1", "not_for_this_role", asked=asked, role=by.role, roles=sorted(right.roles)
        )
    if not has_role(state, by):
        raise IllegalAction("TN-ACT-3", "role_of_another", role=by.role, who=by.who)
    if state.phase not in right.phases:
        if state.finished:
            raise IllegalAction("TN-ACT-2", "tournament_is_over", asked=asked, phase=state.phase)
        first = steps_to(state, right.phases)
        raise IllegalAction("TN-ACT-2", "not_now", asked=asked, phase=state.phase, first=first)


def steps_to(state: Tournament, phases: Container[Phase]) -> tuple[str, ...]:
    """Return the actions that come before one of these phases; none if it cannot come any more.

    Check-in, if there is one, is a part of pairing: its own rules say so (TN-NEXT-3).
    """
    steps: list[str] = []
    phase, paired = state.phase, len(state.rounds)
    while phase not in phases:
        if phase not in _LEADS_ON or len(steps) == len(_LEADS_ON):
            return ()
        if phase == "between" and (paired >= state.rules.rounds or is_played_out(state)):
            return ()
        kind, phase = _LEADS_ON[phase]
        steps.append(tag_of(kind))
    return tuple(steps)


def has_role(state: Tournament, by: Acting) -> bool:
    """Return whether someone has the role in which they act; anyone may enter as a player."""
    if by.role == "organiser":
        return by.who == state.organiser
    if by.role == "arbiter":
        return state.is_arbiter(by.who)
    return bool(by.who) == (by.role == "player")


def must_be_own(state: Tournament, by: Acting, entrant: int) -> None:
    """Refuse that a player acts for another player's entry, as it is from now on (TN-ACT-3)."""
    must_sit_there(state, by, entrant, state.next_round)


def must_sit_there(state: Tournament, by: Acting, entrant: int, number: int) -> None:
    """Refuse a player who does not play for this entry in a round (TN-ACT-3)."""
    people = state.entrant(entrant).people_in(number)
    if by.role == "player" and by.who not in {person.key for person in people}:
        raise IllegalAction("TN-ACT-3", "entry_of_another", entrant=entrant)


def must_give_a_reason(state: Tournament, by: Acting, reason: str | None) -> None:
    """Refuse an official's decision after the start that says nothing about why (TN-WHY-1)."""
    if state.started and by.role in _DESK and reason is None:
        raise IllegalAction("TN-WHY-1", "reason_is_required", role=by.role)


def allowed(state: Tournament, by: Acting) -> tuple[str, ...]:
    """Return the kinds of action that this actor may ask for now, in a fixed order."""
    if not has_role(state, by):
        return ()
    return tuple(
        tag_of(kind)
        for kind, right in RIGHTS.items()
        if by.role in right.roles and state.phase in right.phases
    )
