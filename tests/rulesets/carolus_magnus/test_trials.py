"""Trials of chance for archives: a throw is as good as its crowns."""

from itertools import product
from typing import get_args

import pytest

from domain.ruleset import Trial
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.board import FACES, Face
from domain.rulesets.carolus_magnus.events import DiceRolled, ReserveFilled

POSITION = RULESET.start(RULESET.options_type(players=3))


@pytest.mark.rule("CM-FILL-3")
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_odds_of_crowns_are_those_of_all_throws(dice: int) -> None:
    assert get_args(Face) == FACES
    counts = [0] * (dice + 1)
    for faces in product(FACES, repeat=dice):
        counts[faces.count("crown")] += 1
    for faces in product(FACES, repeat=dice):
        (trial,) = RULESET.trials(POSITION, DiceRolled(1, faces))
        assert trial == Trial("crowns", 1, faces.count("crown"), tuple(counts))


def test_only_throws_are_trials() -> None:
    assert not RULESET.trials(POSITION, ReserveFilled(1, ("blue",), 0))
