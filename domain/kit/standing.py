"""The standing at the end of a game: the place of each side, from what the game counts.

A ruleset says who won, how the other sides compare, and which rules say so. The kit gives ranks as
in a competition: equal sides share a rank, and the next one counts all that are better.
"""

from collections.abc import Collection, Mapping
from typing import Any, Final, TypeVar

from domain.kit.checking import NameT
from domain.ruleset import Place

SideT = TypeVar("SideT", bound=str)

TABLE_RULES: Final[Mapping[str, str]] = {
    "resignation": "TB-RESIGN-2",
    "draw_agreed": "TB-DRAW-4",
    "time": "TB-FLAG-4",
    "adjudicated": "TB-JUDGE-1",
}
"""By reason: the rule of the table that names the winners, for ends that the table declares."""


def leading(scores: Mapping[NameT, Any]) -> list[NameT]:
    """Return the names with the highest score, in order; several if they are equal."""
    return [name for name, score in scores.items() if score == max(scores.values())]


def placed(
    winners: Collection[str],
    scores: Mapping[SideT, int],
    merits: Mapping[SideT, Any],
    *,
    won_by: str,
    others_by: str,
) -> tuple[Place, ...]:
    """Return the places of all sides: first the winners, then the others by merit.

    ``scores`` and ``merits`` have every side, in the order of the sides; the higher merit is the
    better, and sides with equal merits share a rank. ``won_by`` and ``others_by`` are the ids of
    the rules that rank the winners and the others.
    """
    won = [side for side in scores if side in winners]
    lost = [side for side in scores if side not in winners]
    lost.sort(key=lambda side: merits[side], reverse=True)
    first = [Place(side, 1, scores[side], won_by) for side in won]
    better = len(won)
    rest: list[Place] = []
    for number, side in enumerate(lost):
        if number and merits[side] != merits[lost[number - 1]]:
            better = len(won) + number
        rest.append(Place(side, 1 + better, scores[side], others_by))
    return (*first, *rest)
