"""What the form asks of each option, from its schema alone."""

from typing import Any

import msgspec
import pytest

from domain.rulesets.registry import RULESETS
from tests.support import javascript
from tests.support.play import AnyRuleset


def range_of(schema: dict[str, Any]) -> Any:
    """Return what the form offers for an option of this schema."""
    return javascript.call("/page/app/create/options.js", "rangeOf", schema)


def test_a_choice_a_number_or_both() -> None:
    either = {"anyOf": [{"enum": ["lot"]}, {"type": "integer", "minimum": 0, "maximum": 9999}]}
    assert range_of({"type": "boolean"})["values"] == [False, True]
    assert range_of(either) == {
        "values": ["lot"],
        "numbers": {"minimum": 0, "maximum": 9999},
        "each": None,
    }


def test_a_number_is_held_to_what_the_rules_take() -> None:
    schema = {"type": "integer", "minimum": 0, "maximum": 9999, "x-allowed": {"minimum": 2}}
    assert range_of(schema)["numbers"] == {"minimum": 2, "maximum": 9999}


def test_of_a_list_each_seat_may_leave_its_choice_open() -> None:
    colours = {"type": "array", "items": {"anyOf": [{"enum": ["blue", "red"]}, {"type": "null"}]}}
    assert range_of({"anyOf": [colours, {"type": "null"}]})["each"] == [None, "blue", "red"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: str(one.meta.id))
def test_whatever_can_be_chosen_is_asked_for(ruleset: AnyRuleset) -> None:
    schema = msgspec.json.schema(ruleset.options_type)["$defs"]["Options"]["properties"]
    left_out = {name for name, one in schema.items() if range_of(one) is None}
    assert left_out == {name for name, one in schema.items() if len(one.get("enum", "  ")) == 1}
