"""Holders of the clan markers (CM-CTRL)."""

import pytest

from domain.rulesets.carolus_magnus.events import MarkerTaken
from tests.support.games.carolus_magnus import given, move, place


@pytest.mark.rule("CM-CTRL-1")
def test_a_marker_has_one_holder() -> None:
    """A seat that takes the marker takes it from the holder."""
    scene = given(2, courts={1: "blue 1"}).then(markers={"blue": 1})
    scene.when(place(0, "blue court", "blue court", "red court"))
    scene.then(MarkerTaken("blue", 0, 1), markers={"blue": 0, "red": 0})


@pytest.mark.rule("CM-CTRL-2")
@pytest.mark.parametrize(
    ("own", "others", "taken"),
    [
        (0, (0, 0), True),
        (0, (1, 0), True),
        (0, (2, 0), False),
        (1, (2, 2), True),
        (1, (2, 3), False),
        (1, (3, 2), False),
        (4, (5, 1), True),
    ],
)
def test_a_marker_takes_strictly_more_than_each_other(
    own: int, others: tuple[int, int], *, taken: bool
) -> None:
    """With two more blue paladins, the seat must exceed each other seat, not both together."""
    courts = {0: f"blue {own}", 1: f"blue {others[0]}", 2: f"blue {others[1]}"}
    holder = None if others == (0, 0) else 1 if others[0] >= others[1] else 2
    scene = given(3, courts=courts, markers={"blue": holder})
    scene.when(place(0, "blue court", "blue court", "green 1", "green 1"))
    scene.then(markers={"blue": 0 if taken else holder})


@pytest.mark.rule("CM-CTRL-2")
def test_the_holder_keeps_it_without_an_event() -> None:
    """If the holder adds to its clan, there is no event about a marker."""
    scene = given(2, courts={0: "blue 2"}).when(place(0, "blue court", "blue court", "green 1"))
    scene.without(MarkerTaken).then(markers={"blue": 0}, courts={0: "blue 4"})


@pytest.mark.rule("CM-CTRL-3")
def test_a_tie_moves_nothing() -> None:
    """A tie leaves a marker with its holder, and a free marker free."""
    scene = given(2, courts={0: "blue 1", 1: "blue 3"})
    scene.when(place(0, "blue court", "blue court", "red 4"))
    scene.without(MarkerTaken).then(markers={"blue": 1}, courts={0: "blue 3"})


@pytest.mark.rule("CM-CTRL-4")
def test_partners_do_not_add_up() -> None:
    """Seats 0 and 2 have four blue paladins together; seat 1 keeps the marker with three."""
    scene = given(4, courts={1: "blue 3", 2: "blue 2"})
    scene.when(place(0, "blue court", "blue court", "red 4")).then(markers={"blue": 1})
    scene = given(4, courts={2: "blue 1"}).when(place(0, "blue court", "blue court", "red 4"))
    scene.then(MarkerTaken("blue", 0, 2), markers={"blue": 0})


@pytest.mark.rule("CM-CTRL-5")
def test_the_first_in_any_court_takes_it() -> None:
    """One paladin is enough if no court has any."""
    scene = given(2).then(markers={"red": None})
    scene.when(place(0, "red court", "blue 1", "blue 1"))
    scene.then(MarkerTaken("red", 0, None), markers={"red": 0, "blue": None})


@pytest.mark.rule("CM-CTRL-6")
def test_the_holder_controls_what_others_placed() -> None:
    """Seat 1 places reds on land of seat 0, which holds red: they count for White."""
    ring = "5   black 1   red 1"
    scene = given(2, active=1, ring=ring, courts={0: "red 1"}, reserves={1: "red 7"}, emperor=4)
    scene.when(place(1, "red 5", "red 5", "red 5")).without(MarkerTaken)
    scene.then(influence={"5": {"white": 4, "black": 1}})
    scene.when(move(1, 1)).then(ring="5   white 1   red 4")


@pytest.mark.rule("CM-CTRL-7")
def test_an_unheld_clan_counts_for_nobody() -> None:
    """Three greens without a holder do not outweigh one blue."""
    scene = given(2, ring="5   -   green 3, blue 1", courts={0: "blue 1"}, emperor=4)
    scene.then(influence={"5": {"white": 1, "black": 0}})
    scene.when(place(0, "pink 1", "red 1", "yellow 1"), move(0, 1))
    scene.then(ring="5   white 1   green 3, blue 1")
