"""Groups with a final: who is dealt where, who qualifies, and the places of all (TN-GROUP)."""

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament.model import Announced, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import Groups
from domain.tournament.stream.ending import final_standings
from domain.tournament.stream.grouping import finalists_known, group_standings
from tests.support.games.spec import refused
from tests.support.tournaments.desk import (
    ARBITER,
    FOUR_SEATS,
    ORGANISER,
    WHY,
    Desk,
    announcement,
    opened,
    person,
)

DUEL = replace(announced(2, 12, "DE", "WIN"), swiss=False)
FOURS = replace(announced(4, 12, "WIN"), swiss=False)
TWO_BEST = Groups(2, 2)


def _started(count: int, form: Groups = TWO_BEST, rules: Announced = DUEL) -> Desk:
    """Return a tournament whose entrants have the pairing numbers of their entries."""
    desk = opened(rules, format=form)
    for number in range(1, count + 1):
        desk.register(person(number), rating=3000 - number)
    return desk.start()


def _play(desk: Desk) -> Desk:
    """Let the better pairing number win everywhere."""
    desk.pair().open_round()
    number = len(desk.state.rounds)
    for at, table in enumerate(desk.state.rounds[-1].tables, 1):
        if table.result is None:
            stayed = sorted(set(table.players) - set(table.forfeits))
            ranks = tuple((*stayed, one).index(one) + 1 for one in table.players)
            desk.ask(ARBITER, a.EnterResult(number, at, ranks, WHY))
    return desk.ask(ORGANISER, a.CloseRound(number))


def _tables(desk: Desk) -> list[set[int]]:
    return [set(table.players) for table in desk.state.rounds[-1].tables]


@pytest.mark.rule("TN-OPEN-5", "TN-START-2", "TN-GROUP-1")
def test_two_groups_and_a_final() -> None:
    """Seven players: three rounds in groups of four and three, then the best two of each."""
    desk = _started(7)
    schedule = desk.state.schedule
    assert schedule is not None
    assert (schedule.groups, len(schedule.rounds)) == (((1, 4, 5, 7), (2, 3, 6)), 3)
    for _ in range(3):
        assert finalists_known(desk.state) == ()
        _play(desk)
        assert all({1, 4, 5, 7} >= table or {2, 3, 6} >= table for table in _tables(desk))
    desk.ask(ORGANISER, a.EndTournament()).refused("TN-END-1", "rounds_are_left")
    desk.refused_with = None
    assert finalists_known(desk.state) == (1, 2, 4, 3)
    _play(desk)
    assert _tables(desk) == [{1, 3}, {2, 4}]
    assert desk.state.rounds[2].advanced == finalists_known(desk.state) == (1, 2, 4, 3)
    _play(desk)
    assert _tables(desk) == [{1, 2}]
    desk.pair().refused("TN-NEXT-1", "not_the_next_round")
    desk.refused_with = None
    desk.ask(ORGANISER, a.EndTournament()).then(phase="ended")
    places = {line.entrant: line.rank for line in desk.state.standings}
    assert places == {1: 1, 2: 2, 3: 3, 4: 3, 5: 5, 6: 5, 7: 7}


def test_groups_at_tables_of_four() -> None:
    """Each group is one table; the winners and seconds play the final at two tables, then one."""
    desk = _started(16, Groups(4, 2, advance=2), FOURS)
    assert desk.state.schedule is not None
    assert len(desk.state.schedule.rounds) == 1
    for _ in range(3):
        _play(desk)
    assert [len(one.tables) for one in desk.state.rounds] == [4, 2, 1]
    groups = desk.state.schedule.groups
    for table in desk.state.rounds[1].tables:
        assert all(len({*group} & {*table.players}) == 1 for group in groups)
    desk.ask(ORGANISER, a.EndTournament()).then(phase="ended")


def test_a_correction_changes_no_final_that_was_paired() -> None:
    """The seeds are stored with it; the place in the group uses the correction."""
    desk = _started(4, Groups(2))
    _play(desk).pair()
    assert _tables(desk) == [{1, 2}]
    at, table = next((n, t) for n, t in enumerate(desk.state.rounds[0].tables, 1) if 4 in t.players)
    assert table.result is not None
    desk.ask(ARBITER, a.CorrectResult(1, at, table.result.ranks[::-1], WHY))
    assert _tables(desk) == [{1, 2}]
    desk.ask(ARBITER, a.UnpairRound(2, WHY)).pair()
    assert _tables(desk) == [{4, 2}]
    assert desk.state.rounds[0].advanced == (4, 2)


def test_an_entrant_who_has_left_does_not_qualify() -> None:
    desk = _play(_started(4, Groups(2))).ask(ORGANISER, a.WithdrawEntrant(1, WHY)).pair()
    assert _tables(desk) == [{4, 2}]


@pytest.mark.rule("TN-GROUP-2")
def test_the_lot_decides_between_entrants_who_are_level() -> None:
    """All games are drawn, and no tie-break was announced: the best lot of each group goes on."""
    desk = _started(6, Groups(2), replace(DUEL, tie_breaks=()))
    for number in (1, 2, 3):
        desk.pair().open_round()
        for at, _ in enumerate(desk.state.rounds[-1].tables, 1):
            desk.ask(ARBITER, a.EnterResult(number, at, (1, 1), WHY))
        desk.ask(ORGANISER, a.CloseRound(number))
    assert {line.rank for group in group_standings(desk.state) for line in group} == {1}
    lots = dict(zip(desk.state.order, desk.state.lots, strict=True))
    assert desk.state.schedule is not None
    best = {min(group, key=lots.__getitem__) for group in desk.state.schedule.groups}
    desk.pair()
    assert _tables(desk) == [best]


def test_the_standings_between_rounds_are_those_of_the_groups() -> None:
    desk = _play(_started(7))
    assert len(final_standings(desk.state)) == 7
    assert [len(group) for group in group_standings(desk.state)] == [4, 3]
    assert [group[0].points for group in group_standings(desk.state)] == [60, 60]


@pytest.mark.rule("TN-OPEN-5", refused=True)
@pytest.mark.parametrize(
    ("rules", "form", "reason"),
    [
        (DUEL, Groups(2, advance=2), "who_advances"),
        (FOURS, Groups(2, lives=2), "who_advances"),
        (FOURS, Groups(2), "final_is_empty"),
    ],
)
def test_an_impossible_final_is_refused(rules: Announced, form: Groups, reason: str) -> None:
    refused("TN-OPEN-5", reason, partial(Desk, announcement(rules, format=form)))


@pytest.mark.rule("TN-START-2", refused=True)
@pytest.mark.parametrize(
    ("count", "form", "rules", "reason"),
    [
        (5, TWO_BEST, DUEL, "groups_are_too_small"),
        (5, TWO_BEST, FOURS, "groups_are_too_small"),
        (6, TWO_BEST, replace(DUEL, rounds=4), "too_few_rounds"),
        (16, Groups(4, 2), FOURS, "no_final"),
    ],
)
def test_a_start_that_fits_no_groups(count: int, form: Any, rules: Any, reason: str) -> None:
    _started(count, form, rules).refused("TN-START-2", reason)


@pytest.mark.rule("TN-GROUP-3")
def test_an_arbiter_pairs_a_round_of_groups() -> None:
    desk = _started(4, Groups(2)).ask(ARBITER, a.PairByHand(1, ((4, 1), (2, 3)), WHY))
    desk.then(phase="paired")


@pytest.mark.rule("TN-GROUP-3", refused=True)
def test_nobody_plays_in_another_group() -> None:
    desk = _started(4, Groups(2)).ask(ARBITER, a.PairByHand(1, ((1, 2), (3, 4)), WHY))
    desk.refused("TN-GROUP-3", "players_of_several_groups", players=(1, 2))
    changed = (e.PairedTable(1, (1, 2)), e.PairedTable(2, (3, 4)))
    desk = _started(4, Groups(2)).pair().ask(ARBITER, a.ChangeTables(1, changed, WHY))
    desk.refused("TN-GROUP-3", "players_of_several_groups")


@pytest.mark.rule("TN-HAND-4", refused=True)
def test_results_decide_who_meets_in_the_final() -> None:
    desk = _play(_started(4, Groups(2))).ask(ARBITER, a.PairByHand(2, ((1, 4),), WHY))
    desk.refused("TN-HAND-4", "results_decide_who_meets")


def test_heats_without_a_final_are_over() -> None:
    """Two are left of tables of four, because the others did not come: both are first."""
    desk = _started(16, Groups(4, 2, advance=2), FOURS)
    _play(desk).pair().open_round()
    for at, table in enumerate(desk.state.rounds[-1].tables, 1):
        desk.ask(ARBITER, a.ForfeitSides(2, at, table.players[1:], WHY))
    desk.ask(ORGANISER, a.CloseRound(2), a.EndTournament()).then(phase="ended")
    assert [line.rank for line in desk.state.standings][:3] == [1, 1, 3]


def test_a_swiss_tournament_has_no_groups() -> None:
    assert group_standings(opened(FOUR_SEATS).state) == []
