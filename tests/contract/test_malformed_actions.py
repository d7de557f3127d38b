"""Test that a game reads the actions and options that fit their schema, and no others."""

import json
from collections.abc import Iterator
from typing import Any, Final

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft202012Validator

from domain.ruleset import AnyRuleset, kinds_of, tag_of
from domain.rulesets.registry import RULESETS
from service.archives.record_lines import RecordLine
from service.archives.sources import lines
from service.http.openapi.schemas import prefix
from tests.archives.test_golden import FOLDER
from tests.support.http.client import Json, create

pytestmark = pytest.mark.long

VALUES: Final[tuple[Any, ...]] = (None, -1, 0, 1_000_000, True, "", "nothing", [], ["nothing"], {})
"""Each takes the place of each member."""


def actions_of(rules: AnyRuleset) -> dict[str, Json]:
    """Return an action of each kind that seats take, from games of the golden archive, by kind."""
    of_seats = {tag_of(kind) for kind in kinds_of(rules.seat_actions)}
    found: dict[str, Json] = {}
    for line in lines([FOLDER / f"{rules.meta.id}-1.ndjson.zst"]):
        entries = json.loads(line.data)["entries"] if isinstance(line, RecordLine) else ()
        for action in (entry["action"] for entry in entries):
            if action["type"] in of_seats:
                found.setdefault(action["type"], action)
        if found.keys() == of_seats:
            return found
    raise LookupError(of_seats - found.keys())


def altered(sent: Json) -> Iterator[Json]:
    """Yield the action or options, and each like them with a member added, removed or replaced."""
    yield sent
    yield {**sent, "another": 1}
    for name in sent.keys() - {"type"}:
        yield {other: value for other, value in sent.items() if other != name}
        for value in VALUES:
            yield {**sent, name: value}


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_altered_actions_are_malformed_where_the_schema_says_so(
    http: httpx.Client, rules: AnyRuleset
) -> None:
    """The others are read, and judged by the rules."""
    body: dict[str, Any] = http.get(f"/v1/rulesets/{rules.meta.id}").json()
    fits = Draft202012Validator(body["actions_schema"])
    table = create(http, terms={"ruleset": rules.meta.id})
    refused = 0
    for action in actions_of(rules).values():
        for one in altered(action):
            answer = table.act(0, one)
            assert (answer.status_code != 400) == fits.is_valid(one), (one, answer.text)
            refused += answer.status_code == 400
    assert refused > len(kinds_of(rules.seat_actions))


@pytest.mark.parametrize("rules", RULESETS, ids=lambda rules: rules.meta.id)
def test_altered_options_are_malformed_where_the_schema_says_so(
    http: httpx.Client, document: Json, rules: AnyRuleset
) -> None:
    """The service reads the others, and the rules judge them; no option is required."""
    schemas = document["components"]["schemas"]
    name = f"{prefix(rules)}Options"
    parts = {"components": {"schemas": schemas}}
    fits = Draft202012Validator({"$ref": f"#/components/schemas/{name}", **parts})
    refused = 0
    for one in altered(json.loads(msgspec.json.encode(rules.options_type()))):
        answer = http.post("/v1/games", json={"ruleset": rules.meta.id, "options": one})
        assert (answer.status_code != 400) == fits.is_valid(one), (one, answer.text)
        refused += answer.status_code == 400
    assert refused > len(schemas[name]["properties"])
