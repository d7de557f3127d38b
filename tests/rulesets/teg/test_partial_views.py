"""The views of seats in the checker: what they show is judged, and the rest is unknown."""

from typing import Any

import msgspec
import pytest

from domain.ruleset import Completed, Faults, Viewer
from domain.rulesets.teg import RULESET
from domain.rulesets.teg.options import Options
from domain.rulesets.teg.view import PositionView
from tests.rulesets.teg.test_check import WRONG, made_wrong
from tests.support.games import teg

NULL = {
    "cards_of_each_seat_must_be_given",
    "objective_of_each_seat_must_be_given",
    "no_objective_is_dealt",
}
"""Faults that no view of a seat can have: null is what everyone sees of others."""

PLANTED = [row for row in WRONG if row[1] not in NULL]


def seen_by(view: Any, viewer: Viewer) -> PositionView:
    """Return what a viewer sees of a complete view in the form of JSON."""
    seats = [
        held if seat == viewer else {**held, "cards": None, "objective": None, "target": None}
        for seat, held in enumerate(view["seats"])
    ]
    return msgspec.convert({**view, "seats": seats}, PositionView)


def broken(view: PositionView, options: Options) -> set[str]:
    """Return the rules that a view is found to break, once it is completed."""
    try:
        RULESET.read(RULESET.complete(view, options).view, options)
    except Faults as faults:
        return {one.rule for one in faults.faults}
    return set()


def unknown(completed: Completed[PositionView]) -> dict[str, tuple[str, ...]]:
    return {one.rule: one.missing for one in completed.unknown}


@pytest.mark.parametrize(("rule", "reason", "name", "changes"), PLANTED)
def test_a_fault_is_found_or_unknown(
    rule: str, reason: str, name: str, changes: dict[str, Any]
) -> None:
    """From the view of each seat, and of a spectator; never passed over."""
    wrong, options = made_wrong(name, changes)
    rules = broken(msgspec.convert(wrong, PositionView), options)
    assert rule in rules
    for viewer in (*range(len(wrong["seats"])), "spectator"):
        view = seen_by(wrong, viewer)
        found = broken(view, options)
        assert rules & (found | unknown(RULESET.complete(view, options)).keys()), viewer


@pytest.mark.rule("TG-HIDE-1")
def test_a_view_says_what_it_lacks() -> None:
    position = teg.given(4, hands={1: "c_chile", 2: "w_1 w_2"}).position
    view = RULESET.view(position, 1)
    assert view is not None
    completed = RULESET.complete(view, position.options)
    assert completed.viewers == (1,)
    assert unknown(completed)["TG-INV-2"] == tuple(f"seats[{seat}].cards" for seat in (0, 2, 3))
    assert unknown(completed)["TG-SETUP-8"] == tuple(
        f"seats[{seat}].objective" for seat in (0, 2, 3)
    )
    assert completed.view.seats[1] == view.seats[1]
    assert [len(seat.cards or ()) for seat in completed.view.seats] == [0, 1, 2, 0]
    assert RULESET.view(RULESET.read(completed.view, position.options), 1) == view


def test_more_cards_than_there_are_is_a_fault_that_everyone_sees() -> None:
    """The numbers of cards are public, and there are 52 cards."""
    wrong, options = made_wrong("place", {"seats.1.card_count": 5})
    assert "TG-INV-2" in broken(seen_by(wrong, 0), options)
