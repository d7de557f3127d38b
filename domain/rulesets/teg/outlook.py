"""The evaluation of a board for one seat, for the house bot ``greedy``.

An ``Outlook`` is the bot's own board, made from its view, on which it tries conquests. The unit of
worth is roughly a token: the worth of a territory, a continent or a step towards the objective is
the number of tokens the seat would pay for it.
"""

from functools import cache
from typing import Final

from domain.kit import Seat
from domain.rulesets.teg.atlas import (
    BONUS,
    CONTINENT_OF,
    CONTINENTS,
    MEMBERS,
    NEIGHBOURS,
    TERRITORIES_COUNT,
)
from domain.rulesets.teg.board import (
    CARDS_MAX,
    DICE_MAX,
    OCCUPATIONS,
    Objective,
)
from domain.rulesets.teg.odds import siege
from domain.rulesets.teg.rules.collecting import free_tokens
from domain.rulesets.teg.view import PositionView

_LAND: Final = 1.2
"""The worth of any territory."""
_CONTINENT: Final = 2.2
"""The worth of owning a continent, per token of its bonus."""
_SPOILED: Final = 2.2
"""The worth of breaking a rival's continent, per token of its bonus."""
_NEEDED: Final = 3.0
"""The worth of the last territory that the objective requires."""
_QUARRY: Final = 2.5
"""The worth of a territory of the seat that the objective is to destroy."""
_LAST: Final = 4.0
"""The worth of a rival's last territory."""
_CARD: Final = 2.0
"""The worth of a card, which the first conquest of a turn earns."""
_TOKEN: Final = 0.55
"""The worth of a token lost, by the seat or by a rival."""
_COMMON: Final = 200
"""With more tokens than this on the map, each token is worth less."""
_TURNS: Final = 30
"""The number of turns to look ahead."""
_MANY: Final = 20
"""Above this number of tokens, an approximation is good enough."""


class Outlook:
    """A mutable board from the viewpoint of the view's seat."""

    __slots__ = (
        "counts",
        "dearth",
        "hand_sizes",
        "holdings",
        "needs",
        "owners",
        "playing",
        "quarry",
        "seat",
        "strengths",
        "tokens",
    )

    def __init__(self, view: PositionView, seat: Seat) -> None:
        own = view.seats[seat]
        self.seat = seat
        self.owners = [land.owner for land in view.territories]
        self.tokens = [land.tokens for land in view.territories]
        self.counts = [[0] * len(CONTINENTS) for _ in view.seats]
        self.holdings = [0] * len(view.seats)
        for land, owner in enumerate(self.owners):
            self.counts[owner][CONTINENT_OF[land]] += 1
            self.holdings[owner] += 1
        self.strengths = [self._strength(one) for one in range(len(view.seats))]
        self.dearth = min(1.0, _COMMON / sum(self.tokens))
        self.hand_sizes = [one.card_count for one in view.seats]
        self.needs = _needs(own.objective)
        self.quarry = own.target
        self.playing = [one.status == "active" for one in view.seats]

    def _strength(self, seat: Seat) -> float:
        """Return the tokens of a seat, including those it will collect in some turns."""
        pairs = zip(self.tokens, self.owners, strict=True)
        collected = free_tokens(self.holdings[seat])
        counts = zip(self.counts[seat], BONUS, MEMBERS, strict=True)
        bound = sum(bonus for count, bonus, lands in counts if count == len(lands))
        return sum(held for held, owner in pairs if owner == seat) + _TURNS * (collected + bound)

    def rivals(self, land: int) -> list[int]:
        """Return the neighbours of a territory with another owner."""
        owner = self.owners[land]
        return [other for other in NEIGHBOURS[land] if self.owners[other] != owner]

    def sources(self, target: int) -> list[int]:
        """Return the seat's territories that border on this one."""
        return [other for other in NEIGHBOURS[target] if self.owners[other] == self.seat]

    def threat(self, land: int) -> int:
        """Return the most tokens on a neighbour that may attack this territory, or 0."""
        return max(
            (self.tokens[other] for other in self.rivals(land) if self.playing[self.owners[other]]),
            default=0,
        )

    def take(self, source: int, target: int, losses: int) -> None:
        """Take a territory on this board, at the cost of these losses."""
        continent, loser = CONTINENT_OF[target], self.owners[target]
        self.counts[loser][continent] -= 1
        self.holdings[loser] -= 1
        self.counts[self.seat][continent] += 1
        self.holdings[self.seat] += 1
        self.owners[target] = self.seat
        self.tokens[target] = 1
        self.tokens[source] = max(1, self.tokens[source] - losses - 1)

    def worth(self, land: int) -> float:
        """Return the worth to the seat of taking this territory from another seat."""
        owner, continent = self.owners[land], CONTINENT_OF[land]
        mine, theirs = self.counts[self.seat][continent], self.counts[owner][continent]
        held = _HELD[continent]
        worth = (
            _LAND
            + _CONTINENT * (held[mine + 1] - held[mine])
            + _SPOILED * (held[theirs] - held[theirs - 1])
        )
        need = self.needs[continent]
        if mine < need:
            worth += _NEEDED * (mine + 1) / need
        left = self.holdings[owner]
        if owner == self.quarry:
            worth += _QUARRY + _LAST / left
        if left <= _LAST:
            worth += (_LAST + self.hand_sizes[owner]) / left
        return worth

    def keep(self, land: int) -> float:
        """Return the worth to the seat of keeping one of its own territories."""
        continent = CONTINENT_OF[land]
        mine = self.counts[self.seat][continent]
        held = _HELD[continent]
        worth = _LAND + _CONTINENT * (held[mine] - held[mine - 1])
        return worth + _NEEDED if mine <= self.needs[continent] else worth

    def gain(self, source: int, target: int, worth: float) -> float:
        """Return the expected gain of attacks from one territory on the other, up to their end."""
        odds = siege(self.tokens[source], self.tokens[target])
        mine, theirs = self.strengths[self.seat], self.strengths[self.owners[target]]
        if self.tokens[source] <= DICE_MAX:
            # Wearing down a weaker rival pays only with all dice.
            mine = theirs
        lost = (odds.attacker_losses * theirs - odds.defender_losses * mine) * 2 / (mine + theirs)
        return odds.conquest * worth - _TOKEN * self.dearth * lost

    def distances(self) -> list[int]:
        """Return the distance of each of the seat's territories from the nearest rival."""
        distances = [TERRITORIES_COUNT] * TERRITORIES_COUNT
        edge = [
            land
            for land, owner in enumerate(self.owners)
            if owner == self.seat and self.rivals(land)
        ]
        for land in edge:
            distances[land] = 0
        for land in edge:
            for other in NEIGHBOURS[land]:
                if self.owners[other] == self.seat and distances[other] == TERRITORIES_COUNT:
                    distances[other] = distances[land] + 1
                    edge.append(other)
        return distances


def card_worth(view: PositionView, seat: Seat) -> float:
    """Return what the card adds to the worth of the next conquest (TG-DRAW-1)."""
    due = view.conquests == 0 and view.seats[seat].card_count < CARDS_MAX
    return _CARD if due else 0.0


def safety(attackers: int, defenders: int) -> float:
    """Return the probability that a territory withstands all attacks from a neighbour."""
    return 1.0 - siege(attackers, defenders).conquest


@cache
def attackers_for(chance: float, defenders: int) -> int:
    """Return the number of tokens that take a territory with at least this probability."""
    if defenders > _MANY:
        return 2 * defenders
    return next(
        count for count in range(2, 3 * _MANY) if siege(count, defenders).conquest >= chance
    )


@cache
def defenders_for(chance: float, attackers: int) -> int:
    """Return the number of tokens that hold against a neighbour with at least this probability.

    A single token is enough against a neighbour that cannot attack, such as one that has resigned.
    """
    if attackers < 2:
        return 1
    if attackers > _MANY:
        return attackers
    risk = 1 - chance
    return next(
        count for count in range(1, 2 * attackers + 1) if siege(attackers, count).conquest <= risk
    )


def _needs(objective: Objective | None) -> tuple[int, ...]:
    """Return the number of territories of each continent that the objective requires."""
    occupation = OCCUPATIONS.get(objective) if objective else None
    return occupation.needs if occupation else (0,) * len(CONTINENTS)


_HELD: Final = tuple(
    tuple(bonus * (count / len(members)) ** 3 for count in range(len(members) + 1))
    for bonus, members in zip(BONUS, MEMBERS, strict=True)
)
"""By continent and by the number of territories owned in it: how near its bonus is."""
