"""What is in the box, told to front ends: segments, clans, discs, and the numbers of a game."""

from msgspec import Struct

from domain.ruleset import Language
from domain.rulesets.carolus_magnus.board import (
    CLANS,
    DISCS,
    FACES,
    NUMBERS,
    PALADINS_PER_CLAN,
    SEGMENTS_COUNT,
    SIDES,
    Clan,
    Face,
    Side,
)


class NumbersComponent(Struct, frozen=True):
    """What depends on the number of players."""

    players: int
    sides: int
    reserve: int
    """Paladins that a full reserve holds."""
    paladins_per_turn: int
    castle_goal: int
    """Castles of each side; a side with all of them in play wins (CM-END-1)."""


class Components(Struct, frozen=True):
    """All that is in the box."""

    segments: int
    """They lie in a ring: the last one is next to segment 1."""
    sides: tuple[Side, ...]
    clans: tuple[Clan, ...]
    faces: tuple[Face, ...]
    """Of each die."""
    paladins_per_clan: int
    discs: tuple[int, ...]
    """Of each seat."""
    numbers: tuple[NumbersComponent, ...]


def components(spoken: Language) -> Components:
    """Return what is in the box; nothing of it has a name that depends on the language."""
    return Components(
        segments=SEGMENTS_COUNT,
        sides=SIDES,
        clans=CLANS,
        faces=FACES,
        paladins_per_clan=PALADINS_PER_CLAN,
        discs=DISCS,
        numbers=tuple(
            NumbersComponent(
                players,
                found.sides_count,
                found.reserve_size,
                found.paladins_per_turn,
                found.castle_goal,
            )
            for players, found in NUMBERS.items()
        ),
    )
