"""Valid positions by name, and what the checker finds in a position."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from domain.rulesets.carolus_magnus import RULESET, check
from domain.rulesets.carolus_magnus.options import Options
from tests.support.games import carolus_magnus as cm
from tests.support.games import judging, spec
from tests.support.games.judging import Data

RING = "blue green pink red yellow blue green pink red yellow blue green pink red yellow"
SEVEN = "blue green pink red yellow blue green"


data_of = partial(judging.data_of, RULESET)
faults_of = partial(judging.faults_of, RULESET)


TWO, THREE, FOUR = Options(), Options(players=3), Options(players=4)
YUCATA = Options(players=2, setup="yucata")
LIMITED = Options(max_rounds=3)
AGREED = Options(emperor_start=9)
BY_MARKERS = Options(tie_break="clan_markers")

OWNED = """
4-6   white 3   red 3
8     black 1   pink 1
"""


def ended(ring: str, options: Options = TWO, **changes: Any) -> Data:
    """Return the end of the game after one step of the emperor."""
    scene = spec.Scene(
        RULESET, check.read(cm.view_of(options, {"ring": ring, **changes}), options), cm.differences
    )
    scene.when(cm.place(0, "green 1", "green 1", "pink 1"), cm.move(0, 1))
    assert scene.position.phase == "over"
    return data_of(scene.position)


GOAL = """
1-4    black 4   red 4
6      -         red 1
8-12   black 5   red 5
"""
FEW = """
1-7     white 7   blue 7
8-11    black 4   red 4
12      -         red 1
13-14   black 2   red 2
"""
COURTS = {0: "blue 2", 1: "red 2"}


def limit_reached() -> Data:
    """Return the end of round 3 of 3, without a castle."""
    scene = cm.given(
        options={"max_rounds": 3},
        round=3,
        active=1,
        discs_left={"0": [3, 4], "1": [3, 4]},
    )
    scene.when(cm.place(1, "blue 1", "blue 1", "green 1"), cm.move(1, 1), cm.dice("red red red"))
    return data_of(scene.position)


RIGHT: Mapping[str, tuple[Data, Options]] = {
    "place": (data_of(cm.given(2, ring=OWNED).position), TWO),
    "three": (data_of(cm.given(3).position), THREE),
    "four": (data_of(cm.given(4).position), FOUR),
    "limited": (data_of(cm.given(options={"max_rounds": 3}).position), LIMITED),
    "move": (data_of(cm.given(2).when(cm.place(0, "blue 1", "blue 1", "red 1")).position), TWO),
    "opening": (data_of(cm.given(2, phase="opening").when(cm.disc(0, 3)).position), TWO),
    "lots drawn": (data_of(cm.set_up(2).when(cm.lots([0, 1], RING)).position), TWO),
    "lots of three": (data_of(cm.set_up(3).when(cm.lots([1, 2, 0], RING)).position), THREE),
    "drawing": (
        data_of(cm.set_up(2).when(cm.lots([0, 1], RING), cm.dice(SEVEN)).position),
        TWO,
    ),
    "drawing yucata": (
        data_of(
            cm.set_up(2, setup="yucata").when(cm.lots([0, 1], RING), cm.dice("crown " * 7)).position
        ),
        YUCATA,
    ),
    "agreed": (
        data_of(cm.set_up(2, emperor_start=9).when(cm.lots([0, 1], RING, 9)).position),
        AGREED,
    ),
    "crowns": (
        data_of(
            cm.given(2)
            .when(cm.place(0, "blue 1", "blue 1", "red 1"), cm.move(0, 1))
            .when(cm.dice("crown crown red"))
            .position
        ),
        TWO,
    ),
    "exchange": (
        data_of(
            cm.given(
                options={"setup": "yucata"}, reserves={0: {"blue": 5, "joker": 2}, 1: "red 5"}
            ).position
        ),
        YUCATA,
    ),
    "nothing left": (
        data_of(
            cm.given(
                ring="""
                1   -   blue 36
                2   -   green 36
                3   -   pink 36
                4   -   red 36
                5   -   yellow 35
                """,
                reserves={
                    0: "blue 2, green 2",
                    1: "pink 2, red 2, yellow 2",
                },
                step="refill_dice",
            ).position
        ),
        TWO,
    ),
    "goal": (ended(GOAL, emperor=5, courts={1: "red 2"}), TWO),
    "few": (ended(FEW, emperor=8, courts=COURTS), TWO),
    "few by markers": (
        ended(FEW, BY_MARKERS, emperor=8, courts={0: "blue 2", 1: "red 2, pink 1"}),
        BY_MARKERS,
    ),
    "limit": (limit_reached(), LIMITED),
}
