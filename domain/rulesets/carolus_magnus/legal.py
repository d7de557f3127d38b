"""The legal actions of a position, written independently of ``decide`` as a second opinion.

There are many placements (58,368 in a typical position of 2 players, over a million with 3), so
this module counts them by a product of generating functions and numbers them, but never lists them
all. In normal form, placements are sorted by clan and destination, and lists of clans are in clan
order; ``decide`` accepts any order.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from operator import mul
from typing import Any, Final

from domain.kit import NO_ACTIONS, Legal, Seat
from domain.rulesets.carolus_magnus.actions import (
    Action,
    ChooseCrowns,
    ChooseDisc,
    ExchangeJokers,
    MoveEmperor,
    Placement,
    PlacePaladins,
)
from domain.rulesets.carolus_magnus.board import CLAN_INDEX, CLANS, CLANS_COUNT, DISCS, Clan
from domain.rulesets.carolus_magnus.decide import awaits
from domain.rulesets.carolus_magnus.position import Position


def legal(position: Position, seat: Seat) -> Legal[Action]:
    """Return the legal actions of the seat; none if its decision is not due (CM-TURN-1)."""
    for due in awaits(position):
        if due.seat == seat:
            return _LEGAL[due.actions[0]](position, seat)
    return NO_ACTIONS


def _discs(position: Position, seat: Seat) -> Legal[Action]:
    held = [disc for disc in DISCS if position.discs[seat] & (1 << disc)]
    new = [disc for disc in held if disc not in position.played]
    discs = new or held
    return Legal(
        len(discs),
        lambda index: ChooseDisc(discs[index]),
        lambda: [{"type": "choose_disc", "discs": discs}],
    )


def _steps(position: Position, seat: Seat) -> Legal[Action]:
    disc = position.played[seat]
    return Legal(
        disc,
        lambda index: MoveEmperor(index + 1),
        lambda: [{"type": "move_emperor", "steps": list(range(1, disc + 1))}],
    )


def _crowns(position: Position, seat: Seat) -> Legal[Action]:
    return _clans(position, position.crowns, ChooseCrowns, "choose_crowns")


def _jokers(position: Position, seat: Seat) -> Legal[Action]:
    return _clans(position, position.jokers[seat], ExchangeJokers, "exchange_jokers")


def _clans(
    position: Position, due: int, make: Callable[[tuple[Clan, ...]], Action], kind: str
) -> Legal[Action]:
    """Return the lists of ``due`` clans that the supply and equal returns allow."""
    seats = position.options.players
    courts = position.courts
    most = tuple(
        min(due, supply + seats * min(courts[clan::CLANS_COUNT]))
        for clan, supply in enumerate(position.supply)
    )
    lists = _clan_lists(due, most)
    return Legal(
        len(lists),
        lambda index: make(lists[index]),
        lambda: [{"type": kind, "count": due, "at_most": dict(zip(CLANS, most, strict=True))}],
    )


@lru_cache(maxsize=128)
def _clan_lists(due: int, most: tuple[int, ...]) -> list[tuple[Clan, ...]]:
    """Return the lists of ``due`` clans with at most ``most`` of each; nearly always all lists."""
    return [
        names
        for names in combinations_with_replacement(CLANS, due)
        if all(names.count(name) <= most[CLAN_INDEX[name]] for name in set(names))
    ]


def _placements(position: Position, seat: Seat) -> Legal[Action]:
    reserve = position.reserves[seat * CLANS_COUNT : (seat + 1) * CLANS_COUNT]
    due = min(position.numbers.paladins_per_turn, sum(reserve))
    most = bytes([min(due, held) for held in reserve])
    places: tuple[Any, ...] = ("court", *position.heads)
    places_count = len(places)
    counts = _multisets_counts(places_count, due)
    ways = _ways(most, places_count, due)

    def at(index: int) -> Action:
        placements: list[Placement] = []
        left = due
        rest = 1
        for clan, held in enumerate(most):
            rests = ways[clan + 1]
            for count in range(min(held, left), -1, -1):
                rest = rests[left - count]
                sets = counts[count] * rest
                if index < sets:
                    break
                index -= sets
            if count:
                which, index = divmod(index, rest)
                chosen = _multisets(places_count, count)[which]
                placements += [Placement(CLANS[clan], places[place]) for place in chosen]
                left -= count
        return PlacePaladins(tuple(placements))

    def choices() -> list[dict[str, Any]]:
        at_most = dict(zip(CLANS, most, strict=True))
        return [{"type": "place_paladins", "count": due, "at_most": at_most, "to": list(places)}]

    return Legal(ways[0][due], at, choices)


@lru_cache(maxsize=8192)
def _ways(most: bytes, places_count: int, due: int) -> tuple[tuple[int, ...], ...]:
    """Return, by clan, the numbers of ways to place 0 … ``due`` paladins of it and the later clans.

    ``most`` limits each clan. For all clans and ``due`` paladins this is N(r, t), the number of
    placements; the last entry is for no clan. The recursion splits off the first clan, because the
    same last clans come up many times.
    """
    if not most:
        return ((1, *(0,) * due),)
    later = _ways(most[1:], places_count, due)
    firsts = _multisets_counts(places_count, due)[: most[0] + 1]
    # Of n paladins, the first clan gets 0, 1, …, and the later clans the rest.
    return (tuple(sum(map(mul, firsts, later[0][n::-1])) for n in range(due + 1)), *later)


@lru_cache(maxsize=128)
def _multisets_counts(places_count: int, most: int) -> tuple[int, ...]:
    """Return in how many ways 0 … ``most`` paladins of one clan can be placed."""
    return tuple(comb(places_count + size - 1, size) for size in range(most + 1))


@lru_cache(maxsize=128)
def _multisets(places_count: int, size: int) -> list[tuple[int, ...]]:
    return list(combinations_with_replacement(range(places_count), size))


_LEGAL: Final[dict[str, Callable[[Position, Seat], Legal[Action]]]] = {
    "choose_disc": _discs,
    "exchange_jokers": _jokers,
    "place_paladins": _placements,
    "move_emperor": _steps,
    "choose_crowns": _crowns,
}
