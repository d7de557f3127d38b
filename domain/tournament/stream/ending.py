"""The end of a tournament: its final standings, or none, and the secret of its chance."""

from collections.abc import Sequence

from domain.refusal import IllegalAction
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.chance import must_give_all_seeds
from domain.tournament.stream.knocking_out import has_knock_out, is_over, places_of
from domain.tournament.stream.people import Acting
from domain.tournament.stream.played import standings_of
from domain.tournament.stream.state import Tournament


def end_tournament(
    state: Tournament, by: Acting, action: a.EndTournament
) -> tuple[e.TournamentEnded]:
    """End the tournament after its last round, or earlier with a reason (TN-END-1)."""
    played = len(state.rounds)
    if not played:
        raise IllegalAction("TN-END-1", "no_round_was_played")
    if not is_over(state) and action.reason is None:
        raise IllegalAction("TN-END-1", "rounds_are_left", played=played, rounds=state.rules.rounds)
    return (e.TournamentEnded(tuple(final_standings(state)), action.reason),)


def final_standings(state: Tournament) -> list[e.FinalPlace]:
    """Return the standings now: by points and tie-breaks, or by who was knocked out when."""
    lines = standings_of(state)
    if has_knock_out(state):
        return places_of(state, {line.entrant: line.points for line in lines})
    return lines


def abort_tournament(
    state: Tournament, by: Acting, action: a.AbortTournament
) -> tuple[e.TournamentAborted]:
    """Call the tournament off, without standings."""
    return (e.TournamentAborted(action.reason),)


def reveal_secret(
    state: Tournament, by: Acting, action: a.RevealSecret
) -> tuple[e.TournamentSecretRevealed]:
    """Reveal the secret once, if it gives the commitment and all seeds (TN-SEED-1)."""
    if state.secret is not None:
        raise IllegalAction("TN-SEED-1", "secret_is_revealed")
    must_give_all_seeds(state, action.secret)
    return (e.TournamentSecretRevealed(action.secret),)


def places_after(state: Tournament, after: int | None = None) -> Sequence[e.FinalPlace]:
    """Return the standings now, or after a round with the results as they are known now.

    There are none before the start.
    """
    if not state.started:
        return ()
    if after is not None:
        return standings_of(state, after)
    return state.standings or final_standings(state)
