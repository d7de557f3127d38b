"""Valid positions by name, and what the checker finds in a position."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from domain.rulesets.teg import RULESET
from domain.rulesets.teg.atlas import TERRITORIES
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.rules.leaving import resign
from tests.support.games import judging, teg
from tests.support.games.judging import Data

AFRICA = "sahara zaire ethiopia egypt madagascar south_africa"


data_of = partial(judging.data_of, RULESET)
faults_of = partial(judging.faults_of, RULESET)


def reached(scene: teg.Example) -> tuple[Data, Options]:
    """Return an arbiter's view of an example's position, and its options."""
    return data_of(scene.position), scene.position.options


def left() -> tuple[Data, Options]:
    """Return a game that one of three seats has left by the rules."""
    position = teg.given(3, options={"allow_resign": True}, hands={2: "c_chile"}).position
    return data_of(RULESET.fold(position, resign(position, 2) or ())), position.options


def others(names: str) -> str:
    """Return all territories but these."""
    return " ".join(name for name in TERRITORIES if name not in names.split())


FIGHT = (teg.attack(0, "argentina", "brazil"), teg.dice("6 5", "1"))
SECRET = {"objectives": "secret_and_common"}
LAST: dict[str, Any] = {
    "own": {0: others("brazil"), 1: "brazil"},
    "tokens": {"argentina": 3},
    "pool": {},
}
"""Seat 1 has one territory left, and seat 0 is about to take it."""

RIGHT: Mapping[str, tuple[Data, Options]] = {
    "place": reached(teg.given(3, own={0: AFRICA}, rest=[1, 2], hands={1: "c_chile w_1"})),
    "chosen": reached(teg.given(2, options={"first_seat": 1, "round_limit": 5})),
    "round 1": reached(teg.given(2, round=1)),
    "round 2": reached(teg.given(2, round=2, trades=[1, 0], pool={"free": 4})),
    "move": reached(teg.given(2, pool={}, moved=True, arrived={"argentina": 1})),
    "chained": reached(
        teg.given(
            2,
            options={"chain_moves": True},
            pool={},
            moved=True,
            arrived={"argentina": 3, "peru": 3},
        )
    ),
    "attack": reached(
        teg.given(2, pool={}, tokens={"argentina": 3}).when(teg.attack(0, "argentina", "brazil"))
    ),
    "card": reached(
        teg.given(2, pool={}, tokens={"argentina": 3}, hands={0: "w_2"}).when(*FIGHT, teg.end(0))
    ),
    "secret": reached(teg.given(4, objectives={0: "O1", 1: "O12", 2: "COMMON", 3: "O15"}, round=5)),
    "freed": reached(
        teg.given(
            4,
            own={1: "brazil", 0: "argentina"},
            rest=[0, 2, 3],
            tokens={"argentina": 3},
            pool={},
            objectives={2: "O11"},
        ).when(*FIGHT)
    ),
    "left": left(),
    "world": reached(teg.given(2, **LAST).when(*FIGHT)),
    "common": reached(
        teg.given(
            2,
            options={"objectives": "common_only", "common_target": 26},
            tokens={"argentina": 3},
            pool={},
        ).when(*FIGHT)
    ),
    "occupied": reached(
        teg.given(
            2,
            options=SECRET,
            own={
                0: "argentina chile colombia peru uruguay egypt ethiopia madagascar sahara zaire "
                "south_africa aral arabia iran israel",
                1: "brazil",
            },
            rest=[1],
            objectives={0: "O8", 1: "O1"},
            tokens={"argentina": 3},
            pool={},
        ).when(*FIGHT)
    ),
    "destroyed": reached(
        teg.given(
            4,
            own={1: "brazil", 0: "argentina"},
            rest=[0, 2, 3],
            tokens={"argentina": 3},
            pool={},
            objectives={0: "O11", 1: "O1"},
        ).when(*FIGHT)
    ),
    "limit": reached(
        teg.given(2, options={"round_limit": 3}, active=1, pool={}, tokens={"peru": 2}).when(
            teg.end(1)
        )
    ),
}
