"""Action → events: the rules of a tournament, in one table.

``decide`` is deterministic and alters nothing. The action contains what chance and
the outside world contribute, so deciding the entries of a record again gives its events.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from domain.refusal import IllegalAction
from domain.ruleset import tag_of
from domain.tournament.stream import actions as a
from domain.tournament.stream import (
    checking_in,
    ending,
    entering,
    officials,
    partners,
    relations,
    replacing,
    results,
    rights,
    rounds,
)
from domain.tournament.stream.announcement import must_be_consistent
from domain.tournament.stream.events import TournamentOpened
from domain.tournament.stream.evolve import fold, opened
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament

ActionRule = Callable[[Tournament, Acting, Any], tuple[Any, ...]]


class TournamentStep(NamedTuple):
    """One step of a tournament: who acted, the action, and the events that it caused."""

    by: Acting
    action: Any
    events: tuple[Any, ...]


def open_tournament(
    tournament: str, by: Acting, action: a.OpenTournament
) -> tuple[TournamentStep, Tournament]:
    """Announce a tournament; raise IllegalAction for terms that a rule refuses."""
    if by.role != "organiser" or not by.who:
        raise IllegalAction("TN-ACT-1", "not_for_this_role", asked=tag_of(action), role=by.role)
    must_be_consistent(action.announcement)
    event = TournamentOpened(
        by.who, action.commitment, action.announcement, action.names, action.edition
    )
    return TournamentStep(by, action, (event,)), opened(tournament, event)


def decide(state: Tournament, by: Acting, action: Any) -> tuple[Any, ...]:
    """Return the events that an action causes; raise IllegalAction if a rule refuses it."""
    rights.must_have_the_right(state, by, action)
    return _JUDGES[type(action)](state, by, action)


def perform(state: Tournament, by: Acting, action: Any) -> tuple[TournamentStep, Tournament]:
    """Return the entry that an action makes, and the tournament after it."""
    happened = decide(state, by, action)
    return TournamentStep(by, action, happened), fold(state, happened)


def legal(state: Tournament, by: Acting) -> tuple[str, ...]:
    """Return the kinds of action that this actor may ask for now, in a fixed order.

    An action that has no choices, such as closing the round, is among them exactly when ``decide``
    accepts it. Others may be refused for their content.
    """
    found = rights.allowed(state, by)
    plain = {tag_of(action): action for action in _without_choices(state)}
    return tuple(tag for tag in found if tag not in plain or accepts(state, by, plain[tag]))


def _without_choices(state: Tournament) -> tuple[Any, ...]:
    number = len(state.rounds)
    return (
        a.CloseRegistration(),
        a.ReopenRegistration(),
        a.OpenCheckIn(),
        a.CloseCheckIn(),
        a.OpenRound(number),
        a.CloseRound(number),
    )


def accepts(state: Tournament, by: Acting, action: Any) -> bool:
    """Return whether the rules accept an action now."""
    try:
        decide(state, by, action)
    except IllegalAction:
        return False
    return True


_JUDGES: Final[Mapping[type[Any], ActionRule]] = {
    a.NameArbiter: officials.name_arbiter,
    a.DismissArbiter: officials.dismiss_arbiter,
    a.DeclareRelation: relations.declare_relation,
    a.RejectRelation: relations.reject_relation,
    a.InvitePlayers: officials.invite_players,
    a.ChangeRules: officials.change_rules,
    a.ForbidPairing: officials.forbid_pairing,
    a.AllowPairing: officials.allow_pairing,
    a.RegisterEntrant: entering.register_entrant,
    a.ConfirmPartner: partners.confirm_partner,
    a.DeclinePartner: partners.decline_partner,
    a.CloseRegistration: entering.close_registration,
    a.ReopenRegistration: entering.reopen_registration,
    a.WithdrawEntrant: entering.withdraw_entrant,
    a.ExpelEntrant: entering.expel_entrant,
    a.ReinstateEntrant: entering.reinstate_entrant,
    a.ReplacePlayer: replacing.replace_player,
    a.RequestBye: entering.request_bye,
    a.GiveBye: entering.give_bye,
    a.OpenCheckIn: checking_in.open_check_in,
    a.CheckIn: checking_in.check_in,
    a.CloseCheckIn: checking_in.close_check_in,
    a.StartTournament: rounds.start_tournament,
    a.PairRound: rounds.pair_round,
    a.PairByHand: rounds.pair_by_hand,
    a.UnpairRound: rounds.unpair_round,
    a.ChangeTables: rounds.change_tables,
    a.OpenRound: rounds.open_round,
    a.CloseRound: rounds.close_round,
    a.OpenTable: results.open_table,
    a.RecordGame: results.record_game,
    a.ScoreTable: results.score_table,
    a.ClaimResult: results.claim_result,
    a.EnterResult: results.enter_result,
    a.ForfeitSides: results.forfeit_sides,
    a.ForfeitAbsent: results.forfeit_absent,
    a.OrderReplay: results.order_replay,
    a.CorrectResult: results.correct_result,
    a.GrantTime: results.grant_time,
    a.PauseTables: results.pause_tables,
    a.ResumeTables: results.resume_tables,
    a.EndTournament: ending.end_tournament,
    a.AbortTournament: ending.abort_tournament,
    a.RevealSecret: ending.reveal_secret,
}
"""The rule of each action."""
