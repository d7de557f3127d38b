"""The components of the game, for front ends: segments, clans, discs, and the numbers of a game."""

from msgspec import Struct

from domain.kit import Language
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
    """The numbers that depend on the number of players."""

    players: int
    sides: int
    reserve: int
    """Paladins in a full reserve."""
    paladins_per_turn: int
    castle_goal: int
    """Castles of each side; a side with all of them in play wins (CM-END-1)."""


class Components(Struct, frozen=True):
    """The contents of the box."""

    segments: int
    """They form a ring: the last one is next to segment 1."""
    sides: tuple[Side, ...]
    clans: tuple[Clan, ...]
    faces: tuple[Face, ...]
    """The faces of each die."""
    paladins_per_clan: int
    discs: tuple[int, ...]
    """The discs of each seat."""
    numbers: tuple[NumbersComponent, ...]


def components(language: Language) -> Components:
    """Return the contents of the box; none of its names depend on the language."""
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
