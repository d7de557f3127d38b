"""Foreign positions, made at random: each has faults, or is playable."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.ruleset import Faults
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.actions import Attack
from domain.rulesets.teg.board import COLORS
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.view import PositionView
from tests.rulesets.teg.positions import RIGHT
from tests.support.games.changes import changed, shifted
from tests.support.games.judging import Data
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


WORDS = [
    *COLORS,
    *("active", "eliminated", "resigned", "O1", "O11", "COMMON"),
    *("secret", "common", "world", "last_standing", "round_limit", "resignation"),
    *("argentina", "brazil", "c_chile", "w_1"),
    *(None, 0, 1, 2, 3),
]
MUTANTS_OF_A_KIND = 80


@pytest.mark.usefixtures("untraced")
@pytest.mark.rule("TG-INV-20")
@pytest.mark.parametrize("name", RIGHT)
def test_every_accepted_position_is_playable(name: str, seed: int) -> None:
    """Many mutated positions: each has faults, or is playable like any other.

    Playable means forty steps or to the end, with a legal action at every decision.
    """
    random = Random(f"{seed} {name}")
    view, options = RIGHT[name]
    verdicts: Counter[str] = Counter()
    while verdicts["faults"] + verdicts["played on"] < MUTANTS_OF_A_KIND:
        verdicts[_mutant(view, options, random)] += 1
    assert verdicts["faults"] > MUTANTS_OF_A_KIND / 10
    assert verdicts["played on"] > MUTANTS_OF_A_KIND / 50


def _mutant(view: Data, options: Options, random: Random) -> str:
    """Mutate the view in a few places; if it is valid, show it and play on from it."""
    for _ in range(random.choice((1, 1, 2, 3))):
        shift = random.random() < 0.6
        view = shifted(view, random) if shift else changed(view, random, WORDS)
    try:
        mutant = msgspec.convert(view, PositionView)
    except msgspec.ValidationError:
        return "outside the schema"
    try:
        position = RULESET.read(mutant, options)
    except Faults:
        return "faults"
    RULESET.text(mutant)
    RULESET.picture(mutant)
    for step in play(RULESET, position, random, steps_max=40):
        assert min(step.after.tokens) > 0
        assert min(step.after.pool) >= 0
    return "played on"
