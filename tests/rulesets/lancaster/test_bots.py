"""The house bots: ``greedy`` beats ``random``."""

from random import Random
from typing import Any

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.options import Options
from tests.support.games.play import play
from tests.support.run.long import cases

GAMES = cases(100, 20)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_greedy_wins_nine_games_of_ten(players: int, seed: int) -> None:
    """One greedy bot against random ones, from each seat in turn."""
    won = 0
    for game in range(GAMES):
        seat = game % players

        def choose(position: Any, legal: Any, random: Random, greedy: int = seat) -> Any:
            due = next(
                one.seat
                for one in RULESET.awaits(position)
                if one.seat != CHANCE and RULESET.legal(position, one.seat).choices == legal.choices
            )
            bot = RULESET.bots["greedy" if due == greedy else "random"]
            return bot(RULESET.view(position, due), legal, random.randrange)

        start = RULESET.start(Options(players=players))
        random = Random(f"{seed} {players} {game}")
        *_, last = play(RULESET, start, random, choose=choose)
        outcome = RULESET.outcome(last.after)
        assert outcome is not None
        won += Options(players=players).seat_colors[seat] in outcome.winners
    assert won >= 0.9 * GAMES
