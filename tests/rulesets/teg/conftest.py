"""Random games of all kinds, played once for many tests."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from domain.rulesets.teg.options import Options
from tests.rulesets.teg.games import GAMES, campaign
from tests.rulesets.teg.invariants import History, broken_by, broken_in
from tests.support.run.long import cases
from tests.support.run.once import once
from tests.support.run.tracing import untraced


def games_of_a_kind() -> int:
    """Return the number of games of each kind.

    This is not a constant, because pytest may import this file before it knows its options.
    """
    return cases(5, 1)


@dataclass
class Survey:
    """What the games showed."""

    games: int = 0
    inputs: int = 0
    broken: dict[str, str] = field(default_factory=dict)
    """For each broken invariant, the first game and step that broke it."""
    events: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


@pytest.fixture(scope="session")
def survey(seed: int, shared: Path) -> Survey:
    """Return the survey of all games of this run."""
    return once(shared, "teg", lambda: surveyed(seed))


def surveyed(seed: int) -> Survey:
    """Play all these games and survey them."""
    found = Survey()
    with untraced():
        for kind, options in GAMES.items():
            for game in range(games_of_a_kind()):
                _look_at(found, options, f"{seed} {kind} {game}")
    return found


def _look_at(found: Survey, options: Options, name: str) -> None:
    history = History()
    found.games += 1
    for number, step in enumerate(campaign(options, name)):
        found.inputs += 1
        found.events.update(type(event).__name__ for event in step.events)
        for rule in (*broken_in(step.after), *broken_by(history, step)):
            found.broken.setdefault(rule, f"game {name!r}, step {number}: {step.action}")
        if step.after.outcome is not None:
            found.reasons.update(step.after.outcome.reasons)
