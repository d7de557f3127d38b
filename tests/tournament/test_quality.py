"""How well formats find the strongest: only the relations that are clear of chance."""

from itertools import combinations

import pytest

from domain.tournament.model import announced
from domain.tournament.pairing import search
from domain.tournament.pairing.swiss import paired
from tests.support.run.long import long_if
from tests.tools.tournament_quality import COURSES, TWO, Course, Quality, at_random, by_dutch, lines
from tests.tools.tournament_quality import quality as measured
from tests.tournament.players import Field, tournament


@pytest.fixture
def one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search for the tables of a round once, though they are few: seats and repeats are as good."""
    monkeypatch.setattr(search, "PLAYERS_OF_ALL_RUNS", 1)


def quality(name: str, players: int, rounds: int, number: int) -> Quality:
    (course,) = (one for one in COURSES if (one.name, one.players) == (name, players))
    return measured(course, rounds, number)


@pytest.mark.long
def test_the_dutch_system_is_better_than_random_pairs() -> None:
    """Over the same fields: by 0.01 to 0.02 of tau in the table of the docs, so no more is claimed.

    No pair meets twice, and turns alternate.
    """
    random = quality("random", 20, 7, 15)
    dutch = quality("Dutch", 20, 7, 15)
    assert dutch.tau > random.tau
    assert random.repeats > 5
    assert dutch.repeats == 0
    assert dutch.unbalance <= 3


@pytest.mark.long
def test_with_true_ratings_the_dutch_system_is_much_better() -> None:
    """By 0.08 of tau in the table of the docs: the system starts from a list by strength."""
    random = quality("random", 20, 5, 10)
    dutch = quality("Dutch, rated", 20, 5, 10)
    assert dutch.tau > random.tau + 0.02


@pytest.mark.parametrize("number", [long_if(False, 3, id="few"), long_if(True, 30, id="more")])
def test_a_round_robin_at_four_seats_has_no_repeats_and_even_seats(number: int) -> None:
    found = quality("round robin", 16, 5, number)
    assert found.repeats == 0
    assert found.unbalance <= 1


@pytest.mark.long
def test_more_rounds_find_the_strongest_better() -> None:
    assert quality("random", 40, 8, 30).tau > quality("random", 40, 4, 30).tau + 0.05
    assert quality("round robin", 20, 19, 30).tau > quality("random", 20, 9, 30).tau + 0.05


@pytest.mark.long
@pytest.mark.usefixtures("one_run")
def test_seats_at_full_tables_are_within_two() -> None:
    assert quality("Swiss", 40, 5, 2).unbalance <= 2
    assert quality("Swiss", 16, 5, 2).unbalance <= 2


def test_the_table_of_the_docs() -> None:
    few = (
        Course("random", 8, TWO, (2,), at_random),
        Course("Dutch", 8, TWO, (2, 3), by_dutch),
    )
    header, rule, *rows = lines(2, few)
    assert header.count("|") == rule.count("|") == 12
    assert [row.split(" | ")[:4] for row in rows] == [
        ["| 8", "2", "2", "random"],
        ["| 8", "2", "2", "Dutch"],
        ["| 8", "2", "3", "Dutch"],
    ]
    assert [" ± " in row.split(" | ")[6] for row in rows] == [False, True, False]
    assert [*lines(2, few, ["Dutch:8:2"])] == [header, rule, rows[1]]


@pytest.mark.long
@pytest.mark.usefixtures("one_run")
def test_nobody_meets_twice_while_there_is_another_way() -> None:
    """Nine rounds of 80 players are tested elsewhere; here four of 24 at tables of four."""
    rounds, _ = tournament(Field(24, 5), announced(4, 4), paired)
    pairs = [
        frozenset(pair)
        for round_ in rounds
        for one in round_.tables
        for pair in combinations(one, 2)
    ]
    assert len(pairs) == len(set(pairs))
