"""Constants of every game: colours, the pool, hands, dice, trades and objectives."""

from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from domain.rulesets.teg.atlas import CONTINENT_INDEX, CONTINENTS, TERRITORIES_COUNT, Continent

Color: TypeAlias = Literal["blue", "red", "black", "yellow", "green", "magenta"]
COLORS: Final[tuple[Color, ...]] = get_args(Color)
SEATS: Final = (2, 3, 4, 5, 6)
"""The possible numbers of seats."""

PoolName: TypeAlias = Literal["free"] | Continent
POOLS: Final[tuple[PoolName, ...]] = ("free", *CONTINENTS)
"""The entries of the pool: free tokens, and the tokens bound to each continent."""
POOL_INDEX: Final[dict[str, int]] = {name: number for number, name in enumerate(POOLS)}
EMPTY_POOL: Final = (0,) * len(POOLS)
NOWHERE: Final = (0,) * TERRITORIES_COUNT
"""By territory: no tokens."""

COLLECTED_MIN: Final = 3
COLLECTED_MAX: Final = 10
"""The fewest and the most free tokens that a seat collects (TG-COLLECT-2)."""
ROUND_WITHOUT_ATTACK: Final = 1
ROUND_WITHOUT_COLLECTION: Final = 2

CARDS_MAX: Final = 5
"""The maximum number of cards in a hand (TG-CARD-2)."""
SET_SIZE: Final = 3
"""The number of cards in a trade (TG-TRADE-1)."""
TRADE_TOKENS: Final = (4, 6, 8, 10)
"""The tokens for the first, second, … trade; further trades bring as many as the last of these."""
REINFORCEMENT: Final = 2
"""The tokens that a traded card adds to its territory, if the trader owns it (TG-TRADE-10)."""

DICE_MAX: Final = 3
"""The maximum number of dice of each side (TG-ATTACK-11, TG-ATTACK-12)."""
DIE_FACES: Final = 6
CONQUESTS_MAX: Final = 3
"""After this number of conquests, the turn's attacks are over (TG-ATTACK-9)."""

ObjectiveId: TypeAlias = Literal[
    "O1",
    "O2",
    "O3",
    "O4",
    "O5",
    "O6",
    "O7",
    "O8",
    "O9",
    "O10",
    "O11",
    "O12",
    "O13",
    "O14",
    "O15",
]
"""A secret objective that can be dealt (TG-SETUP-8)."""
Objective: TypeAlias = ObjectiveId | Literal["COMMON"]
"""The goal of a seat; ``COMMON`` is the common objective alone (TG-OBJ-7)."""
OBJECTIVES: Final[tuple[ObjectiveId, ...]] = get_args(ObjectiveId)
COMMON: Final[Objective] = "COMMON"


class Occupation(NamedTuple):
    """An objective to own a number of territories on each continent (TG-OBJ-4)."""

    needs: tuple[int, ...]
    """By continent."""
    triangle: bool = False
    """Also three territories that border on one another (TG-OBJ-5)."""


def _occupation(*, triangle: bool = False, **needs: int) -> Occupation:
    counts = [0] * len(CONTINENTS)
    for continent, count in needs.items():
        counts[CONTINENT_INDEX[continent]] = count
    return Occupation(tuple(counts), triangle)


OCCUPATIONS: Final[dict[Objective, Occupation]] = {
    "O1": _occupation(africa=6, north_america=5, europe=4),
    "O2": _occupation(south_america=6, europe=7, triangle=True),
    "O3": _occupation(asia=15, south_america=2),
    "O4": _occupation(europe=9, asia=4, south_america=2),
    "O5": _occupation(north_america=10, oceania=2, asia=4),
    "O6": _occupation(oceania=2, africa=2, south_america=2, europe=3, north_america=4, asia=3),
    "O7": _occupation(oceania=4, north_america=10, europe=2),
    "O8": _occupation(south_america=6, africa=6, asia=4),
    "O9": _occupation(oceania=4, africa=6, north_america=5),
}
DESTRUCTIONS: Final[dict[Objective, Color]] = {
    "O10": "blue",
    "O11": "red",
    "O12": "black",
    "O13": "yellow",
    "O14": "green",
    "O15": "magenta",
}
"""Objectives to take the last territory of a colour (TG-OBJ-8)."""
