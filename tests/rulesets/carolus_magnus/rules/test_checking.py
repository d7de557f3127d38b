"""The rule that a refusal names when an action breaks several (CM-CHECK)."""

import pytest

from domain.rulesets.carolus_magnus.actions import MoveEmperor
from tests.support.games.carolus_magnus import (
    Example,
    crowns,
    dice,
    disc,
    exchange,
    given,
    lots,
    move,
    place,
    set_up,
)
from tests.support.games.spec import Request

MERGED = "4-6   white 3   red 3"
ALL_RED = "4   -   red 36"
RESERVES = {0: "blue 4, green 2, pink 1", 1: "red 2"}


def over() -> Example:
    """Return a finished game."""
    ring = """
    1-4    black 4   red 4
    6      -         red 1
    8-12   black 5   red 5
    """
    scene = given(2, ring=ring, courts={1: "red 2"}, emperor=5)
    return scene.when(place(0, "green 1", "green 1", "pink 1"), move(0, 1))


def opening() -> Example:
    """Return an opening in which seat 1 has discs 2 and 4, and 2 has been played."""
    left = {"0": [2, 3], "1": [2, 4]}
    return given(2, phase="opening", round=4, discs_left=left).when(disc(0, 2))


def naming() -> Example:
    """Return a refill with two crowns, when no red paladin is left."""
    scene = given(2, ring=ALL_RED, reserves=RESERVES)
    return scene.when(place(0, "blue 1", "blue 1", "green 1"), move(0, 1), dice("crown crown blue"))


def drawing() -> Example:
    """Return a set-up in which seat 0 must name two crowns."""
    return set_up(2).when(
        lots([0, 1], "blue green pink red yellow " * 3), dice("crown crown red red red red red")
    )


TABLE: list[tuple[str, Example, Request, str]] = [
    ("over, by another, of another kind", over(), disc(1, 1), "CM-END-1"),
    ("by another, of another kind, wrong", given(2), move(1, 9), "CM-TURN-1"),
    ("of another kind, wrong", given(2), move(0, 9), "CM-TURN-2"),
    ("a disc not held, a number played", opening(), disc(1, 3), "CM-OPEN-4"),
    ("a number played", opening(), disc(1, 2), "CM-OPEN-5"),
    (
        "the number of jokers",
        given(2, options={"setup": "yucata"}, reserves={0: {"blue": 5, "joker": 2}}),
        exchange(0, "red"),
        "CM-SET-9",
    ),
    (
        "too few, not in the reserve, no territory",
        given(2, ring=MERGED),
        place(0, "red 5", "red 5"),
        "CM-PLACE-1",
    ),
    (
        "not in the reserve, no territory",
        given(2, ring=MERGED),
        place(0, "red 5", "red 5", "blue 1"),
        "CM-PLACE-2",
    ),
    ("no territory", given(2, ring=MERGED), place(0, "red 5", "blue 1", "blue 1"), "CM-PLACE-3"),
    (
        "no steps",
        given(2).when(place(0, "blue 1", "blue 1", "green 1")),
        (0, MoveEmperor(0)),
        "CM-MOVE-1",
    ),
    ("too many clans, one is gone", naming(), crowns(0, "red red red"), "CM-FILL-6"),
    ("a clan is gone", naming(), crowns(0, "red blue"), "CM-FILL-7"),
    ("the number of clans in the set-up", drawing(), crowns(0, "red"), "CM-SET-7"),
]
"""What is wrong, the position, the request, and the rule that the refusal names."""


@pytest.mark.rule("CM-CHECK-1")
@pytest.mark.parametrize(
    ("scene", "asked", "rule"),
    [
        pytest.param(scene, asked, rule, id=what, marks=pytest.mark.rule(rule, refused=True))
        for what, scene, asked, rule in TABLE
    ],
)
def test_the_first_rule_broken_is_named(scene: Example, asked: Request, rule: str) -> None:
    """The refusal names the first rule in the order of checks; nothing changes."""
    before = scene.position
    scene.when(asked)
    assert scene.refusal is not None
    scene.refused(rule, scene.refusal.reason)
    assert scene.position is before
