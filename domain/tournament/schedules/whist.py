"""Teams of two with changing partners: whist tournaments (TN-ROBIN-3).

Everybody is the partner of everybody else once, and the opponent twice. There are rounds for 4k
players, in which all play, and for 4k + 1, in which one rests. A base round is data; the others
follow when each number but the last of 4k is moved on.
"""

from collections.abc import Mapping
from typing import Final

from domain.tournament.schedules.designs import turned

_BASE: Final[Mapping[int, tuple[tuple[int, int, int, int], ...]]] = {
    4: ((3, 0, 1, 2),),
    5: ((1, 4, 2, 3),),
    8: ((7, 0, 1, 3), (2, 6, 4, 5)),
    12: ((11, 0, 1, 3), (2, 9, 6, 7), (4, 10, 5, 8)),
    13: ((1, 4, 2, 7), (3, 12, 6, 8), (5, 11, 9, 10)),
    16: ((15, 0, 1, 2), (3, 6, 9, 11), (4, 13, 8, 12), (5, 10, 7, 14)),
    17: ((1, 2, 3, 8), (4, 15, 10, 12), (5, 9, 6, 13), (7, 16, 11, 14)),
    20: ((19, 0, 1, 2), (3, 5, 9, 15), (4, 14, 12, 17), (6, 18, 10, 13), (7, 11, 8, 16)),
    21: ((1, 2, 3, 6), (4, 13, 12, 19), (5, 9, 14, 16), (7, 20, 11, 17), (8, 18, 10, 15)),
    24: (
        (23, 0, 1, 2),
        (3, 5, 7, 17),
        (4, 12, 18, 22),
        (6, 20, 10, 13),
        (8, 19, 11, 16),
        (9, 15, 14, 21),
    ),
}
"""The first two of each table are partners."""

WHIST: Final = tuple(_BASE)
"""The numbers of players for which there is a schedule."""


def whist(players: int) -> list[list[list[int]]]:
    """Return the rounds for one of ``WHIST``, as tables of numbers from 0, partners together."""
    cycle = players - (players % 4 == 0)
    fixed = cycle if cycle < players else None
    return list(turned(_BASE[players], cycle, fixed))
