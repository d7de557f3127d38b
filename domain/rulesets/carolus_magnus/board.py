"""Constants of every game: the ring, the clans, the sides and the numbers of pieces.

The numbers come from the rulebook's list of contents and its chapters for 2, 3 and 4 players
(CM-SET-1, CM-SET-2); 40 paladins of each clan is a decision of this project.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

Clan: TypeAlias = Literal["blue", "green", "pink", "red", "yellow"]
Face: TypeAlias = Literal["blue", "green", "pink", "red", "yellow", "crown"]
Side: TypeAlias = Literal["white", "black", "gray"]

CLANS: Final[tuple[Clan, ...]] = ("blue", "green", "pink", "red", "yellow")
"""Clan order: the code always lists and processes clans in this order."""

FACES: Final[tuple[Face, ...]] = (*CLANS, "crown")
"""The six faces of a die (CM-FILL-3)."""

SIDES: Final[tuple[Side, ...]] = ("white", "black", "gray")

CLAN_INDEX: Final[dict[str, int]] = {clan: index for index, clan in enumerate(CLANS)}
SIDE_INDEX: Final[dict[str, int]] = {side: index for index, side in enumerate(SIDES)}

CLANS_COUNT: Final = 5
SEGMENTS_COUNT: Final = 15
PALADINS_PER_CLAN: Final = 40
DISCS: Final = (1, 2, 3, 4, 5)
ALL_DISCS: Final = 0b111110
"""The set of all five discs: bit ``d`` stands for disc ``d``."""

TERRITORIES_MIN: Final = 4
"""The game ends when fewer territories are left (CM-END-3)."""

NOBODY: Final = 255
"""No owner or no holder, in the flat fields of a position."""


class Numbers(Struct, frozen=True, gc=False):
    """The constants that depend on the number of players."""

    reserve_size: int
    """R: the size of a full reserve in paladins; also the number of dice in the initial throw."""
    paladins_per_turn: int
    """P: the paladins that a seat places in its turn."""
    castle_goal: int
    """G: the castles of each side; a side with all of them in play wins."""
    sides_count: int


NUMBERS: Final[dict[int, Numbers]] = {
    2: Numbers(reserve_size=7, paladins_per_turn=3, castle_goal=10, sides_count=2),
    3: Numbers(reserve_size=9, paladins_per_turn=4, castle_goal=8, sides_count=3),
    4: Numbers(reserve_size=7, paladins_per_turn=3, castle_goal=10, sides_count=2),
}

SIDES_OF_SEATS: Final[dict[tuple[int, str], tuple[int, ...]]] = {
    (2, "opposite"): (0, 1),
    (2, "adjacent"): (0, 1),
    (3, "opposite"): (0, 1, 2),
    (3, "adjacent"): (0, 1, 2),
    (4, "opposite"): (0, 1, 0, 1),
    (4, "adjacent"): (0, 0, 1, 1),
}
"""The side of each seat, by number of players and seating (CM-SET-2, CM-OPT-3)."""
