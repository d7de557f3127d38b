"""The tie-breaks that are one number for each entrant; more is better.

``UNITS`` says of which fraction of a point, or of a game, each of them counts how many.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from msgspec import Struct

from domain.tournament.history import HistoryOf, Outing
from domain.tournament.model import SIXTIETHS, Announced, TieBreakId
from domain.tournament.standings.buchholz import (
    RoundShare,
    adjusted_scores,
    as_game,
    contributions_of,
)

DUEL: Final = 120
"""A duel won against the only opponent; with more opponents, each counts a share of it."""

UNITS: Final[Mapping[TieBreakId, int]] = {
    **dict.fromkeys(("BH", "BH-C1", "BH-C2", "BH-M1", "MBH"), 60 * SIXTIETHS),
    **dict.fromkeys(("SB", "MSB"), 120 * SIXTIETHS),
    **dict.fromkeys(("PS", "PS-C1", "KS"), SIXTIETHS),
    "DUELS": DUEL,
}
"""The denominator of each tie-break; 1 for those that are not here."""


class TieBreakFacts(Struct, frozen=True):
    """What the tie-breaks are computed from."""

    rules: Announced
    histories: HistoryOf
    ratings: Mapping[int, int]
    lots: Mapping[int, int]
    """The place of each entrant in an order drawn by lot, 1 for the best."""
    scores: Mapping[int, int]
    shares: Mapping[int, Sequence[RoundShare]]


Measure: TypeAlias = Callable[[TieBreakFacts, int], int]


def known(
    rules: Announced,
    histories: HistoryOf,
    ratings: Mapping[int, int],
    lots: Mapping[int, int],
) -> TieBreakFacts:
    """Return what the tie-breaks are computed from."""
    adjusted = adjusted_scores(rules, histories)
    scores = {player: sum(one.points for one in found) for player, found in histories.items()}
    shares = {player: contributions_of(rules, histories, adjusted, player) for player in histories}
    return TieBreakFacts(rules, histories, ratings, lots, scores, shares)


def buchholz(low: int, high: int = 0) -> Measure:
    """Return Buchholz (C.07, 8.1): the scores of the opponents without the lowest and highest.

    The lowest contribution of a voluntarily unplayed round is cut before any other (16.5).
    """

    def measure(of: TieBreakFacts, player: int) -> int:
        left = sorted(of.shares[player], key=lambda one: one.buchholz)
        for _ in range(min(low, len(left))):
            left.remove(next((one for one in left if one.by_choice), left[0]))
        return sum(one.buchholz for one in left[: len(left) - high])

    return measure


def sonneborn_berger(of: TieBreakFacts, player: int) -> int:
    """Return the scores of the opponents times the result against each (C.07, 9.1)."""
    return sum(one.berger for one in of.shares[player])


def wins(of: TieBreakFacts, player: int) -> int:
    """Count the rounds with the points of a win, played or not (C.07, 7.1).

    From three seats on, these are the first places that are not shared. A forfeit loss that counts
    as a game cannot have them.
    """
    return sum(_won(of, one) for one in of.histories[player])


def games_won(of: TieBreakFacts, player: int) -> int:
    """Count the wins at the table (C.07, 7.2); in a round robin, those by forfeit too."""
    return sum(as_game(of.rules, one) and _won(of, one) for one in of.histories[player])


def _won(of: TieBreakFacts, one: Outing) -> bool:
    return one.points == (of.rules.scale(one.size)[0] if one.size else of.rules.win)


def progressive(first: int) -> Measure:
    """Return the sum of the scores after each round, but the first ones (C.07, 7.5)."""

    def measure(of: TieBreakFacts, player: int) -> int:
        total = running = 0
        for at, one in enumerate(of.histories[player]):
            running += one.points
            total += running if at >= first else 0
        return total

    return measure


def games_as_second(of: TieBreakFacts, player: int) -> int:
    """Count the games as second player, "black" in chess (C.07, 7.3)."""
    return sum(
        one.seat == 1 and as_game(of.rules, one) and one.kind != "forfeit_loss"
        for one in of.histories[player]
    )


def koya(of: TieBreakFacts, player: int) -> int:
    """Return the points against opponents with at least half of the points (C.07, 9.2)."""
    return sum(
        one.points
        for one in of.histories[player]
        if as_game(of.rules, one)
        and all(
            2 * of.scores[other] >= of.rules.win * len(of.histories[player])
            for other in one.opponents
        )
    )


def opponents_rating(of: TieBreakFacts, player: int) -> int:
    """Return the mean rating of the opponents played, a half rounded up (C.07, 10.1)."""
    found = [
        of.ratings[other]
        for one in of.histories[player]
        if one.played
        for other in one.opponents
        if of.ratings[other]
    ]
    return (2 * sum(found) + len(found)) // (2 * len(found)) if found else 0


def game_score(of: TieBreakFacts, player: int) -> int:
    """Return the sum of the scores inside the games."""
    return sum(one.score for one in of.histories[player])


def duels(of: TieBreakFacts, player: int) -> int:
    """Return the share of opponents beaten, summed over the games."""
    return sum(
        sum(one.duels) * (DUEL // 2) // len(one.duels)
        for one in of.histories[player]
        if as_game(of.rules, one)
    )


def later_seats(of: TieBreakFacts, player: int) -> int:
    """Return minus the number of games as first player: fewer are better."""
    return -sum(one.played and one.seat == 0 for one in of.histories[player])


def lot(of: TieBreakFacts, player: int) -> int:
    """Return minus the place in the order that was drawn by lot."""
    return -of.lots[player]


MEASURES: Final[Mapping[TieBreakId, Measure]] = {
    "BH": buchholz(0),
    "BH-C1": buchholz(1),
    "BH-C2": buchholz(2),
    "BH-M1": buchholz(1, 1),
    "MBH": buchholz(0),
    "SB": sonneborn_berger,
    "MSB": sonneborn_berger,
    "WIN": wins,
    "WON": games_won,
    "PS": progressive(0),
    "PS-C1": progressive(1),
    "BPG": games_as_second,
    "KS": koya,
    "ARO": opponents_rating,
    "GS": game_score,
    "DUELS": duels,
    "SEATS": later_seats,
    "LOT": lot,
}
