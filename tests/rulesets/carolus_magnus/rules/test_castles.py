"""Building castles and taking over territories (CM-CASTLE)."""

import pytest

from domain.rulesets.carolus_magnus.events import CastleBuilt, TerritoryTakenOver
from tests.support.games.carolus_magnus import dice, given, move, place

FAR = place(0, "green 13", "green 13", "pink 13")


@pytest.mark.rule("CM-CASTLE-1")
def test_the_controller_of_free_land_builds_one() -> None:
    """It builds one castle, however many paladins it has."""
    scene = given(2, ring="5   -   blue 4", courts={0: "blue 1"}, emperor=4).when(FAR, move(0, 1))
    scene.then(
        CastleBuilt(5, "white"),
        ring="5   white 1   blue 4",
        castles_in_play={"white": 1, "black": 0},
    )


@pytest.mark.rule("CM-CASTLE-2")
def test_all_castles_are_replaced() -> None:
    """Three black castles return to the supply, and three white ones replace them."""
    ring = "5-7   black 3   blue 4"
    scene = given(2, ring=ring, courts={0: "blue 1"}, emperor=4).when(FAR, move(0, 1))
    scene.then(
        TerritoryTakenOver(5, "white", "black", 3),
        ring="5-7   white 3   blue 4",
        castles_in_play={"white": 3, "black": 0},
    )


@pytest.mark.rule("CM-CASTLE-3")
@pytest.mark.parametrize(
    ("ring", "put"),
    [
        (
            """
            1-3    black 3   blue 4
            4      -         pink 1
            5-11   white 7   blue 7
            """,
            3,
        ),
        (
            """
            1-3    black 3   blue 4
            4      -         pink 1
            5-12   white 8   blue 8
            """,
            2,
        ),
        (
            """
            1-3    black 3   blue 4
            4      -         pink 1
            5-13   white 9   blue 9
            """,
            1,
        ),
    ],
    ids=["as many as needed", "one is missing", "two are missing"],
)
def test_castles_are_limited_by_the_supply(ring: str, put: int) -> None:
    """White takes over three castles with 7, 8 or 9 elsewhere: its total is ten, and White wins."""
    scene = given(2, ring=ring, courts={0: "blue 1"}, emperor=15)
    scene.when(place(0, "green 4", "green 4", "pink 4"), move(0, 1)).then(
        TerritoryTakenOver(1, "white", "black", put),
        result={
            "reason": "castle_goal",
            "winners": ["white"],
            "castles": {"white": 10, "black": 0},
        },
        ring=f"1-3   white {put}   blue 4",
    )


@pytest.mark.rule("CM-CASTLE-4")
def test_partners_share_one_supply() -> None:
    """Seat 2's clan takes over land while seat 0 has castles: together they have at most ten."""
    ring = """
    1-5     white 5   blue 5
    6       -         pink 1
    7-10    white 4   blue 4
    11      -         pink 1
    12-13   black 2   red 4
    """
    scene = given(4, ring=ring, courts={0: "blue 1", 2: "red 1"}, emperor=11)
    scene.then(castles_in_play={"white": 9, "black": 2})
    scene.when(place(0, "green 1", "green 1", "pink 1"), move(0, 1)).then(
        TerritoryTakenOver(12, "white", "black", 1), castles_in_play={"white": 10, "black": 0}
    )


@pytest.mark.rule("CM-CASTLE-5")
def test_castles_stay_until_taken_over() -> None:
    """Neither a lost marker nor a tie where the emperor stops removes one."""
    ring = "5   black 1   blue 2, red 1"
    scene = given(2, ring=ring, courts={0: "blue 1", 1: "red 1"}, emperor=4).when(FAR, move(0, 1))
    scene.then(ring=ring).when(dice("red red red"))
    scene.when(place(1, "blue court", "blue court", "green 13")).then(
        markers={"blue": 1}, ring=ring
    )
