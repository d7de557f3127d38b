"""Start, pairing, changed tables, opening and closing (TN-START, TN-NEXT, TN-HAND, TN-CLOSE)."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament.model import ByeTaken, announced
from domain.tournament.stream import actions as a
from domain.tournament.stream import events as e
from domain.tournament.stream.announcement import RoundRobin
from domain.tournament.stream.chance import next_seed
from domain.tournament.stream.people import SERVICE
from domain.tournament.stream.played import standings_of
from tests.support.games.spec import refused
from tests.support.tournaments.desk import (
    ARBITER,
    DUTCH,
    FOUR_SEATS,
    ORGANISER,
    SECRET,
    TWO_SEATS,
    WHY,
    Desk,
    opened,
    paired,
    person,
    player,
    playing,
    registered,
    started,
)

ROBIN = replace(announced(2, 9), swiss=False)


def _seats(desk: Desk, number: int = 1) -> list[tuple[int, ...]]:
    return [table.players for table in desk.state.rounds[number - 1].tables]


# --- start ------------------------------------------------------------------------------------


@pytest.mark.rule("TN-START-1")
def test_the_start_orders_entrants_by_rating_and_lot() -> None:
    desk = opened()
    for number, rating in enumerate([1500, 2000, 1500, 1800], 1):
        desk.register(person(number), rating=rating)
    desk.start().then(phase="between", registration_open=False)
    assert desk.state.order[:2] == (2, 4)
    assert set(desk.state.order) == {1, 2, 3, 4}
    assert sorted(desk.state.lots) == [1, 2, 3, 4]


def test_the_order_of_entries_has_no_part_in_equal_lots() -> None:
    """Another seed gives another order."""
    orders = set()
    for seed in range(8):
        desk = registered(4).ask(ORGANISER, a.StartTournament(f"{seed:064}"))
        orders.add(desk.state.order)
    assert len(orders) > 1


@pytest.mark.rule("TN-START-1", refused=True)
@pytest.mark.parametrize(("count", "rules"), [(0, TWO_SEATS), (1, TWO_SEATS), (2, FOUR_SEATS)])
def test_one_player_is_no_tournament(count: int, rules: Any) -> None:
    desk = registered(count, rules).start()
    desk.refused("TN-START-1", "too_few_entrants", entrants=count, least=min(rules.sizes))


@pytest.mark.rule("TN-START-2")
def test_the_entrants_give_the_rounds_of_a_round_robin() -> None:
    desk = started(5, ROBIN, format=RoundRobin())
    assert desk.state.rules.rounds == 5
    for _ in range(5):
        desk.round()
    met = [frozenset(pair) for number in range(1, 6) for pair in _seats(desk, number)]
    assert len(set(met)) == len(met) == 10
    desk.ask(ORGANISER, a.EndTournament()).then(phase="ended")


@pytest.mark.rule("TN-START-2", refused=True)
def test_a_round_robin_fits_the_announced_rounds() -> None:
    desk = registered(12, ROBIN, format=RoundRobin()).start()
    desk.refused("TN-START-2", "too_few_rounds", needed=11, announced=9)
    rules = replace(announced(3, 30), swiss=False)
    registered(17, rules, format=RoundRobin()).start().refused("TN-START-2", "no_schedule")


@pytest.mark.parametrize(
    ("count", "rules", "name", "rounds"),
    [
        (9, announced(3, 9, small=False), "design", 4),
        (8, replace(announced(4, 9, small=False), partners=True), "whist", 7),
        (5, announced(3, 20), "carolus-tables/1", None),
    ],
)
def test_round_robins_of_larger_tables(
    count: int, rules: Any, name: str, rounds: int | None
) -> None:
    """By a design if there is one, or by search; everybody meets everybody."""
    desk = started(count, replace(rules, swiss=False), format=RoundRobin())
    assert rounds is None or desk.state.rules.rounds == rounds
    for _ in range(desk.state.rules.rounds):
        desk.pair()
        assert desk.events[0].algorithm == name
        desk.open_round().play()
    tables = [
        set(table) for one in range(1, len(desk.state.rounds) + 1) for table in _seats(desk, one)
    ]
    for one in range(1, count + 1):
        assert set().union(*(table for table in tables if one in table)) == set(range(1, count + 1))


def test_who_leaves_a_round_robin_forfeits_the_rest() -> None:
    """The schedule stays, so that the others are not paired again."""
    desk = started(4, ROBIN, format=RoundRobin()).round()
    desk.ask(player(1), a.WithdrawEntrant(1)).pair().open_round()
    forfeits = [event for event in desk.events if isinstance(event, e.SidesForfeited)]
    assert [event.entrants for event in forfeits] == [(1,)]


# --- pairing ----------------------------------------------------------------------------------


@pytest.mark.rule("TN-NEXT-1", "TN-NEXT-2", "TN-NEXT-4", "TN-NEXT-5")
def test_a_round_is_paired_from_its_seed() -> None:
    """The event has what anyone needs to check it."""
    desk = started(14, FOUR_SEATS).pair()
    event = desk.events[0]
    assert sorted(map(len, event.tables), reverse=True) == [4, 4, 3, 3]
    assert (event.algorithm, event.seed) == ("carolus-tables/1", desk.state.seeds[1].seed)
    assert event.cost == event.bounds
    assert desk.state.phase == "paired"
    again = desk.ask(ARBITER, a.UnpairRound(1, WHY)).then(e.RoundUnpaired(1, WHY)).pair()
    assert again.events == (event,)


def test_an_odd_number_lets_one_rest() -> None:
    desk = started(5)
    resting = []
    for _ in range(3):
        desk.pair()
        (bye,) = desk.state.rounds[-1].byes
        assert bye.kind == "pairing"
        resting.append(bye.player)
        desk.open_round().play()
    assert len(set(resting)) == 3


@pytest.mark.rule("TN-NEXT-1", refused=True)
def test_rounds_follow_each_other() -> None:
    seed = "ab" * 32
    started(4).ask(ORGANISER, a.PairRound(2, seed)).refused("TN-NEXT-1", "not_the_next_round")
    desk = started(4).round().round().round().pair()
    desk.refused("TN-NEXT-1", "not_the_next_round", round=4, rounds=3)


@pytest.mark.rule("TN-NEXT-2", refused=True)
def test_no_round_is_paired_while_a_game_runs() -> None:
    paired(4).pair().refused("TN-NEXT-2", "round_is_not_over", tables=[1, 2])
    desk = playing(4).ask(ARBITER, a.EnterResult(1, 1, (1, 2), WHY)).pair()
    desk.refused("TN-NEXT-2", "round_is_not_over", round=1, tables=[2])
    desk = playing(4).ask(ARBITER, a.PairByHand(2, ((1, 2), (3, 4)), WHY))
    desk.refused("TN-NEXT-2", "round_is_not_over")
    desk = playing(4)
    for table in (1, 2):
        desk.ask(ARBITER, a.EnterResult(1, table, (1, 2), WHY))
    desk.pair().refused("TN-NEXT-2", "round_is_not_closed", round=1, tables=[])


@pytest.mark.rule("TN-NEXT-4", refused=True)
def test_a_round_has_one_seed() -> None:
    """So an arbiter cannot draw again until the pairing suits."""
    desk = paired(4).ask(ARBITER, a.UnpairRound(1, WHY))
    desk.ask(ORGANISER, a.PairRound(1, "ab" * 32)).refused("TN-NEXT-4", "another_seed", round=1)


@pytest.mark.rule("TN-NEXT-5", "TN-DUTCH-1", "TN-DUTCH-3")
def test_the_announced_program_proposes_pairs() -> None:
    """The turn order is the domain's."""
    desk = started(5, format=DUTCH)
    order = desk.state.order
    pairs = ((order[0], order[2]), (order[1], order[3]), (order[4],))
    desk.pair(pairs)
    assert {frozenset(table) for table in _seats(desk)} == {frozenset(one) for one in pairs[:2]}
    assert desk.events[0].byes == (ByeTaken(order[4], "pairing"),)
    assert desk.events[0].algorithm == "caissify-pairings 0.5.0"


@pytest.mark.rule("TN-NEXT-5", "TN-DUTCH-3", refused=True)
def test_a_proposal_is_judged() -> None:
    started(4).pair([(1, 2), (3, 4)]).refused("TN-NEXT-5", "proposal_is_not_needed")
    started(4, format=DUTCH).pair().refused("TN-NEXT-5", "proposal_is_missing")
    started(4, format=DUTCH).pair([(1, 2), (3, 9)]).refused("TN-NEXT-5", "proposal_names_others")
    started(4, format=DUTCH).pair([(1, 2)]).refused("TN-DUTCH-3", "no_legal_pairing")


@pytest.mark.rule("TN-DUTCH-1", refused=True)
def test_the_dutch_system_needs_its_points() -> None:
    """When they are announced, and when they are changed, not when the first round is paired."""
    other = replace(TWO_SEATS, scales=((180, 60),))
    refused("TN-DUTCH-1", "dutch_needs_one_half_zero", lambda: opened(other, format=DUTCH))
    desk = started(4, format=DUTCH).ask(ORGANISER, a.ChangeRules(other, WHY))
    desk.refused("TN-DUTCH-1", "dutch_needs_one_half_zero", points=((180, 60),))


@pytest.mark.rule("TN-PAIR-2", "TN-PAIR-3")
def test_there_is_a_pairing_as_long_as_enough_are_here() -> None:
    paired(2).then(phase="paired")


@pytest.mark.rule("TN-PAIR-2", "TN-PAIR-3", refused=True)
def test_no_legal_pairing_is_left() -> None:
    """The refusal names the reason; an arbiter can then pair by hand or allow a pairing."""
    desk = started(2).ask(player(1), a.WithdrawEntrant(1)).pair()
    desk.refused("TN-PAIR-2", "too_few_players", players=1)
    desk = started(2, format=DUTCH).ask(player(1), a.WithdrawEntrant(1))
    desk.pair().refused("TN-PAIR-2", "too_few_players", players=1)
    desk = started(2).ask(ARBITER, a.ForbidPairing((1, 2), WHY))
    desk.pair().refused("TN-PAIR-3", "barred_pairs_would_meet")


def test_a_repeated_pairing_shows_its_cost() -> None:
    """The house Swiss repeats a pairing rather than end a tournament of two."""
    desk = started(2).round().pair()
    assert desk.events[0].cost.repeats == 1


# --- by hand ----------------------------------------------------------------------------------


@pytest.mark.rule("TN-HAND-1", "TN-HAND-2")
def test_an_arbiter_pairs_by_hand() -> None:
    desk = started(5).ask(ARBITER, a.ForbidPairing((1, 2), WHY))
    byes = (ByeTaken(5, "zero"),)
    desk.ask(ARBITER, a.PairByHand(1, ((3, 1), (2, 4)), WHY, byes))
    desk.then(e.RoundPaired(1, ((3, 1), (2, 4)), byes, "by_hand", reason=WHY))
    assert [one.round for one in desk.state.seeds] == [0]


@pytest.mark.rule("TN-HAND-1", "TN-HAND-3", "TN-HAND-5")
def test_an_arbiter_changes_tables() -> None:
    """Before or after the round opens; the event says why."""
    desk = playing(4).game(table=1)
    one, other = _seats(desk)[1]
    changed = (e.PairedTable(2, (other, one)),)
    desk.ask(ARBITER, a.ChangeTables(1, changed, WHY))
    desk.then(e.TablesChanged(1, changed, (), WHY))
    assert _seats(desk)[1] == (other, one)


def test_another_entrant_replaces_an_absentee() -> None:
    """An entrant who rests, or who came late."""
    desk = paired(5)
    (bye,) = desk.state.rounds[0].byes
    one, other = _seats(desk)[0]
    byes = (ByeTaken(one, "zero"),)
    desk.ask(ARBITER, a.ChangeTables(1, (e.PairedTable(1, (bye.player, other)),), WHY, byes))
    assert _seats(desk)[0] == (bye.player, other)
    assert desk.state.rounds[0].byes == byes


@pytest.mark.rule("TN-HAND-1", refused=True)
@pytest.mark.parametrize(
    ("tables", "reason"),
    [
        (((1, 2),), "everybody_has_one_place"),
        (((1, 2), (2, 3)), "everybody_has_one_place"),
        (((1, 2, 3, 4),), "table_of_another_size"),
    ],
)
def test_everybody_has_one_place(tables: tuple[tuple[int, ...], ...], reason: str) -> None:
    started(4).ask(ARBITER, a.PairByHand(1, tables, WHY)).refused("TN-HAND-1", reason)


@pytest.mark.rule("TN-HAND-1", "TN-ACT-4", refused=True)
def test_a_change_leaves_nobody_out() -> None:
    desk = paired(4)
    one, other = _seats(desk)[0]
    change = a.ChangeTables(1, (e.PairedTable(1, (one, _seats(desk)[1][0])),), WHY)
    desk.ask(ARBITER, change)
    desk.refused("TN-HAND-1", "everybody_has_one_place", missing=[other])
    paired(4).ask(ARBITER, a.ChangeTables(2, change.tables, WHY)).refused(
        "TN-ACT-4", "no_such_round"
    )
    paired(4).ask(ARBITER, a.ChangeTables(1, (e.PairedTable(3, (1, 2)),), WHY)).refused(
        "TN-ACT-4", "no_such_table"
    )
    started(4).round().pair().ask(SERVICE, a.OpenRound(1)).refused("TN-ACT-4", "round_is_closed")


@pytest.mark.rule("TN-HAND-2", refused=True)
def test_barred_pairs_do_not_meet_by_hand() -> None:
    desk = started(4).ask(ARBITER, a.ForbidPairing((1, 2), WHY))
    desk.ask(ARBITER, a.PairByHand(1, ((2, 1), (3, 4)), WHY))
    desk.refused("TN-HAND-2", "barred_pair_would_meet")


@pytest.mark.rule("TN-HAND-3", refused=True)
def test_a_table_that_has_begun_stays() -> None:
    desk = playing(4).game(table=1)
    change = e.PairedTable(1, _seats(desk)[0][::-1])
    desk.ask(ARBITER, a.ChangeTables(1, (change,), WHY)).refused("TN-HAND-3", "table_has_begun")
    change = e.PairedTable(1, _seats(paired(4))[0][::-1])
    desk = paired(4).ask(ARBITER, a.ChangeTables(1, (change, change), WHY))
    desk.refused("TN-HAND-3", "table_has_begun")


@pytest.mark.rule("TN-HAND-5", refused=True)
def test_a_change_of_tables_changes_something() -> None:
    desk = paired(4)
    same = e.PairedTable(1, _seats(desk)[0])
    desk.ask(ARBITER, a.ChangeTables(1, (same,), WHY)).refused("TN-HAND-5", "nothing_changes")


# --- opening and closing ----------------------------------------------------------------------


@pytest.mark.rule("TN-ACT-2", "TN-ACT-4", "TN-CLOSE-1")
def test_a_round_opens_and_closes() -> None:
    desk = playing(4).then(e.RoundOpened(1), phase="playing")
    desk.play().then(e.RoundClosed(1), phase="between")


@pytest.mark.rule("TN-CLOSE-1", refused=True)
def test_a_round_waits_for_all_tables() -> None:
    desk = playing(4).ask(ARBITER, a.EnterResult(1, 2, (1, 2), WHY), a.CloseRound(1))
    desk.refused("TN-CLOSE-1", "tables_without_result", tables=[1])


def test_standings_after_each_round() -> None:
    """With the results as they are known now."""
    desk = started(4).round().round()
    after = [standings_of(desk.state, number) for number in range(3)]
    assert [max(line.points for line in lines) for lines in after] == [0, 60, 120]


@pytest.mark.long
def test_a_thousand_players() -> None:
    desk = registered(1000).start()
    assert len(desk.state.order) == 1000
    assert next_seed(desk.state, SECRET)
