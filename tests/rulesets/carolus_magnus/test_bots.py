"""The house bot ``greedy`` plays legally, well, and for its side."""

from collections.abc import Mapping
from random import Random

import pytest

from domain.ruleset import Bot, Legal, Seat
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import Action, MoveEmperor, SeatAction
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from tests.support.games.listed import listed
from tests.support.games.play import play
from tests.support.run.long import cases, long_after, long_if

GREEDY = RULESET.bots["greedy"]
RANDOM = RULESET.bots["random"]


def finished(options: Options, bots: Mapping[Seat, Bot], seed: int | str) -> Position:
    """Return the final position of a game between these bots."""

    def choose(position: Position, legal: Legal[SeatAction], random: Random) -> SeatAction:
        seat = position.order[position.turn]
        action: SeatAction = bots[seat](RULESET.view(position, seat), legal, random.randrange)
        return action

    position: Position = RULESET.start(options)
    for step in play(RULESET, position, Random(seed), choose=choose):
        position = step.after
    return position


def victories(options: Options, games: int, seed: int) -> int:
    """Return how many games greedy wins alone against random; it changes sides between games."""
    sides = RULESET.sides(options)
    names = tuple(dict.fromkeys(sides))
    won = 0
    for game in range(games):
        hero = names[game % len(names)]
        bots = {seat: GREEDY if side == hero else RANDOM for seat, side in enumerate(sides)}
        outcome = finished(options, bots, f"{seed}/{game}").outcome
        assert outcome is not None
        won += outcome.winners == (hero,)
    return won


@pytest.mark.parametrize(
    ("options", "games"),
    [
        pytest.param(Options(players=2), cases(50, 20), id="two"),
        long_if(True, Options(players=2, setup="yucata"), 20, id="two-yucata"),
        pytest.param(Options(players=3), cases(20, 10), id="three"),
        pytest.param(Options(players=4), cases(20, 10), id="four"),
        long_if(True, Options(players=4, seating="adjacent"), 10, id="four-adjacent"),
    ],
)
def test_greedy_beats_random(options: Options, games: int, seed: int) -> None:
    """Greedy wins nine games of ten, whatever its side and however many play."""
    assert victories(options, games, seed) >= 0.9 * games


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_between_greedy_bots_end(players: int, seed: int) -> None:
    """Greedy does not depend on other players to end its games, which are short."""
    for game in range(cases(5, 1)):
        end = finished(
            Options(players=players), dict.fromkeys(range(players), GREEDY), f"{seed}/{game}"
        )
        assert end.phase == "over"
        assert end.round <= 30


@pytest.mark.parametrize("players", long_after(1, [2, 3, 4]))
def test_every_choice_of_greedy_is_legal(players: int, seed: int) -> None:
    """Greedy's action is legal, as it is listed, and repeatable."""

    def choose(position: Position, legal: Legal[SeatAction], random: Random) -> SeatAction:
        seat = position.order[position.turn]
        view = RULESET.view(position, seat)
        action = GREEDY(view, legal, lambda below: 0)
        assert action == GREEDY(view, legal, lambda below: 0)
        assert action == listed(action)
        assert legal.count > 20_000 or action in list(legal)
        RULESET.decide(position, seat, action)
        return action if random.random() < 0.5 else legal.at(random.randrange(legal.count))

    setup = Options(players=players, setup="tabletop" if players == 4 else "yucata")
    for _ in play(RULESET, RULESET.start(setup), Random(f"{seed}/{players}"), choose=choose):
        pass


def test_greedy_takes_a_win_within_reach(seed: int) -> None:
    """If a move of the emperor ends the game in its favour, greedy chooses such a move."""
    seen = 0
    for game in range(30):
        position: Position = RULESET.start(Options())
        for step in play(RULESET, position, Random(f"{seed}/{game}")):
            position = step.before
            if not isinstance(step.action, MoveEmperor) or step.by == "chance":
                continue
            legal = RULESET.legal(position, step.by)
            side = RULESET.sides(position.options)[step.by]
            if any(_wins(position, step.by, action, side) for action in legal):
                view = RULESET.view(position, step.by)
                assert _wins(position, step.by, GREEDY(view, legal, lambda below: 0), side)
                seen += 1
    assert seen


def _wins(position: Position, seat: Seat, action: Action, side: str) -> bool:
    after = RULESET.fold(position, RULESET.decide(position, seat, action))
    return after.outcome is not None and after.outcome.winners == (side,)
