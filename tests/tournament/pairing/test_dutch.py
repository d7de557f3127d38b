"""The Dutch system behind its port: what is checked, refused, and found in whole tournaments."""

from collections.abc import Sequence

import pytest

from domain.refusal import IllegalAction
from domain.tournament.history import HistoryOf, history_of
from domain.tournament.model import Announced, ByeTaken, RoundPlayed, Sitting, announced
from domain.tournament.pairing.colours import TurnNumber
from domain.tournament.pairing.criteria import Breach, breaches
from domain.tournament.pairing.dutch import DutchEntrant, dutch_entrant, paired_by
from domain.tournament.pairing.swiss import Paired
from service.pairing import caissify
from service.pairing.caissify import Caissify, ProgramMissing
from tests.support.run.long import long_if
from tests.tournament.players import Field, tournament
from tests.tournament.vectors import E2, A, B, C, D, E, entrants, win

CHESS = announced(2, 5)


class Says:
    """A program that always proposes the same."""

    name = "says"
    version = "1"
    most_players = 8

    def __init__(self, *proposal: tuple[int, ...]) -> None:
        self._proposal = proposal

    def pairs(
        self, entrants: Sequence[DutchEntrant], number: int, rounds: int, initial: TurnNumber
    ) -> Sequence[tuple[int, ...]]:
        return self._proposal


def histories(count: int, *rounds: RoundPlayed, rules: Announced = CHESS) -> HistoryOf:
    return history_of(rules, entrants(count), rounds)


def refusal(program: Says, found: HistoryOf, **more: object) -> tuple[str, object]:
    with pytest.raises(IllegalAction) as refused:
        paired_by(program, CHESS, found, list(found), **more)  # type: ignore[arg-type] # barred
    return refused.value.refusal.rule, refused.value.refusal.facts


def test_entrants_who_have_met_do_not_meet_again() -> None:
    before = histories(4, RoundPlayed((win(A, B), win(C, D))))
    rule, facts = refusal(Says((A, B), (C, D)), before)
    assert rule == "TN-DUTCH-3"
    assert facts == {
        "breaches": [{"criterion": "C.1", "players": table} for table in ((B, A), (D, C))]
    }


def test_a_game_lost_by_forfeit_does_not_count_as_a_meeting() -> None:
    before = histories(2, RoundPlayed((Sitting((A, B), forfeits=(B,)),)))
    assert paired_by(Says((A, B)), CHESS, before, [A, B]).tables == ((A, B),)


@pytest.mark.parametrize("kind", ["pairing", "full"])
def test_nobody_rests_twice(kind: str) -> None:
    bye = ByeTaken(C, kind)  # type: ignore[arg-type] # a parameter
    before = histories(3, RoundPlayed((win(A, B),), (bye,)))
    assert breaches(CHESS, before, [A, B, C], [], [C])[1:] == [Breach("C.2", (C,))]


def test_a_requested_bye_or_a_forfeit_of_the_opponent() -> None:
    """A half-point bye leaves the bye of the pairing possible; a win by forfeit does not."""
    before = histories(3, RoundPlayed((Sitting((A, B), forfeits=(B,)),), (ByeTaken(C, "half"),)))
    assert breaches(CHESS, before, [A, B, C], [(A, B)], [C]) == []
    assert breaches(CHESS, before, [A, B, C], [(B, C)], [A]) == [Breach("C.2", (A,))]


FIRST_TWICE = RoundPlayed((win(A, C), win(B, D))), RoundPlayed((win(A, D), win(B, C)))


def test_two_who_must_be_second_do_not_meet() -> None:
    before = histories(4, *FIRST_TWICE)
    found = breaches(CHESS, before, [A, B], [(A, B)], [])
    assert found == [Breach("C.3", (A, B)), Breach("turns", (A,))]


def test_topscorers_who_must_be_second_may_meet_in_the_last_round() -> None:
    last = announced(2, 3)
    before = history_of(last, entrants(4), FIRST_TWICE)
    assert breaches(last, before, [A, B], [(A, B)], []) == []


def test_everybody_plays_or_rests_once() -> None:
    before = histories(4)
    cases: list[tuple[list[tuple[int, int]], list[int]]] = [
        ([(A, B)], []),
        ([(A, B), (A, C)], []),
        ([(A, B)], [C, D]),
    ]
    for tables, byes in cases:
        assert breaches(CHESS, before, [A, B, C, D], tables, byes)[0].criterion == "everybody"


def test_a_barred_pair_is_refused() -> None:
    rule, facts = refusal(Says((A, B)), histories(2), barred={frozenset((A, B))})
    assert rule == "TN-DUTCH-3"
    assert facts == {"breaches": [{"criterion": "barred", "players": (A, B)}]}


@pytest.mark.parametrize(("count", "rule"), [(0, "TN-PAIR-2"), (1, "TN-PAIR-2"), (9, "TN-DUTCH-2")])
def test_too_few_and_too_many_players_are_refused(count: int, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        paired_by(Says(), CHESS, histories(9), range(1, count + 1))
    assert refused.value.refusal.rule == rule


def test_other_games_are_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        paired_by(Says(), announced(4, 5), {}, [])
    assert refused.value.refusal.rule == "TN-DUTCH-1"


def test_the_program_receives_the_history_of_each_entrant() -> None:
    """From the published example E2, after three rounds."""
    found = history_of(CHESS, entrants(5), E2[:3])
    assert dutch_entrant(found, B) == DutchEntrant(
        B, 120, (1, 0), ("none", "down", "none"), frozenset({A, C}), rested=True
    )
    assert dutch_entrant(found, E, {frozenset((E, A))}) == DutchEntrant(
        E, 30, (1,), ("down", "none", "none"), frozenset({A, D}), rested=False
    )
    assert dutch_entrant(found, A).floats == ("none", "down", "none")
    assert dutch_entrant(found, C).floats == ("none", "up", "none")


def test_a_lost_forfeit_does_not_count_as_a_float() -> None:
    found = history_of(CHESS, entrants(5), E2)
    assert dutch_entrant(found, E).floats[-1] == "none"
    assert dutch_entrant(found, C).floats[-1] == "down"


# --- caissify-pairings --------------------------------------------------------------------------


def dutch(rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes) -> Paired:
    return paired_by(Caissify(), rules, histories, present, initial=0)


@pytest.mark.parametrize(
    ("players", "rounds", "fields"),
    [
        long_if(True, 20, 9, 1, id="20"),
        long_if(False, 11, 5, 1, id="11"),
        long_if(True, 21, 9, 2, id="21"),
        long_if(True, 40, 9, 1, id="40"),
    ],
)
def test_whole_tournaments_meet_the_criteria(players: int, rounds: int, fields: int) -> None:
    """``paired_by`` refuses every breach; so that these are paired at all is the proof."""
    for seed in range(fields):
        found, _ = tournament(Field(players, seed), announced(2, rounds), dutch)
        assert all(round_.algorithm == "caissify-pairings 0.5.0" for round_ in found)
        assert all(len(round_.byes) == players % 2 for round_ in found)


def test_round_one_is_the_published_one() -> None:
    """The upper half meets the lower; turns alternate down the list."""
    found = paired_by(Caissify(), CHESS, histories(6), range(1, 7))
    assert found.tables == ((1, 4), (5, 2), (3, 6))


def test_the_turn_order_is_not_that_of_the_library() -> None:
    """It compares numbers where E.4 and E.5 compare points first. Without that fault, trust it."""
    swapped: list[tuple[int, ...]] = []

    def both(rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes) -> Paired:
        found = dutch(rules, histories, present, seed)
        numbers = [dutch_entrant(histories, player) for player in present]
        pairs = Caissify().pairs(numbers, len(histories[1]) + 1, rules.rounds, 0)
        assert sorted(map(sorted, pairs)) == sorted(map(sorted, found.tables))
        swapped.extend(set(found.tables) - {tuple(pair) for pair in pairs})
        return found

    tournament(Field(20, 0), announced(2, 9), both)
    assert 0 < len(swapped) < 10


@pytest.mark.parametrize("players", [2, 3, 4])
def test_when_all_have_met_there_is_a_refusal(players: int) -> None:
    """The library itself would give everybody a bye, or pair them again."""
    rules = announced(2, 9)
    with pytest.raises(IllegalAction) as refused:
        tournament(Field(players, 1), rules, dutch)
    assert refused.value.refusal.rule == "TN-DUTCH-3"


def test_without_the_library_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(caissify, "_LIBRARY", "not_installed_at_all")
    with pytest.raises(ProgramMissing, match=r"pip install 'carolus\[dutch\]'"):
        Caissify()
