"""Round robins for two seats: FIDE's Berger tables (C.05, annex 1; TN-ROBIN-1)."""

from collections.abc import Sequence
from typing import TypeAlias

Schedule: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds of tables of pairing numbers in turn order. Numbers at no table rest."""


def berger(players: int, cycles: int = 1) -> Schedule:
    """Return the rounds in which everybody meets everybody once, or twice in two cycles.

    In round ``r`` of an even number ``n`` of players, counted from 0, the last one meets number
    ``k = 1 + r · n/2 (mod n − 1)``, and numbers at equal distances of ``k`` meet each other. With
    an odd number, the player who would meet the last one rests.

    In two cycles, the second has the other turns, and the last two rounds of the first change
    places, so that nobody has the same turn three times in a row.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    even = players + players % 2
    rounds = [_round(even, number) for number in range(even - 1)]
    found = [tuple(table for table in tables if max(table) <= players) for tables in rounds]
    if cycles == 2:
        second = [tuple((other, one) for one, other in tables) for tables in found]
        found[-2:] = found[:-3:-1] if len(found) > 1 else found
        found += second
    return tuple(found)


def _round(even: int, number: int) -> Sequence[tuple[int, int]]:
    others = even - 1
    first = number * (even // 2) % others
    last = (first + 1, even)
    return [
        last if number % 2 == 0 else last[::-1],
        *(
            ((first + apart) % others + 1, (first - apart) % others + 1)
            for apart in range(1, even // 2)
        ),
    ]
