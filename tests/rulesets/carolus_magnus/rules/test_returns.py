"""Returns when the supply lacks a clan (CM-RET)."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.rulesets.carolus_magnus.events import (
    MarkerTaken,
    PaladinsReturned,
    ReserveFilled,
    TurnEnded,
)
from tests.support.games.carolus_magnus import Example, clans_of, crowns, dice, given, move, place

RESERVES = {0: "blue 4, green 2, pink 1", 1: "blue 2, green 2, pink 1, yellow 2"}


def red_gone(
    on_ring: int, *courts: str, reserves: Mapping[int, str] = RESERVES, **changes: Any
) -> Example:
    """Return seat 0's turn at the dice, with this many reds on segment 4 and two more elsewhere."""
    scene = given(
        len(courts),
        ring=f"4   -   red {on_ring}",
        courts=dict(enumerate(courts)),
        reserves=reserves,
        **changes,
    )
    far = ("blue 12", "blue 12", "green 12", "green 12")
    return scene.when(place(0, *far[: 4 if len(courts) == 3 else 3]), move(0, 1))


@pytest.mark.rule("CM-RET-1")
def test_paladins_come_from_the_supply_while_it_lasts() -> None:
    """The supply has two reds: both are taken, and no seat returns any."""
    scene = red_gone(21, "red 9", "red 6").then(supply={"red": 2})
    scene.when(dice("red red blue")).without(PaladinsReturned)
    scene.then(courts={0: "red 9", 1: "red 6"}, supply={"red": 0})


@pytest.mark.rule("CM-RET-1", "CM-RET-5")
def test_a_return_when_it_is_needed() -> None:
    """The supply has no third red, so all seats return the same number, and one is taken."""
    scene = red_gone(21, "red 9", "red 6").when(dice("red red red"))
    scene.then(
        PaladinsReturned("red", 6),
        ReserveFilled(0, clans_of("red red red"), crowns=0),
        courts={0: "red 3", 1: "red 0"},
        supply={"red": 11},
    )


@pytest.mark.rule("CM-RET-2")
@pytest.mark.parametrize(
    ("courts", "each", "left"),
    [
        (["red 9", "red 6"], 6, ["red 3", "red 0"]),
        (["red 1", "red 4"], 1, ["red 0", "red 3"]),
        (["red 5", "red 5"], 5, ["red 0", "red 0"]),
    ],
)
def test_as_many_as_the_smallest_court(courts: list[str], each: int, left: list[str]) -> None:
    """Every seat returns as many as the smallest court has."""
    on_ring = 38 - sum(int(court.split()[1]) for court in courts)
    holder = 0 if courts[0] >= courts[1] else 1
    scene = red_gone(on_ring, *courts, markers={"red": holder}).when(dice("red blue blue"))
    scene.then(PaladinsReturned("red", each), courts=dict(enumerate(left)))


@pytest.mark.rule("CM-RET-2")
def test_all_seats_return_even_partners() -> None:
    """Four courts with 3, 2, 5 and 4 reds return two each."""
    reserves = dict.fromkeys(range(4), "blue 4, green 3")
    scene = red_gone(24, "red 3", "red 2", "red 5", "red 4", reserves=reserves)
    scene.when(dice("red blue blue")).then(
        PaladinsReturned("red", 2),
        courts={0: "red 1", 1: "red 0", 2: "red 3", 3: "red 2"},
        supply={"red": 7},
    )


@pytest.mark.rule("CM-RET-3")
def test_if_one_has_none_nobody_returns() -> None:
    """Seat 1 has no red: the dice count as crowns, and the courts stay."""
    scene = red_gone(29, "red 9", "").when(dice("red red blue")).without(PaladinsReturned)
    scene.then(courts={0: "red 9", 1: "red 0"}, crowns=2, step="refill_crowns")


@pytest.mark.rule("CM-RET-4")
@pytest.mark.parametrize("holder", [0, 1])
def test_a_return_moves_no_marker(holder: int) -> None:
    """The holder keeps it, even if all courts are empty afterwards."""
    scene = red_gone(28, "red 5", "red 5", markers={"red": holder}).when(dice("red blue blue"))
    scene.without(MarkerTaken).then(courts={0: "red 0", 1: "red 0"}, markers={"red": holder})


@pytest.mark.rule("CM-RET-5")
def test_nothing_returns_in_advance() -> None:
    """Taking the last red of the supply causes no return; only taking the next one does."""
    scene = red_gone(22, "red 9", "red 6").then(supply={"red": 1}).when(dice("red blue crown"))
    scene.without(PaladinsReturned).then(supply={"red": 0}, courts={0: "red 9", 1: "red 6"})
    scene.when(crowns(0, "red")).then(PaladinsReturned("red", 6), TurnEnded(0), supply={"red": 11})


@pytest.mark.rule("CM-RET-5")
def test_reserves_and_land_return_nothing() -> None:
    """Reds in seat 1's reserve and on the ring stay there."""
    reserves = {**RESERVES, 1: "red 7"}
    scene = red_gone(29, "red 1", "red 1", reserves=reserves, markers={"red": 0})
    scene.when(dice("red blue blue")).then(
        PaladinsReturned("red", 1), reserves={1: "red 7"}, ring="4   -   red 29", supply={"red": 1}
    )
