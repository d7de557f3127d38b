"""Results of games, of real tables, by arbiters (TN-GAME, TN-CLAIM, TN-RESULT, TN-CORRECT, …)."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.table.clock import BankClock
from domain.tournament.model import announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.played import standings_of
from domain.tournament.stream.results import CLAIMS_MAX
from domain.tournament.stream.state import TableResult
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ORGANISER,
    OTHER_ARBITER,
    WHY,
    Desk,
    opened,
    person,
    player,
    playing,
    started,
)

CLOCK = BankClock(600, "forfeit")


def _players(desk: Desk, table: int = 1, number: int = 1) -> tuple[int, ...]:
    return desk.state.rounds[number - 1].tables[table - 1].players


def _result(desk: Desk, table: int = 1, number: int = 1) -> TableResult | None:
    return desk.state.rounds[number - 1].tables[table - 1].result


# --- games ------------------------------------------------------------------------------------


@pytest.mark.rule("TN-TABLE-1", "TN-GAME-1", "TN-GAME-2", "TN-GAME-3", "TN-GAME-4")
def test_a_finished_game_gives_the_result() -> None:
    """Proved by its signed statement, which the service has verified."""
    desk = playing(4, FOUR_SEATS).game().then(e.TableOpened(1, 1, "game-1"))
    desk.ask(SERVICE, a.RecordGame(desk.proof(ranks=(2, 1, 3, 3), scores=(4, 9, 0, 0))))
    desk.then(
        e.GameRecorded(1, 1, (2, 1, 3, 3), "game-1", "ab" * 32, "kid", (4, 9, 0, 0)),
    )
    assert _result(desk) == TableResult((2, 1, 3, 3), (4, 9, 0, 0), "game")


def test_pairs_take_every_second_seat() -> None:
    desk = opened(team=2)
    for number in (1, 2):
        people = (person(2 * number - 1), person(2 * number))
        desk.ask(ORGANISER, a.RegisterEntrant(people))
    desk.start().pair().open_round().game()
    one, other = (desk.state.entrants[entry - 1].people for entry in _players(desk))
    assert desk.proof().seats == (
        one[0].account,
        other[0].account,
        one[1].account,
        other[1].account,
    )
    desk.ask(SERVICE, a.RecordGame(desk.proof(ranks=(2, 1, 2, 1))))
    assert _result(desk) == TableResult((2, 1), (), "game")


@pytest.mark.rule("TN-TABLE-1", refused=True)
def test_a_table_has_one_game() -> None:
    playing(4).game().game(game="game-2").refused("TN-TABLE-1", "table_has_a_game", game="game-1")
    playing(4).game().game(table=2).refused("TN-TABLE-1", "game_of_another_table")


@pytest.mark.rule("TN-GAME-1", "TN-GAME-2", "TN-GAME-3", "TN-GAME-4", refused=True)
def test_a_game_that_does_not_match_the_table_is_not_a_result() -> None:
    """Of another tournament, another table, other seats, or without an end."""
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("TN-GAME-1", "game_of_another_tournament", {"tournament": "another"}),
        ("TN-GAME-2", "game_of_another_table", {"game": "game-9"}),
        ("TN-GAME-2", "game_of_another_table", {"table": 2}),
        ("TN-GAME-3", "other_seats", {"seats": playing(4).proof().seats[::-1]}),
        ("TN-GAME-4", "game_has_no_result", {"ranks": ()}),
    ]
    for rule, reason, change in cases:
        desk = playing(4).game()
        desk.ask(SERVICE, a.RecordGame(desk.proof(**change))).refused(rule, reason)


@pytest.mark.rule("TN-GAME-4", refused=True)
def test_both_seats_of_a_pair_have_one_place() -> None:
    desk = opened(team=2)
    for number in (1, 2):
        desk.ask(ORGANISER, a.RegisterEntrant((person(2 * number - 1), person(2 * number))))
    desk.start().pair().open_round().game()
    desk.ask(SERVICE, a.RecordGame(desk.proof(ranks=(1, 2, 3, 4))))
    desk.refused("TN-GAME-4", "partners_differ")


@pytest.mark.rule("TN-ACT-1", refused=True)
def test_only_the_service_reports_games() -> None:
    desk = playing(4).game()
    desk.ask(ARBITER, a.RecordGame(desk.proof())).refused("TN-ACT-1", "not_for_this_role")


@pytest.mark.rule("TN-SCORE-1")
def test_a_table_is_scored_as_it_stands() -> None:
    desk = playing(4, scored_as_they_stand=True).game()
    desk.ask(SERVICE, a.ScoreTable(desk.proof(ranks=(1, 1))))
    assert _result(desk) == TableResult((1, 1), (), "as_it_stands")


@pytest.mark.rule("TN-SCORE-1", refused=True)
def test_scoring_must_be_announced() -> None:
    desk = playing(4).game()
    desk.ask(SERVICE, a.ScoreTable(desk.proof())).refused("TN-SCORE-1", "scoring_was_not_announced")


# --- people who do not come -------------------------------------------------------------------


@pytest.mark.rule("TN-ABSENT-1")
@pytest.mark.parametrize("terms", [{"no_show_minutes": 30}, {"scored_as_they_stand": True}])
def test_players_who_do_not_come_lose(terms: dict[str, Any]) -> None:
    """The service says who has not taken a seat; the others go on, or have won."""
    desk = playing(3, announced(3, 3), **terms).game()
    one, other, _ = _players(desk)
    desk.ask(SERVICE, a.ForfeitAbsent(1, 1, (one,))).then(e.SidesForfeited(1, 1, (one,)))
    assert _result(desk) is None
    desk.ask(SERVICE, a.ForfeitAbsent(1, 1, (other,)))
    assert _result(desk) == TableResult((), (), "forfeit")


@pytest.mark.rule("TN-ABSENT-1")
def test_an_entrant_who_is_out_needs_no_limit() -> None:
    desk = playing(2).game()
    one, other = _players(desk)
    desk.ask(ARBITER, a.ExpelEntrant(one, WHY))
    desk.ask(SERVICE, a.ForfeitAbsent(1, 1, (one,))).then(e.SidesForfeited(1, 1, (one,)))
    assert _result(desk) == TableResult((), (), "forfeit")
    assert other not in desk.state.rounds[0].tables[0].forfeits


@pytest.mark.rule("TN-ABSENT-1", refused=True)
def test_without_a_limit_only_arbiters_judge_who_does_not_come() -> None:
    """Nobody can be called absent before the game is open, or twice."""
    desk = playing(2).game()
    absent = a.ForfeitAbsent(1, 1, (1,))
    desk.ask(SERVICE, absent).refused("TN-ABSENT-1", "no_limit_for_these", possible=[])
    limited = playing(2, no_show_minutes=30).ask(SERVICE, absent)
    limited.refused("TN-ABSENT-1", "no_limit_for_these")
    twice = playing(3, announced(3, 3), no_show_minutes=30).game()
    twice.ask(SERVICE, absent).ask(SERVICE, absent)
    twice.refused("TN-ABSENT-1", "no_limit_for_these", possible=[2, 3])


# --- real tables ------------------------------------------------------------------------------


@pytest.mark.rule("TN-CLAIM-1", "TN-CLAIM-2")
def test_two_players_confirm_a_result() -> None:
    desk = playing(4, real_tables=True)
    one, other = _players(desk)
    desk.ask(player(one), a.ClaimResult(1, 1, one, (1, 2)))
    desk.then(e.ResultClaimed(1, 1, one, (1, 2)))
    assert _result(desk) is None
    desk.ask(player(other), a.ClaimResult(1, 1, other, (1, 2)))
    desk.then(e.ResultClaimed(1, 1, other, (1, 2)), e.ResultConfirmed(1, 1, (one, other), (1, 2)))
    assert _result(desk) == TableResult((1, 2), (), "players")


def test_players_who_disagree_can_change_their_claims() -> None:
    desk = playing(4, real_tables=True)
    one, other = _players(desk)
    desk.ask(player(one), a.ClaimResult(1, 1, one, (1, 2)))
    desk.ask(player(other), a.ClaimResult(1, 1, other, (2, 1)))
    assert _result(desk) is None
    desk.ask(player(one), a.ClaimResult(1, 1, one, (2, 1)))
    assert _result(desk) == TableResult((2, 1), (), "players")


@pytest.mark.rule("TN-CLAIM-2", refused=True)
def test_a_player_claims_a_limited_number_of_results() -> None:
    """Nobody fills the record by claiming; the other player still can."""
    desk = playing(4, real_tables=True)
    one, other = _players(desk)
    claims = [a.ClaimResult(1, 1, one, (1, 2), (score, 0)) for score in range(CLAIMS_MAX + 1)]
    desk.ask(player(one), *claims)
    desk.refused("TN-CLAIM-2", "too_many_claims", entrant=one, most=CLAIMS_MAX)
    desk = playing(4, real_tables=True).ask(player(one), *claims[:-1])
    desk.ask(player(other), replace(claims[-2], entrant=other))
    assert _result(desk) == TableResult((1, 2), claims[-2].scores, "players")


@pytest.mark.rule("TN-CLAIM-1", "TN-CLAIM-2", refused=True)
def test_only_players_claim_and_nobody_confirms_their_own_claim() -> None:
    desk = playing(4)
    one, _ = _players(desk)
    desk.ask(player(one), a.ClaimResult(1, 1, one, (1, 2))).refused("TN-CLAIM-1", "no_real_tables")
    desk = playing(4, real_tables=True)
    third, _ = _players(desk, 2)
    desk.ask(player(third), a.ClaimResult(1, 1, third, (1, 2)))
    desk.refused("TN-CLAIM-1", "not_at_this_table")
    claim = a.ClaimResult(1, 1, one, (1, 2))
    desk = playing(4, real_tables=True).ask(player(one), claim, claim)
    desk.refused("TN-CLAIM-2", "claimed_before")
    desk = playing(4, real_tables=True).game().ask(player(one), claim)
    desk.refused("TN-CLAIM-1", "table_has_a_game")


@pytest.mark.rule("TN-RESULT-1", "TN-RESULT-2")
@pytest.mark.parametrize("ranks", [(1, 2, 3, 4), (2, 1, 2, 4), (1, 1, 1, 1), (4, 1, 1, 3)])
def test_an_arbiter_enters_a_result(ranks: tuple[int, ...]) -> None:
    desk = playing(4, FOUR_SEATS).ask(ARBITER, a.EnterResult(1, 1, ranks, WHY, (1, 2, 3, 4)))
    desk.then(e.ResultEntered(1, 1, ranks, WHY, (1, 2, 3, 4)))


@pytest.mark.rule("TN-RESULT-1", refused=True)
@pytest.mark.parametrize("ranks", [(1, 2, 3), (2, 3, 4, 5), (1, 1, 2, 3), (1, 2, 2, 3)])
def test_a_result_is_a_list_of_places(ranks: tuple[int, ...]) -> None:
    desk = playing(4, FOUR_SEATS).ask(ARBITER, a.EnterResult(1, 1, ranks, WHY))
    desk.refused("TN-RESULT-1", "not_places")


@pytest.mark.rule("TN-RESULT-1", refused=True)
def test_scores_are_for_everybody() -> None:
    desk = playing(4).ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY, (5,)))
    desk.refused("TN-RESULT-1", "not_scores")


@pytest.mark.rule("TN-RESULT-2", refused=True)
@pytest.mark.parametrize("ranks", [(1, 2), (2, 1)])
def test_two_arbiters_enter_a_result_at_once(ranks: tuple[int, int]) -> None:
    """The second learns what the first entered, equal or not, and nothing changes."""
    desk = playing(4).ask(ORGANISER, a.NameArbiter(OTHER_ARBITER.who, "Eva", WHY))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY))
    desk.ask(OTHER_ARBITER, a.EnterResult(1, 1, ranks, WHY))
    desk.refused("TN-RESULT-2", "table_has_a_result", ranks=(1, 2), source="arbiter")


@pytest.mark.rule("TN-RESULT-2", refused=True)
def test_a_game_is_recorded_once() -> None:
    desk = playing(4).game()
    desk.ask(SERVICE, a.RecordGame(desk.proof()), a.RecordGame(desk.proof()))
    desk.refused("TN-RESULT-2", "table_has_a_result", source="game")


# --- forfeits ---------------------------------------------------------------------------------


@pytest.mark.rule("TN-FORFEIT-1")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_any_number_of_sides_forfeit(number: int) -> None:
    """While two are left they play on; what happened before to those who left counts no more."""
    desk = playing(4, FOUR_SEATS).game()
    players = _players(desk)
    desk.ask(ARBITER, a.ForfeitSides(1, 1, players[:number], WHY))
    desk.then(e.SidesForfeited(1, 1, players[:number], WHY))
    if number >= 3:
        assert _result(desk) == TableResult((), (), "forfeit")
    else:
        desk.ask(SERVICE, a.RecordGame(desk.proof(ranks=(1, 2, 3, 4))))
        expected = {1: (4, 1, 2, 3), 2: (3, 3, 1, 2)}[number]
        assert _result(desk) == TableResult(expected, (), "game")
    desk.ask(ORGANISER, a.CloseRound(1), a.EndTournament(WHY))
    points = {line.entrant: line.points for line in desk.state.standings}
    best = 0 if number == 4 else 720
    assert [points[one] for one in players[:number]] == [0] * number
    assert sum(points[one] == best for one in players[number:]) == (number < 4)


@pytest.mark.rule("TN-FORFEIT-1", refused=True)
def test_only_players_of_the_table_forfeit() -> None:
    desk = playing(4)
    (one, _), (third, _) = _players(desk), _players(desk, 2)
    playing(4).ask(ARBITER, a.ForfeitSides(1, 1, (third,), WHY)).refused(
        "TN-FORFEIT-1", "players_of_this_table"
    )
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (one, one), WHY)).refused(
        "TN-FORFEIT-1", "players_of_this_table"
    )


# --- replays and corrections ------------------------------------------------------------------


@pytest.mark.rule("TN-REPLAY-1")
def test_an_arbiter_orders_a_replay() -> None:
    """The earlier game stays in the stream, and another one takes its place."""
    desk = playing(4).game()
    desk.ask(SERVICE, a.RecordGame(desk.proof()))
    desk.ask(ARBITER, a.OrderReplay(1, 1, WHY)).then(e.ReplayOrdered(1, 1, WHY))
    desk.game(game="game-2").then()
    table = desk.state.rounds[0].tables[0]
    assert (table.games, table.result) == (("game-1", "game-2"), None)
    desk.ask(SERVICE, a.RecordGame(desk.proof(game="game-1"))).refused(
        "TN-GAME-2", "game_of_another_table"
    )


@pytest.mark.rule("TN-REPLAY-1", refused=True)
def test_there_must_be_something_to_replay() -> None:
    playing(4).ask(ARBITER, a.OrderReplay(1, 1, WHY)).refused("TN-REPLAY-1", "nothing_to_replay")


@pytest.mark.rule("TN-CORRECT-1")
def test_a_result_is_corrected_after_the_next_round_is_paired() -> None:
    """The pairing stands, and the standings use the correction."""
    desk = started(4).round().pair()
    one, other = _players(desk)
    tables = [table.players for table in desk.state.rounds[1].tables]
    desk.ask(ARBITER, a.CorrectResult(1, 1, (2, 1), WHY)).then(e.ResultCorrected(1, 1, (2, 1), WHY))
    assert [table.players for table in desk.state.rounds[1].tables] == tables
    assert _result(desk) == TableResult((2, 1), (), "arbiter", corrected=True, reason=WHY)
    points = {line.entrant: line.points for line in standings_of(desk.state)}
    assert (points[one], points[other]) == (0, 60)


@pytest.mark.rule("TN-CORRECT-1")
def test_a_correction_can_be_about_forfeits() -> None:
    desk = playing(4)
    one, other = _players(desk)
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (one,), WHY))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (), WHY, forfeits=(other,)))
    desk.then(e.ResultCorrected(1, 1, (), WHY, forfeits=(other,)))
    desk.ask(ARBITER, a.CorrectResult(1, 1, (1, 1), WHY, forfeits=())).then()
    assert desk.state.rounds[0].tables[0].forfeits == ()


@pytest.mark.rule("TN-CORRECT-2")
def test_a_correction_leaves_what_it_does_not_name() -> None:
    """Forfeits stay; scores stay with the places, and an empty list removes them."""
    desk = playing(4, FOUR_SEATS)
    last = _players(desk)[3]
    desk.ask(ARBITER, a.ForfeitSides(1, 1, (last,), WHY))
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2, 3, 4), WHY, (9, 7, 5, 0)))
    corrected = partial(e.ResultCorrected, 1, 1, reason=WHY)
    ask = partial(a.CorrectResult, 1, 1, reason=WHY)
    desk.ask(ARBITER, ask((2, 1, 3, 4)))
    desk.then(corrected((2, 1, 3, 4), forfeits=(last,)))
    scores = (7, 9, 5, 0)
    desk.ask(ARBITER, ask((2, 1, 3, 4), scores=scores))
    desk.then(corrected((2, 1, 3, 4), scores=scores, forfeits=(last,)))
    desk.ask(ARBITER, ask((2, 1, 3, 4), forfeits=())).then(corrected((2, 1, 3, 4)))
    desk.ask(ARBITER, ask((2, 1, 3, 4), scores=scores), ask((2, 1, 3, 4), scores=()))
    desk.then(corrected((2, 1, 3, 4)))


@pytest.mark.rule("TN-CORRECT-1", refused=True)
def test_only_a_result_is_corrected() -> None:
    playing(4).ask(ARBITER, a.CorrectResult(1, 1, (1, 2), WHY)).refused(
        "TN-CORRECT-1", "no_result_yet"
    )


@pytest.mark.rule("TN-CORRECT-2", refused=True)
def test_a_correction_changes_something() -> None:
    """Without the scores it states the same result, and loses none of them."""
    desk = playing(4)
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY, (31, 28)))
    before = desk.state
    desk.ask(ARBITER, a.CorrectResult(1, 1, (1, 2), WHY))
    desk.refused("TN-CORRECT-2", "nothing_changes", scores=(31, 28))
    assert desk.state == before
    one, _ = _players(desk)
    lost = playing(4).ask(ARBITER, a.ForfeitSides(1, 1, (one,), WHY))
    lost.ask(ARBITER, a.CorrectResult(1, 1, (), WHY)).refused("TN-CORRECT-2", "nothing_changes")


@pytest.mark.rule("TN-RESULT-1", "TN-FORFEIT-1", refused=True)
def test_a_correction_is_a_possible_result() -> None:
    for change in (a.CorrectResult(1, 1, (), WHY), a.CorrectResult(1, 1, (2, 2), WHY)):
        started(4).round().ask(ARBITER, change).refused("TN-RESULT-1", "not_places")
    desk = started(4).round()
    outsider = _players(desk, 2)[0]
    desk.ask(ARBITER, a.CorrectResult(1, 1, (), WHY, forfeits=(outsider,)))
    desk.refused("TN-FORFEIT-1", "players_of_this_table")


@pytest.mark.rule("TN-TIME-1")
def test_an_arbiter_adds_time() -> None:
    """A game whose clock differs from the announced one has this event, or is suspicious."""
    desk = playing(4, clock=CLOCK).game()
    one, _ = _players(desk)
    desk.ask(ARBITER, a.GrantTime(1, 1, one, 120, WHY)).then(e.TimeGranted(1, 1, one, 120, WHY))


@pytest.mark.rule("TN-TIME-1", refused=True)
def test_time_is_for_a_clock_that_runs() -> None:
    playing(4).game().ask(ARBITER, a.GrantTime(1, 1, 1, 120, WHY)).refused(
        "TN-TIME-1", "no_clock_runs"
    )
    desk = playing(4, clock=CLOCK).game()
    outsider = _players(desk, 2)[0]
    desk.ask(ARBITER, a.GrantTime(1, 1, outsider, 120, WHY)).refused(
        "TN-TIME-1", "not_at_this_table"
    )


@pytest.mark.rule("TN-TIME-1", refused=True)
def test_nobody_gets_more_than_a_hundred_days_in_a_game() -> None:
    """The opponent does not count, and neither does the time in a game that is played again."""
    day = 86_400
    desk = playing(4, clock=CLOCK).game()
    one, other = _players(desk)
    hundred = [a.GrantTime(1, 1, one, day, WHY)] * 100
    desk.ask(ARBITER, *hundred).then(e.TimeGranted(1, 1, one, day, WHY))
    desk.ask(ARBITER, a.GrantTime(1, 1, other, day, WHY)).then()
    desk.ask(ARBITER, a.OrderReplay(1, 1, WHY)).game(game="game-2")
    desk.ask(ARBITER, *hundred).then()
    desk.ask(ARBITER, a.GrantTime(1, 1, one, 1, WHY))
    desk.refused("TN-TIME-1", "too_much_time", entrant=one, granted=100 * day, most=100 * day)
    first = playing(4, clock=CLOCK, edition=1).game()
    first.ask(ARBITER, *hundred, a.GrantTime(1, 1, one, 1, WHY)).then()


@pytest.mark.rule("TN-ACT-4", refused=True)
def test_only_the_last_round_gets_results() -> None:
    """Of earlier rounds they can only be corrected."""
    desk = started(4).round().pair().open_round()
    desk.ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY)).refused("TN-ACT-4", "round_is_closed")


# --- pauses -----------------------------------------------------------------------------------


@pytest.mark.rule("TN-PAUSE-1")
def test_an_arbiter_pauses_and_resumes_tables() -> None:
    desk = playing(4).game(1).game(2, "game-2")
    desk.ask(ARBITER, a.PauseTables(1, (1, 2), WHY)).then(e.TablesPaused(1, (1, 2), WHY))
    desk.ask(ARBITER, a.ResumeTables(1, (2,), WHY)).then(e.TablesResumed(1, (2,), WHY))
    assert [table.paused for table in desk.state.rounds[0].tables] == [True, False]
    desk.ask(ARBITER, a.PauseTables(1, (2,), WHY), a.EnterResult(1, 1, (1, 2), WHY)).then()


@pytest.mark.rule("TN-PAUSE-1", refused=True)
def test_only_games_in_progress_are_paused() -> None:
    """Each once, of the round that is played, by an arbiter."""
    paused = a.PauseTables(1, (1,), WHY)
    playing(4).ask(ARBITER, paused).refused("TN-PAUSE-1", "no_game_in_progress")
    over = playing(4).game()
    over.ask(SERVICE, a.RecordGame(over.proof())).ask(ARBITER, paused)
    over.refused("TN-PAUSE-1", "no_game_in_progress")
    twice = playing(4).game().ask(ARBITER, a.PauseTables(1, (1, 1), WHY))
    twice.refused("TN-PAUSE-1", "table_named_twice")
    again = playing(4).game().ask(ARBITER, paused, paused)
    again.refused("TN-PAUSE-1", "table_is_paused")
    resumed = playing(4).game().ask(ARBITER, a.ResumeTables(1, (1,), WHY))
    resumed.refused("TN-PAUSE-1", "table_is_not_paused")
    playing(4).game().ask(ORGANISER, paused).refused("TN-ACT-1", "not_for_this_role")


@pytest.mark.rule("TN-PAUSE-2")
def test_a_player_can_be_absent_after_a_pause() -> None:
    desk = playing(4, no_show_minutes=30).game().ask(ARBITER, a.PauseTables(1, (1,), WHY))
    desk.ask(ARBITER, a.ResumeTables(1, (1,), WHY))
    absent = _players(desk)[:1]
    desk.ask(SERVICE, a.ForfeitAbsent(1, 1, absent)).then(e.SidesForfeited(1, 1, absent))


@pytest.mark.rule("TN-PAUSE-2", refused=True)
def test_nobody_is_absent_from_a_paused_table() -> None:
    desk = playing(4, no_show_minutes=30).game().ask(ARBITER, a.PauseTables(1, (1,), WHY))
    absent = a.ForfeitAbsent(1, 1, _players(desk)[:1])
    desk.ask(SERVICE, absent).refused("TN-PAUSE-2", "table_is_paused")


def test_a_game_that_is_played_again_is_not_paused() -> None:
    desk = playing(4).game().ask(ARBITER, a.PauseTables(1, (1,), WHY), a.OrderReplay(1, 1, WHY))
    assert desk.then().state.rounds[0].tables[0].paused is None
