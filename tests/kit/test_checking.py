"""Checks of positions from outside: all faults are raised together."""

import pytest

from domain.kit.checking import fault, must_be_sound, repeated, some_in_order
from domain.refusal import Refusal
from domain.ruleset import Faults


def test_all_faults_are_raised_together() -> None:
    found = [fault("X-INV-1", "too_many", pieces=3), fault("X-INV-2", "too_few", pieces=0)]
    with pytest.raises(Faults) as raised:
        must_be_sound(iter(found))
    assert raised.value.faults == tuple(found)
    assert found[0] == Refusal("X-INV-1", "too_many", {"pieces": 3})
    must_be_sound(())


def test_values_that_occur_again_are_found_once() -> None:
    assert repeated(["red", "blue", "red", "green", "blue", "red"]) == ["red", "blue"]
    assert repeated(range(3)) == []


@pytest.mark.parametrize(
    ("chosen", "right"),
    [
        (("red",), True),
        (("blue", "green"), True),
        (("green", "blue"), False),
        (("blue", "blue"), False),
        (("blue", "pink"), False),
        ((), False),
    ],
)
def test_winners_stand_in_order(chosen: tuple[str, ...], right: bool) -> None:
    assert some_in_order(chosen, ("red", "blue", "green")) is right
