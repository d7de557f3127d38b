"""The odds of one attack, and of an attack repeated to its end.

The counts for single attacks are exact; the rest follows from them in floating-point arithmetic.
"""

from functools import cache
from typing import Final, NamedTuple

from domain.rulesets.teg.board import DICE_MAX, DIE_FACES

TOKENS_MAX: Final = 64
"""Larger numbers of tokens are scaled down together: the odds hardly change beyond this."""

COUNTS: Final[dict[tuple[int, int], tuple[int, ...]]] = {
    (1, 1): (15, 21),
    (1, 2): (55, 161),
    (1, 3): (225, 1071),
    (2, 1): (125, 91),
    (2, 2): (295, 420, 581),
    (2, 3): (979, 1981, 4816),
    (3, 1): (855, 441),
    (3, 2): (2890, 2611, 2275),
    (3, 3): (6420, 10017, 12348, 17871),
}
"""By dice of attacker and defender: the number of throws that cost the attacker 0, 1, … tokens.

The defender loses the rest of the tokens at stake, of which there is one per pair of dice.
"""


class Siege(NamedTuple):
    """The odds of attacks on one target, repeated until it falls or one token is left."""

    conquest: float
    """The probability that the target falls."""
    attacker_losses: float
    """The attacker's expected loss in tokens."""
    defender_losses: float


def siege(attackers: int, defenders: int) -> Siege:
    """Return the odds of repeated attacks with these tokens on the source and on the target.

    >>> round(siege(4, 1).conquest, 6)
    0.916375
    """
    most = max(attackers, defenders)
    if most > TOKENS_MAX:
        attackers = max(1, attackers * TOKENS_MAX // most)
        defenders = max(1, defenders * TOKENS_MAX // most)
    return _reckoned(attackers, defenders)


@cache
def _reckoned(attackers: int, defenders: int) -> Siege:
    # Fill the cache from small to large numbers, to keep the recursion shallow.
    for fewer in range(2, attackers):
        for less in range(1, defenders + 1):
            _siege(fewer, less)
    for less in range(1, defenders):
        _siege(attackers, less)
    return _siege(attackers, defenders)


@cache
def _siege(attackers: int, defenders: int) -> Siege:
    if not defenders:
        return Siege(1.0, 0.0, 0.0)
    if attackers < 2:
        return Siege(0.0, 0.0, 0.0)
    dice = min(DICE_MAX, attackers - 1), min(DICE_MAX, defenders)
    counts, stake = COUNTS[dice], min(dice)
    throws = DIE_FACES ** sum(dice)
    conquest = attacker_losses = defender_losses = 0.0
    for lost, count in enumerate(counts):
        chance = count / throws
        taken = stake - lost
        after = _siege(attackers - lost, defenders - taken)
        conquest += chance * after.conquest
        attacker_losses += chance * (lost + after.attacker_losses)
        defender_losses += chance * (taken + after.defender_losses)
    return Siege(conquest, attacker_losses, defender_losses)
