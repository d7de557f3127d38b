"""A round of a Swiss tournament, at tables of any size: the normative algorithm (TN-PAIR-1).

It is exact up to 20 players, and a search limited by steps above. For two seats this is the *house
Swiss*: not FIDE's system, but it pairs a thousand players in seconds.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from msgspec import Struct

from domain.refusal import IllegalAction
from domain.tournament.history import HistoryOf
from domain.tournament.model import Announced
from domain.tournament.pairing.bounds import lower_bounds
from domain.tournament.pairing.colours import TurnNumber, TwoSeatPlayer, allocated, turns_of
from domain.tournament.pairing.costs import CostVector, Partition, cost_of
from domain.tournament.pairing.exact import MOST, best_tables
from domain.tournament.pairing.numbers import shuffled, words
from domain.tournament.pairing.search import found_tables
from domain.tournament.pairing.seats import seated
from domain.tournament.pairing.situation import Situation, situation_of

VERSION: Final = "carolus-tables/1"
"""Names this algorithm; a change of any result is another version."""


class Paired(Struct, frozen=True):
    """A round as it was paired, with a certificate that anyone can check."""

    tables: tuple[tuple[int, ...], ...]
    """The pairing numbers of each table in turn order; the table of the most points first."""
    byes: tuple[int, ...]
    cost: CostVector
    bounds: CostVector
    """What any pairing costs at least; the cost itself if no pairing costs less."""
    algorithm: str = VERSION


def table_sizes(players: int, sizes: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """Return the sizes of the tables, the largest first, and the number of byes (TN-SIZE-1).

    As few players as possible have a bye; then as many tables as possible are full.

    >>> table_sizes(14, (4, 3)), table_sizes(5, (4, 3))
    (((4, 4, 3, 3), 0), ((4,), 1))
    """
    for byes in range(players):
        found = _filled(players - byes, tuple(sizes))
        if found is not None:
            return found, byes
    raise IllegalAction("TN-PAIR-2", "too_few_players", players=players, table=min(sizes))


def _filled(players: int, sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    if not sizes:
        return None if players else ()
    for count in range(players // sizes[0], -1, -1):
        rest = _filled(players - count * sizes[0], sizes[1:])
        if rest is not None:
            return (sizes[0],) * count + rest
    return None


def paired(
    rules: Announced,
    histories: HistoryOf,
    present: Collection[int],
    seed: bytes,
    *,
    barred: Collection[frozenset[int]] = (),
    initial: TurnNumber = 0,
) -> Paired:
    """Return the next round of the entrants who are present.

    ``barred`` are pairs that must not meet. ``initial`` is for two seats only: whether number 1 is
    first or second in round one, which is drawn by lot. Refuse too few players (TN-PAIR-2), and a
    round in which barred pairs would meet (TN-PAIR-3).
    """
    sizes, resting = table_sizes(len(present), rules.sizes)
    source = words(seed)
    known = sorted(present)
    order = [known[at] for at in shuffled(source, len(known))]
    byes = _resting(histories, order, resting)
    playing = [player for player in order if player not in byes]
    situation = situation_of(rules, histories, playing, barred)
    tables = _tables(situation, sizes, source)
    cost = cost_of(situation, tables)
    if cost.barred:
        raise IllegalAction("TN-PAIR-3", "barred_pairs_would_meet", pairs=cost.barred)
    exact = len(playing) <= MOST
    turns = [
        _turn_order(rules, histories, situation, table, initial)
        for table in sorted(tables, key=lambda table: _by_points(situation, table))
    ]
    bounds = cost if exact else lower_bounds(situation, sizes)
    return Paired(tuple(turns), tuple(byes), cost, bounds)


def _tables(situation: Situation, sizes: Sequence[int], source: Iterator[int]) -> Partition:
    if len(situation.players) <= MOST:
        return best_tables(situation, sizes)
    return found_tables(situation, sizes, source)


def _resting(histories: HistoryOf, order: Sequence[int], number: int) -> list[int]:
    """Return who has a bye (TN-BYE-1).

    Those who have rested least often with points for it; among them, those with the fewest points;
    among them, those with the highest pairing number.
    """

    def rank(player: int) -> tuple[int, int, int]:
        history = histories[player]
        rested = sum(one.kind in {"pairing", "full", "forfeit_win"} for one in history)
        return rested, sum(one.points for one in history), -player

    return sorted(order, key=rank)[:number]


def _by_points(situation: Situation, table: Sequence[int]) -> tuple[list[int], int]:
    return sorted(-situation.points[one] for one in table), min(table)


def _turn_order(
    rules: Announced,
    histories: HistoryOf,
    situation: Situation,
    table: Sequence[int],
    initial: TurnNumber,
) -> tuple[int, ...]:
    if rules.seats > 2:
        return tuple(situation.players[one] for one in seated(rules, situation, table))
    one, other = (_opponent(histories, situation, at) for at in table)
    return tuple(player.number for player in allocated(one, other, initial))


def _opponent(histories: HistoryOf, situation: Situation, at: int) -> TwoSeatPlayer:
    number = situation.players[at]
    return TwoSeatPlayer(number, situation.points[at], turns_of(histories[number]))
