"""Neighbouring territories of one owner merge (CM-MERGE)."""

from typing import Any

import pytest

from domain.rulesets.carolus_magnus.events import CastleBuilt, TerritoriesMerged, TerritoryTakenOver
from tests.support.games.carolus_magnus import Example, given, move, place

FAR = place(0, "green 13", "green 13", "pink 13")


def stops(ring: str, *, emperor: int = 4, **changes: Any) -> Example:
    """Return a move of one step; White holds blue, Black holds red."""
    courts = {0: "blue 1", 1: "red 1"}
    return given(2, ring=ring, courts=courts, emperor=emperor, **changes).when(FAR, move(0, 1))


@pytest.mark.rule("CM-MERGE-1")
@pytest.mark.parametrize(
    ("before", "after", "parts"),
    [
        ("white 1", "black 1", (4, 5)),
        ("black 1", "white 1", (5, 6)),
        ("white 1", "white 1", (4, 5, 6)),
    ],
    ids=["before", "after", "both"],
)
def test_each_neighbour_of_the_owner_is_merged(
    before: str, after: str, parts: tuple[int, ...]
) -> None:
    """White builds on 5, which merges with White's neighbouring land."""
    ring = f"""
    4   {before}   blue 1
    5   -          blue 1
    6   {after}    blue 1
    """
    scene = stops(ring).then(CastleBuilt(5, "white"), TerritoriesMerged("white", parts))
    scene.then(territory_count=16 - len(parts))


@pytest.mark.rule("CM-MERGE-2")
def test_merging_needs_no_decision() -> None:
    """It happens in the same move, and the dice are due next."""
    ring = """
    4   white 1   blue 1
    5   -         blue 1
    """
    stops(ring).then(TerritoriesMerged("white", (4, 5)), step="refill_dice")


@pytest.mark.rule("CM-MERGE-3")
def test_a_neighbour_of_any_size_is_merged() -> None:
    """Three segments before and two after make six."""
    ring = """
    1-3   white 3   blue 3
    4     -         blue 1
    5-6   white 2   blue 2
    """
    stops(ring, emperor=1).then(
        TerritoriesMerged("white", (1, 4, 5)), ring="1-6   white 6   blue 6", territory_count=10
    )


@pytest.mark.rule("CM-MERGE-4")
def test_a_merged_territory_has_everything_of_its_parts() -> None:
    """It has the segments clockwise, all paladins and castles, and the head of the first part."""
    ring = """
    4     white 1   blue 1, pink 2
    5     black 1   blue 4, red 1
    6-7   white 2   green 2
    """
    stops(ring).then(
        TerritoryTakenOver(5, "white", "black", 1),
        TerritoriesMerged("white", (4, 5, 6)),
        ring="4-7   white 4   blue 5, green 2, pink 2, red 1",
        territories={4: {"segments": [4, 5, 6, 7]}, 5: None, 6: None},
    )


@pytest.mark.rule("CM-MERGE-5")
def test_the_ring_has_no_end() -> None:
    """15 and 1 are neighbours: 14 to 2 merge, with head 14."""
    ring = """
    14-15   white 2   blue 2
    1       -         blue 1
    2       white 1   blue 1
    """
    stops(ring, emperor=14).then(
        TerritoriesMerged("white", (14, 1, 2)), ring="14-2   white 4   blue 4", emperor=14
    )


@pytest.mark.rule("CM-MERGE-6")
def test_only_a_change_of_owner_merges() -> None:
    """White already controls its own 5, so nothing next to it merges."""
    ring = """
    4   black 1   red 1
    5   white 1   blue 3
    6   black 1   red 1
    """
    stops(ring).without(TerritoriesMerged).then(ring=ring)


@pytest.mark.rule("CM-MERGE-7")
def test_a_merged_territory_is_not_resolved_again() -> None:
    """Black has more in the merged territory, and even more next to it: nothing follows."""
    ring = """
    4   white 1   red 5
    5   -         blue 1
    6   black 1   red 3
    """
    stops(ring).then(
        CastleBuilt(5, "white"),
        TerritoriesMerged("white", (4, 5)),
        ring="""
        4-5   white 2   red 5, blue 1
        6     black 1   red 3
        """,
        influence={"4": {"white": 3, "black": 5}},
    ).without(TerritoryTakenOver)


@pytest.mark.rule("CM-MERGE-8")
def test_the_emperor_stands_in_the_merged_territory() -> None:
    """The emperor stopped on 5, and the head of the merged territory is 4."""
    ring = """
    4   white 1   blue 1
    5   -         blue 1
    """
    stops(ring).then(emperor=4)
    stops(ring.replace("white 1   blue 1", "-         pink 1")).then(emperor=5)


@pytest.mark.rule("CM-MERGE-9")
def test_merged_land_is_never_divided() -> None:
    """A takeover takes all three segments."""
    stops("5-7   white 3   red 7").then(
        TerritoryTakenOver(5, "black", "white", 3), ring="5-7   black 3   red 7"
    )


@pytest.mark.rule("CM-MERGE-10")
def test_free_land_is_never_merged() -> None:
    """White builds on 5 between free 4 and 6, where it would have the most too."""
    ring = """
    4   -         blue 1
    5   white 1   blue 1
    6   -         blue 1
    """
    stops(ring.replace("white 1", "-      ")).without(TerritoriesMerged).then(ring=ring)
