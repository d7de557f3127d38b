"""The house bots: ``greedy`` beats ``random``."""

from random import Random

import pytest

from domain.ruleset import CHANCE
from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.options import Options
from tests.support.run.long import cases, long_after

GAMES = cases(30, 10)


@pytest.mark.parametrize("players", long_after(2, [2, 5, 3, 4]))
def test_greedy_wins_nine_games_of_ten(players: int, seed: int) -> None:
    """One greedy bot against random ones, from each seat in turn."""
    won = 0
    for game in range(GAMES):
        seat = game % players
        winners = winners_of(players, seat, Random(f"{seed} {players} {game}"))
        won += Options(players=players).seat_colors[seat] in winners
    assert won >= 0.9 * GAMES


def winners_of(players: int, greedy: int, random: Random) -> tuple[str, ...]:
    """Play a game of one greedy bot; those who vote do so in any order."""
    position = RULESET.start(Options(players=players))
    while due := RULESET.awaits(position):
        by = random.choice(due).seat
        if by == CHANCE:
            draws = [random.randrange(bound) for bound in RULESET.asks(position)]
            action = RULESET.answer(position, draws)
        else:
            bot = RULESET.bots["greedy" if by == greedy else "random"]
            action = bot(RULESET.view(position, by), RULESET.legal(position, by), random.randrange)
        position = RULESET.fold(position, RULESET.decide(position, by, action))
    outcome = position.outcome
    assert outcome is not None
    winners: tuple[str, ...] = outcome.winners
    return winners
