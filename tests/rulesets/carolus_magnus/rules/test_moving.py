"""Action 2: the emperor moves clockwise (CM-MOVE)."""

from typing import Any

import pytest

from domain.rulesets.carolus_magnus.events import CastleBuilt, EmperorMoved
from tests.support.games.carolus_magnus import Example, given, move, place


def ready(**changes: Any) -> Example:
    """Return seat 0's turn at the step *move*; its placements take no marker and build nothing."""
    return given(2, **changes).when(place(0, "blue 1", "blue 1", "green 1"))


@pytest.mark.rule("CM-MOVE-1")
@pytest.mark.parametrize("steps", [1, 2, 3, 4])
def test_from_one_step_to_the_number_of_the_disc(steps: int) -> None:
    """With disc 4, one to four steps are legal."""
    ready(discs_played=[4, 5]).when(move(0, steps)).then(
        EmperorMoved(0, steps, 1 + steps), emperor=1 + steps
    )


@pytest.mark.rule("CM-MOVE-1", refused=True)
@pytest.mark.parametrize("steps", [-1, 0, 5, 6, 99])
def test_other_numbers_of_steps_are_refused(steps: int) -> None:
    """The emperor cannot stand still, move back, or go further than the disc allows."""
    ready(discs_played=[4, 5]).when(move(0, steps)).refused(
        "CM-MOVE-1", "steps_must_not_exceed_the_disc", emperor=1, step="move"
    )


@pytest.mark.rule("CM-MOVE-2")
def test_a_merged_territory_is_one_step() -> None:
    """From 3, over 4-6, to 7 is two steps; clockwise, 1 follows 15."""
    ring = "4-6   white 3   red 3"
    ready(ring=ring, emperor=3, discs_played=[2, 3]).when(move(0, 2)).then(emperor=7)
    ready(emperor=14, discs_played=[2, 3]).when(move(0, 2)).then(emperor=1)


@pytest.mark.rule("CM-MOVE-3")
def test_territories_passed_do_not_change() -> None:
    """White would build on 2 and 3, but the emperor stops on 4."""
    ring = """
    2   -   blue 2
    3   -   blue 2
    4   -   red 1
    """
    scene = ready(ring=ring, courts={0: "blue 1"}, discs_played=[3, 4]).when(move(0, 3))
    scene.without(CastleBuilt).then(emperor=4, ring=ring)


@pytest.mark.rule("CM-MOVE-4")
@pytest.mark.parametrize(("steps", "to"), [(1, 6), (3, 13), (4, 1), (5, 6)])
def test_more_steps_than_territories(steps: int, to: int) -> None:
    """With four territories, four steps are a lap, and five steps end where one does."""
    ring = """
    1-5     white 5   blue 5
    6-9     black 4   red 4
    10-12   white 3   blue 3
    13-15   black 3   red 3
    """
    scene = ready(ring=ring, courts={0: "blue 1", 1: "red 1"}, discs_played=[5, 4])
    scene.when(move(0, steps)).then(emperor=to, territory_count=4)
