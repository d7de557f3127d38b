"""Raid by example: what its rules accept and refuse, and how equal seats share a rank."""

from typing import Any

import msgspec
import pytest

from domain.ruleset import CHANCE, Place
from tests.support.games.raid import (
    RAID,
    BandsChosen,
    BandsShown,
    DrawFirst,
    FirstDrawn,
    GameEnded,
    March,
    Options,
    Position,
    RaidAmbushed,
    RaidAnnounced,
    RaidVillage,
    React,
    RoundBegun,
    ShowBands,
    VillageTaken,
)
from tests.support.games.spec import Scene, refused


def differences(position: Any, fields: Any) -> list[str]:
    """Return a line for each field of the position whose value is not the expected one."""
    return [
        f"{name}: {getattr(position, name)} instead of {value}"
        for name, value in fields.items()
        if getattr(position, name) != value
    ]


def given(players: Any = 2, **fields: Any) -> Scene[Position]:
    """Return the position after seat 0 was drawn to be first, with these fields."""
    start = RAID.fold(RAID.start(Options(players)), [FirstDrawn(0)])
    return Scene(RAID, msgspec.structs.replace(start, **fields), differences)


def shown(*bands: str, **fields: Any) -> Scene[Position]:
    """Return the position after these bands were shown, one text of names per seat."""
    marching = tuple(tuple(one.split()) for one in bands)
    return given(len(bands), shown=True, marching=marching, **fields)


def test_the_first_seat_is_drawn() -> None:
    start = RAID.start(Options(2))
    assert RAID.asks(start) == (2,)
    assert RAID.decide(start, CHANCE, DrawFirst(1)) == [FirstDrawn(1)]


def test_the_hills_have_room_for_three() -> None:
    assert RAID.start(Options(3, "hills")).options.has.rounds == 1
    refused("RAID-OPT-1", "at_most_three_seats", lambda: RAID.start(Options(4, "hills")))


def test_bands_are_chosen_in_any_order_and_shown_together() -> None:
    scene = given(3).when((2, March(("spears", "riders"))))
    scene.then(BandsChosen(2, ("riders", "spears")))
    assert [one.seat for one in RAID.awaits(scene.position)] == [0, 1]
    scene.when((2, March(("spears",)))).refused("RAID-TURN-1", "decision_of_another")
    scene.refusal = None
    scene.when((0, March(("archers",))), (1, March(("spears",)))).then(shown=False)
    shown_now = BandsShown((("archers",), ("spears",), ("riders", "spears")))
    scene.when((CHANCE, ShowBands())).then(shown_now, shown=True)


@pytest.mark.parametrize("bands", ["", "archers riders spears", "spears spears"])
def test_one_or_two_different_bands_march(bands: Any) -> None:
    action = March(tuple(bands.split()))
    given().when((0, action)).refused("RAID-MARCH-1", "one_or_two_bands")


def test_riders_raid_first() -> None:
    scene = shown("spears", "archers riders", "archers")
    assert RAID.order(scene.position) == (1, 0, 2)
    scene.when((1, RaidVillage("elm"))).then(VillageTaken(1, "elm"))
    scene.when((0, RaidVillage("elm"))).then(VillageTaken(0, "elm"))


def test_nobody_raids_a_village_of_its_own() -> None:
    scene = shown("spears", "spears", holders=(0, None, None, None, None))
    scene.when((0, RaidVillage("ash"))).refused("RAID-RAID-1", "not_to_raid")


def test_archers_may_ambush_a_raid() -> None:
    raid = shown("archers", "archers", "riders", holders=(0, None, None, None, None))
    raid.when((2, RaidVillage("ash"))).then(RaidAnnounced(2, "ash"), raided="ash")
    raid.when((2, React("pass"))).refused("RAID-TURN-1", "decision_of_another")
    raid.refusal = None
    raid.when((0, React("ambush"))).then(RaidAmbushed(0, "ash"), ambushed=(0,), raided=None)
    assert raid.position.holders[0] == 0


def test_a_seat_may_let_a_raid_pass() -> None:
    raid = shown("archers", "riders", holders=(0, None, None, None, None))
    raid.when((1, RaidVillage("ash")), (0, React("pass"))).then(VillageTaken(1, "ash"))


@pytest.mark.parametrize(
    ("bands", "ambushed"), [("riders spears", ()), ("riders", (0,))], ids=["spears", "once a round"]
)
def test_other_raids_cannot_be_ambushed(bands: str, ambushed: Any) -> None:
    raid = shown("archers", bands, holders=(0, None, None, None, None), ambushed=ambushed)
    raid.when((1, RaidVillage("ash"))).then(VillageTaken(1, "ash"))


def test_the_next_round_begins_with_another_choice() -> None:
    scene = shown("spears", "spears", raids=1)
    scene.when((1, RaidVillage("elm"))).then(RoundBegun(2), shown=False, marching=(None, None))


def test_equal_seats_share_a_rank() -> None:
    """Two win together, and the third is third."""
    scene = shown("spears", "spears", "spears", round=2, raids=2, holders=(0, 1, None, None, None))
    scene.when((2, RaidVillage("ash"))).then(GameEnded("villages", ("blue", "green")))
    outcome = scene.position.outcome
    assert outcome is not None
    assert [(one.side, one.rank) for one in outcome.standing] == [
        ("blue", 1),
        ("green", 1),
        ("red", 3),
    ]
    assert isinstance(outcome.standing[0], Place)
