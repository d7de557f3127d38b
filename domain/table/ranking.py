"""The ranks of the sides after a game, for everything that compares its players."""

from collections.abc import Iterable, Sequence

from domain.ruleset import Place


def ranks(standing: Sequence[Place], seated: Iterable[tuple[str, bool]]) -> dict[str, int]:
    """Return the rank of each side: one more than the number of sides that did better.

    ``seated`` has, for each seat, its side and whether its player left: resigned, or ran out of
    time and a house bot played on. A side that all its players left is last, however the house bots
    played on for it (TB-RESIGN-1, TB-FLAG-3); the others are in the order of the standing.
    """
    stayed = {side for side, left in seated if not left}
    last = len(standing) + 1
    found = {place.side: place.rank if place.side in stayed else last for place in standing}
    return {side: 1 + sum(other < rank for other in found.values()) for side, rank in found.items()}
