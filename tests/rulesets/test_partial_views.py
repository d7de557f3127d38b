"""Plants mistakes in ``complete``, to show that the test of every ruleset finds each of them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from domain.ruleset import AnyRuleset, Completed
from domain.rulesets.teg import RULESET
from tests.support.games.partial import misjudged
from tests.support.games.play import play

OPTIONS = RULESET.options_type(players=4)
STEPS = 4000

Complete = Callable[[Any, Any], Completed[Any]]


def forgetful(view: Any, options: Any) -> Completed[Any]:
    """Report nothing as unknown."""
    return RULESET.complete(view, options)._replace(unknown=())


def mistaken(view: Any, options: Any) -> Completed[Any]:
    """Take each view for that of a spectator."""
    completed = RULESET.complete(view, options)
    return completed._replace(viewers=("spectator",)) if completed.unknown else completed


def generous(view: Any, options: Any) -> Completed[Any]:
    """Take each view for that of any seat."""
    completed = RULESET.complete(view, options)
    return completed._replace(viewers=(0, 1, 2, 3, "spectator")) if completed.unknown else completed


def empty_handed(view: Any, options: Any) -> Completed[Any]:
    """Give no cards to hidden hands."""
    return _with_hands(view, options, ())


def twice(view: Any, options: Any) -> Completed[Any]:
    """Give the same cards to each hidden hand."""
    return _with_hands(view, options, ("w_1", "w_2", "argentina", "brazil", "chile"))


def greedy(view: Any, options: Any) -> Completed[Any]:
    """Take the cards of the viewer, too."""
    hidden = any(held.cards is None for held in view.seats)
    bare = [msgspec.structs.replace(held, cards=None, card_count=0) for held in view.seats]
    view = msgspec.structs.replace(view, seats=tuple(bare)) if hidden else view
    return RULESET.complete(view, options)


def _with_hands(view: Any, options: Any, cards: tuple[str, ...]) -> Completed[Any]:
    completed = RULESET.complete(view, options)
    seats = [
        msgspec.structs.replace(whole, cards=cards[: held.card_count])
        if held.cards is None
        else whole
        for held, whole in zip(view.seats, completed.view.seats, strict=True)
    ]
    return completed._replace(view=msgspec.structs.replace(completed.view, seats=tuple(seats)))


@pytest.fixture(scope="module")
def played(seed: int) -> list[Any]:
    """Return some positions of a game."""
    steps = play(RULESET, RULESET.start(OPTIONS), Random(f"{seed} partial"), steps_max=STEPS)
    return [step.after for step in steps][::400]


def judged(rules: AnyRuleset, positions: Sequence[Any], seed: int) -> list[str]:
    """Return what is wrong with the views of these positions."""
    random = Random(f"{seed} judged")
    return [found for one in positions for found in misjudged(rules, one, OPTIONS, random)]


@pytest.mark.parametrize(
    ("complete", "found"),
    [
        (forgetful, "calls it unknown"),
        (mistaken, "takes the view for that of ('spectator',)"),
        (generous, "takes the view for that of each of"),
        (empty_handed, "finds a fault that is not there"),
        (twice, "finds a fault that is not there"),
        (greedy, "finds a fault that is not there"),
    ],
)
def test_planted_mistakes_are_found(
    played: list[Any], complete: Complete, found: str, seed: int
) -> None:
    assert any(found in one for one in judged(replace(RULESET, complete=complete), played, seed))


def test_nothing_is_found_where_nothing_was_planted(played: list[Any], seed: int) -> None:
    assert judged(RULESET, played, seed) == []
