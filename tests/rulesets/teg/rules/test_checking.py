"""In which order an action is examined: of several things that are wrong, the first is told.

Each example begins with everything wrong and puts one thing right after the other.
"""

from typing import Any

import pytest

from tests.support.games.spec import Request
from tests.support.games.teg import attack, end, given, move, place, trade

EARLY: dict[str, Any] = {"trade_window": "before_attack"}
LAST: dict[str, Any] = {"own": {0: "argentina brazil sahara"}, "rest": [1]}


def examined(request: Request, *expected: tuple[str | None, dict[str, Any]]) -> None:
    """Ask for one thing in positions in which ever fewer rules are broken."""
    wrong: dict[str, Any] = dict(LAST)
    for rule, right in expected:
        wrong.update(right)
        scene = given(2, **wrong).when(request)
        if rule is None:
            scene.then()
        else:
            assert scene.refusal is not None
            scene.refused(rule, scene.refusal.reason)


@pytest.mark.rule("TG-ATTACK-1")
@pytest.mark.rule(
    "TG-TURN-1",
    "TG-PLACE-6",
    "TG-ATTACK-6",
    "TG-ATTACK-8",
    "TG-ATTACK-9",
    "TG-ATTACK-2",
    "TG-ATTACK-3",
    "TG-ATTACK-5",
    refused=True,
)
def test_an_attack() -> None:
    """Whose turn, when in it, from where, against whom, with how many."""
    bad = {"active": 1, "pool": {"free": 1}, "round": 1, "moved": True, "conquests": 3}
    examined(
        attack(0, "chile", "brazil"),
        ("TG-TURN-1", bad),
        ("TG-PLACE-6", {"active": 0}),
        ("TG-ATTACK-6", {"pool": {}}),
        ("TG-ATTACK-8", {"round": 2}),
        ("TG-ATTACK-9", {"moved": False}),
        ("TG-ATTACK-2", {"conquests": 2}),
        ("TG-ATTACK-3", {"own": {0: "chile brazil sahara"}}),
        ("TG-ATTACK-4", {"own": {0: "chile sahara"}}),
    )
    examined(
        attack(0, "chile", "argentina"),
        ("TG-ATTACK-5", {"own": {0: "chile"}, "pool": {}}),
        (None, {"tokens": {"chile": 2}}),
    )


@pytest.mark.rule("TG-PLACE-1")
@pytest.mark.rule("TG-PLACE-1", "TG-PLACE-2", "TG-PLACE-4", refused=True)
def test_a_placement() -> None:
    """How many at all, whose land, how many of the pool, and where they are bound to."""
    examined(place(0, "chile", 0, "africa"), ("TG-PLACE-1", {"pool": {}}))
    examined(
        place(0, "chile", 2, "africa"),
        ("TG-PLACE-2", {"pool": {}}),
        ("TG-PLACE-1", {"own": {0: "chile"}}),
        ("TG-PLACE-4", {"pool": {"africa": 2}}),
    )


@pytest.mark.rule("TG-TRADE-1")
@pytest.mark.rule("TG-TRADE-1", "TG-TRADE-4", "TG-TRADE-6", "TG-TRADE-2", refused=True)
def test_a_trade() -> None:
    """How many and which, when in the turn, whose cards, and only then their figures."""
    bad = {"options": EARLY, "pool": {"free": 1}, "attacked": True}
    examined(trade(0, "c_chile c_chile"), ("TG-TRADE-1", bad))
    examined(trade(0, "c_chile c_chile c_peru"), ("TG-TRADE-1", bad))
    examined(
        trade(0, "c_chile c_colombia c_peru"),
        ("TG-TRADE-4", bad),
        ("TG-TRADE-6", {"pool": {}}),
        ("TG-TRADE-1", {"attacked": False}),
        ("TG-TRADE-2", {"hands": {0: "c_chile c_colombia c_peru"}}),
    )


@pytest.mark.rule("TG-MOVE-1")
@pytest.mark.rule("TG-MOVE-1", "TG-MOVE-2", "TG-MOVE-3", "TG-MOVE-6", refused=True)
def test_a_move() -> None:
    """How many at all, whose lands, how far, how many may leave, how many have not moved yet."""
    examined(move(0, "chile", "sahara", 0), ("TG-MOVE-1", {}))
    examined(
        move(0, "chile", "sahara", 2),
        ("TG-MOVE-1", {}),
        ("TG-MOVE-2", {"own": {0: "chile sahara"}}),
    )
    examined(
        move(0, "chile", "argentina", 2),
        ("TG-MOVE-3", {"own": {0: "chile argentina"}, "arrived": {"chile": 2}}),
        ("TG-MOVE-6", {"tokens": {"chile": 3}}),
        (None, {"arrived": {}}),
    )


@pytest.mark.rule("TG-END-1")
@pytest.mark.rule("TG-ELIM-4", "TG-TURN-1", "TG-PLACE-6", refused=True)
def test_the_end_of_a_turn() -> None:
    """Who takes part, whose turn it is, and what is still to be placed."""
    bad = {"own": {}, "rest": [1], "active": 1, "status": ["eliminated", "active"]}
    examined(
        end(0),
        ("TG-ELIM-4", bad),
        ("TG-TURN-1", {**LAST, "status": ["active", "active"]}),
        ("TG-PLACE-6", {"active": 0}),
        (None, {"pool": {}}),
    )
