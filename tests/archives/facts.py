"""Facts of games for the tests of statistics: made up, or of random games with fair dice."""

from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from domain.chance import Contribution, fair_dice
from domain.ruleset import CHANCE, Sample
from domain.rulesets.registry import BY_ID
from service.archives.statistics import Statistics, report
from service.archives.tally import FactCollector, GameFacts, Tally
from tests.support.games.play import next_input

FACES = ("1", "2", "3", "4", "5", "6")
DUEL = ("white", "black")


def game(
    faces: Iterable[int] = (),
    *,
    sides: tuple[str, ...] = DUEL,
    order: tuple[int, ...] = (),
    reason: str | None = "castle_goal",
    winners: tuple[str, ...] = ("white",),
    stratum: str | None = None,
) -> GameFacts:
    """Return the facts of a game in which the seats rolled these faces (0 … 5) in turn."""
    samples = [
        Sample("die", FACES[face], FACES, number % len(sides)) for number, face in enumerate(faces)
    ]
    named = f"players={len(sides)}" if stratum is None else stratum
    return GameFacts("pig@1", sides, named, samples, order, reason, winners)


def tallied(games: Iterable[GameFacts]) -> Tally:
    """Return the tally of these games."""
    tally = Tally()
    for facts in games:
        tally.add(facts)
    return tally


def statistics_of(games: Iterable[GameFacts]) -> Statistics:
    """Return the statistics of these games."""
    return report(tallied(games))


def carolus_magnus(name: str, **options: Any) -> GameFacts:
    """Return the facts of a random game of Carolus Magnus with the fair dice."""
    rules = BY_ID["carolus-magnus"]
    agreed = rules.options_type(**options)
    position = rules.start(agreed)
    watch = FactCollector(rules, agreed)
    random = Random(name)
    dice = fair_dice(sha256(name.encode()).digest(), name, [Contribution()] * agreed.players)
    for moment in count(1):
        due = rules.awaits(position)
        if not due:
            break
        by, action = next_input(rules, position, due, random)
        if by == CHANCE:
            action = rules.answer(position, dice(moment, ())(0, rules.asks(position)))
        events = rules.decide(position, by, action)
        after = rules.fold(position, events)
        watch.saw(position, by, events, after)
        position = after
    return watch.facts(position.outcome)


@cache
def archive() -> tuple[GameFacts, ...]:
    """Return games with all numbers of players and all set-ups."""
    kinds: list[dict[str, Any]] = [
        {"players": 2},
        {"players": 2, "setup": "yucata"},
        {"players": 2, "emperor_start": 7},
        {"players": 3},
        {"players": 4},
        {"players": 4, "seating": "adjacent"},
    ]
    return tuple(carolus_magnus(f"{seed}", **kinds[seed % len(kinds)]) for seed in range(150))
