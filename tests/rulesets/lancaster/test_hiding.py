"""Nobody learns what the walls and the votes hide."""

from dataclasses import dataclass
from random import Random

import pytest
from msgspec.structs import replace

from domain.refusal import IllegalAction
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import CastVote
from domain.rulesets.lancaster.options import Options
from domain.rulesets.lancaster.position import Position
from tests.support.games.play import play


@dataclass
class Worlds:
    """Two positions that look alike to a seat."""

    one: Position
    other: Position


def worlds(one: Position) -> Worlds:
    """Return positions that differ in the gold, squires and votes of seats 1 and 2 alone."""
    ballots = tuple(
        ballot and ("yes" if seat and ballot == "no" else "no" if seat else ballot)
        for seat, ballot in enumerate(one.ballots)
    )
    swapped = {
        name: (values[0], values[2], values[1])
        for name, values in (("gold", one.gold), ("squires", one.squires))
    }
    return Worlds(one, replace(one, ballots=ballots, **swapped))


@pytest.mark.rule("LA-INV-23", "LA-INFO-1", "LA-INFO-2", "LA-INFO-4")
def test_worlds_that_look_alike_answer_alike(seed: int) -> None:
    """Views, legal actions, who is awaited, and refusals."""
    game = play(RULESET, RULESET.start(Options(players=3)), Random(seed))
    positions = [step.before for step in game if step.before.round]
    assert len(positions) > 100
    for found in map(worlds, positions[::4]):
        views = [RULESET.view(one, 0) for one in (found.one, found.other)]
        assert views[0] == views[1]
        assert RULESET.awaits(found.one) == RULESET.awaits(found.other)
        legal = [RULESET.legal(one, 0) for one in (found.one, found.other)]
        assert list(legal[0]) == list(legal[1])
        assert refusal(found.one) == refusal(found.other)


def refusal(position: Position) -> object:
    """Return how a vote of seat 0 with too many markers is refused."""
    with pytest.raises(IllegalAction) as refused:
        RULESET.decide(position, 0, CastVote("yes", 99))
    return refused.value.refusal


@pytest.mark.rule("LA-GEN-5")
def test_no_action_gives_anything_to_another_player() -> None:
    """There are ten kinds of decision, and none of them is a gift."""
    kinds = {kind.__struct_config__.tag for kind in RULESET.seat_actions.__args__}
    assert kinds == {
        *("choose_ally", "choose_extension", "place_knight", "choose_favour", "cast_vote"),
        *("use_law", "score_county", "name_start_player", "value_source", "ransom"),
    }
