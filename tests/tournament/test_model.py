"""Points, announced rules and rounds as played: what is computed, and what is refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.tournament.history import history_of
from domain.tournament.model import (
    SCALES,
    Announced,
    ByeTaken,
    RoundPlayed,
    Sitting,
    announced,
    must_be_sound,
)
from domain.tournament.points import points_of, points_of_bye
from tests.tournament.vectors import A, B, C, D, E, entrants, win

FOUR = announced(4, 3)


@pytest.mark.parametrize(
    ("sitting", "points"),
    [
        (Sitting((A, B, C, D), (2, 1, 4, 3)), (360, 720, 0, 120)),
        (Sitting((A, B, C, D), (1, 1, 1, 1)), (300, 300, 300, 300)),
        (Sitting((A, B, C, D), (1, 2, 2, 2)), (720, 160, 160, 160)),
        (Sitting((A, B, C), (7, 3, 7)), (90, 720, 90)),
        (Sitting((A, B, C, D), (1, 2, 3, 4), forfeits=(A,)), (0, 720, 360, 120)),
        (Sitting((A, B, C, D), forfeits=(A, C, D)), (0, 720, 0, 0)),
        (Sitting((A, B, C), forfeits=(A, B, C)), (0, 0, 0)),
    ],
    ids=["places", "all level", "three level", "any ranks", "forfeit", "one left", "nobody"],
)
def test_points_by_place(sitting: Sitting, points: tuple[int, ...]) -> None:
    found = points_of(FOUR, sitting)
    assert tuple(found[player] for player in sitting.players) == points


def test_a_table_without_a_result_has_no_points() -> None:
    assert points_of(FOUR, Sitting((A, B, C, D))) == {}


@given(
    st.integers(2, 6).flatmap(
        lambda size: st.lists(st.integers(1, size), min_size=size, max_size=size)
    )
)
def test_the_points_of_a_table_are_all_given(ranks: list[int]) -> None:
    size = len(ranks)
    rules = announced(size, 1, small=False)
    sitting = Sitting(tuple(range(1, size + 1)), tuple(ranks))
    points = points_of(rules, sitting)
    assert sum(points.values()) == sum(SCALES[size])
    for one, other in zip(sitting.players, sitting.players[1:], strict=False):
        assert (points[one] > points[other]) == (ranks[one - 1] < ranks[other - 1])


def test_byes() -> None:
    chess = announced(2, 5)
    assert [points_of_bye(chess, kind) for kind in ("pairing", "full", "half", "zero")] == [
        60, 60, 30, 0,
    ]  # fmt: skip
    assert [points_of_bye(FOUR, kind) for kind in ("full", "half")] == [720, 300]
    assert points_of_bye(replace(FOUR, pairing_bye="half"), "pairing") == 300


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_usual_rules_are_sound(seats: int) -> None:
    must_be_sound(announced(seats, 5, "BH" if seats == 2 else "MBH", "DE", "LOT"))


@pytest.mark.parametrize(
    ("changed", "rule", "reason"),
    [
        ({"seats": 7}, "TN-RULES-1", "sizes_must_fall"),
        ({"scales": ((720, 180, 0), (720, 360, 120, 0))}, "TN-RULES-1", "sizes_must_fall"),
        ({"scales": ((720, 180, 0),)}, "TN-RULES-1", "sizes_must_fit"),
        ({"scales": ((720, 360, 480, 0),)}, "TN-RULES-2", "points_must_fall"),
        ({"scales": ((720, 360, 120, 1),)}, "TN-RULES-3", "ties_must_split"),
        ({"tie_breaks": ("WIN", "WIN")}, "TN-RULES-4", "tie_break_twice"),
        ({"tie_breaks": ("MBH",), "swiss": False}, "TN-RULES-5", "buchholz_in_round_robin"),
        ({"tie_breaks": ("KS", "LOT")}, "TN-RULES-6", "tie_break_for_other_seats"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(
    changed: dict[str, Any], rule: str, reason: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        must_be_sound(replace(FOUR, **changed))
    assert (refused.value.refusal.rule, refused.value.refusal.reason) == (rule, reason)


@pytest.mark.parametrize(
    ("round_", "rule"),
    [
        (RoundPlayed((win(A, B), win(B, C))), "TN-ROUND-1"),
        (RoundPlayed((win(A, B),), (ByeTaken(A, "half"),)), "TN-ROUND-1"),
        (RoundPlayed((win(A, E),)), "TN-ROUND-2"),
        (RoundPlayed((Sitting((A, B, C), (1, 2, 3)),)), "TN-ROUND-3"),
    ],
    ids=["two tables", "table and bye", "stranger", "size"],
)
def test_impossible_rounds_are_refused(round_: RoundPlayed, rule: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        history_of(announced(2, 3), entrants(4), [round_])
    assert refused.value.refusal.rule == rule


def test_an_entrant_who_is_not_named_was_away() -> None:
    history = history_of(Announced(2, 3, ((60, 0),)), entrants(3), [RoundPlayed((win(A, B),))])
    assert [one.kind for one in history[C]] == ["zero"]
