"""Hundreds of random games, played once for many tests."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.board import NOBODY, NUMBERS, SEGMENTS_COUNT
from domain.rulesets.carolus_magnus.events import GameEnded, TurnEnded
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Outcome, Position
from tests.rulesets.carolus_magnus.games import GAMES, near_empty
from tests.rulesets.carolus_magnus.invariants import History, broken_by, broken_in
from tests.support.games.play import Choose, Step, at_random, play
from tests.support.run.long import cases
from tests.support.run.once import once
from tests.support.run.tracing import untraced


def games_of_a_kind() -> int:
    """Return the games of each of the six kinds: 120 for each number of players, or few.

    This is not a constant, because pytest may import this file before it knows its options.
    """
    return cases(60, 30)


def thorough_of_a_kind() -> int:
    """Return how many of them are checked after each step, and as many more near empty."""
    return cases(12, 5)


class End(NamedTuple):
    """How one game ended."""

    options: Options
    outcome: Outcome
    round: int
    territories_before: int
    """The number before the turn that ended the game."""
    owners: tuple[int | None, ...]
    """The owner of each remaining territory, in ring order."""


@dataclass
class Survey:
    """What the games showed."""

    games: int = 0
    inputs: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    """For each broken invariant, the first game and step that broke it."""
    ends: list[End] = field(default_factory=list)
    reasons: Counter[tuple[int, str]] = field(default_factory=Counter)


@pytest.fixture(scope="session")
def survey(seed: int, shared: Path) -> Survey:
    """Return the survey of all games of this run."""
    return once(shared, "carolus-magnus", lambda: surveyed(seed))


def surveyed(seed: int) -> Survey:
    """Play all these games and survey them."""
    found = Survey()
    with untraced():
        for kind, options in GAMES.items():
            for game in range(games_of_a_kind()):
                thorough = game < thorough_of_a_kind()
                name = f"{seed} {kind} {game}"
                _look_at(found, name, options, at_random, thorough=thorough)
                if thorough:
                    _look_at(found, name + " near empty", options, near_empty, thorough=True)
    return found


def _look_at(found: Survey, name: str, options: Options, choose: Choose, *, thorough: bool) -> None:
    history = History(options)
    found.games += 1
    steps = play(RULESET, RULESET.start(options), Random(name), choose=choose)
    for number, step in enumerate(steps):
        found.inputs += 1
        broken = set(broken_by(history, step))
        outcome = step.after.outcome
        turn_ended = any(isinstance(event, TurnEnded) for event in step.events)
        if thorough or turn_ended or outcome:
            broken.update(broken_in(step.after))
        if turn_ended and history.undisturbed and not _placed_all(history, step):
            broken.add("D-9")
        for rule in broken:
            found.broken.setdefault(rule, f"game {name!r}, step {number}: {step.action}")
        if outcome:
            found.ends.append(_end(step))
            found.reasons[options.players, outcome.reason] += 1


def _placed_all(history: History, step: Step) -> bool:
    """Check D-9: without shortage or return, ring and courts have 15 + P × turns paladins."""
    placed = sum(step.after.land) + sum(step.after.courts)
    per_turn = NUMBERS[history.players].paladins_per_turn
    return bool(placed == SEGMENTS_COUNT + per_turn * history.turns)


def _end(step: Step) -> End:
    after: Position = step.after
    assert isinstance(step.events[-1], GameEnded)
    assert after.outcome is not None
    owners = (after.owners[head] for head in after.heads)
    return End(
        options=after.options,
        outcome=after.outcome,
        round=after.round,
        territories_before=len(step.before.heads),
        owners=tuple(None if owner == NOBODY else owner for owner in owners),
    )
