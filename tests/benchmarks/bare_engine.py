"""The yardstick: two-player Carolus Magnus on mutable objects, and nothing else.

It makes no events, refusals or stored positions: it shows the cost of a playout without a history.
It draws lots and dice in the same order as the ruleset, so with the same numbers both play the same
game (``test_bare_engine.py``).
"""

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

Pick: TypeAlias = Callable[[int], int]
Move: TypeAlias = tuple[str, int, int]

RESERVE: Final = 7
PER_TURN: Final = 3
GOAL: Final = 10


class Territory:
    """A piece of the ring."""

    def __init__(self, clan: int) -> None:
        self.paladins = [0] * 5
        self.paladins[clan] = 1
        self.owner = -1
        self.castles = 0


class BareEngine:
    """One game; ``due`` is what the seat ``active`` has to do."""

    def __init__(self, pick: Pick) -> None:
        self.pick = pick
        first = pick(2)
        ring = [clan for clan in range(5) for _ in range(3)]
        for last in range(14, 0, -1):
            other = pick(last + 1)
            ring[last], ring[other] = ring[other], ring[last]
        self.territories = [Territory(clan) for clan in ring]
        self.emperor = pick(15)
        self.supply = [37] * 5
        self.courts = [[0] * 5, [0] * 5]
        self.reserves = [[0] * 5, [0] * 5]
        self.markers = [-1] * 5
        self.castles = [0, 0]
        self.discs = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
        self.played = [0, 0]
        self.order = [first, 1 - first]
        self.turn = 0
        self.round = 0
        self.to_place = 0
        self.crowns = 0
        self.placed = self.changed = False
        self.reason = ""
        self.winners: list[int] = []
        self.due = "crown"
        self.active = first
        self.moves = 0
        self._set_up()

    # --- moves --------------------------------------------------------------------------------

    def legal(self) -> list[Move]:
        """Return the moves of the active seat: one disc, one paladin, one crown or one step."""
        seat = self.active
        if self.due == "place":
            reserve = self.reserves[seat]
            places = range(len(self.territories) + 1)
            return [("place", clan, to) for clan in range(5) if reserve[clan] for to in places]
        if self.due == "move":
            return [("move", steps, 0) for steps in range(1, self.played[seat] + 1)]
        if self.due == "disc":
            held = self.discs[seat]
            other = self.played[1 - seat]
            return [("disc", disc, 0) for disc in held if disc != other] or [("disc", other, 0)]
        return [("crown", clan, 0) for clan in range(5) if self._available(clan)]

    def check(self, move: Move) -> None:
        """Raise ValueError unless the move is legal; do not list the others."""
        kind, number, to = move
        seat = self.active
        if kind != self.due:
            raise ValueError(move)
        if kind == "place":
            legal = self.reserves[seat][number] > 0 and 0 <= to <= len(self.territories)
        elif kind == "move":
            legal = 1 <= number <= self.played[seat]
        elif kind == "disc":
            other = self.played[1 - seat]
            legal = number in self.discs[seat] and (number != other or self.discs[seat] == [other])
        else:
            legal = self._available(number) > 0
        if not legal:
            raise ValueError(move)

    def apply(self, move: Move) -> None:
        """Make a legal move."""
        kind, number, to = move
        self.moves += 1
        if kind == "place":
            self._place(number, to)
        elif kind == "move":
            self._move(number)
        elif kind == "disc":
            self._disc(number)
        else:
            self._crown(number)

    # --- the flow of the game -----------------------------------------------------------------

    def _set_up(self) -> None:
        """Roll for the seats without a reserve; begin when all have one."""
        while self.turn < 2:
            self.active = self.order[self.turn]
            self.turn += 1
            self._roll(RESERVE)
            if self.crowns:
                return
        self._begin_round()

    def _begin_round(self) -> None:
        if self.round and self.round % 5 == 0:
            self.discs = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
        self.round += 1
        self.played = [0, 0]
        self.placed = self.changed = False
        self.turn = 0
        self.active = self.order[0]
        self.due = "disc"

    def _begin_turn(self) -> None:
        self.active = self.order[self.turn]
        self.to_place = min(PER_TURN, sum(self.reserves[self.active]))
        self.due = "place" if self.to_place else "move"

    def _end_turn(self) -> None:
        self.turn += 1
        if self.turn < 2:
            self._begin_turn()
        elif self.placed or self.changed:
            self._begin_round()
        else:
            self._end("stalled")

    def _end(self, reason: str) -> None:
        most = max(self.castles)
        self.reason = reason
        self.winners = [side for side in (0, 1) if self.castles[side] == most]
        self.due = "over"

    # --- the rules ----------------------------------------------------------------------------

    def _disc(self, disc: int) -> None:
        seat = self.active
        self.discs[seat].remove(disc)
        self.played[seat] = disc
        self.turn += 1
        if self.turn < 2:
            self.active = self.order[1]
            return
        if self.played[self.order[1]] < self.played[self.order[0]]:
            self.order.reverse()
        self.turn = 0
        self._begin_turn()

    def _place(self, clan: int, to: int) -> None:
        seat = self.active
        self.reserves[seat][clan] -= 1
        if to:
            self.territories[to - 1].paladins[clan] += 1
        else:
            court = self.courts[seat]
            court[clan] += 1
            if court[clan] > self.courts[1 - seat][clan]:
                self.markers[clan] = seat
        self.placed = True
        self.to_place -= 1
        if not self.to_place:
            self.due = "move"

    def _move(self, steps: int) -> None:
        self.emperor = (self.emperor + steps) % len(self.territories)
        self._resolve()
        if max(self.castles) >= GOAL:
            self._end("castle_goal")
        elif len(self.territories) < 4:
            self._end("few_territories")
        else:
            self._roll(RESERVE - sum(self.reserves[self.active]))
            if not self.crowns:
                self._end_turn()

    def _resolve(self) -> None:
        territory = self.territories[self.emperor]
        influence = [0, 0]
        for clan in range(5):
            if self.markers[clan] >= 0:
                influence[self.markers[clan]] += territory.paladins[clan]
        if territory.owner >= 0:
            influence[territory.owner] += territory.castles
        if influence[0] == influence[1]:
            return
        side = 0 if influence[0] > influence[1] else 1
        if territory.owner == side:
            return
        if territory.owner >= 0:
            self.castles[1 - side] -= territory.castles
            territory.castles = min(territory.castles, GOAL - self.castles[side])
        else:
            territory.castles = 1
        territory.owner = side
        self.castles[side] += territory.castles
        self.changed = True
        self._merge(side)

    def _merge(self, side: int) -> None:
        ring = self.territories
        at = self.emperor
        if ring[(at + 1) % len(ring)].owner == side:
            self._join(at, (at + 1) % len(ring))
        at = self.emperor
        if ring[at - 1].owner == side:
            self._join((at - 1) % len(ring), at)

    def _join(self, first: int, second: int) -> None:
        """Merge the second territory into the first; the emperor is on one of them."""
        ring = self.territories
        kept, gone = ring[first], ring[second]
        for clan in range(5):
            kept.paladins[clan] += gone.paladins[clan]
        kept.castles += gone.castles
        del ring[second]
        self.emperor = ring.index(kept)

    # --- paladins from the supply -------------------------------------------------------------

    def _roll(self, dice: int) -> None:
        """Fill the reserve of the active seat; an unavailable paladin counts as a crown."""
        crowns = 0
        for _ in range(dice):
            face = self.pick(6)
            if face == 5 or not self._take(face):
                crowns += 1
        self.crowns = min(crowns, sum(self._available(clan) for clan in range(5)))
        if self.crowns:
            self.due = "crown"

    def _crown(self, clan: int) -> None:
        self._take(clan)
        self.crowns -= 1
        if self.crowns:
            return
        if self.round:
            self._end_turn()
        else:
            self._set_up()

    def _take(self, clan: int) -> bool:
        if not self.supply[clan]:
            each = min(self.courts[0][clan], self.courts[1][clan])
            self.courts[0][clan] -= each
            self.courts[1][clan] -= each
            self.supply[clan] += 2 * each
            if not each:
                return False
        self.supply[clan] -= 1
        self.reserves[self.active][clan] += 1
        return True

    def _available(self, clan: int) -> int:
        return self.supply[clan] + 2 * min(self.courts[0][clan], self.courts[1][clan])


def playout(pick: Pick) -> BareEngine:
    """Play one game at random; return it at its end."""
    game = BareEngine(pick)
    while game.due != "over":
        moves = game.legal()
        game.apply(moves[pick(len(moves))])
    return game


class Recorded(NamedTuple):
    """The inputs of a game: every number drawn for it, and every move."""

    draws: list[int]
    moves: list[Move]


def recorded(pick: Pick) -> Recorded:
    """Play one game at random; return its inputs."""
    draws: list[int] = []

    def drawn(below: int) -> int:
        draws.append(pick(below))
        return draws[-1]

    game = BareEngine(drawn)
    moves: list[Move] = []
    while game.due != "over":
        legal = game.legal()
        moves.append(legal[pick(len(legal))])
        game.apply(moves[-1])
    return Recorded(draws, moves)


def audit(game: Recorded) -> BareEngine:
    """Check and repeat every move of a game; return it at its end."""
    draws = iter(game.draws)
    again = BareEngine(lambda below: next(draws))
    for move in game.moves:
        again.check(move)
        again.apply(move)
    if again.due != "over":
        raise ValueError(again.due)
    return again
