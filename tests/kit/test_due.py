"""Whose decision is due: what is refused, by which rule, and with which facts."""

from typing import Any

import pytest
from msgspec import Struct

from domain.kit.due import NO_DUTY, TurnRules, awaited, duty, is_due, not_due
from domain.ruleset import CHANCE, Actor, Await


class Vote(Struct, frozen=True, tag_field="type", tag="vote"):
    """A decision that several seats take at once."""


class Evade(Struct, frozen=True, tag_field="type", tag="evade"):
    """An interrupt."""


class Stand(Struct, frozen=True, tag_field="type", tag="stand"):
    """The other answer to an attack."""


TURNS = TurnRules(over="X-END-1", actor="X-TURN-1", kind="X-TURN-2")
ONE_KIND = TurnRules(over="X-END-1", actor="X-TURN-1", kind="X-TURN-2", one_kind=True)
VOTES = (awaited(0, Vote), awaited(2, Vote))
"""A sealed vote: seats 0 and 2 have not voted yet."""
REACTION = (awaited(1, Evade, Stand),)
DICE = (awaited(CHANCE, Stand),)


def test_a_duty_has_a_rule_for_each_kind_that_is_due() -> None:
    reaction = duty(1, {Evade: _evade, Stand: _stand})
    assert reaction.awaits == REACTION
    assert reaction.rules.get((1, Evade)) is _evade
    assert reaction.rules.get((1, Stand)) is _stand
    assert reaction.rules.get((1, Vote)) is None
    assert reaction.rules.get((0, Stand)) is None
    assert reaction.rules.get((CHANCE, Stand)) is None
    assert (NO_DUTY.awaits, NO_DUTY.rules) == ((), {})


def _evade(position: object, action: Evade) -> list[str]:
    return ["evaded"]


def _stand(position: object, action: Stand) -> list[str]:
    return ["stood"]


def test_an_awaited_actor_is_named_with_the_tags_of_its_kinds() -> None:
    assert awaited(1, Evade, Stand) == Await(1, ("evade", "stand"))
    assert awaited(CHANCE, Vote) == Await(CHANCE, ("vote",))


@pytest.mark.parametrize(
    ("due", "by", "action", "right"),
    [
        (VOTES, 0, Vote(), True),
        (VOTES, 2, Vote(), True),
        (VOTES, 1, Vote(), False),
        (VOTES, 2, Stand(), False),
        (REACTION, 1, Stand(), True),
        (REACTION, 0, Stand(), False),
        (DICE, CHANCE, Stand(), True),
        (DICE, 0, Stand(), False),
        ((), 0, Vote(), False),
    ],
)
def test_an_action_is_due_from_each_actor_that_is_awaited(
    due: tuple[Await, ...], by: Actor, action: Any, right: bool
) -> None:
    assert is_due(due, by, action) is right


@pytest.mark.parametrize(
    ("due", "by", "rules", "rule", "reason", "facts"),
    [
        ((), 0, TURNS, "X-END-1", "game_is_over", {"by": 0}),
        (VOTES, 1, TURNS, "X-TURN-1", "decision_of_another", {"by": 1, "due": [0, 2]}),
        (REACTION, 0, TURNS, "X-TURN-1", "decision_of_another", {"by": 0, "due": 1}),
        (DICE, 0, TURNS, "X-TURN-1", "decision_of_another", {"by": 0, "due": CHANCE}),
        (
            REACTION,
            1,
            TURNS,
            "X-TURN-2",
            "another_decision_is_due",
            {"asked": "vote", "expected": ["evade", "stand"]},
        ),
        (
            DICE,
            0,
            ONE_KIND,
            "X-TURN-1",
            "decision_of_another",
            {"by": 0, "due": CHANCE, "expected": "stand"},
        ),
        (
            DICE,
            CHANCE,
            ONE_KIND,
            "X-TURN-2",
            "another_decision_is_due",
            {"asked": "vote", "expected": "stand"},
        ),
    ],
)
def test_a_decision_that_is_not_due_is_refused(
    due: tuple[Await, ...],
    by: Actor,
    rules: TurnRules,
    rule: str,
    reason: str,
    facts: dict[str, Any],
) -> None:
    refusal = not_due(due, by, Vote(), rules).refusal
    assert (refusal.rule, refusal.reason, refusal.facts) == (rule, reason, facts)
