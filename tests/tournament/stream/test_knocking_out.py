"""Knock-outs: single and double for two seats, heats at larger tables (TN-OPEN-5, TN-CLOSE-2)."""

from functools import partial

import pytest
from msgspec.structs import replace

from domain.tournament.model import Announced, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import KnockOut
from domain.tournament.stream.ending import final_standings
from domain.tournament.stream.knocking_out import is_played_out
from tests.support.games.spec import refused
from tests.support.tournaments.desk import (
    ARBITER,
    ORGANISER,
    WHY,
    Desk,
    announcement,
    opened,
    person,
    registered,
)

DUEL = replace(announced(2, 12), swiss=False)
HEATS = replace(announced(4, 12), swiss=False)
SINGLE, DOUBLE, BEST_TWO = KnockOut(), KnockOut(2), KnockOut(1, 2)


def _started(count: int, form: KnockOut = SINGLE, rules: Announced = DUEL) -> Desk:
    """Return a knock-out whose entrants have the pairing numbers of their entries."""
    desk = opened(rules, format=form)
    for number in range(1, count + 1):
        desk.register(person(number), rating=3000 - number)
    return desk.start()


def _play(desk: Desk, *, upset: bool = False) -> Desk:
    """Let the better pairing number win everywhere, or the worse one."""
    desk.pair().open_round()
    number = len(desk.state.rounds)
    for at, table in enumerate(desk.state.rounds[-1].tables, 1):
        order = sorted(table.players, reverse=upset)
        ranks = tuple(order.index(one) + 1 for one in table.players)
        desk.ask(ARBITER, a.EnterResult(number, at, ranks, WHY))
    return desk.ask(ORGANISER, a.CloseRound(number))


def _tables(desk: Desk) -> list[list[set[int]]]:
    return [[set(table.players) for table in one.tables] for one in desk.state.rounds]


def _places(desk: Desk) -> dict[int, int]:
    return {line.entrant: line.rank for line in final_standings(desk.state)}


@pytest.mark.rule("TN-OPEN-5", "TN-CLOSE-2", "TN-START-2")
def test_a_single_knock_out() -> None:
    """Six players: the best two rest in round one, and meet in the final."""
    desk = _started(6)
    for _ in range(3):
        _play(desk)
    assert _tables(desk) == [[{4, 5}, {3, 6}], [{1, 4}, {2, 3}], [{1, 2}]]
    assert _places(desk) == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5}
    assert desk.state.rounds[0].advanced == (4, 3)
    desk.ask(ORGANISER, a.EndTournament()).then(phase="ended")


@pytest.mark.parametrize(("upset", "rounds"), [(False, 5), (True, 6)])
def test_a_double_knock_out(upset: bool, rounds: int) -> None:
    """Who lost once plays on; a second final is for a winner who had lost before."""
    desk = _started(4, DOUBLE)
    while not is_played_out(desk.state):
        _play(desk, upset=upset and len(desk.state.rounds) == 3)
    desk.pair().refused("TN-NEXT-1", "not_the_next_round")
    lost = dict.fromkeys(range(1, 5), 0)
    for one in desk.state.rounds:
        for table in one.tables:
            (loser,) = set(table.players) - set(_through(desk, one.number))
            lost[loser] += 1
    assert sorted(lost.values())[1:] == [2, 2, 2]
    assert rounds >= len(desk.state.rounds)
    assert _places(desk)[1] == 1


def _through(desk: Desk, number: int) -> set[int]:
    one = desk.state.rounds[number - 1]
    return {
        player
        for table in one.tables
        if table.result is not None
        for player, rank in zip(table.players, table.result.ranks, strict=True)
        if rank == 1
    }


def test_heats() -> None:
    """Twelve players at tables of four, of which two go on; the final has one table."""
    desk = _started(12, BEST_TWO, HEATS)
    for _ in range(3):
        _play(desk)
        assert is_played_out(desk.state) is (len(desk.state.rounds) == 3)
    sizes = [[len(table) for table in one] for one in _tables(desk)]
    assert sizes == [[4, 4, 4], [3, 3], [4]]
    assert _places(desk)[1] == 1
    desk.ask(ORGANISER, a.EndTournament()).then(phase="ended")


def test_a_correction_changes_no_match_that_was_paired() -> None:
    desk = _play(_started(4)).pair()
    tables = _tables(desk)[1]
    loser = next(iter({1, 2, 3, 4} - tables[0]))
    at = next(n for n, one in enumerate(desk.state.rounds[0].tables, 1) if loser in one.players)
    result = desk.state.rounds[0].tables[at - 1].result
    assert result is not None
    desk.ask(ARBITER, a.CorrectResult(1, at, result.ranks[::-1], WHY))
    assert _tables(desk)[1] == tables
    desk.ask(ARBITER, a.UnpairRound(2, WHY)).pair()
    assert loser in _tables(desk)[1][0]


def test_an_entrant_who_withdraws_loses_the_next_match() -> None:
    desk = _play(_started(4))
    desk.ask(ORGANISER, a.WithdrawEntrant(2, WHY)).pair().open_round()
    desk.then(e.RoundOpened(2), e.SidesForfeited(2, 1, (2,)))
    desk.ask(ORGANISER, a.CloseRound(2), a.EndTournament()).then(phase="ended")
    assert _places(desk)[1] == 1


@pytest.mark.rule("TN-OPEN-5", refused=True)
@pytest.mark.parametrize(
    ("rules", "form"), [(DUEL, KnockOut(1, 2)), (HEATS, DOUBLE), (HEATS, KnockOut(1, 3))]
)
def test_an_impossible_number_of_advancing_entrants_is_refused(
    rules: Announced, form: KnockOut
) -> None:
    terms = announcement(rules, format=form)
    refused("TN-OPEN-5", "who_advances", partial(Desk, terms))


@pytest.mark.rule("TN-START-2", refused=True)
def test_a_knock_out_fits_the_announced_rounds() -> None:
    desk = registered(5, replace(DUEL, rounds=2), format=SINGLE).start()
    desk.refused("TN-START-2", "too_few_rounds", needed=3)


@pytest.mark.rule("TN-KO-4", "TN-CLOSE-2", refused=True)
def test_a_match_has_a_winner() -> None:
    desk = _started(2).pair().open_round().ask(ARBITER, a.EnterResult(1, 1, (1, 1), WHY))
    desk.ask(ORGANISER, a.CloseRound(1)).refused("TN-KO-4", "tie_for_the_last_place")
    desk = _started(2).pair().open_round().ask(ARBITER, a.ForfeitSides(1, 1, (1, 2), WHY))
    desk.ask(ORGANISER, a.CloseRound(1)).refused("TN-CLOSE-2", "nobody_advances", table=1)


@pytest.mark.rule("TN-KO-4", refused=True)
def test_a_correction_leaves_a_winner() -> None:
    """Until the next round is paired; later it changes no match any more."""
    desk = _play(_started(4)).ask(ARBITER, a.CorrectResult(1, 1, (1, 1), WHY))
    desk.refused("TN-KO-4", "tie_for_the_last_place")
    _play(_started(4)).pair().ask(ARBITER, a.CorrectResult(1, 1, (1, 1), WHY)).then()


@pytest.mark.rule("TN-HAND-4")
def test_an_arbiter_changes_the_turn_order() -> None:
    desk = _started(2).pair()
    order = desk.state.rounds[0].tables[0].players[::-1]
    desk.ask(ARBITER, a.ChangeTables(1, (e.PairedTable(1, order),), WHY)).then()


@pytest.mark.rule("TN-HAND-4", refused=True)
def test_nobody_else_gets_into_a_match() -> None:
    desk = _started(4).ask(ARBITER, a.PairByHand(1, ((1, 2), (3, 4)), WHY))
    desk.refused("TN-HAND-4", "results_decide_who_meets")
    changed = (e.PairedTable(1, (1, 2)), e.PairedTable(2, (3, 4)))
    desk = _started(4).pair().ask(ARBITER, a.ChangeTables(1, changed, WHY))
    desk.refused("TN-HAND-4", "results_decide_who_meets")
