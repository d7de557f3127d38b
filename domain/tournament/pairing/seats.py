"""The turn order at a table: everybody in each seat about equally often (TN-SEAT-1).

Of all orders, the one counts in which the squares of the numbers of games in each seat grow least;
among equals, the first, where orders compare as lists of players in the order of the shuffle. The
last seat of a smaller table counts as the last of a full one.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from domain.tournament.model import Announced
from domain.tournament.pairing.costs import teams_of
from domain.tournament.pairing.situation import Situation, seat_classes


def seated(rules: Announced, situation: Situation, table: Sequence[int]) -> tuple[int, ...]:
    """Return the players of a table in turn order, as indices.

    With changing partners, the first and third are the team that was together least often.
    """
    classes = seat_classes(rules.seats, len(table))

    def growth(order: Sequence[int]) -> int:
        pairs = zip(order, classes, strict=True)
        return sum(2 * situation.seats[one][place] + 1 for one, place in pairs)

    return min(_orders(situation, table), key=growth)


def _orders(situation: Situation, table: Sequence[int]) -> Iterator[tuple[int, ...]]:
    ordered = sorted(table)
    if situation.partnered is None or len(table) != 4:
        yield from permutations(ordered)
        return
    ways = teams_of(situation, ordered)
    least = min(part for part, _ in ways)
    teams = {
        frozenset((ordered[a], ordered[b])) for part, (a, b, _, _) in ways if part == least
    } | {frozenset((ordered[c], ordered[d])) for part, (_, _, c, d) in ways if part == least}
    yield from (
        order for order in permutations(ordered) if frozenset((order[0], order[2])) in teams
    )
