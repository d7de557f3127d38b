"""Test the controls that the pages of rulesets share, in node."""

from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.browser import javascript

KIT: Final = Path(__file__).parents[1] / "support" / "browser" / "kit.mjs"

ATTACKS: Final = [["a", "b"], ["a", "c"], ["d", "c"]]
"""Sources and targets; with the source d there is only one target."""


def pointed(paths: Any, *steps: Any) -> list[dict[str, Any]]:
    """Return the state after each step: a spot, a field, or ``"undo"``."""
    found: list[dict[str, Any]] = javascript.call(KIT, "pointed", paths, steps)
    return found


def test_a_source_and_then_a_target() -> None:
    source, target, other, confirmed = pointed(ATTACKS, "a", "b", "c", "c")
    assert source["spots"] == ["a chosen", "b legal", "c legal"]
    assert not source["done"]
    assert target["spots"] == ["a chosen", "b chosen", "c legal"]
    assert target["done"]
    assert other["chosen"] == ["a", "c"]
    assert [one["confirmed"] for one in (target, other, confirmed)] == [0, 0, 1]


def test_the_only_target_is_preselected() -> None:
    first, none = pointed(ATTACKS, "d", [1, None])
    assert first["chosen"] == ["d", "c"]
    assert first["done"]
    assert none["chosen"] == ["d"]


def test_each_step_of_pointing_can_be_taken_back() -> None:
    _, _, undone, source, nothing = pointed(ATTACKS, "a", "b", "undo", "a", "a")
    assert (undone["chosen"], undone["undoable"]) == (["a"], True)
    assert source["chosen"] == []
    assert not source["undoable"]
    assert source["spots"] == ["a legal", "d legal"]
    assert nothing["chosen"] == ["a"]


def test_a_sequence_may_end_where_another_goes_on() -> None:
    """Nothing is preselected there; and a place may occur twice in a row."""
    first, twice = pointed([["a"], ["a", "a"]], "a", "a")
    assert (first["chosen"], first["spots"]) == (["a"], ["a legal"])
    assert (twice["chosen"], twice["spots"]) == (["a", "a"], ["a chosen"])


STOCK: Final = [
    {"kind": "free", "count": 2, "places": ["x", "y", "z"]},
    {"kind": "bound", "count": 1, "places": ["y"]},
]


def placed(total: int, *steps: Any) -> list[dict[str, Any]]:
    """Return the state after each step with two free pieces, and one for y alone."""
    places = ["x", "y", "z"]
    found: list[dict[str, Any]] = javascript.call(KIT, "placed", STOCK, places, total, steps)
    return found


def test_pieces_go_where_their_kind_may() -> None:
    both, bound, full = placed(
        3,
        ["place", "x", ["bound", "free"], 2],
        ["place", "x", ["bound"]],
        ["place", "y", ["bound"]],
    )
    assert both["merged"] == [{"kind": "free", "place": "x", "count": 2}]
    assert both["spots"] == ["y legal"]
    assert bound == both
    assert full["left"] == 0
    assert full["spots"] == ["x chosen", "y chosen"]


def test_the_preferred_kind_goes_first() -> None:
    (found,) = placed(3, ["place", "y", ["bound", "free"], 2])
    assert [step["kind"] for step in found["merged"]] == ["bound", "free"]


def test_no_more_pieces_are_placed_than_are_due() -> None:
    (found,) = placed(1, ["place", "x", ["free"], 2])
    assert found["merged"] == [{"kind": "free", "place": "x", "count": 1}]
    assert found["open"] == []


def test_pieces_are_taken_back_one_by_one_or_together() -> None:
    place = ["place", "x", ["free"], 2]
    _, one, nothing = placed(3, place, ["back", "x"], ["back", "z"])
    assert one["merged"] == [{"kind": "free", "place": "x", "count": 1}]
    assert nothing == one
    _, _, undone = placed(3, place, ["place", "y", ["bound"]], ["undo"])
    assert undone["merged"] == [{"kind": "free", "place": "x", "count": 2}]


def tallied(*steps: str) -> list[dict[str, Any]]:
    """Return the state after each step, with two things of at most one red and two blue."""
    most = [["red", 1], ["blue", 2]]
    found: list[dict[str, Any]] = javascript.call(KIT, "tallied", most, 2, steps)
    return found


def test_several_kinds_are_counted_up_to_a_total() -> None:
    _, both, full, less, undone = tallied("more blue", "more red", "more blue", "less blue", "undo")
    assert both == full == {"all": ["red", "blue"], "left": 0, "undoable": True}
    assert less["all"] == ["red"]
    assert undone == {"all": [], "left": 2, "undoable": False}


def test_no_kind_exceeds_its_own_maximum() -> None:
    assert tallied("more red", "more red")[-1]["all"] == ["red"]
    assert tallied("less red")[-1]["all"] == []


def test_earlier_choices_are_restored_if_they_are_still_possible() -> None:
    steps = [
        {"kind": "free", "place": "x", "count": 3},
        {"kind": "bound", "place": "x", "count": 1},
    ]
    most = [["red", 1], ["blue", 2]]
    found = javascript.call(
        KIT, "restored", ATTACKS, ["a", "c", "d"], STOCK, steps, most, ["red", "red", "green"]
    )
    assert found == [["a", "c"], [{"kind": "free", "place": "x", "count": 2}], ["red"]]
    assert javascript.call(KIT, "restored", ATTACKS, ["b", "a"], STOCK, [], most, [])[0] == []


def selected(*steps: Any) -> list[dict[str, Any]]:
    """Return the state after each step of selecting pieces; the first two stand together."""
    found: list[dict[str, Any]] = javascript.call(
        KIT,
        "selected",
        {"u": ["A1", "A2"], "l": ["A2", "off"], "v": ["B1"]},
        {"u": "C1", "l": "C1", "v": "A2"},
        steps,
    )
    return found


def test_a_piece_and_then_its_place() -> None:
    piece, place, confirmed = selected("C1", "A1", "A1")
    assert piece["spots"] == ["A1 legal", "A2 legal", "C1 chosen"]
    assert (place["piece"], place["place"], place["confirmed"]) == ("u", "A1", 0)
    assert confirmed["confirmed"] == 1


def test_pointing_again_selects_the_other_piece_there() -> None:
    first, second, none = selected("C1", "C1", "C1")
    assert [one["piece"] for one in (first, second, none)] == ["u", "l", None]


def test_a_place_counts_before_a_piece_that_stands_there() -> None:
    *_, gone = selected("C1", "A2")
    assert (gone["piece"], gone["place"]) == ("u", "A2")


def test_selecting_is_taken_back_and_resumed() -> None:
    *_, back, nothing = selected("C1", "A1", "undo", "undo")
    assert (back["piece"], back["place"], back["undoable"]) == ("u", None, True)
    assert (nothing["piece"], nothing["undoable"], nothing["choice"]) == (None, False, None)
    *_, again = selected({"piece": "l", "place": "off"})
    assert (again["piece"], again["place"]) == ("l", "off")
    *_, other = selected({"piece": "v", "place": "off"})
    assert (other["piece"], other["place"]) == ("v", None)


@pytest.mark.parametrize(
    ("hexes", "expected"),
    [([], True), (["a"], True), (["c", "a", "b"], True), (["a", "c"], False)],
)
def test_hexes_are_linked(hexes: list[str], expected: bool) -> None:
    near = {"a": ["b"], "b": ["a", "c"], "c": ["b", "d"], "d": ["c"]}
    assert javascript.call(KIT, "areLinked", hexes, near) is expected
