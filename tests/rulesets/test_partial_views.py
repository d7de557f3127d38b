"""Plants mistakes in ``complete``, to show that the test of every ruleset finds each of them."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.ruleset import AnyRuleset, Completed
from domain.rulesets.teg import RULESET
from tests.support.games.partial import misjudged
from tests.support.games.play import play
from tests.support.run.long import long_rows_after

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


class Played(NamedTuple):
    """Some positions of a game, and the random numbers after it."""

    positions: Sequence[Any]
    random: Random


@pytest.fixture(scope="module")
def played(seed: int) -> Played:
    """Return a game that all tests here judge."""
    random = Random(f"{seed} partial")
    steps = play(RULESET, RULESET.start(OPTIONS), random, steps_max=STEPS)
    return Played([step.after for step in steps][::400], random)


def judged(rules: AnyRuleset, played: Played) -> list[str]:
    """Return what is wrong with the views of these positions."""
    random = copy(played.random)
    return [found for one in played.positions for found in misjudged(rules, one, OPTIONS, random)]


@pytest.mark.parametrize(
    ("complete", "found"),
    long_rows_after(
        2,
        [
            (forgetful, "calls it unknown"),
            (mistaken, "takes the view for that of ('spectator',)"),
            (generous, "takes the view for that of each of"),
            (empty_handed, "finds a fault that is not there"),
            (twice, "finds a fault that is not there"),
            (greedy, "finds a fault that is not there"),
        ],
    ),
)
def test_planted_mistakes_are_found(played: Played, complete: Complete, found: str) -> None:
    assert any(found in one for one in judged(replace(RULESET, complete=complete), played))


def test_nothing_is_found_where_nothing_was_planted(played: Played) -> None:
    assert judged(RULESET, played) == []
