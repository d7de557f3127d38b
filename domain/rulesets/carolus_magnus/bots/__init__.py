"""The house bots: a ladder up to ``searching``, which plays a round to its end."""

from typing import Final

from domain.kit import ladder
from domain.rulesets.carolus_magnus.bots.greedy import greedy
from domain.rulesets.carolus_magnus.bots.searching import searching

BOTS: Final = ladder(greedy, searching=searching)
