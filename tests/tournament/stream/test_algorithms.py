"""One example for each rule that says how something is computed; the proofs are next door."""

from functools import partial
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.tournament.history import history_of
from domain.tournament.model import Announced, ByeTaken, RoundPlayed, Sitting, announced
from domain.tournament.pairing.bounds import priced_spread
from domain.tournament.pairing.costs import CostVector
from domain.tournament.pairing.dutch import paired_by
from domain.tournament.pairing.situation import situation_of
from domain.tournament.pairing.swiss import paired, table_sizes
from domain.tournament.points import points_of
from domain.tournament.schedules import searched
from domain.tournament.schedules.berger import berger
from domain.tournament.schedules.designs import design
from domain.tournament.schedules.knockout import (
    advancing,
    apart_in_bracket,
    dealt,
    finalists,
    pairs_of,
    single,
)
from domain.tournament.schedules.searched import met_by_all
from domain.tournament.schedules.turns import in_turn_order
from domain.tournament.schedules.whist import whist
from domain.tournament.seed import seed_of_round
from domain.tournament.standings.order import standings
from tests.support.games.spec import refused
from tests.tournament.vectors import CHESS, E1, E3, A, B, C, D, E, F, draw, entrants, win

FOUR = announced(4, 3)
SEED = bytes(32)


class _Says:
    """A program that proposes these pairs and takes this many players."""

    name, version = "example", "1"

    def __init__(self, most: int, *pairs: tuple[int, ...]) -> None:
        self.most_players = most
        self._pairs = pairs

    def pairs(self, *_: object) -> tuple[tuple[int, ...], ...]:
        """Return the proposal."""
        return self._pairs


@pytest.mark.rule("TN-POINTS-1", "TN-POINTS-2", "TN-POINTS-3")
def test_points() -> None:
    assert points_of(FOUR, Sitting((A, B, C, D), (1, 2, 2, 4))) == {A: 720, B: 240, C: 240, D: 0}
    assert points_of(FOUR, Sitting((A, B, C), forfeits=(B, C))) == {A: 720, B: 0, C: 0}


@pytest.mark.rule("TN-ROUND-1", "TN-ROUND-2", "TN-ROUND-3")
def test_rounds_as_played() -> None:
    found = history_of(CHESS, entrants(6), E1)
    assert {len(history) for history in found.values()} == {3}


@pytest.mark.rule("TN-ROUND-1", "TN-ROUND-2", "TN-ROUND-3", refused=True)
def test_impossible_rounds_are_refused() -> None:
    for rule, reason, one in [
        ("TN-ROUND-1", "twice_in_a_round", RoundPlayed((win(A, B),), (ByeTaken(A, "half"),))),
        ("TN-ROUND-2", "not_an_entrant", RoundPlayed((win(A, F),))),
        ("TN-ROUND-3", "table_of_another_size", RoundPlayed((Sitting((A, B, C), (1, 2, 3)),))),
    ]:
        refused(rule, reason, partial(history_of, CHESS, entrants(3), [one]))


@pytest.mark.rule("TN-RANK-1", "TN-TIE-1")
def test_standings() -> None:
    """B and C have two points each; their draw in round one leaves the wins to decide."""
    rules = replace(CHESS, tie_breaks=("DE", "WIN"))
    rounds = [RoundPlayed((draw(B, C),)), *E1[1:]]
    lines = standings(rules, entrants(6), rounds)
    assert lines[0].points == max(line.points for line in lines)
    met = [RoundPlayed((win(C, A),)), RoundPlayed((win(A, B),)), RoundPlayed((win(C, B),))]
    winner = standings(rules, entrants(3), [*met[:1], RoundPlayed((win(A, B),))])[0]
    assert winner.player == C


@pytest.mark.rule("TN-CHANCE-1")
def test_a_seed_depends_on_what_is_fixed() -> None:
    seeds = {
        seed_of_round(SEED, name, number, {1: entropy})
        for name in "ab"
        for number in (1, 2)
        for entropy in ("", "c0")
    }
    assert len(seeds) == 8


@pytest.mark.rule("TN-COST-1", "TN-BOUND-1", "TN-PAIR-1", "TN-SEAT-1")
def test_a_round_of_least_cost() -> None:
    """After E3, the tables have two repeats, and no pairing has fewer."""
    rules = announced(4, 3)
    found = paired(rules, history_of(rules, entrants(7), E3), range(1, 8), SEED)
    assert found.cost == found.bounds
    assert found.cost > CostVector()
    assert sorted(map(len, found.tables)) == [3, 4]


@pytest.mark.rule("TN-BOUND-2")
def test_prices_prove_a_bound() -> None:
    situation = situation_of(CHESS, history_of(CHESS, entrants(4), ()), (1, 2, 3, 4))
    assert priced_spread(situation, (2, 2), (0, 0, 0, 0)) == 0


@pytest.mark.rule("TN-BOUND-2", refused=True)
def test_prices_that_prove_nothing() -> None:
    situation = situation_of(CHESS, history_of(CHESS, entrants(4), ()), (1, 2, 3, 4))
    priced = partial(priced_spread, situation, (2, 2), (1, 0, 0, 0))
    refused("TN-BOUND-2", "table_below_its_prices", priced)


@pytest.mark.rule("TN-SIZE-1", "TN-BYE-1")
def test_sizes_and_byes() -> None:
    assert table_sizes(14, (4, 3)) == ((4, 4, 3, 3), 0)
    found = paired(CHESS, history_of(CHESS, entrants(5), ()), range(1, 6), SEED)
    assert found.byes == (5,)


@pytest.mark.rule("TN-DUTCH-2")
def test_a_program_pairs_what_it_can() -> None:
    found = paired_by(_Says(2, (1, 2)), CHESS, history_of(CHESS, entrants(2), ()), (1, 2))
    assert {*found.tables[0]} == {1, 2}


@pytest.mark.rule("TN-DUTCH-2", refused=True)
def test_a_program_pairs_no_more() -> None:
    histories = history_of(CHESS, entrants(4), ())
    asked = partial(paired_by, _Says(2), CHESS, histories, (1, 2, 3, 4))
    refused("TN-DUTCH-2", "too_many_players", asked)


@pytest.mark.rule("TN-ROBIN-1", "TN-ROBIN-2", "TN-ROBIN-4", "TN-ROBIN-5", "TN-SEAT-2")
def test_everybody_meets_everybody() -> None:
    rules = replace(announced(3, 20), swiss=False)
    for rounds, players in [
        (berger(6), 6),
        (in_turn_order(design(9, 3)), 9),
        (met_by_all(rules, 5, SEED).rounds, 5),
    ]:
        met = {
            frozenset(pair) for one in rounds for table in one for pair in combinations(table, 2)
        }
        assert len(met) == players * (players - 1) // 2


@pytest.mark.rule("TN-ROBIN-3")
def test_whist_has_each_pair_of_partners_once() -> None:
    teams = [
        frozenset(table[at::2])
        for one in in_turn_order(whist(8), teams=True)
        for table in one
        for at in (0, 1)
    ]
    assert len(teams) == len(set(teams)) == 28


@pytest.mark.rule("TN-ROBIN-5", refused=True)
def test_too_many_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Five players at tables of two need five rounds."""
    monkeypatch.setattr(searched, "MOST_ROUNDS", 4)
    rules: Announced = replace(announced(2, 99), swiss=False)
    refused("TN-ROBIN-5", "too_many_rounds", partial(met_by_all, rules, 5, SEED))


@pytest.mark.rule("TN-KO-1", "TN-KO-2", "TN-KO-3", "TN-KO-4", "TN-GROUP-1")
def test_knock_outs_and_groups() -> None:
    bracket = single(4)
    assert pairs_of(bracket, (A, B, C, D), {0: A, 1: B})[-1] == (A, B)
    assert dealt([1, 2, 3, 4], (2, 2)) == [[1, 4], [2, 3]]
    assert advancing([Sitting((A, B, C), (2, 1, 3))], 2) == [B, A]
    assert finalists([[A, B], [C, E]], 2, apart_in_bracket(4)) == [A, C, B, E]


@pytest.mark.rule("TN-KO-2", "TN-KO-4", refused=True)
def test_an_impossible_winner_does_not_advance() -> None:
    stranger = partial(pairs_of, single(4), (A, B, C, D), {0: B})
    refused("TN-KO-2", "winner_was_not_there", stranger)
    tied = partial(advancing, [Sitting((A, B, C), (1, 2, 2))], 2)
    refused("TN-KO-4", "tie_for_the_last_place", tied)
