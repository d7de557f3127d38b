"""Test what the form offers for each option, from its schema alone."""

from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import BY_ID, RULESETS
from tests.support.browser import javascript

OPTIONS: Final = "/page/app/create/options.js"
WORDLESS: Final = Path(__file__).parents[1] / "support" / "browser" / "generic.mjs"


def schema_of(ruleset: AnyRuleset) -> dict[str, Any]:
    """Return the schema of each option."""
    properties = msgspec.json.schema(ruleset.options_type)["$defs"]["Options"]["properties"]
    return dict(properties)


def range_of(schema: dict[str, Any]) -> Any:
    """Return what the form offers for an option with this schema."""
    return javascript.call(OPTIONS, "rangeOf", schema)


def test_a_choice_a_number_or_both() -> None:
    either = {"anyOf": [{"enum": ["lot"]}, {"type": "integer", "minimum": 0, "maximum": 9999}]}
    assert range_of({"type": "boolean"})["values"] == [False, True]
    assert range_of(either) == {
        "values": ["lot"],
        "numbers": {"minimum": 0, "maximum": 9999},
        "each": None,
    }


def test_a_number_is_limited_by_the_rules() -> None:
    schema = {"type": "integer", "minimum": 0, "maximum": 9999, "x-allowed": {"minimum": 2}}
    assert range_of(schema)["numbers"] == {"minimum": 2, "maximum": 9999}


def test_each_seat_of_a_list_may_be_open() -> None:
    colours = {"type": "array", "items": {"anyOf": [{"enum": ["blue", "red"]}, {"type": "null"}]}}
    assert range_of({"anyOf": [colours, {"type": "null"}]})["each"] == [None, "blue", "red"]


def test_no_seat_of_a_fixed_list_may_be_open() -> None:
    army = {"enum": ["bottom", "top"]}
    schema = {"type": "array", "prefixItems": [army, army], "maxItems": 2}
    assert range_of(schema)["each"] == ["bottom", "top"]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda one: str(one.meta.id))
def test_the_form_offers_every_choice(ruleset: AnyRuleset) -> None:
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
    """Return what the form offers for this many seats, by the name of the option."""
    found = javascript.call(OPTIONS, "askedOf", options, schema_of(BY_ID[ruleset]), seats)
    return {one["option"]["name"]: one["range"] for one in found}


def test_a_form_offers_no_value_that_was_corrected() -> None:
    """The schema still has it, because stored games do."""
    schema = {"enum": ["1", "2", "2-2"], "x-superseded": {"2": "2-2"}}
    assert javascript.call(OPTIONS, "rangeOf", schema)["values"] == ["1", "2-2"]


def test_the_seating_of_partners_needs_partners(known: dict[str, Any]) -> None:
    options = known["carolus-magnus"]
    for seats in (2, 3, 4):
        assert ("seating" in asked(options, "carolus-magnus", seats)) is (seats == 4)
    chosen = {"seating": "adjacent", "tie_break": "shared"}
    assert fitted(chosen, options, 4) == chosen
    assert fitted(chosen, options, 2) == {"tie_break": "shared"}


@pytest.mark.parametrize(("seats", "shown"), [(2, None), (3, None), (4, "adjacent")])
def test_the_terms_of_a_game_without_partners_leave_their_seating_out(
    known: dict[str, Any], seats: int, shown: str | None
) -> None:
    (seating,) = [one for one in known["carolus-magnus"] if one["name"] == "seating"]
    words = "/page/app/option-words.js"
    assert javascript.call(words, "inEffect", seating, {"seating": "adjacent"}, seats) == shown


def test_a_ruleset_without_a_page_has_a_whole_form() -> None:
    """Nothing is folded away; names and values are readable without words."""
    schema = schema_of(BY_ID["teg"])
    for options, folded in ([{"name": "round_limit"}], True), ([], False):
        found = javascript.call(OPTIONS, "askedOf", options, schema, 4)
        others = [one["option"] for one in found if one["option"] not in options]
        assert {one["name"] for one in others} > {"objectives", "first_seat", "colors"}
        assert all(one["advanced"] is folded for one in others)
    drawn = javascript.call(WORDLESS, "form", schema, {"objectives": "common_only"}, 4)
    assert "common target" in drawn
    assert "secret and common" in drawn
    assert "_" not in drawn


def test_only_existing_seats_can_be_chosen(known: dict[str, Any]) -> None:
    """The service counts from 0, and the form from 1."""
    options = known["teg"]
    assert asked(options, "teg", 3)["first_seat"]["values"] == ["random", 0, 1, 2]
    assert fitted({"first_seat": 2}, options, 3) == {"first_seat": 2}
    assert fitted({"first_seat": 2}, options, 2) == {}
    assert fitted({"first_seat": "random"}, options, 2) == {"first_seat": "random"}
    colours = fitted({"colors": ["red", None, "blue"]}, options, 2)
    assert colours == {"colors": ["red", None]}


def fitted(chosen: dict[str, Any], options: Any, seats: int) -> Any:
    """Return the choices that remain valid with this many seats."""
    return javascript.call(OPTIONS, "fitted", chosen, options, seats)
