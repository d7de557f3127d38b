"""Resolving the territory where the emperor stops (CM-RES)."""

from typing import Any

import pytest

from domain.rulesets.carolus_magnus.events import (
    CastleBuilt,
    EmperorMoved,
    TerritoriesMerged,
    TerritoryTakenOver,
)
from tests.support.games.carolus_magnus import Example, given, move, place

CHANGES = (CastleBuilt, TerritoryTakenOver, TerritoriesMerged)


def resolved(players: int, ring: str, steps: int = 1, /, **changes: Any) -> Example:
    """Let the emperor go from 4 to 5; seat 0's placements take no marker."""
    far = ("blue 12", "blue 12", "green 12", "green 12")
    scene = given(players, ring=ring, emperor=4, **changes)
    return scene.when(place(0, *far[: 4 if players == 3 else 3]), move(0, steps))


@pytest.mark.rule("CM-RES-1")
def test_only_where_the_emperor_stops() -> None:
    """White holds blue: it builds on 5, but not on 4 and 6, which are equally blue."""
    ring = """
    4   -   blue 1
    5   -   blue 1
    6   -   blue 1
    """
    resolved(2, ring, courts={0: "blue 1"}).then(
        EmperorMoved(0, 1, 5),
        CastleBuilt(5, "white"),
        ring="""
        4   -         blue 1
        5   white 1   blue 1
        6   -         blue 1
        """,
    )


@pytest.mark.rule("CM-RES-2")
def test_paladins_of_held_clans_and_own_castles_count() -> None:
    """White holds blue and red, Black green: 3 + 1 against 2 + 3 castles."""
    ring = "5-7   black 3   blue 3, red 1, green 2"
    scene = given(2, ring=ring, courts={0: "blue 1, red 1", 1: "green 1"})
    scene.then(influence={"5": {"white": 4, "black": 5}})


@pytest.mark.rule("CM-RES-3")
def test_nothing_else_counts() -> None:
    """Neither the emperor, nor full courts and reserves, nor who placed a paladin."""
    courts = {0: "blue 20", 1: "red 1"}
    scene = given(2, ring="5   -   red 2, blue 1", courts=courts, emperor=5)
    scene.then(influence={"5": {"white": 1, "black": 2}})
    scene.when(place(0, "red 5", "green court", "green court"))
    scene.then(influence={"5": {"white": 1, "black": 3}})


@pytest.mark.rule("CM-RES-4")
@pytest.mark.parametrize(
    ("paladins", "owner"),
    [
        ("blue 3, red 2", "white"),
        ("blue 2, red 3", "black"),
        ("blue 1", "white"),
        ("blue 2, red 2", None),
        ("yellow 4", None),
    ],
)
def test_the_strictly_strongest_controls(paladins: str, owner: str | None) -> None:
    """White holds blue, Black red, and nobody yellow."""
    scene = resolved(2, f"5   -   {paladins}", courts={0: "blue 1", 1: "red 1"})
    scene.then(territories={5: {"owner": owner, "castles": 1 if owner else 0}})


@pytest.mark.rule("CM-RES-5")
def test_a_relative_majority_is_enough() -> None:
    """Three against two and two, with four of a clan that nobody holds."""
    courts = {0: "blue 1", 1: "red 1", 2: "green 3"}
    scene = resolved(3, "5   -   blue 3, red 2, green 2, yellow 4", courts=courts)
    scene.then(CastleBuilt(5, "white"))


@pytest.mark.rule("CM-RES-6")
@pytest.mark.parametrize("owner", ["white 1", "black 1", "gray 1"])
def test_no_controller_no_change(owner: str) -> None:
    """Two or three sides tie for the most, and any owner stays."""
    courts = {0: "blue 1", 1: "red 1", 2: "green 3"}
    paladins = {
        "white 1": "blue 1, red 2",
        "black 1": "blue 2, red 1",
        "gray 1": "blue 3, red 3, green 1",
    }[owner]
    ring = f"5   {owner}   {paladins}"
    resolved(3, ring, courts=courts).without(*CHANGES).then(ring=ring)


@pytest.mark.rule("CM-RES-7")
def test_the_owner_adds_no_castle() -> None:
    """However strong the owner is, it adds no castle."""
    ring = "5   white 1   blue 6"
    resolved(2, ring, courts={0: "blue 1"}).without(*CHANGES).then(ring=ring)


@pytest.mark.rule("CM-RES-8")
def test_a_resolution_does_not_depend_on_whose_turn_it_is() -> None:
    """In White's turn Black builds, and Black takes over."""
    courts = {1: "red 1"}
    resolved(2, "5   -   red 1", courts=courts).then(CastleBuilt(5, "black"))
    resolved(2, "5   white 1   red 2", courts=courts).then(
        TerritoryTakenOver(5, "black", "white", 1)
    )
