"""Counting and numbering legal actions: kinds after each other, and subsets."""

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kit.choices import ActionKind, Run, Subsets, joined


def test_kinds_are_numbered_after_each_other() -> None:
    """Runs of one kind too; a kind without actions does not appear."""
    kinds = [
        ActionKind([Run(2, "ab".__getitem__), Run(1, "c".__getitem__)], lambda: {"type": "one"}),
        ActionKind([], lambda: {"type": "none"}),
        ActionKind([Run(1, "d".__getitem__)], lambda: {"type": "other"}),
    ]
    legal = joined(kinds)
    assert legal.count == 4
    assert list(legal) == ["a", "b", "c", "d"]
    assert legal.choices == [{"type": "one"}, {"type": "other"}]
    with pytest.raises(IndexError):
        legal.at(4)


def test_joining_no_kinds_gives_no_actions() -> None:
    assert (joined([]).count, list(joined([])), joined([]).choices) == (0, [], [])


@given(st.integers(0, 7), st.integers(-1, 8), st.integers(-1, 9))
def test_subsets_come_by_size_and_then_in_order(things: int, least: int, most: int) -> None:
    """Their numbers are those of a plain enumeration, whatever the bounds."""
    of = "abcdefgh"[:things]
    sizes = [size for size in range(things + 1) if least <= size <= most]
    expected = [subset for size in sizes for subset in combinations(of, size)]
    found = Subsets(of, at_least=least, at_most=most)
    assert [found.at(index) for index in range(found.count)] == expected
    for outside in (-1, found.count):
        with pytest.raises(IndexError):
            found.at(outside)


def test_the_number_of_many_subsets_is_known_without_listing_them() -> None:
    subsets = Subsets(range(60), at_least=1, at_most=30)
    assert subsets.count == (2**60 + comb(60, 30)) // 2 - 1
    assert subsets.at(subsets.count - 1) == tuple(range(30, 60))


def test_the_compact_form_states_the_possible_sizes() -> None:
    """No more than there are things."""
    subsets = Subsets(("archers", "horse"), at_least=1, at_most=6)
    assert subsets.choice == {"of": ["archers", "horse"], "at_least": 1, "at_most": 2}
