"""The order of checks: if an action breaks several rules, the refusal names the first.

Each example starts with every mistake, and corrects one after another.
"""

from typing import Any

import pytest

from tests.support.games.spec import Request
from tests.support.games.teg import attack, end, given, move, place, trade

EARLY: dict[str, Any] = {"trade_window": "before_attack"}
LAST: dict[str, Any] = {"own": {0: "argentina brazil sahara"}, "rest": [1]}


def check_order(request: Request, *expected: tuple[str | None, dict[str, Any]]) -> None:
    """Send one request in positions in which it breaks ever fewer rules."""
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
    """Whose turn, when in it, from where, against whom, and with how many tokens."""
    bad = {"active": 1, "pool": {"free": 1}, "round": 1, "moved": True, "conquests": 3}
    check_order(
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
    check_order(
        attack(0, "chile", "argentina"),
        ("TG-ATTACK-5", {"own": {0: "chile"}, "pool": {}}),
        (None, {"tokens": {"chile": 2}}),
    )


@pytest.mark.rule("TG-PLACE-1")
@pytest.mark.rule("TG-PLACE-1", "TG-PLACE-2", "TG-PLACE-4", refused=True)
def test_a_placement() -> None:
    """The minimum, whose territory, the number in the pool, and the continent of bound tokens."""
    check_order(place(0, "chile", 0, "africa"), ("TG-PLACE-1", {"pool": {}}))
    check_order(
        place(0, "chile", 2, "africa"),
        ("TG-PLACE-2", {"pool": {}}),
        ("TG-PLACE-1", {"own": {0: "chile"}}),
        ("TG-PLACE-4", {"pool": {"africa": 2}}),
    )


@pytest.mark.rule("TG-TRADE-1")
@pytest.mark.rule("TG-TRADE-1", "TG-TRADE-4", "TG-TRADE-6", "TG-TRADE-2", refused=True)
def test_a_trade() -> None:
    """Number and identity of the cards, the time in the turn, their owner, and their figures."""
    bad = {"options": EARLY, "pool": {"free": 1}, "attacked": True}
    check_order(trade(0, "c_chile c_chile"), ("TG-TRADE-1", bad))
    check_order(trade(0, "c_chile c_chile c_peru"), ("TG-TRADE-1", bad))
    check_order(
        trade(0, "c_chile c_colombia c_peru"),
        ("TG-TRADE-4", bad),
        ("TG-TRADE-6", {"pool": {}}),
        ("TG-TRADE-1", {"attacked": False}),
        ("TG-TRADE-2", {"hands": {0: "c_chile c_colombia c_peru"}}),
    )


@pytest.mark.rule("TG-MOVE-1")
@pytest.mark.rule("TG-MOVE-1", "TG-MOVE-2", "TG-MOVE-3", "TG-MOVE-6", refused=True)
def test_a_move() -> None:
    """The minimum, whose territories, the distance, how many can leave, and how many have moved."""
    check_order(move(0, "chile", "sahara", 0), ("TG-MOVE-1", {}))
    check_order(
        move(0, "chile", "sahara", 2),
        ("TG-MOVE-1", {}),
        ("TG-MOVE-2", {"own": {0: "chile sahara"}}),
    )
    check_order(
        move(0, "chile", "argentina", 2),
        ("TG-MOVE-3", {"own": {0: "chile argentina"}, "arrived": {"chile": 2}}),
        ("TG-MOVE-6", {"tokens": {"chile": 3}}),
        (None, {"arrived": {}}),
    )


@pytest.mark.rule("TG-END-1")
@pytest.mark.rule("TG-ELIM-4", "TG-TURN-1", "TG-PLACE-6", refused=True)
def test_the_end_of_a_turn() -> None:
    """Whether the seat plays, whose turn it is, and whether tokens must be placed."""
    bad = {"own": {}, "rest": [1], "active": 1, "status": ["eliminated", "active"]}
    check_order(
        end(0),
        ("TG-ELIM-4", bad),
        ("TG-TURN-1", {**LAST, "status": ["active", "active"]}),
        ("TG-PLACE-6", {"active": 0}),
        (None, {"pool": {}}),
    )
