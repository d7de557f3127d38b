"""Test the documents of single rulesets, which are smaller than that of everything."""

import json
from typing import Any, Final

import pytest
from litestar.testing import TestClient

from domain.ruleset import AnyRuleset
from domain.rulesets.registry import RULESETS
from service.http.openapi.schemas import prefix
from tests.contract.test_derived import DOCUMENT
from tests.support.http.client import of_two, start
from tests.support.http.promises import Promises

BYTES_MAX: Final = 600_000
"""Much less than the document of everything has."""


@pytest.fixture(scope="module", params=RULESETS, ids=lambda rules: rules.meta.id)
def rules(request: pytest.FixtureRequest) -> AnyRuleset:
    found: AnyRuleset = request.param
    return found


@pytest.fixture(scope="module")
def own(http: TestClient[Any], rules: AnyRuleset) -> dict[str, Any]:
    """Return the document of one ruleset."""
    answer = http.get(f"/schema/{rules.meta.id}.json")
    assert len(answer.content) < BYTES_MAX
    found: dict[str, Any] = answer.json()
    return found


def test_the_document_of_a_ruleset_is_a_part_of_the_whole(
    rules: AnyRuleset, own: dict[str, Any]
) -> None:
    """It has the same operations, except those of other rulesets, and nothing of these."""
    others = [one for one in RULESETS if one is not rules]
    of_others = tuple(f"/v1/rulesets/{one.meta.id}/" for one in others)
    assert list(own["paths"]) == [
        path for path in DOCUMENT["paths"] if not path.startswith(of_others)
    ]
    for path, item in own["paths"].items():
        whole = DOCUMENT["paths"][path]
        assert {name: one["operationId"] for name, one in item.items()} == {
            name: one["operationId"] for name, one in whole.items()
        }
    names = own["components"]["schemas"]
    assert not [name for name in names if name.startswith(tuple(map(prefix, others)))]
    for name, schema in names.items():
        assert len(schema.get("oneOf", ("", ""))) > 1 or name.startswith(prefix(rules)), name
    assert '"examples": {' not in json.dumps(own)


def test_lists_are_of_one_ruleset(rules: AnyRuleset, own: dict[str, Any]) -> None:
    """Where a list could contain others, its parameter is required and has one value."""
    found = 0
    for item in own["paths"].values():
        for operation in item.values():
            for parameter in operation["parameters"]:
                if parameter.get("name") == "ruleset":
                    assert parameter["required"]
                    assert parameter["schema"]["const"] == rules.meta.id
                    found += 1
    assert found > 3


def test_the_service_keeps_the_promises_of_the_document(
    http: TestClient[Any], rules: AnyRuleset, own: dict[str, Any]
) -> None:
    """Answers about a game of the ruleset have exactly the fields that it describes."""
    kept = Promises(own).kept
    table = start(http, **of_two(rules))
    for path in ("", "/events"):
        kept(http.get(table.url + path), status=200)
    kept(http.get(f"/v1/games?ruleset={rules.meta.id}"), status=200)
    due = table.now()["awaits"][0]["seat"]
    headers = table.headers(due)
    legal = kept(http.get(f"{table.url}/legal-actions", headers=headers), status=200).json()
    body = {"actions": legal["actions"][:1]}
    for query in ("?dry_run=true", "?legal_actions=true"):
        kept(http.post(f"{table.url}/actions{query}", json=body, headers=headers), status=200)
