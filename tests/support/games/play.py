"""Seeded random games of any ruleset, played only through the common interface."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, TypeAlias

import msgspec

from domain.ruleset import CHANCE, Actor, AnyRuleset, Await, Legal


def options_of(ruleset: AnyRuleset, **changes: Any) -> Any:
    """Return options with which every game ends: those of house bots, with these changes."""
    return msgspec.convert({**ruleset.house_options, **changes}, ruleset.options_type)


def number_of(ruleset: AnyRuleset, players: int) -> dict[str, int]:
    """Return the option for this many players; none for a game with one number of seats."""
    return {"players": players} if "players" in ruleset.options_type.__struct_fields__ else {}


Choose: TypeAlias = Callable[[Any, Legal[Any], Random], Any]
"""How a seat decides: it gets the position, its legal actions and a generator."""


class Step(NamedTuple):
    """One input of a game: who did what in which position, what happened, and the result."""

    before: Any
    by: Actor
    action: Any
    events: Sequence[Any]
    after: Any


def at_random(position: Any, legal: Legal[Any], random: Random) -> Any:
    """Choose any legal action, each equally likely."""
    return legal.at(random.randrange(legal.count))


def play(
    ruleset: AnyRuleset,
    start: Any,
    random: Random,
    *,
    choose: Choose = at_random,
    steps_max: int = 20_000,
) -> Iterator[Step]:
    """Play from a position to the end, or for ``steps_max`` steps; yield every step."""
    position = start
    for _ in range(steps_max):
        due = ruleset.awaits(position)
        if not due:
            return
        by, action = next_input(ruleset, position, due, random, choose)
        events = ruleset.decide(position, by, action)
        after = ruleset.fold(position, events)
        yield Step(position, by, action, events, after)
        position = after


def next_input(
    ruleset: AnyRuleset,
    position: Any,
    due: Sequence[Await],
    random: Random,
    choose: Choose = at_random,
) -> tuple[Actor, Any]:
    """Return the next action of chance, or of one of the seats that are due."""
    by = due[0].seat if len(due) == 1 else random.choice(due).seat
    if by == CHANCE:
        draws = [random.randrange(bound) for bound in ruleset.asks(position)]
        return CHANCE, ruleset.answer(position, draws)
    return by, choose(position, ruleset.legal(position, by), random)


def position_after(ruleset: AnyRuleset, options: Any, seed: int | str, steps: int) -> Any:
    """Return the position of a random game after this many steps, or at its end if earlier."""
    position = ruleset.start(options)
    for step in play(ruleset, position, Random(seed), steps_max=steps):
        position = step.after
    return position
