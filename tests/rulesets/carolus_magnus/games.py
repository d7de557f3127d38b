"""The kinds of games for the tests of properties, and a player that provokes rare positions."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import pytest

from domain.ruleset import Legal
from domain.rulesets.carolus_magnus.actions import Placement, PlacePaladins
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Position
from tests.support.run.long import long_if

GAMES: Final[Mapping[str, Options]] = {
    "two": Options(players=2),
    "two yucata": Options(players=2, setup="yucata", tie_break="clan_markers"),
    "three": Options(players=3, tie_break="clan_markers"),
    "three yucata": Options(players=3, setup="yucata", max_rounds=12),
    "four opposite": Options(players=4, emperor_start=8),
    "four adjacent": Options(players=4, seating="adjacent", tie_break="clan_markers", max_rounds=6),
}
"""Each number of players with each set-up and seating; together they use all option values."""

OPTIONS: Final = tuple(GAMES.values())
KINDS: Final = [pytest.param(options, id=name) for name, options in GAMES.items()]
"""The same, as parameters of a test."""
EACH_NUMBER: Final = [
    long_if(name not in {"two", "three yucata", "four adjacent"}, options, id=name)
    for name, options in GAMES.items()
]
"""The same, but `make test` takes one game for each number of players."""


def near_empty(position: Position, legal: Legal[Any], random: Random) -> Any:
    """Use up paladins: place all of a turn in one place, and move the emperor one step.

    Games become long, supplies run out, courts return paladins, and reserves run short.
    """
    choices = legal.choices[0]
    if choices["type"] == "move_emperor":
        return legal.at(0)
    if choices["type"] != "place_paladins":
        return legal.at(random.randrange(legal.count))
    to: Any = "court" if random.random() < 0.7 else random.choice(choices["to"])
    left = choices["count"]
    placements: list[Placement] = []
    clans = [clan for clan, most in choices["at_most"].items() if most]
    random.shuffle(clans)
    for clan in clans:
        count = min(left, choices["at_most"][clan])
        placements += [Placement(clan, to)] * count
        left -= count
    return PlacePaladins(tuple(placements))
