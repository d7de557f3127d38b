"""The house bots: ``greedy`` beats ``random`` in every battle, from both sides."""

from random import Random
from typing import Any

import pytest

from domain.rulesets.ancients import RULESET
from domain.rulesets.ancients.board import SCENARIO
from domain.rulesets.ancients.options import Options
from tests.support.games.play import play
from tests.support.run.long import cases, long_after

GAMES = cases(20, 5)
ELSEWHERE = 3
FIRST = "001"
OTHERS = [one for one in SCENARIO if one != FIRST]


def won(scenario: Any, games: int, seed: int) -> int:
    """Return how many games the greedy bot wins against the random one, by turns on each seat.

    A game that nobody won names both sides, and does not count.
    """
    found = 0
    for game in range(games):
        seat = game % 2

        def choose(position: Any, legal: Any, random: Random, greedy: int = seat) -> Any:
            due: Any = RULESET.awaits(position)[0].seat
            bot = RULESET.bots["greedy" if due == greedy else "random"]
            return bot(RULESET.view(position, due), legal, random.randrange)

        options = Options(scenario=scenario, turn_limit=400)
        random = Random(f"{seed} {scenario} {game}")
        *_, last = play(RULESET, RULESET.start(options), random, choose=choose)
        outcome = last.after.outcome
        assert outcome is not None
        found += outcome.winners == (options.sides[seat],)
    return found


def test_greedy_wins_nineteen_games_of_twenty_at_akragas(seed: int) -> None:
    """The battle of the guided first game."""
    assert won(FIRST, GAMES, seed) >= 0.95 * GAMES


@pytest.mark.parametrize("scenario", long_after(1, OTHERS))
def test_greedy_wins_nine_games_of_ten_elsewhere(scenario: str, seed: int) -> None:
    """Armies, terrain and rules differ, and the bot is the same."""
    assert won(scenario, ELSEWHERE, seed) >= 0.9 * ELSEWHERE
