"""The yardstick is valid: with the same numbers, it plays the same games as the ruleset."""

from random import Random

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.board import SIDES
from domain.rulesets.carolus_magnus.options import Options
from tests.benchmarks.bare_engine import audit, playout, recorded
from tests.benchmarks.seam import one_by_one
from tests.benchmarks.seam import playout as playout_through_the_seam


@pytest.mark.long
def test_both_engines_play_the_same_games(seed: int) -> None:
    start = RULESET.start(Options())
    reasons = set()
    for game in range(150):
        bare = playout(Random(f"{seed} {game}").randrange)
        seam = playout_through_the_seam(
            RULESET, start, one_by_one, Random(f"{seed} {game}").randrange
        ).position
        assert (bare.reason, [SIDES[side] for side in bare.winners]) == (
            seam.outcome.reason,
            list(seam.outcome.winners),
        )
        assert bare.round == seam.round
        assert bare.castles == list(seam.castles_in_play)
        assert bare.supply == list(seam.supply)
        assert [sum(one.paladins) for one in bare.territories] == [
            sum(seam.land[head * 5 : head * 5 + 5]) for head in seam.heads
        ]
        assert [seat if seat >= 0 else 255 for seat in bare.markers] == list(seam.markers)
        reasons.add(bare.reason)
    assert {"castle_goal", "few_territories"} <= reasons


@pytest.mark.long
def test_the_audit_of_the_yardstick_checks_every_move(seed: int) -> None:
    """The audit reaches the same end, and really checks the moves."""
    for number in range(20):
        game = recorded(Random(f"{seed} {number}").randrange)
        played = playout(Random(f"{seed} {number}").randrange)
        again = audit(game)
        assert (again.moves, again.castles) == (played.moves, played.castles)
        for index, (kind, _, to) in enumerate(game.moves):
            wrong = [*game.moves]
            wrong[index] = (kind, 7, to)
            with pytest.raises((ValueError, IndexError)):
                audit(game._replace(moves=wrong))
