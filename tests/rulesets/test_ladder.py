"""The house bots of each ruleset form a ladder: each one wins most games against the one below."""

from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.games.play import options_of, play
from tests.support.run.long import long_after

GAMES: Final = 20
"""The number of games of each pair; they are the same in each run, so luck decides nothing."""


def won(ruleset: AnyRuleset, better: str, worse: str) -> float:
    """Return how many games the better bot wins; a game that both sides share counts half."""
    counted = "players" in ruleset.options_type.__struct_fields__
    options = options_of(ruleset, **({"players": min(ruleset.meta.seats)} if counted else {}))
    sides = ruleset.sides(options)
    points = 0.0
    for game in range(GAMES):
        hero = sides[game % len(sides)]

        def choose(position: Any, legal: Any, random: Random, hero: str = hero) -> Any:
            seat = next(one.seat for one in ruleset.awaits(position) if one.seat != "chance")
            bot = ruleset.bots[better if sides[seat] == hero else worse]
            return bot(ruleset.view(position, seat), legal, random.randrange)

        seed = f"{better} {worse} {game}"
        *_, end = play(ruleset, ruleset.start(options), Random(seed), choose=choose)
        winners = ruleset.outcome(end.after).winners
        points += (hero in winners) / len(winners)
    return points


@pytest.mark.parametrize(
    "ruleset", long_after(1, RULESETS), ids=lambda ruleset: str(ruleset.meta.id)
)
def test_each_house_bot_beats_the_one_below_it(ruleset: AnyRuleset) -> None:
    """Both bots play every side."""
    points = {better: won(ruleset, better, worse) for worse, better in pairwise(ruleset.bots)}
    assert min(points.values()) > GAMES / 2, points
