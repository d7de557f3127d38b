"""Single tie-breaks by example: direct encounters, cuts, round robins and lots."""

from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from domain.tournament.model import (
    Announced,
    ByeTaken,
    Entrant,
    RoundPlayed,
    Sitting,
    TieBreakId,
    announced,
)
from domain.tournament.standings.order import StandingLine, standings
from tests.tournament.vectors import CHESS, E1, A, B, C, D, E, F, draw, entrants, win

ROBIN = replace(CHESS, swiss=False)


def table(
    rules: Announced, count: int, rounds: Sequence[RoundPlayed], *ids: TieBreakId
) -> list[StandingLine]:
    return standings(replace(rules, tie_breaks=ids), entrants(count), rounds)


def order(lines: Sequence[StandingLine]) -> list[tuple[int, int]]:
    return [(line.rank, line.player) for line in lines]


def values(lines: Sequence[StandingLine]) -> dict[int, int]:
    return {line.player: line.values[0] for line in lines}


# --- direct encounter ---------------------------------------------------------------------------


def test_the_winner_of_the_direct_encounter_is_ahead() -> None:
    rounds = [RoundPlayed((win(A, B),)), RoundPlayed((win(B, C),))]
    assert order(table(CHESS, 3, rounds)) == [(1, A), (1, B), (3, C)]
    assert order(table(CHESS, 3, rounds, "DE")) == [(1, A), (2, B), (3, C)]


def test_a_lead_that_a_missing_game_could_end_does_not_count() -> None:
    """A beat B but lost to C, and B and C have not met."""
    rounds = [RoundPlayed((win(A, B),)), RoundPlayed((win(C, A), win(B, D)))]
    assert order(table(CHESS, 4, rounds, "DE")) == [(1, A), (1, B), (1, C), (4, D)]


def test_a_circle_remains_tied() -> None:
    rounds = [RoundPlayed((one,)) for one in (win(A, B), win(B, C), win(C, A))]
    assert order(table(CHESS, 3, rounds, "DE")) == [(1, A), (1, B), (1, C)]


def test_the_rest_is_compared_again() -> None:
    """A beats both others of three who are tied, so B and C are compared by themselves."""
    rounds = [
        RoundPlayed((win(A, B), win(C, D))),
        RoundPlayed((win(A, C), win(B, E))),
        RoundPlayed((win(B, C), win(D, A))),
        RoundPlayed((win(C, E), win(F, A))),
    ]
    lines = table(CHESS, 6, rounds, "DE")
    assert order(lines)[:3] == [(1, A), (2, B), (3, C)]
    assert values(lines)[C] == -2


def test_a_missing_game_leaves_a_tie_unless_it_cannot_matter() -> None:
    """A beat B, C and D; B and C have not met, but cannot reach A any more."""
    rounds = [
        RoundPlayed((win(A, B),)),
        RoundPlayed((win(A, C),)),
        RoundPlayed((win(B, E), win(C, F))),
        RoundPlayed((win(B, F), win(C, E))),
    ]
    assert order(table(CHESS, 6, rounds, "DE"))[:3] == [(1, A), (2, B), (2, C)]


# --- Buchholz and byes --------------------------------------------------------------------------


@pytest.mark.parametrize(("cut", "left"), [("BH", 270), ("BH-C1", 180), ("BH-C2", 180)])
def test_requested_byes_are_cut_first(cut: TieBreakId, left: int) -> None:
    """A's half-point bye counts 90, more than the opponent with 0, and still goes first."""
    rounds = [
        RoundPlayed((win(A, B), win(C, D)), (ByeTaken(E, "half"), ByeTaken(F, "half"))),
        RoundPlayed((win(D, B), win(C, F)), (ByeTaken(A, "half"),)),
        RoundPlayed((win(C, A), win(D, B))),
    ]
    assert values(table(CHESS, 6, rounds, cut))[A] == left * 60


def test_the_cap_of_2026() -> None:
    """A wins once and requests two half-point byes: two points, but a dummy has one and a half."""
    rounds = [
        RoundPlayed((win(A, B),)),
        RoundPlayed((), (ByeTaken(A, "half"),)),
        RoundPlayed((), (ByeTaken(A, "half"),)),
    ]
    assert values(table(CHESS, 2, rounds, "BH"))[A] == (60 + 90 + 90) * 60
    before = values(table(replace(CHESS, edition=2024), 2, rounds, "BH"))[A]
    assert before == (60 + 120 + 120) * 60


# --- the others ---------------------------------------------------------------------------------


def test_games_as_second_and_as_first() -> None:
    assert values(table(CHESS, 6, E1, "BPG")) == {A: 0, B: 1, C: 1, D: 2, E: 2, F: 3}
    assert values(table(CHESS, 6, E1, "SEATS"))[A] == -3


def test_progressive_scores() -> None:
    assert values(table(CHESS, 6, E1, "PS-C1"))[A] == 270


def test_points_against_those_with_half_of_the_points() -> None:
    """A, B, C and E have at least one and a half of three."""
    assert values(table(ROBIN, 6, E1, "KS")) == {A: 90, B: 60, C: 60, D: 0, E: 30, F: 0}


def test_the_rating_of_the_opponents_rounds_a_half_up() -> None:
    field = [Entrant(A, 2000), Entrant(B, 1801), Entrant(C, 1900), Entrant(D)]
    rounds = [RoundPlayed((win(A, B),)), RoundPlayed((win(A, C),)), RoundPlayed((win(A, D),))]
    lines = standings(replace(CHESS, tie_breaks=("ARO",)), field, rounds)
    assert values(lines) == {A: 1851, B: 2000, C: 2000, D: 2000}


def test_scores_inside_the_games() -> None:
    rounds = [RoundPlayed((Sitting((A, B), (1, 2), scores=(31, 12)),))] * 2
    assert values(table(CHESS, 2, rounds, "GS")) == {A: 62, B: 24}


def test_forfeits_count_in_a_round_robin() -> None:
    rounds = [RoundPlayed((Sitting((A, B), forfeits=(B,)),)), RoundPlayed((win(B, A),))]
    for tie_break, found in (("WON", 1), ("SB", 60 * 120)):
        assert values(table(ROBIN, 2, rounds, tie_break))[A] == found  # type: ignore[arg-type]
    assert values(table(CHESS, 2, rounds, "WON"))[A] == 0


def test_lots_separate_everybody() -> None:
    lots = {A: 3, B: 1, C: 2}
    rules = replace(CHESS, tie_breaks=("LOT",))
    assert order(standings(rules, entrants(3), [], lots)) == [(1, B), (2, C), (3, A)]


def test_a_direct_encounter_of_many() -> None:
    """At tables of three, everybody tied must have met, and the mean duel decides."""
    rules = announced(3, 2, "DE")
    rounds = [
        RoundPlayed((Sitting((A, B, C), (1, 2, 3)), Sitting((D, E, F), (1, 2, 3)))),
        RoundPlayed((Sitting((B, D, F), (1, 2, 3)), Sitting((C, E, A), (1, 2, 3)))),
    ]
    lines = standings(rules, entrants(6), rounds)
    assert [(line.player, line.points) for line in lines] == [
        (B, 900), (D, 900), (A, 720), (C, 720), (E, 360), (F, 0),
    ]  # fmt: skip
    assert [line.rank for line in lines] == [1, 2, 3, 3, 5, 6]


# --- properties ---------------------------------------------------------------------------------


def test_names_do_not_affect_the_table() -> None:
    """Other pairing numbers give the same table, whatever happened in the rounds."""
    ids: tuple[TieBreakId, ...] = ("DE", "BH-C1", "BH-M1", "SB", "WIN", "PS", "DUELS")
    for seed in range(20):
        random = Random(seed)
        rounds = random_rounds(random, 9, 5)
        renamed = dict(zip(range(1, 10), random.sample(range(1, 10), 9), strict=True))
        there = [
            RoundPlayed(
                tuple(
                    replace(
                        one,
                        players=tuple(renamed[who] for who in one.players),
                        forfeits=tuple(renamed[who] for who in one.forfeits),
                    )
                    for one in random.sample(round_.sittings, len(round_.sittings))
                ),
                tuple(replace(bye, player=renamed[bye.player]) for bye in round_.byes),
            )
            for round_ in rounds
        ]
        mine = {renamed[line.player]: line for line in table(CHESS, 9, rounds, *ids)}
        theirs = table(CHESS, 9, there, *ids)
        assert {line.player: (line.rank, line.values) for line in theirs} == {
            player: (line.rank, line.values) for player, line in mine.items()
        }


def random_rounds(random: Random, players: int, rounds: int) -> list[RoundPlayed]:
    """Return rounds in which everything happens: draws, forfeits, byes and absences."""
    found = []
    for _ in range(rounds):
        order = random.sample(range(1, players + 1), players)
        away = random.randrange(3)
        pairs = zip(order[away::2], order[away + 1 :: 2], strict=False)
        sittings = tuple(
            Sitting(pair, forfeits=(pair[1],))
            if random.random() < 0.1
            else random.choice((win(*pair), win(*pair[::-1]), draw(*pair)))
            for pair in pairs
        )
        kinds = random.sample(("half", "zero", "full"), 2)
        byes = tuple(ByeTaken(one, kind) for one, kind in zip(order[:away], kinds, strict=False))  # type: ignore[arg-type] # kinds
        found.append(RoundPlayed(sittings, byes))
    return found
