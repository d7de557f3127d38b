"""Players of known strength, and tournaments that they play: for tests, benchmarks and the docs."""

import math
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from domain.tournament.history import HistoryOf, history_of
from domain.tournament.model import Announced, ByeTaken, Entrant, RoundPlayed, Sitting
from domain.tournament.pairing.swiss import Paired

Pairer: TypeAlias = Callable[[Announced, HistoryOf, Sequence[int], bytes], Paired]


class Field:
    """Entrants whose strengths are normally distributed, and the games between them."""

    def __init__(self, count: int, seed: int, *, rated: bool = False) -> None:
        """With ``rated``, pairing numbers follow the strengths, as after a start by true ratings.

        Otherwise they follow the lot, as among entrants without a rating.
        """
        self.random = Random(seed)
        self.entrants = [Entrant(number) for number in range(1, count + 1)]
        strengths = [self.random.gauss(0, 1) for _ in self.entrants]
        if rated:
            strengths.sort(reverse=True)
        self.strengths = dict(enumerate(strengths, 1))

    def played(self, players: Sequence[int]) -> Sitting:
        """Return how a table ends: in order of strength and luck (Plackett and Luce).

        For two players, this is the logistic model.
        """
        luck = {one: -math.log(-math.log(self.random.random())) for one in players}
        order = sorted(players, key=lambda one: -self.strengths[one] - luck[one])
        return Sitting(tuple(players), tuple(order.index(one) + 1 for one in players))

    def round(self, round_: Paired) -> RoundPlayed:
        """Return a round as it ends."""
        byes = tuple(ByeTaken(player, "pairing") for player in round_.byes)
        return RoundPlayed(tuple(map(self.played, round_.tables)), byes)


def tournament(
    field: Field, rules: Announced, pairer: Pairer, seed: int = 0
) -> tuple[list[Paired], list[RoundPlayed]]:
    """Let a field play all rounds; return them as they were paired, and as they ended."""
    paired: list[Paired] = []
    played: list[RoundPlayed] = []
    everybody = [one.number for one in field.entrants]
    for number in range(1, rules.rounds + 1):
        histories = history_of(rules, field.entrants, played)
        paired.append(pairer(rules, histories, everybody, b"%d of %d" % (number, seed)))
        played.append(field.round(paired[-1]))
    return paired, played
