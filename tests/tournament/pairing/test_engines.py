"""The Dutch system in tournaments in which everything happens, against an independent program.

Every round passes the rules' own check of the absolute criteria and the turns, and one that shares
no code with it. Where bbpPairings is installed, or another program that ``CAROLUS_TEST_PAIRING``
names, it pairs each round again, and must give the same ordered pairs. The command of
``tests/tools/dutch_rounds.py`` does the same over thousands of rounds.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament.stream.events import RoundPaired
from tests.support.run.long import cases
from tests.tools.dutch_rounds import ROUNDS, Dutch, differences, faults_in, installed


@cache
def history(seed: int) -> list[Any]:
    """Return the events of a tournament."""
    event = Dutch(seed)
    event.play()
    assert event.happened["rounds"] == ROUNDS
    return event.desk.history


@pytest.mark.parametrize("seed", range(cases(15, 2)))
def test_ordered_pairs_are_those_of_another_program(seed: int) -> None:
    assert faults_in(history(seed)) == []
    engine = installed()
    if engine is not None:
        assert list(differences(history(seed), engine)) == []


def changed(number: int, change: Callable[[RoundPaired], RoundPaired]) -> list[str]:
    """Return the faults of a tournament up to a round whose pairing is changed."""
    events: list[Any] = []
    for one in history(0):
        if isinstance(one, RoundPaired) and one.round == number:
            return faults_in([*events, change(one)])
        events.append(one)
    raise AssertionError(f"there is no round {number}")


def test_the_check_finds_planted_faults() -> None:
    """A pair that meets again or is kept apart, someone who is missing, and a third turn."""
    first = next(one for one in history(0) if isinstance(one, RoundPaired))
    again = changed(2, lambda one: replace(one, tables=first.tables, byes=first.byes))
    assert any("meet again" in one for one in again)
    apart = changed(1, lambda one: replace(one, tables=((1, 2), *one.tables[2:])))
    assert apart == [
        "round 1: not everybody plays or rests once",
        "round 1: 1 and 2 are kept apart",
    ]
    turned = changed(3, lambda one: replace(one, tables=tuple(pair[::-1] for pair in one.tables)))
    assert turned
    assert all("the turns of" in one for one in turned)
