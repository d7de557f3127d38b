"""Who is first at a table of two: examples for each rule, A.6 and E.1 to E.5."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tournament.pairing.colours import (
    ABSOLUTE,
    MILD,
    STRONG,
    TurnNumber,
    TurnWish,
    TwoSeatPlayer,
    allocated,
    wish,
)


def turns(text: str) -> tuple[TurnNumber, ...]:
    """Read turns as colours: ``wbw``."""
    return tuple(0 if one == "w" else 1 for one in text)


@pytest.mark.parametrize(
    ("before", "wanted"),
    [
        ("", TurnWish(None, 0)),
        ("w", TurnWish(1, STRONG)),
        ("wb", TurnWish(0, MILD)),
        ("bw", TurnWish(1, MILD)),
        ("bwb", TurnWish(0, STRONG)),
        ("ww", TurnWish(1, ABSOLUTE)),
        ("bwwbb", TurnWish(0, ABSOLUTE)),
        ("wwbw", TurnWish(1, ABSOLUTE)),
        ("bbww", TurnWish(1, ABSOLUTE)),
    ],
)
def test_wishes(before: str, wanted: TurnWish) -> None:
    assert wish(turns(before)) == wanted


@pytest.mark.parametrize(
    ("high", "low", "first"),
    [
        pytest.param("w", "b", "low", id="E.1: both wishes"),
        pytest.param("", "w", "high", id="E.1: only one has a wish"),
        pytest.param("w", "", "low", id="E.1: only the higher has one"),
        pytest.param("wb", "b", "low", id="E.2: the stronger wish"),
        pytest.param("wwbw", "www", "high", id="E.2: the wider difference"),
        pytest.param("wwbw", "bww", "low", id="E.2: the higher has it"),
        pytest.param("bwwb", "wbwb", "low", id="E.3: the last time they differed"),
        pytest.param("wbwb", "bwwb", "high", id="E.3: the other way round"),
        pytest.param("wb", "wb", "high", id="E.4: the higher ranked"),
        pytest.param("bw", "bw", "low", id="E.4: the wish to be second"),
    ],
)
def test_allocation(high: str, low: str, first: str) -> None:
    players = {"high": TwoSeatPlayer(2, 90, turns(high)), "low": TwoSeatPlayer(1, 60, turns(low))}
    found = allocated(players["low"], players["high"], 0)
    assert found[0] == players[first]


@pytest.mark.parametrize(("number", "initial"), list(product((1, 2), (0, 1))))
def test_before_the_first_game_the_number_decides(number: int, initial: TurnNumber) -> None:
    """E.5: an odd number has the initial turn, and the opponent the other."""
    high, low = TwoSeatPlayer(number, 60, ()), TwoSeatPlayer(9, 0, ())
    first = allocated(high, low, initial)[0]
    assert (first == high) == ((number == 1) == (initial == 0))


def test_points_rank_before_numbers() -> None:
    """The fault that this allocation does not share: the lower number had too few points."""
    high, low = TwoSeatPlayer(7, 120, turns("wb")), TwoSeatPlayer(3, 60, turns("wb"))
    assert allocated(low, high, 0)[0] == high


SEQUENCES = st.text("wb", max_size=9).map(turns)


@given(SEQUENCES, SEQUENCES, st.integers(0, 3), st.integers(0, 3), st.sampled_from([0, 1]))
def test_the_order_of_the_arguments_does_not_matter(
    one: tuple[TurnNumber, ...],
    other: tuple[TurnNumber, ...],
    points: int,
    theirs: int,
    initial: TurnNumber,
) -> None:
    first, second = TwoSeatPlayer(1, points, one), TwoSeatPlayer(2, theirs, other)
    assert allocated(first, second, initial) == allocated(second, first, initial)


@given(SEQUENCES, SEQUENCES)
def test_an_absolute_wish_is_granted_against_any_weaker_one(
    one: tuple[TurnNumber, ...], other: tuple[TurnNumber, ...]
) -> None:
    first, second = allocated(TwoSeatPlayer(1, 0, one), TwoSeatPlayer(2, 0, other), 0)
    for player, turn, rival in ((first, 0, second), (second, 1, first)):
        wanted = wish(player.turns)
        if wanted.strength == ABSOLUTE > wish(rival.turns).strength:
            assert wanted.turn == turn
