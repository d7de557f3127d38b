"""Foreign positions, made at random: each has faults, or is playable."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ruleset import Faults
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import Attack
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.view import PositionView
from tests.rulesets.teg.positions import RIGHT
from tests.support.games.play import play
from tests.support.games.strategies import inside_schema
from tests.support.run.long import cases

KINDS = {
    "two": Options(round_limit=6),
    "three": Options(players=3, objectives="common_only", common_target=18, chain_moves=True),
    "four": Options(players=4, elimination_cards="discard", round_starter="rotating"),
    "six": Options(players=6, allow_resign=True),
}
STEPS = 600


@pytest.mark.parametrize("options", KINDS.values(), ids=KINDS)
def test_every_position_of_a_game_is_valid(options: Options, seed: int) -> None:
    """After every step, its view survives JSON and reads back as the same position."""
    decoder = msgspec.json.Decoder(PositionView)
    start = RULESET.start(options)
    for step in play(RULESET, start, Random(seed), choose=to_and_fro, steps_max=STEPS):
        view = decoder.decode(msgspec.json.encode(RULESET.view(step.after, "arbiter")))
        assert RULESET.read(view, options) == step.after


def to_and_fro(position: Any, legal: Any, random: Random) -> Any:
    """Attack if that is legal, and end the turn soon, so that hands and seats change."""
    kinds = [choices["type"] for choices in legal.choices]
    if "attack" in kinds and random.random() < 0.9:
        return next(one for one in _shuffled(legal, random) if isinstance(one, Attack))
    if "end_turn" in kinds and random.random() < 0.5:
        return legal.at(legal.count - 1)
    return legal.at(random.randrange(legal.count))


def _shuffled(legal: Any, random: Random) -> Any:
    first = random.randrange(legal.count)
    return (legal.at((first + step) % legal.count) for step in range(legal.count))


@given(inside_schema(PositionView), st.sampled_from([options for _, options in RIGHT.values()]))
@settings(max_examples=cases(100, 30))
def test_any_position_in_the_schema_is_judged(view: PositionView, options: Options) -> None:
    """However absurd a position is, the checker reports faults and raises nothing else."""
    with pytest.raises(Faults):
        RULESET.read(view, options)
