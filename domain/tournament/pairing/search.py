"""Tables of low cost for any number of players: a search limited by steps, never by time.

The steps are part of the rules, so everybody who runs them gets the same tables (TN-PAIR-1). There
are ``80 // n`` runs for ``n`` players, and at least one; they use up the numbers of the round one
after the other, and the first of those with the least cost counts. A run has five parts:

1. **Start.** The players are in order of points, the highest first, and those level in the order of
   the shuffle. Those with the fewest rounds at smaller tables sit at these now; of equals, those
   who come first. Then each table takes the next players.
2. **Spread.** Eight epochs of exchanges, with repeats that cost four times more in each.
3. **Repair.** If pairs still repeat, exchanges that look at nothing else; the best state counts.
4. **Settle.** Three epochs with the exact weights of the costs.
5. **Polish.** Tables that are near in points are dealt again in pairs, in every possible way, until
   nothing improves or the limit is reached.

A step of 2 and 4 takes one word of the numbers of the round. With ``low`` its lower 16 bits and
``high`` the others, it exchanges the player at place ``low · n >> 16`` in the order of points with
the one that comes ``1 + (high · span >> 16)`` places later, around the end. The span of epoch ``e``
is 6, 12 or 40 in turns, at most n − 1. A step is taken if the cost does not rise, or if it is at
most what it was 50 steps ago (*late acceptance*).

In 3, the first player is the one at place ``low · m >> 16`` among the ``m`` players at tables with
repeats, table by table, the other the one at place ``high · n >> 16`` in the order of points, and
the memory is 5 steps.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Final

from domain.tournament.pairing.costs import (
    Weights,
    cost_of,
    exact_weights,
    pair_costs,
    partners_again,
    weighed,
)
from domain.tournament.pairing.situation import Situation

SPREAD_STEPS: Final = 100_000
SPREAD_STEPS_PER_PLAYER: Final = 2_000
PLAYERS_THAT_ADD_STEPS: Final = 500
PLAYERS_OF_ALL_RUNS: Final = 80
"""Fewer players are searched several times, and the first of the best results counts."""
EPOCHS: Final = 8
SETTLING_EPOCHS: Final = 3
REPAIR_STEPS: Final = 100_000
SPANS: Final = (6, 12, 40)
MEMORY: Final = 50
REPAIR_MEMORY: Final = 5
POLISH_DEALS: Final = 40_000
"""How many ways to deal two tables again are tried at most."""
POLISH_NEAR: Final = 12


def found_tables(
    situation: Situation, sizes: Sequence[int], source: Iterator[int]
) -> list[list[int]]:
    """Return the tables that the search finds with the numbers of this source."""
    runs = max(1, PLAYERS_OF_ALL_RUNS // len(situation.players))
    found = [_run(situation, sizes, source) for _ in range(runs)]
    return min(found, key=lambda tables: cost_of(situation, tables))


def _run(situation: Situation, sizes: Sequence[int], source: Iterator[int]) -> list[list[int]]:
    search = _Search(situation, sizes, source)
    number = len(situation.players)
    more = SPREAD_STEPS_PER_PLAYER * min(number, PLAYERS_THAT_ADD_STEPS)
    steps = (SPREAD_STEPS + more) // EPOCHS
    price = max(1, cost_of(situation, search.tables).spread // number)
    for epoch in range(EPOCHS):
        search.exchange(steps, _priced(price << 2 * epoch), epoch)
    search.repair()
    for epoch in range(SETTLING_EPOCHS):
        search.exchange(steps, search.exact, epoch)
    search.polish()
    return [sorted(table) for table in search.tables]


def _priced(repeats: int) -> Weights:
    """Return the weights of an epoch: what a repeat costs in spread, and the rest in proportion."""
    return Weights(repeats * 16, repeats, repeats // 2, repeats // 2, repeats // 4)


class _Search:
    """Tables, and ways to improve them."""

    def __init__(self, situation: Situation, sizes: Sequence[int], source: Iterator[int]) -> None:
        self._situation = situation
        self._source = source
        self.exact = exact_weights(situation, sizes)
        self._pair_costs = pair_costs(situation)
        self._exact_costs = self._pair_costs(self.exact)
        everybody = range(len(situation.players))
        self._order = sorted(everybody, key=lambda one: -situation.points[one])
        self._small = [size < sizes[0] for size in sizes]
        self.tables = self._start(sizes)
        self._table_of = [0] * len(everybody)
        self._seat()

    def _start(self, sizes: Sequence[int]) -> list[list[int]]:
        at_small = sum(size for size in sizes if size < sizes[0])
        fewest = sorted(self._order, key=lambda one: self._situation.small[one])[:at_small]
        chosen = set(fewest)
        others = [one for one in self._order if one not in chosen]
        line = iter([*others, *(one for one in self._order if one in chosen)])
        return [[next(line) for _ in range(size)] for size in sizes]

    def _seat(self) -> None:
        for at, table in enumerate(self.tables):
            for one in table:
                self._table_of[one] = at

    def _weighed(self, weights: Weights) -> int:
        return weighed(cost_of(self._situation, self.tables), weights)

    # --- exchanging players ---------------------------------------------------------------------

    def exchange(self, steps: int, weights: Weights, epoch: int) -> None:
        """Take these steps of *spread* or *settle*."""
        # One function, because a million steps take seconds with one call in each.
        tables, table_of, small = self.tables, self._table_of, self._small
        costs = self._pair_costs(weights)
        small_costs = [2 * weights.small * times for times in self._situation.small]
        partners = weights.partners if self._situation.partnered else 0
        # In most first rounds, nothing costs anything.
        costly = partners or any(map(any, costs)) or any(small_costs)
        number = len(self._order)
        ring = [*self._order, *self._order]
        span = min(SPANS[epoch % len(SPANS)], number - 1)
        now = self._weighed(weights)
        memory, at = [now] * MEMORY, 0
        for word in islice(self._source, steps):
            place = (word & 0xFFFF) * number >> 16
            one = ring[place]
            other = ring[place + 1 + ((word >> 16) * span >> 16)]
            first, second = table_of[one], table_of[other]
            if first == second:
                continue
            ones, others = tables[first], tables[second]
            change = 0
            if costly:
                mine, theirs = costs[one], costs[other]
                change = -2 * mine[other]
                for player in ones:
                    change += theirs[player] - mine[player]
                for player in others:
                    change += mine[player] - theirs[player]
                if small[first] != small[second]:
                    more = small_costs[one] - small_costs[other]
                    change += more if small[second] else -more
                if partners:
                    change += partners * self._teams_change(one, other)
            if change <= 0 or now + change <= memory[at]:
                ones[ones.index(one)] = other
                others[others.index(other)] = one
                table_of[one], table_of[other] = second, first
                now += change
            memory[at] = now
            at = (at + 1) % MEMORY

    def _swap(self, one: int, other: int) -> None:
        first, second = self._table_of[one], self._table_of[other]
        mine, theirs = self.tables[first], self.tables[second]
        mine[mine.index(one)] = other
        theirs[theirs.index(other)] = one
        self._table_of[one], self._table_of[other] = second, first

    def _teams_change(self, one: int, other: int) -> int:
        both = (self.tables[self._table_of[one]], self.tables[self._table_of[other]])
        exchanged = {one: other, other: one}
        return sum(
            partners_again(self._situation, [exchanged.get(player, player) for player in table])
            - partners_again(self._situation, table)
            for table in both
        )

    # --- repeats alone --------------------------------------------------------------------------

    def repair(self) -> None:
        """Look for fewer barred pairs and repeats, whatever the rest."""
        weights = Weights(self.exact.barred // self.exact.repeats, 1, 0, 0, 0, 0)
        costs = self._pair_costs(weights)
        loads = [_load(costs, table) for table in self.tables]
        now = best = sum(loads)
        kept = [[*table] for table in self.tables]
        memory = [now] * REPAIR_MEMORY
        number = len(self._order)
        for step in range(REPAIR_STEPS):
            if not now:
                break
            word = next(self._source)
            one = self._repeater(loads, word & 0xFFFF)
            other = self._order[(word >> 16) * number >> 16]
            both = self._table_of[one], self._table_of[other]
            if both[0] != both[1]:
                self._swap(one, other)
                after = [_load(costs, self.tables[at]) for at in both]
                then = now - loads[both[0]] - loads[both[1]] + sum(after)
                if then <= now or then <= memory[step % REPAIR_MEMORY]:
                    now, (loads[both[0]], loads[both[1]]) = then, after
                else:
                    self._swap(one, other)
            memory[step % REPAIR_MEMORY] = now
            if now < best:
                best, kept = now, [[*table] for table in self.tables]
        self.tables[:] = kept
        self._seat()

    def _repeater(self, loads: Sequence[int], low: int) -> int:
        """Return one of the players at tables with repeats."""
        loaded = [table for table, load in zip(self.tables, loads, strict=True) if load]
        place = low * sum(map(len, loaded)) >> 16
        for table in loaded:
            if place < len(table):
                return table[place]
            place -= len(table)
        raise AssertionError("a place is below the number of players")

    # --- two tables dealt again -----------------------------------------------------------------

    def polish(self) -> None:
        """Deal pairs of near tables again in every way, until nothing improves."""
        left = POLISH_DEALS
        improved = True
        while improved:
            improved = False
            for first, second in self._near():
                deals = _deals(len(self.tables[first]), len(self.tables[second]))
                left -= len(deals)
                if left < 0:
                    return
                improved |= self._dealt(first, second, deals)

    def _near(self) -> list[tuple[int, int]]:
        """Return pairs of tables, those with the nearest places by mean points first."""
        points = self._situation.points
        means = [sum(points[one] for one in table) * 60 // len(table) for table in self.tables]
        order = sorted(range(len(means)), key=lambda at: -means[at])
        return [
            (order[at], order[at + apart])
            for apart in range(1, POLISH_NEAR)
            for at in range(len(order) - apart)
        ]

    def _dealt(self, first: int, second: int, deals: Sequence[tuple[int, ...]]) -> bool:
        players = sorted(self.tables[first] + self.tables[second])
        best = self._of_table(first, self.tables[first]) + self._of_table(
            second, self.tables[second]
        )
        found = None
        for deal in deals:
            mine = [players[at] for at in deal]
            theirs = [one for at, one in enumerate(players) if at not in deal]
            cost = self._of_table(first, mine) + self._of_table(second, theirs)
            if cost < best:
                best, found = cost, (mine, theirs)
        if found:
            self.tables[first], self.tables[second] = found
            self._seat()
        return found is not None

    def _of_table(self, at: int, players: Sequence[int]) -> int:
        cost = _load(self._exact_costs, players)
        if self._small[at]:
            cost += self.exact.small * sum(2 * self._situation.small[one] + 1 for one in players)
        if self._situation.partnered:
            cost += self.exact.partners * partners_again(self._situation, players)
        return cost


def _load(costs: Sequence[Sequence[int]], table: Sequence[int]) -> int:
    return sum(costs[one][other] for one, other in combinations(table, 2))


def _deals(first: int, second: int) -> list[tuple[int, ...]]:
    """Return the ways to deal two tables: who of both is at the first, as places in order."""
    found = combinations(range(first + second), first)
    if first != second:
        return list(found)
    return [deal for deal in found if 0 in deal]
