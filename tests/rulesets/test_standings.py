"""The test of every standing finds each mistake that a ruleset could make in one."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.ruleset import Place
from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.options import Options
from domain.rulesets.carolus_magnus.position import Outcome
from tests.support.games.standings import faults

OPTIONS = Options(players=3)
RIGHT = Outcome(
    "castle_goal",
    ("black",),
    {"white": 3, "black": 8, "gray": 3},
    (
        Place("black", 1, 8, "CM-END-2"),
        Place("white", 2, 3, "CM-END-12"),
        Place("gray", 2, 3, "CM-END-12"),
    ),
)

Places = Sequence[Place]


def changed(number: int, **members: Any) -> Callable[[Places], Places]:
    """Return what changes one place."""

    def change(places: Places) -> Places:
        return (
            *places[:number],
            replace(places[number], **members),
            *places[number + 1 :],
        )

    return change


def test_a_right_standing_has_no_fault() -> None:
    assert list(faults(RULESET, OPTIONS, RIGHT)) == []


WRONG: dict[str, tuple[Callable[[Places], Places], str]] = {
    "left out": (lambda places: places[:2], "it does not have every side once"),
    "twice": (lambda places: (*places, places[0]), "it does not have every side once"),
    "exchanged": (changed(1, side="gray"), "it does not have every side once"),
    "backwards": (lambda places: places[::-1], "it is not in order"),
    "order of sides": (
        lambda places: (places[0], places[2], places[1]),
        "it is not in order",
    ),
    "gap": (changed(2, rank=4), "a rank does not count the sides that did better"),
    "another winner": (changed(1, rank=1), "the winners are not the sides of rank 1"),
    "unknown rule": (changed(0, rule="CM-END-99"), "a rule is in no catalogue"),
    "rule of the table": (
        changed(0, rule="TB-JUDGE-1"),
        "the rule of the winners does not fit the reason",
    ),
    "rule of a loser": (
        changed(2, rule="TB-JUDGE-1"),
        "a rule of the table ranks a side that did not win",
    ),
    "score": (changed(2, score=4), "a score is not what the outcome counts"),
}
"""By name: a change of the places, and the fault that it makes."""


@pytest.mark.parametrize(("change", "fault"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_found(change: Callable[[Places], Places], fault: str) -> None:
    places = tuple(change(RIGHT.standing))
    assert fault in faults(RULESET, OPTIONS, replace(RIGHT, standing=places))


def test_a_rule_of_the_game_cannot_name_the_winners_of_the_table() -> None:
    """An arbiter decided, so a rule of the table ranks the winner."""
    judged = replace(RIGHT, reason="adjudicated")
    assert [*faults(RULESET, OPTIONS, judged)] == [
        "the rule of the winners does not fit the reason"
    ]
