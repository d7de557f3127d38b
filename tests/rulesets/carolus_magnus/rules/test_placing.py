"""Action 1: paladins go from the reserve to court and land (CM-PLACE)."""

from itertools import permutations

import pytest

from domain.rulesets.carolus_magnus.events import PaladinPlaced, PlacingEnded
from tests.support.games.carolus_magnus import dice, given, move, place


@pytest.mark.rule("CM-PLACE-1")
@pytest.mark.parametrize(("players", "due"), [(2, 3), (3, 4), (4, 3)])
def test_three_or_four_are_placed(players: int, due: int) -> None:
    """Three with two or four players, and four with three players."""
    four = ("blue court", "blue 1", "green court", "green 2")
    scene = given(players).then(must_place=due).when(place(0, *four[:due]))
    scene.then(PlacingEnded(0), step="move")


@pytest.mark.rule("CM-PLACE-1")
@pytest.mark.parametrize(("reserve", "due"), [("blue 2", 2), ("red 1", 1), ("", 0)])
def test_a_short_reserve_is_placed_whole(reserve: str, due: int) -> None:
    """A seat places fewer than three only if it has no more, and none if it has none."""
    scene = given(2, reserves={0: reserve}).then(must_place=due)
    clan = reserve.partition(" ")[0]
    scene.when(place(0, *[f"{clan} court"] * due)).then(reserve_sizes={0: 0}, step="move")


@pytest.mark.rule("CM-PLACE-1", refused=True)
@pytest.mark.parametrize("count", [0, 1, 2, 4, 5])
def test_other_numbers_of_paladins_are_refused(count: int) -> None:
    """Three are due, so any other number is refused."""
    many = ("blue court", "blue 1", "green court", "green 2", "red 3")
    given(2).when(place(0, *many[:count])).refused(
        "CM-PLACE-1", "number_of_paladins_is_fixed", step="place", reserve_sizes={0: 7}
    )


@pytest.mark.rule("CM-PLACE-1", refused=True)
def test_a_short_reserve_is_not_held_back() -> None:
    """With two paladins left, one is too few, and there are not three."""
    for clans in (["blue court"], ["blue court"] * 3, []):
        given(2, reserves={0: "blue 2"}).when(place(0, *clans)).refused(
            "CM-PLACE-1", "number_of_paladins_is_fixed"
        )


@pytest.mark.rule("CM-PLACE-2")
def test_paladins_come_from_the_seats_own_reserve() -> None:
    """Placed paladins leave this reserve, and no other."""
    scene = given(2).when(place(0, "blue court", "blue 5", "red 5"))
    scene.then(
        reserves={
            0: "green 2, pink 1, yellow 1",
            1: "blue 2, green 2, pink 1, red 1, yellow 1",
        },
        supply={"blue": 33, "red": 35},
    )


@pytest.mark.rule("CM-PLACE-2", refused=True)
def test_no_more_than_the_reserve_has() -> None:
    """Seat 0 has only one red paladin."""
    given(2).when(place(0, "red court", "red 5", "blue 1")).refused(
        "CM-PLACE-2", "paladin_not_in_reserve", reserve_sizes={0: 7}
    )
    given(2, reserves={0: "blue 7"}).when(place(0, "blue 1", "blue 1", "red 1")).refused(
        "CM-PLACE-2", "paladin_not_in_reserve"
    )


@pytest.mark.rule("CM-PLACE-3")
def test_paladins_go_anywhere() -> None:
    """Court, free land, a rival's land and the emperor's land, in any mixture."""
    ring = """
    4-6   black 3   red 3
    7     white 1   blue 1
    """
    scene = given(2, ring=ring, emperor=4).when(place(0, "blue court", "blue 4", "red 15"))
    scene.then(
        PaladinPlaced(0, "blue", "court"),
        PaladinPlaced(0, "blue", 4),
        PaladinPlaced(0, "red", 15),
        ring="""
        4-6   black 3   red 3, blue 1
        7     white 1   blue 1
        15    -         yellow 1, red 1
        """,
        courts={0: "blue 1"},
    )
    given(2, ring=ring).when(place(0, "blue 7", "blue 7", "green 7")).then(
        ring="7   white 1   blue 3, green 1"
    )


@pytest.mark.rule("CM-PLACE-3", refused=True)
@pytest.mark.parametrize("to", [5, 6])
def test_a_territory_is_named_by_its_head(to: int) -> None:
    """Segments 5 and 6 belong to territory 4 and are not destinations."""
    scene = given(2, ring="4-6   black 3   red 3")
    scene.when(place(0, "blue court", "blue 4", f"green {to}")).refused(
        "CM-PLACE-3", "no_territory_with_this_head"
    )


@pytest.mark.rule("CM-PLACE-4")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_a_seat_places_in_its_own_court(seat: int) -> None:
    """An action can name only the seat's own court; a partner's stays empty."""
    scene = given(4, order=[seat, *(other for other in range(4) if other != seat)])
    scene.when(place(seat, "blue court", "blue court", "green court"))
    others = {other: "blue 0, green 0" for other in range(4) if other != seat}
    scene.then(courts={seat: "blue 2, green 1", **others})


@pytest.mark.rule("CM-PLACE-5")
def test_a_placed_paladin_stays() -> None:
    """Neither turns nor takeovers move it."""
    ring = "5   black 1   red 1"
    after = "5   white 1   red 1, green 2"
    scene = given(2, ring=ring, courts={0: "green 1"}, emperor=4)
    scene.when(place(0, "green 5", "green 5", "yellow court"), move(0, 1)).then(ring=after)
    scene.when(dice("red red red"), place(1, "pink court", "green court", "red court"))
    scene.when(move(1, 1), dice("pink pink pink")).then(
        ring=after, courts={0: "green 1, yellow 1", 1: "pink 1, green 1, red 1"}
    )


@pytest.mark.rule("CM-PLACE-6")
def test_order_does_not_matter() -> None:
    """All orders of four placements that affect markers lead to one position."""
    courts = {0: "blue 1, green 1", 1: "blue 2", 2: "green 1"}
    four = ("blue court", "blue court", "green court", "green 7")
    scenes = [
        given(3, courts=courts, markers={"blue": 1, "green": 2}).when(place(0, *order))
        for order in permutations(four)
    ]
    assert all(scene.then(markers={"blue": 0, "green": 0}) for scene in scenes)
    after = {repr(scene.position) for scene in scenes}
    assert len(after) == 1


@pytest.mark.rule("CM-PLACE-7")
def test_no_place_is_full() -> None:
    """A court with 26 blue paladins and a territory with 31 red ones take more."""
    scene = given(
        2, ring="4   -   red 31", courts={0: "blue 26"}, reserves={0: "blue 3, red 1", 1: "green 7"}
    )
    scene.when(place(0, "blue court", "blue court", "red 4")).then(
        courts={0: "blue 28"}, ring="4   -   red 32"
    )
