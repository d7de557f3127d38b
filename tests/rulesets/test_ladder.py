"""The house bots of each ruleset form a ladder: each one wins most games against the one below."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest

from domain.ruleset import CHANCE, AnyRuleset
from domain.rulesets.registry import RULESETS
from tests.support.games.play import number_of, options_of
from tests.support.run.long import long_if

GAMES: Final = 6
"""The number of games of each pair; they are the same in each run, so luck decides nothing."""
GAMES_OF: Final = {"lancaster": 12}
"""The number for games whose neighbouring bots are nearly as good."""
SHORTEST: Final = "lancaster"


def games_of(ruleset: AnyRuleset) -> int:
    """Return how many games each pair of bots plays."""
    return GAMES_OF.get(ruleset.meta.id, GAMES)


def won(ruleset: AnyRuleset, better: str, worse: str) -> float:
    """Return how many games the better bot wins; a game that both sides share counts half."""
    options = options_of(ruleset, **number_of(ruleset, min(ruleset.meta.seats)))
    sides = ruleset.sides(options)
    points = 0.0
    for game in range(games_of(ruleset)):
        hero = sides[game % len(sides)]

        bots = [better if side == hero else worse for side in sides]
        winners = winners_of(ruleset, options, bots, Random(f"{better} {worse} {game}"))
        points += (hero in winners) / len(winners)
    return points


def winners_of(
    ruleset: AnyRuleset, options: Any, bots: Sequence[str], random: Random
) -> tuple[str, ...]:
    """Play a game of these bots, one for each seat; those who decide at once do so in any order."""
    position = ruleset.start(options)
    while due := ruleset.awaits(position):
        by = random.choice(due).seat
        if by == CHANCE:
            draws = [random.randrange(bound) for bound in ruleset.asks(position)]
            action = ruleset.answer(position, draws)
        else:
            view, legal = ruleset.view(position, by), ruleset.legal(position, by)
            action = ruleset.bots[bots[by]](view, legal, random.randrange)
        position = ruleset.fold(position, ruleset.decide(position, by, action))
    outcome = position.outcome
    assert outcome is not None, "the options of house bots end every game"
    winners: tuple[str, ...] = outcome.winners
    return winners


@pytest.mark.parametrize(
    "ruleset", [long_if(one.meta.id != SHORTEST, one, id=one.meta.id) for one in RULESETS]
)
def test_each_house_bot_beats_the_one_below_it(ruleset: AnyRuleset) -> None:
    """Both bots play every side."""
    points = {better: won(ruleset, better, worse) for worse, better in pairwise(ruleset.bots)}
    assert min(points.values()) > games_of(ruleset) / 2, points
