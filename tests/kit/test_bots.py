"""The ladder of house bots: its order, its names, and what each level takes at random."""

from random import Random
from typing import Any

import pytest

from domain.kit.bots import ladder, name_of
from domain.ruleset import Legal, Pick

LEGAL: Legal[str] = Legal(2, ("best", "worst").__getitem__, tuple)
ROUNDS = 2000


def best(view: Any, legal: Legal[str], pick: Pick) -> str:
    """Always know the best action."""
    return "best"


def worst(view: Any, legal: Legal[str], pick: Pick) -> str:
    """Always miss it."""
    return "worst"


BOTS = ladder(best, worst)


def test_the_ladder_goes_from_random_to_the_best_bot() -> None:
    """The ends are the bots of the ruleset, not copies that only play like them."""
    assert list(BOTS) == ["random", "novice", "learner", "steady", "keen", "greedy"]
    assert BOTS["random"] is worst
    assert BOTS["greedy"] is best


@pytest.mark.parametrize(
    ("bot", "at_random"), [("novice", 75), ("learner", 50), ("steady", 25), ("keen", 10)]
)
def test_a_level_takes_its_share_of_actions_at_random(bot: str, at_random: int, seed: int) -> None:
    """Within five standard deviations."""
    pick = Random(f"{seed} {bot}").randrange
    missed = [BOTS[bot](None, LEGAL, pick) for _ in range(ROUNDS)].count("worst")
    share = at_random / 100
    assert abs(missed / ROUNDS - share) < 5 * (share * (1 - share) / ROUNDS) ** 0.5


def test_a_bot_that_searches_is_above_all_others() -> None:
    """The levels below it stay as they are."""
    bots = ladder(best, worst, searching=best)
    assert list(bots) == [*BOTS, "searching"]
    assert bots["searching"] is best


def test_every_bot_of_the_ladder_has_a_name_of_its_own() -> None:
    """A bot of another ruleset is called by its id."""
    names = [name_of(bot) for bot in ladder(best, worst, searching=best)]
    assert names == ["Pippin", "Rotrud", "Einhard", "Angilbert", "Theodulf", "Alcuin", "Dungal"]
    assert name_of("deep_thought") == "Deep thought"
