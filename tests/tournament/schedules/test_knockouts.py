"""Knock-outs: who meets whom, with missing players, in single and double brackets and heats."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from domain.refusal import IllegalAction
from domain.tournament.model import Sitting
from domain.tournament.schedules.knockout import (
    NOBODY,
    Bracket,
    advancing,
    apart_in_bracket,
    apart_in_heats,
    dealt,
    double,
    finalists,
    pairs_of,
    seeding,
    single,
)


def played(bracket: Bracket, players: int, seed: int) -> tuple[dict[int, int], Counter[int]]:
    """Let everybody play; return the winners of the matches, and how often each lost."""
    random = Random(seed)
    winners: dict[int, int] = {}
    losses: Counter[int] = Counter()
    for number in range(len(bracket)):
        one, other = pairs_of(bracket, range(1, players + 1), winners)[number]
        assert one is not None
        assert other is not None
        if NOBODY not in (one, other):
            winners[number] = random.choice((one, other))
            losses[one + other - winners[number]] += 1
    return winners, losses


def test_the_best_two_can_meet_only_in_the_final() -> None:
    assert seeding(16) == [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]


def test_the_best_seeds_advance_where_players_are_missing() -> None:
    pairs = pairs_of(single(6), [11, 12, 13, 14, 15, 16], {})
    assert pairs[:4] == [(11, 0), (14, 15), (12, 0), (13, 16)]
    assert pairs[4:] == [(11, None), (12, None), (None, None)]


@pytest.mark.parametrize("players", [2, 3, 5, 8, 13])
def test_all_but_one_lose_once(players: int) -> None:
    for seed in range(4):
        winners, losses = played(single(players), players, seed)
        assert losses == Counter(set(range(1, players + 1)) - {winners[max(winners)]})


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8, 12, 16])
def test_nobody_leaves_a_double_knock_out_before_the_second_loss(players: int) -> None:
    """All but the two of the final have lost twice before it."""
    bracket = double(players)
    names = [match.round for match in bracket]
    final = names.index("F")
    for seed in range(4):
        winners, _ = played(bracket, players, seed)
        pairs = pairs_of(bracket, range(1, players + 1), winners)
        losses = Counter(
            sum(pair) - winners[number]  # type: ignore[arg-type] # all are known
            for number, pair in enumerate(pairs[:final])
            if number in winners
        )
        unbeaten, lower = pairs[final]
        assert losses[unbeaten or 0] == 0
        assert losses[lower or 0] == 1
        assert all(
            losses[one] == 2 for one in range(1, players + 1) if one not in (unbeaten, lower)
        )
        assert sorted(pairs[final + 1]) == sorted(pairs[final])  # type: ignore[type-var] # known


def test_the_rounds_of_a_double_bracket() -> None:
    found = Counter(match.round for match in double(8))
    assert found == {"W1": 4, "W2": 2, "W3": 1, "L1": 2, "L2": 2, "L3": 1, "L4": 1, "F": 1, "F2": 1}


def test_a_winner_who_was_not_there_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        pairs_of(single(4), [1, 2, 3, 4], {0: 2})
    assert refused.value.refusal.rule == "TN-KO-2"


# --- heats and groups ---------------------------------------------------------------------------


def test_the_best_two_of_each_heat_advance() -> None:
    heats = [Sitting((1, 4, 5, 8), (2, 1, 3, 4)), Sitting((2, 3, 6, 7), (1, 2, 3, 3))]
    assert advancing(heats, 2) == [4, 2, 1, 3]


def test_an_entrant_who_forfeits_does_not_advance() -> None:
    heat = Sitting((1, 2, 3, 4), (1, 2, 3, 4), forfeits=(1,))
    assert advancing([heat], 2) == [2, 3]


def test_a_tie_for_the_last_place_is_refused() -> None:
    with pytest.raises(IllegalAction) as refused:
        advancing([Sitting((1, 2, 3), (1, 2, 2))], 2)
    assert refused.value.refusal.rule == "TN-KO-4"
    assert refused.value.refusal.facts == {"players": [1, 2, 3]}


def test_dealing_forth_and_back() -> None:
    assert dealt(range(1, 15), (4, 4, 3, 3)) == [
        [1, 8, 9, 14],
        [2, 7, 10, 13],
        [3, 6, 11],
        [4, 5, 12],
    ]


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_finalists_of_one_group_meet_in_the_final_at_the_earliest(count: int) -> None:
    """They are in different halves of the bracket; first places have the best seeds."""
    groups = [[10 * at + 1, 10 * at + 2] for at in range(count)]
    seeds = finalists(groups, 2, apart_in_bracket(2 * count))
    assert seeds[:count] == [first for first, _ in groups]
    pairs = pairs_of(single(2 * count), seeds, {})
    halves = [_half(single(2 * count), seeds, at) for at in (0, 1)]
    assert sorted(halves[0] | halves[1]) == sorted(seeds)
    assert all(len({*group} & half) == 1 for group in groups for half in halves)
    assert all(one // 10 != other // 10 for one, other in pairs if one and other)


def _half(bracket: Bracket, seeds: Sequence[int], side: int) -> set[int]:
    """Return the players who can reach one side of the final."""
    open_, found = [bracket[-1].sides[side]], set()
    while open_:
        source = open_.pop()
        if source.kind == "seed":
            found |= {seeds[source.number - 1]} if source.number else set()
        else:
            open_ += bracket[source.number].sides
    return found


def test_finalists_of_one_group_sit_at_different_tables() -> None:
    groups = [[1, 2], [3, 4], [5, 6], [7, 8]]
    seeds = finalists(groups, 2, apart_in_heats((4, 4), 0))
    tables = dealt(seeds, (4, 4))
    assert all(len({*group} & {*table}) == 1 for group in groups for table in tables)
    seven = finalists([*groups[:3], [7]], 2, apart_in_heats((3, 3), 1))
    assert seven[:4] == [1, 3, 5, 7]
