"""What the form asks of each option, from its schema alone."""

from typing import Any, Final

import msgspec
import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser import javascript

OPTIONS: Final = "/page/app/create/options.js"


def schema_of(ruleset: AnyRuleset) -> dict[str, Any]:
    """Return the schema of each option."""
    told = msgspec.json.schema(ruleset.options_type)["$defs"]["Options"]["properties"]
    return dict(told)


def range_of(schema: dict[str, Any]) -> Any:
    """Return what the form offers for an option of this schema."""
    return javascript.call(OPTIONS, "rangeOf", schema)


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
    schema = schema_of(ruleset)
    left_out = {name for name, one in schema.items() if range_of(one) is None}
    assert left_out == {name for name, one in schema.items() if len(one.get("enum", "  ")) == 1}


@pytest.fixture(scope="module")
def known() -> dict[str, Any]:
    """Return the options that the page of each ruleset knows."""
    return {
        ruleset: javascript.call(f"/page/rulesets/{ruleset}/index.js", "default")["options"]
        for ruleset in javascript.folders()
    }


def asked(options: Any, ruleset: str, seats: int) -> dict[str, Any]:
    """Return what the form asks for with so many seats, by the name of the option."""
    found = javascript.call(OPTIONS, "askedOf", options, schema_of(BY_ID[ruleset]), seats)
    return {one["option"]["name"]: one["range"] for one in found}


def test_nobody_is_asked_where_partners_sit_without_partners(known: dict[str, Any]) -> None:
    options = known["carolus-magnus"]
    for seats in (2, 3, 4):
        assert ("seating" in asked(options, "carolus-magnus", seats)) is (seats == 4)
    chosen = {"seating": "adjacent", "tie_break": "shared"}
    assert fitted(chosen, options, 4) == chosen
    assert fitted(chosen, options, 2) == {"tie_break": "shared"}


def test_a_seat_is_chosen_from_those_that_there_are(known: dict[str, Any]) -> None:
    """By a number from 0, as the service takes it; the form says it from 1 on."""
    options = known["teg"]
    assert asked(options, "teg", 3)["first_seat"]["values"] == ["random", 0, 1, 2]
    assert fitted({"first_seat": 2}, options, 3) == {"first_seat": 2}
    assert fitted({"first_seat": 2}, options, 2) == {}
    assert fitted({"first_seat": "random"}, options, 2) == {"first_seat": "random"}
    colours = fitted({"colors": ["red", None, "blue"]}, options, 2)
    assert colours == {"colors": ["red", None]}


def fitted(chosen: dict[str, Any], options: Any, seats: int) -> Any:
    """Return what is left of what was chosen when there are so many seats."""
    return javascript.call(OPTIONS, "fitted", chosen, options, seats)
