"""Rounds as they are paired: sizes, byes, seats, barred pairs, and whole tournaments."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.tournament.history import HistoryOf, history_of
from domain.tournament.model import Announced, ByeTaken, RoundPlayed, announced
from domain.tournament.pairing.colours import difference
from domain.tournament.pairing.costs import cost_of
from domain.tournament.pairing.situation import situation_of
from domain.tournament.pairing.swiss import VERSION, Paired, paired, table_sizes
from tests.support.run.long import long_if
from tests.tournament.players import Field, tournament
from tests.tournament.vectors import entrants

FOUR = announced(4, 6)


def by_tables(
    rules: Announced, histories: HistoryOf, present: Sequence[int], seed: bytes
) -> Paired:
    return paired(rules, histories, present, seed)


def nobody_played(count: int, rules: Announced = FOUR) -> HistoryOf:
    return history_of(rules, entrants(count), [])


@pytest.mark.parametrize(
    ("players", "sizes", "tables"),
    [
        (14, (4, 3), ((4, 4, 3, 3), 0)),
        (5, (4, 3), ((4,), 1)),
        (13, (4,), ((4, 4, 4), 1)),
        (19, (6, 5), ((6, 6, 6), 1)),
        (1000, (2,), ((2,) * 500, 0)),
        (7, (2,), ((2, 2, 2), 1)),
        (11, (5, 4, 3), ((5, 3, 3), 0)),
    ],
)
def test_few_byes_then_large_tables(
    players: int, sizes: tuple[int, ...], tables: tuple[tuple[int, ...], int]
) -> None:
    assert table_sizes(players, sizes) == tables


@pytest.mark.parametrize("players", [0, 1, 2])
def test_too_few_players_are_refused(players: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        paired(FOUR, nobody_played(3), range(1, players + 1), b"seed")
    assert refused.value.refusal.rule == "TN-PAIR-2"
    assert refused.value.refusal.facts == {"players": players, "table": 3}


def test_barred_pairs_do_not_meet() -> None:
    barred = {frozenset(pair) for pair in combinations((1, 2, 3), 2)}
    for seed in (b"1", b"2", b"3"):
        round_ = paired(FOUR, nobody_played(12), range(1, 13), seed, barred=barred)
        assert max(len({1, 2, 3} & set(table)) for table in round_.tables) == 1


def test_a_round_in_which_barred_pairs_must_meet_is_refused() -> None:
    barred = {frozenset((1, other)) for other in range(2, 9)}
    with pytest.raises(IllegalAction) as refused:
        paired(FOUR, nobody_played(8), range(1, 9), b"seed", barred=barred)
    assert (refused.value.refusal.rule, refused.value.refusal.facts) == (
        "TN-PAIR-3",
        {"pairs": 3},
    )


def test_the_order_of_the_entrants_does_not_matter() -> None:
    one, other = (
        paired(FOUR, nobody_played(14), present, b"seed")
        for present in (range(1, 15), range(14, 0, -1))
    )
    assert one == other
    assert one.algorithm == VERSION
    assert paired(FOUR, nobody_played(14), range(1, 15), b"another") != one


def test_a_bye_goes_round() -> None:
    """Thirteen players at tables of four: nobody rests twice while someone has not rested."""
    rules = Announced(seats=4, rounds=6, scales=(FOUR.scales[0],))
    rounds, played = tournament(Field(13, 1), rules, by_tables)
    resting = [round_.byes for round_ in rounds]
    assert len({player for byes in resting for player in byes}) == 6
    assert played[0].byes == (ByeTaken(resting[0][0], "pairing"),)


def test_the_bye_goes_to_the_fewest_points() -> None:
    rules = replace(FOUR, scales=(FOUR.scales[0],))
    field = Field(13, 2)
    _, played = tournament(field, replace(rules, rounds=2), by_tables)
    histories = history_of(rules, field.entrants, played)
    (bye,) = paired(rules, histories, range(1, 14), b"seed").byes
    rested = {one.player for round_ in played for one in round_.byes}
    totals = {who: sum(one.points for one in h) for who, h in histories.items()}
    assert bye not in rested
    assert totals[bye] == min(total for who, total in totals.items() if who not in rested)


# --- whole tournaments --------------------------------------------------------------------------


def must_be_sound(rules: Announced, field: Field, rounds: Sequence[Paired]) -> None:
    """Each entrant plays or rests in every round."""
    everybody = sorted(one.number for one in field.entrants)
    for round_ in rounds:
        assert sorted([*round_.byes, *(one for t in round_.tables for one in t)]) == everybody
        assert all(len(table) in rules.sizes for table in round_.tables)
        for cost, bound in zip(round_.cost, round_.bounds, strict=True):
            assert cost >= bound


def met(rounds: Sequence[Paired]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for round_ in rounds
        for table in round_.tables
        for pair in combinations(table, 2)
    )


@pytest.mark.parametrize(
    ("players", "seats", "rounds"),
    [
        long_if(False, 16, 4, 3, id="16 at fours"),
        long_if(True, 80, 4, 9, id="80 at fours"),
        long_if(True, 60, 3, 6, id="60 at threes"),
        long_if(True, 61, 2, 5, id="61 in pairs"),
    ],
)
def test_no_pair_meets_twice(players: int, seats: int, rounds: int) -> None:
    rules = announced(seats, rounds)
    field = Field(players, 1)
    found, _ = tournament(field, rules, by_tables)
    must_be_sound(rules, field, found)
    assert max(met(found).values()) == 1


def test_fourteen_players_share_the_small_tables_and_the_seats() -> None:
    field = Field(14, 1)
    found, played = tournament(field, FOUR, by_tables)
    must_be_sound(FOUR, field, found)
    small = Counter(
        one for round_ in found for table in round_.tables[:] if len(table) == 3 for one in table
    )
    assert {small[one.number] for one in field.entrants} <= {2, 3}
    first = Counter(table[0] for round_ in found for table in round_.tables)
    assert max(first.values()) - min(first[one.number] for one in field.entrants) <= 2
    histories = history_of(FOUR, field.entrants, played)
    assert max(met(found).values()) <= 2
    situation = situation_of(FOUR, histories, range(1, 15))
    assert sum(map(sum, situation.met)) == 2 * sum(met(found).values())


def test_turns_alternate_at_tables_of_two() -> None:
    rules = announced(2, 7)
    found, _ = tournament(Field(20, 3), rules, by_tables)
    turns: dict[int, list[int]] = {number: [] for number in range(1, 21)}
    for round_ in found:
        for first, second in round_.tables:
            turns[first].append(0)
            turns[second].append(1)
    assert all(abs(difference(one)) <= 2 for one in turns.values())  # type: ignore[arg-type] # 0, 1


def test_partners_change() -> None:
    """Eight players in teams of two have seven partners in seven rounds, as few repeat as can."""
    rules = replace(announced(4, 5, small=False), partners=True)
    found, _ = tournament(Field(16, 1), rules, by_tables)
    teams = Counter(
        frozenset(team)
        for round_ in found
        for a, b, c, d in round_.tables
        for team in ((a, c), (b, d))
    )
    assert max(teams.values()) == 1


def test_an_entrant_who_forfeits_has_met_nobody() -> None:
    rules = announced(2, 3)
    field = Field(4, 1)
    _, played = tournament(field, replace(rules, rounds=1), by_tables)
    one, other = played[0].sittings[0].players
    forfeited = replace(played[0].sittings[0], ranks=(), forfeits=(other,))
    rounds = [RoundPlayed((forfeited, *played[0].sittings[1:]))]
    situation = situation_of(rules, history_of(rules, field.entrants, rounds), (one, other))
    assert situation.met == ((0, 0), (0, 0))
    assert cost_of(situation, [[0, 1]]).spread == 3600
