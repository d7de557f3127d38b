"""Action 3: dice fill the reserve (CM-FILL)."""

from typing import Any

import pytest

from domain.rulesets.carolus_magnus import RULESET
from domain.rulesets.carolus_magnus.actions import RollDice
from domain.rulesets.carolus_magnus.events import (
    CrownsChosen,
    DiceRolled,
    GameEnded,
    ReserveFilled,
    TurnEnded,
)
from tests.support.games.carolus_magnus import Example, clans_of, crowns, dice, given, move, place

ALL_OUT = """
1   -   blue 36
2   -   green 36
3   -   pink 36
4   -   red 36
5   -   yellow 36
"""
"""With the other segments, and two paladins of each clan in reserves, the supply is empty."""
RESERVES = {0: "blue 2, green 2, pink 1, red 1, yellow 1", 1: "pink 1, red 1, yellow 1"}


def rolling(players: int = 2, **changes: Any) -> Example:
    """Return seat 0's turn with the dice due; it has placed on segment 12."""
    far = ("blue 12", "blue 12", "green 12", "green 12")
    scene = given(players, **changes)
    return scene.when(place(0, *far[: 4 if players == 3 else 3]), move(0, 1))


@pytest.mark.rule("CM-FILL-1")
def test_after_the_resolution_comes_the_refill() -> None:
    """Dice are due after the emperor's move, but not after the end of the game."""
    rolling().then(step="refill_dice")
    ring = """
    2-6    white 5   blue 5
    7-10   black 4   red 4
    11     -         pink 1
    1      -         blue 1
    12-15  white 4   blue 4
    """
    scene = given(2, ring=ring, courts={0: "blue 1"}, emperor=12)
    scene.when(place(0, "green 2", "green 2", "pink 2"), move(0, 1))
    assert isinstance(scene.batch[-1], GameEnded)
    scene.then(phase="over", step=None, reserve_sizes={0: 4})
    assert not RULESET.awaits(scene.position)


@pytest.mark.rule("CM-FILL-2")
@pytest.mark.parametrize(
    ("players", "reserve", "due"),
    [
        (2, "blue 3, green 4", 3),
        (3, "blue 5, green 4", 4),
        (4, "blue 3, green 4", 3),
        (2, "blue 3, green 1", 6),
    ],
)
def test_the_reserve_is_filled_up(players: int, reserve: str, due: int) -> None:
    """As many dice as the reserve lacks, and more if an earlier refill fell short."""
    scene = rolling(players, reserves={0: reserve})
    assert RULESET.asks(scene.position) == (6,) * due
    scene.when(dice("red " * due)).then(reserve_sizes={0: 9 if players == 3 else 7})


@pytest.mark.rule("CM-FILL-2", refused=True)
@pytest.mark.parametrize("faces", ["", "red red", "red red red red"])
def test_other_numbers_of_dice_are_refused(faces: str) -> None:
    """Three paladins are missing, so chance rolls three dice."""
    rolling().when(dice(faces)).refused("CM-FILL-2", "dice_must_fill_the_reserve")


@pytest.mark.rule("CM-FILL-3")
def test_a_die_has_five_clans_and_a_crown() -> None:
    """The six draws of a die are its six faces."""
    position = rolling().position
    faces = []
    for draw in range(6):
        rolled = RULESET.answer(position, [draw] * 3)
        assert isinstance(rolled, RollDice)
        faces.append(rolled.faces)
    kinds = ("blue", "green", "pink", "red", "yellow", "crown")
    assert faces == [(face,) * 3 for face in kinds]


@pytest.mark.rule("CM-FILL-3", refused=True)
def test_an_unknown_face_is_refused() -> None:
    """A purple die is refused even if the schema allowed it."""
    action = RollDice(("red", "red", "purple"))  # type: ignore[arg-type]
    rolling().when(("chance", action)).refused("CM-FILL-3", "no_such_face")


@pytest.mark.rule("CM-FILL-4")
def test_coloured_faces_are_taken() -> None:
    """They are taken in clan order, whatever the order of the dice."""
    rolling().when(dice("yellow blue red")).then(
        DiceRolled(0, ("yellow", "blue", "red")),
        ReserveFilled(0, clans_of("blue red yellow"), crowns=0),
        TurnEnded(0),
    )


@pytest.mark.rule("CM-FILL-4")
def test_a_die_that_cannot_be_taken_is_a_crown() -> None:
    """Every red paladin is on the ring or in a reserve, and no court has any."""
    ring = "4   -   red 36"
    reserves = {0: "blue 4, green 2, pink 1", 1: "red 2"}
    rolling(ring=ring, reserves=reserves).when(dice("red blue blue")).then(
        ReserveFilled(0, clans_of("blue blue"), crowns=1), step="refill_crowns", crowns=1
    )


@pytest.mark.rule("CM-FILL-5")
def test_no_more_clans_than_can_be_taken() -> None:
    """A single green paladin is left, so with three crowns the seat names one clan."""
    scene = rolling(ring=ALL_OUT.replace("green 36", "green 35"), reserves=RESERVES)
    scene.then(supply={"blue": 0, "green": 1, "pink": 0, "red": 0, "yellow": 0})
    scene.when(dice("crown crown crown")).then(crowns=1, step="refill_crowns")


@pytest.mark.rule("CM-FILL-6")
@pytest.mark.parametrize(
    ("faces", "named"), [("crown red red", "red"), ("crown crown crown", "blue pink blue")]
)
def test_a_clan_is_named_for_each_crown(faces: str, named: str) -> None:
    """The seat sees all dice, then names clans, and may name one several times."""
    scene = rolling().when(dice(faces)).then(active=0, crowns=len(named.split()))
    scene.when(crowns(0, named)).then(CrownsChosen(0, clans_of(named)), TurnEnded(0), active=1)


@pytest.mark.rule("CM-FILL-6")
def test_without_a_crown_nothing_is_decided() -> None:
    """Three coloured dice end the turn."""
    rolling().when(dice("red red red")).then(TurnEnded(0), active=1, step="place")


@pytest.mark.rule("CM-FILL-6", refused=True)
@pytest.mark.parametrize("named", ["", "red", "red red red"])
def test_other_numbers_of_clans_are_refused(named: str) -> None:
    """Two crowns require two clans."""
    scene = rolling().when(dice("crown red crown"), crowns(0, named))
    scene.refused("CM-FILL-6", "number_of_clans_is_fixed", crowns=2)


@pytest.mark.rule("CM-FILL-7")
def test_the_last_paladins_can_be_named() -> None:
    """The supply has two reds: both can be named, in any order with others."""
    ring = "4   -   red 34"
    reserves = {0: "blue 4, green 2, pink 1", 1: "red 2"}
    scene = rolling(ring=ring, reserves=reserves).when(dice("crown crown crown"))
    scene.when(crowns(0, "red green red")).then(
        supply={"red": 0}, reserves={0: "blue 2, green 2, pink 1, red 2"}
    )


@pytest.mark.rule("CM-FILL-7", refused=True)
def test_one_unavailable_clan_refuses_the_list() -> None:
    """There is no third red, so nothing at all is taken."""
    ring = "4   -   red 34"
    reserves = {0: "blue 4, green 2, pink 1", 1: "red 2"}
    scene = rolling(ring=ring, reserves=reserves).when(dice("crown crown crown"))
    scene.when(crowns(0, "red red red")).refused(
        "CM-FILL-7", "clan_cannot_be_taken", supply={"red": 2}, reserve_sizes={0: 4}
    )


@pytest.mark.rule("CM-FILL-8")
def test_crowns_without_a_paladin_are_void() -> None:
    """Nothing can be taken: the turn ends with a short reserve, which is filled later."""
    scene = rolling(ring=ALL_OUT, reserves=RESERVES)
    scene.when(dice("crown crown blue")).then(
        ReserveFilled(0, (), crowns=0), TurnEnded(0), reserve_sizes={0: 4}, active=1
    )


@pytest.mark.rule("CM-FILL-9")
def test_the_turn_ends_after_the_refill() -> None:
    """With yucata, too, a crown is named at once and is not a joker."""
    scene = rolling(options={"setup": "yucata"}).when(dice("crown red red"))
    scene.then(step="refill_crowns", reserves={0: "pink 1, red 3, yellow 1, green 1"})
    scene.when(crowns(0, "blue")).then(
        TurnEnded(0), active=1, reserves={0: "pink 1, red 3, yellow 1, green 1, blue 1"}
    )
