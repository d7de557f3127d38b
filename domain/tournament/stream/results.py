"""Results: of finished games, claimed at real tables, decided by arbiters, corrected.

Also here: what arbiters decide about games that go on.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.table.actions import ADDED_SECONDS_MAX
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.knocking_out import advancing_at, is_knock_out
from domain.tournament.stream.officials import must_not_judge_own
from domain.tournament.stream.people import Acting
from domain.tournament.stream.rights import must_sit_there
from domain.tournament.stream.state import ResultClaim, TableResult, TableState, Tournament

CLAIMS_MAX: Final = 50
"""How often a player can enter a result for one table."""


def open_table(state: Tournament, by: Acting, action: a.OpenTable) -> tuple[e.TableOpened]:
    """Name the one game of a table (TN-TABLE-1)."""
    table = _of_current_round(state, action.round, action.table)
    _must_be_undecided(table, action.round, action.table)
    if table.game is not None:
        raise IllegalAction("TN-TABLE-1", "table_has_a_game", table=action.table, game=table.game)
    if action.game in state.games:
        raise IllegalAction("TN-TABLE-1", "game_of_another_table", game=action.game)
    return (e.TableOpened(action.round, action.table, action.game),)


# --- games ------------------------------------------------------------------------------------


def record_game(state: Tournament, by: Acting, action: a.RecordGame) -> tuple[e.GameRecorded]:
    """Take the result of a finished game, proved by its signed statement (TN-GAME)."""
    return (_of_game(state, action.proof, as_it_stands=False),)


def score_table(state: Tournament, by: Acting, action: a.ScoreTable) -> tuple[e.GameRecorded]:
    """Score a game that the service ended as it stood, if that was announced (TN-SCORE-1)."""
    if not state.announcement.scored_as_they_stand:
        raise IllegalAction("TN-SCORE-1", "scoring_was_not_announced")
    return (_of_game(state, action.proof, as_it_stands=True),)


def _of_game(state: Tournament, proof: a.ProvedGame, *, as_it_stands: bool) -> e.GameRecorded:
    if proof.tournament != state.id:
        raise IllegalAction(
            "TN-GAME-1", "game_of_another_tournament", proved=proof.tournament, expected=state.id
        )
    table = _of_current_round(state, proof.round, proof.table)
    if proof.game != table.game:
        raise IllegalAction(
            "TN-GAME-2", "game_of_another_table", proved=proof.game, expected=table.game
        )
    seats = tuple(one.key for one in state.seats_at(proof.round, table))
    if proof.seats != seats:
        raise IllegalAction("TN-GAME-3", "other_seats", proved=proof.seats, expected=seats)
    if len(proof.ranks) != len(seats):
        raise IllegalAction("TN-GAME-4", "game_has_no_result", game=proof.game, ranks=proof.ranks)
    _must_be_undecided(table, proof.round, proof.table)
    return e.GameRecorded(
        round=proof.round,
        table=proof.table,
        ranks=_ranks_of(table, proof.ranks),
        game=proof.game,
        head=proof.head,
        kid=proof.kid,
        scores=proof.scores[: len(table.players)] if len(proof.scores) == len(seats) else (),
        as_it_stands=as_it_stands,
    )


def _ranks_of(table: TableState, ranks: Sequence[int]) -> tuple[int, ...]:
    """Return the places of the entrants; players who forfeit come last, together.

    A pair has the place of its side, which both of its seats have (TN-GAME-4).
    """
    count = len(table.players)
    if any(ranks[at] != ranks[at % count] for at in range(len(ranks))):
        raise IllegalAction("TN-GAME-4", "partners_differ", ranks=ranks)
    stayed = [
        rank
        for rank, player in zip(ranks, table.players, strict=False)
        if player not in table.forfeits
    ]
    return tuple(
        len(stayed) + 1 if player in table.forfeits else 1 + sum(one < rank for one in stayed)
        for rank, player in zip(ranks, table.players, strict=False)
    )


# --- people enter results ---------------------------------------------------------------------


def claim_result(state: Tournament, by: Acting, action: a.ClaimResult) -> tuple[Any, ...]:
    """Enter the result of one's own real table; the second equal claim confirms it (TN-CLAIM)."""
    table = _of_current_round(state, action.round, action.table)
    must_sit_there(state, by, action.entrant, action.round)
    if not state.announcement.real_tables:
        raise IllegalAction("TN-CLAIM-1", "no_real_tables")
    if table.game is not None:
        raise IllegalAction("TN-CLAIM-1", "table_has_a_game", game=table.game)
    if action.entrant not in table.players or action.entrant in table.forfeits:
        raise IllegalAction(
            "TN-CLAIM-1", "not_at_this_table", entrant=action.entrant, players=table.players
        )
    _must_be_undecided(table, action.round, action.table)
    must_be_places(table, action.ranks, action.scores, table.forfeits)
    for own in table.claims:
        if own.entrant == action.entrant:
            _must_be_another(own, action)
    place = (action.round, action.table)
    claimed = e.ResultClaimed(*place, action.entrant, action.ranks, action.scores)
    for other in table.claims:
        agrees = (other.ranks, other.scores) == (action.ranks, action.scores)
        if agrees and other.entrant != action.entrant:
            both = (other.entrant, action.entrant)
            return claimed, e.ResultConfirmed(*place, both, action.ranks, action.scores)
    return (claimed,)


def _must_be_another(own: ResultClaim, action: a.ClaimResult) -> None:
    if (own.ranks, own.scores) == (action.ranks, action.scores):
        raise IllegalAction("TN-CLAIM-2", "claimed_before", entrant=own.entrant)
    if own.made >= CLAIMS_MAX:
        raise IllegalAction("TN-CLAIM-2", "too_many_claims", entrant=own.entrant, most=CLAIMS_MAX)


def enter_result(state: Tournament, by: Acting, action: a.EnterResult) -> tuple[e.ResultEntered]:
    """Enter the result of a table by an arbiter alone (TN-RESULT-1, TN-RESULT-2)."""
    table = _judged(state, by, action.round, action.table)
    _must_be_undecided(table, action.round, action.table)
    must_be_places(table, action.ranks, action.scores, table.forfeits)
    place = (action.round, action.table)
    return (e.ResultEntered(*place, action.ranks, action.reason, action.scores),)


def forfeit_sides(state: Tournament, by: Acting, action: a.ForfeitSides) -> tuple[e.SidesForfeited]:
    """Let players lose by forfeit, as many as there are (TN-FORFEIT-1)."""
    table = _judged(state, by, action.round, action.table)
    _must_be_undecided(table, action.round, action.table)
    possible = set(table.players) - set(table.forfeits)
    if len(set(action.entrants)) < len(action.entrants) or not set(action.entrants) <= possible:
        raise IllegalAction(
            "TN-FORFEIT-1",
            "players_of_this_table",
            entrants=action.entrants,
            possible=sorted(possible),
        )
    return (e.SidesForfeited(action.round, action.table, action.entrants, action.reason),)


def forfeit_absent(
    state: Tournament, by: Acting, action: a.ForfeitAbsent
) -> tuple[e.SidesForfeited]:
    """Let players lose by forfeit who did not take their seats (TN-ABSENT-1).

    This applies to players who are out of the tournament; to others only if the announcement sets a
    limit, or says that tables are scored at the end of the round.
    """
    table = _of_current_round(state, action.round, action.table)
    _must_be_undecided(table, action.round, action.table)
    terms = state.announcement
    limited = terms.no_show_minutes is not None or terms.scored_as_they_stand
    possible = [
        one
        for one in table.players
        if one not in table.forfeits and (limited or state.entrants[one - 1].has_left(action.round))
    ]
    if table.paused:
        raise IllegalAction("TN-PAUSE-2", "table_is_paused", table=action.table)
    if table.game is None or not set(action.entrants) <= set(possible):
        raise IllegalAction(
            "TN-ABSENT-1",
            "no_limit_for_these",
            entrants=action.entrants,
            possible=sorted(possible),
        )
    return (e.SidesForfeited(action.round, action.table, action.entrants),)


def order_replay(state: Tournament, by: Acting, action: a.OrderReplay) -> tuple[e.ReplayOrdered]:
    """Let a table of the current round be played again (TN-REPLAY-1)."""
    table = _judged(state, by, action.round, action.table)
    if not (table.game or table.result or table.forfeits):
        raise IllegalAction("TN-REPLAY-1", "nothing_to_replay", table=action.table)
    return (e.ReplayOrdered(action.round, action.table, action.reason),)


def correct_result(
    state: Tournament, by: Acting, action: a.CorrectResult
) -> tuple[e.ResultCorrected]:
    """Correct a result of this or an earlier round; pairings already made stand (TN-CORRECT-1)."""
    table = state.table(action.round, action.table)
    must_not_judge_own(state, by, table.players)
    if table.result is None:
        raise IllegalAction("TN-CORRECT-1", "no_result_yet", round=action.round, table=action.table)
    forfeits = table.forfeits if action.forfeits is None else action.forfeits
    if len(set(forfeits)) < len(forfeits) or not set(forfeits) <= set(table.players):
        raise IllegalAction(
            "TN-FORFEIT-1",
            "players_of_this_table",
            entrants=forfeits,
            possible=sorted(table.players),
        )
    scores = _corrected_scores(table, table.result, action, forfeits)
    must_be_places(table, action.ranks, scores, forfeits)
    if (action.ranks, scores, set(forfeits)) == (
        table.result.ranks,
        table.result.scores,
        set(table.forfeits),
    ):
        raise IllegalAction(
            "TN-CORRECT-2", "nothing_changes", ranks=action.ranks, scores=scores, forfeits=forfeits
        )
    corrected = e.ResultCorrected(
        action.round, action.table, action.ranks, action.reason, scores, forfeits
    )
    _must_settle_who_advances(state, table, corrected)
    return (corrected,)


def _corrected_scores(
    table: TableState, was: TableResult, action: a.CorrectResult, forfeits: Sequence[int]
) -> tuple[int, ...]:
    """Return the scores after a correction: those that it left out stay if the places do."""
    if action.scores is not None:
        return action.scores
    same = (action.ranks, set(forfeits)) == (was.ranks, set(table.forfeits))
    return was.scores if same else ()


def _must_settle_who_advances(
    state: Tournament, table: TableState, corrected: e.ResultCorrected
) -> None:
    """Refuse a correction after which it is open who goes on, if that is to be paired next."""
    now = state.round(corrected.round)
    if is_knock_out(state, corrected.round) and now.closed and not now.advanced:
        result = TableResult(corrected.ranks, corrected.scores, "arbiter")
        after = replace(table, forfeits=corrected.forfeits, result=result)
        advancing_at(state, corrected.round, corrected.table, after)


def grant_time(state: Tournament, by: Acting, action: a.GrantTime) -> tuple[e.TimeGranted]:
    """Add time to the clock of a player in a game of the round (TN-TIME-1)."""
    table = _judged(state, by, action.round, action.table)
    if state.announcement.clock is None or table.game is None or table.result is not None:
        raise IllegalAction("TN-TIME-1", "no_clock_runs", table=action.table)
    if action.entrant not in table.players:
        raise IllegalAction(
            "TN-TIME-1", "not_at_this_table", entrant=action.entrant, players=table.players
        )
    if state.edition >= 2:
        _must_not_be_too_much(table, action)
    return (
        e.TimeGranted(action.round, action.table, action.entrant, action.seconds, action.reason),
    )


def _must_not_be_too_much(table: TableState, action: a.GrantTime) -> None:
    granted = sum(seconds for entrant, seconds in table.granted if entrant == action.entrant)
    if granted + action.seconds > ADDED_SECONDS_MAX:
        raise IllegalAction(
            "TN-TIME-1",
            "too_much_time",
            entrant=action.entrant,
            granted=granted,
            most=ADDED_SECONDS_MAX,
        )


def pause_tables(state: Tournament, by: Acting, action: a.PauseTables) -> tuple[e.TablesPaused]:
    """Pause games that are not over (TN-PAUSE-1)."""
    _must_pause_or_resume(state, by, action, paused=False)
    return (e.TablesPaused(action.round, action.tables, action.reason),)


def resume_tables(state: Tournament, by: Acting, action: a.ResumeTables) -> tuple[e.TablesResumed]:
    """Let games go on that arbiters have paused (TN-PAUSE-1)."""
    _must_pause_or_resume(state, by, action, paused=True)
    return (e.TablesResumed(action.round, action.tables, action.reason),)


def _must_pause_or_resume(
    state: Tournament, by: Acting, action: a.PauseTables | a.ResumeTables, *, paused: bool
) -> None:
    """Refuse tables that are named twice, have no game that goes on, or are ``paused`` or not."""
    if len(set(action.tables)) < len(action.tables):
        raise IllegalAction("TN-PAUSE-1", "table_named_twice", tables=action.tables)
    named = [(at, _judged(state, by, action.round, at)) for at in action.tables]
    for at, table in named:
        if table.game is None or table.result is not None:
            raise IllegalAction("TN-PAUSE-1", "no_game_in_progress", table=at)
        if bool(table.paused) != paused:
            reason = "table_is_not_paused" if paused else "table_is_paused"
            raise IllegalAction("TN-PAUSE-1", reason, table=at)


# --- what several of them require -------------------------------------------------------------


def must_be_places(
    table: TableState, ranks: Sequence[int], scores: Sequence[int], forfeits: Sequence[int]
) -> None:
    """Refuse anything but a list of places, one for each player (TN-RESULT-1).

    Each place is one more than the number of players who did better; those who forfeit come after
    all others. If at most one player did not forfeit, there are no places.
    """
    players = table.players
    expected: tuple[int, ...] = ()
    stayed = len(players) - len(set(forfeits))
    if stayed > 1 and len(ranks) == len(players):
        expected = _ranks_of(_forfeited(table, forfeits), ranks)
    if tuple(ranks) != expected or (stayed > 1 and not ranks):
        raise IllegalAction(
            "TN-RESULT-1", "not_places", ranks=ranks, players=players, forfeits=forfeits
        )
    if len(scores) not in {0, len(players)}:
        raise IllegalAction("TN-RESULT-1", "not_scores", scores=scores, players=players)


def _forfeited(table: TableState, forfeits: Sequence[int]) -> TableState:
    return TableState(table.players, forfeits=tuple(forfeits))


def _judged(state: Tournament, by: Acting, number: int, table: int) -> TableState:
    found = _of_current_round(state, number, table)
    must_not_judge_own(state, by, found.players)
    return found


def _of_current_round(state: Tournament, number: int, table: int) -> TableState:
    found = state.table(number, table)
    if number != len(state.rounds):
        raise IllegalAction("TN-ACT-4", "round_is_closed", round=number, current=len(state.rounds))
    return found


def _must_be_undecided(table: TableState, number: int, place: int) -> None:
    if table.result is not None:
        raise IllegalAction(
            "TN-RESULT-2",
            "table_has_a_result",
            round=number,
            table=place,
            ranks=table.result.ranks,
            source=table.result.source,
        )
