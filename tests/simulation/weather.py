"""The weather of a schedule: which things go wrong, and how often."""

from random import Random
from typing import Any, Final, NamedTuple


class Weather(NamedTuple):
    """Which things go wrong, and how often: drawn for each schedule, so that all differ."""

    workers: int
    games: int
    slowness: float
    faults: float
    losses: float
    liveliness: float
    crashes: float
    outages: float
    jumps: float
    silence: float
    followers: int
    mistakes: float
    """How often a projection raises."""

    @classmethod
    def drawn(cls, random: Random) -> "Weather":
        """Draw the weather; some kinds of trouble are left out altogether."""

        def some(most: float) -> float:
            return random.random() * most if random.random() < 0.7 else 0.0

        return cls(
            workers=random.randrange(1, 4),
            games=random.randrange(1, 3),
            slowness=some(0.2),
            faults=some(0.4),
            losses=some(0.2),
            liveliness=some(0.6),
            crashes=some(1),
            outages=some(1),
            jumps=some(1),
            silence=some(0.8),
            followers=random.randrange(3),
            mistakes=some(0.1),
        )


CALM: Final[dict[str, Any]] = {
    "workers": 3,
    "games": 2,
    "slowness": 0.0,
    "faults": 0.0,
    "losses": 0.0,
    "liveliness": 0.0,
    "crashes": 0.0,
    "outages": 0.0,
    "jumps": 0.0,
    "silence": 0.0,
    "followers": 0,
    "mistakes": 0.0,
}
"""Weather in which nothing goes wrong, for schedules with one kind of trouble."""
