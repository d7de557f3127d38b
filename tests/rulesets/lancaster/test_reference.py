"""The ruleset and the second engine agree on every event and every piece."""

from random import Random
from typing import Any

import msgspec
import pytest

from domain.rulesets.lancaster import RULESET
from domain.rulesets.lancaster.actions import PlaceKnight
from domain.rulesets.lancaster.options import Options
from tests.rulesets.lancaster.reference import Engine
from tests.support.games.play import play
from tests.support.run.long import cases

GAMES = cases(12, 2)


def _decoded(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("game", range(GAMES))
def test_both_engines_agree(players: int, game: int, seed: int) -> None:
    """On legal placements, results of votes, laws, battles and the end, and on all pieces."""
    options = Options(players=players)
    engine = Engine(list(options.seat_colors))
    random = Random(f"{seed} {players} {game}")
    for step in play(RULESET, RULESET.start(options), random):
        if step.before.moment == "place":
            (seat,) = step.before.queue
            legal = RULESET.legal(step.before, seat)
            found = {
                (one.side, one.strength, one.to, one.squires)
                for one in legal
                if isinstance(one, PlaceKnight)
            }
            assert found == set(engine.placements(seat))
            assert len(found) == legal.count
        for event in step.events:
            engine.happens(_decoded(event))
        assert list(engine.differences(_decoded(RULESET.view(step.after, "arbiter")))) == []
    assert engine.round == 5
