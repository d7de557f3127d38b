"""Schedules: everybody meets everybody as often as promised, and sits everywhere about equally."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.tournament.model import announced
from domain.tournament.schedules import searched
from domain.tournament.schedules.berger import Schedule, berger
from domain.tournament.schedules.designs import DESIGNED, design
from domain.tournament.schedules.searched import met_by_all
from domain.tournament.schedules.turns import in_turn_order
from domain.tournament.schedules.whist import WHIST, whist
from tests.support.run.long import long_after


def meetings(rounds: Iterable[Sequence[Sequence[int]]]) -> Counter[frozenset[int]]:
    tables = (table for tables in rounds for table in tables)
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def nobody_is_twice_in_a_round(rounds: Iterable[Sequence[Sequence[int]]]) -> bool:
    return all(
        len(players) == len(set(players))
        for players in ([one for table in tables for one in table] for tables in rounds)
    )


def seat_counts(rounds: Schedule, players: int, seats: int) -> list[list[int]]:
    counts = [[0] * seats for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for seat, one in enumerate(table):
                counts[one - 1][seat] += 1
    return counts


# --- two seats ----------------------------------------------------------------------------------


def test_the_tables_of_the_handbook() -> None:
    """Those of FIDE for six players, turn by turn."""
    assert berger(6) == (
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
        ((6, 5), (1, 4), (2, 3)),
        ((3, 6), (4, 2), (5, 1)),
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 9, 14, 15])
@pytest.mark.parametrize("cycles", [1, 2])
def test_everybody_meets_everybody_at_two_seats(players: int, cycles: int) -> None:
    rounds = berger(players, cycles)
    assert len(rounds) == cycles * (players - 1 + players % 2)
    assert nobody_is_twice_in_a_round(rounds)
    found = meetings(rounds)
    assert len(found) == players * (players - 1) // 2
    assert set(found.values()) == {cycles}
    for first, second in seat_counts(rounds, players, 2):
        assert abs(first - second) <= (cycles == 1 and players % 2 == 0)


@pytest.mark.parametrize("players", [4, 6, 10])
def test_nobody_has_one_turn_three_times_in_a_row_in_two_cycles(players: int) -> None:
    for one in range(1, players + 1):
        turns = "".join(
            str(table.index(one))
            for tables in berger(players, 2)
            for table in tables
            if one in table
        )
        assert "000" not in turns
        assert "111" not in turns


# --- more seats ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "seats"), DESIGNED)
def test_everybody_meets_everybody_exactly_once(players: int, seats: int) -> None:
    rounds = design(players, seats)
    assert len(rounds) == (players - 1) // (seats - 1)
    assert nobody_is_twice_in_a_round(rounds)
    assert {len(table) for tables in rounds for table in tables} == {seats}
    found = meetings(rounds)
    assert len(found) == players * (players - 1) // 2
    assert set(found.values()) == {1}


@pytest.mark.parametrize(("players", "seats"), DESIGNED)
def test_the_seats_of_a_design_are_balanced(players: int, seats: int) -> None:
    """Within one, or within two for the largest."""
    rounds = in_turn_order(design(players, seats))
    counts = seat_counts(rounds, players, seats)
    assert max(max(one) - min(one) for one in counts) <= (1 if players < 39 else 2)
    assert set(meetings(rounds).values()) == {1}


@pytest.mark.parametrize("players", WHIST)
def test_partners_once_and_opponents_twice(players: int) -> None:
    rounds = whist(players)
    assert len(rounds) == players - (players % 4 == 0)
    assert nobody_is_twice_in_a_round(rounds)
    partners = meetings([[table[:2], table[2:]] for tables in rounds for table in tables])
    every = meetings(rounds)
    assert len(partners) == len(every) == players * (players - 1) // 2
    assert set(partners.values()) == {1}
    assert set(every.values()) == {3}


@pytest.mark.parametrize("players", long_after(3, WHIST))
def test_partners_sit_across(players: int) -> None:
    """The first and third are a team: turn orders keep the partners of the schedule."""
    rounds = in_turn_order(whist(players), teams=True)
    partners = meetings([[(a + 0, c), (b + 0, d)] for tables in rounds for a, b, c, d in tables])
    assert set(partners.values()) == {1}
    assert max(max(one) - min(one) for one in seat_counts(rounds, players, 4)) <= 2


@pytest.mark.parametrize(
    ("players", "seats", "worst"),
    long_after(2, [pytest.param(7, 3, 3), pytest.param(10, 4, 3), pytest.param(14, 4, 4)]),
)
def test_other_numbers_by_search(players: int, seats: int, worst: int) -> None:
    rules = replace(announced(seats, 1), swiss=False)
    found = met_by_all(rules, players, b"seed")
    counts = meetings(found.rounds)
    assert len(counts) == players * (players - 1) // 2
    assert max(counts.values()) == found.worst <= worst
    assert nobody_is_twice_in_a_round(found.rounds)
    assert found == met_by_all(rules, players, b"seed")


def test_a_search_that_takes_too_many_rounds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searched, "MOST_ROUNDS", 2)
    with pytest.raises(IllegalAction) as refused:
        met_by_all(announced(4, 1), 14, b"seed")
    assert refused.value.refusal.rule == "TN-ROBIN-5"
