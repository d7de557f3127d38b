"""Test that generators of clients can name and distinguish everything in the document."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from domain.rulesets.registry import RULESETS
from service.http.openapi.schemas import prefix
from tests.contract.test_derived import CONTRACTS, DOCUMENT, OPERATIONS

SCHEMAS: Final = DOCUMENT["components"]["schemas"]

PREFIXES: Final = tuple(map(prefix, RULESETS))

ITSELF: Final = {"Record"}
"""Bodies that are things of their own, which other operations return."""

SHORT: Final = 4
"""The most variants of a union without a name."""

UNTAGGED: Final = {
    "takeActions": "unions themselves, which generators accept in no mapping; each has its type",
    "SentAction": "a client may not know the ruleset, which the game has; types of actions repeat",
}
"""Unions of objects without a discriminator, and why they have none."""


def test_no_two_components_have_one_name() -> None:
    """Generators put schemas, parameters and responses into one namespace, and some into files."""
    names = [name.lower() for kind in ("schemas", "parameters") for name in _components(kind)]
    names += [name.lower() for name in SCHEMAS.keys() & _components("responses").keys()]
    assert [name for name, count in Counter(names).items() if count > 1] == []


def test_each_tag_is_one_file() -> None:
    """Operations and webhooks have different tags: generators write a file for each tag of both."""
    of_operations = {tag for _, _, one in OPERATIONS.values() for tag in one["tags"]}
    of_messages = {tag for one in DOCUMENT["webhooks"].values() for tag in one["post"]["tags"]}
    assert of_operations.isdisjoint(of_messages)
    assert of_operations | of_messages == {tag["name"] for tag in DOCUMENT["tags"]}


def test_a_body_is_named_after_its_operation() -> None:
    """The body of ``takeSeat`` is a ``TakeSeatRequest``."""
    checked = set()
    for contract in CONTRACTS.values():
        base = contract.named.format("") or contract.id
        expected = f"{base[0].upper()}{base[1:]}Request"
        for first in PREFIXES if contract.named else ("",):
            operation = contract.named.format(first) or contract.id
            content = OPERATIONS[operation][2].get("requestBody", {}).get("content", {})
            schema = content.get("application/json", {}).get("schema", {})
            if schema and schema["$ref"].rpartition("/")[2] not in ITSELF:
                assert schema == {"$ref": f"#/components/schemas/{first}{expected}"}, operation
                checked.add(operation)
    assert "takeSeat" in checked
    assert len(checked) > 20


def test_unions_of_objects_have_discriminators() -> None:
    """A generated client knows which variant it has received without trying each."""
    found = set()
    described = {name: one for name, (_, _, one) in OPERATIONS.items()}
    for where, union in _unions(SCHEMAS | described):
        variants = [_resolved(one) for one in union]
        objects = [one for one in variants if "properties" in one or "oneOf" in one]
        if len(objects) > 1:
            found.add(where)
    assert found == UNTAGGED.keys()


def test_long_unions_have_names() -> None:
    """A client can name the type of an action or an event, and each is in the document once."""
    found = []
    for name, schema in SCHEMAS.items():
        waiting = [one for one in schema.values() if isinstance(one, dict)]
        while waiting:
            node = waiting.pop()
            if len(node.get("oneOf", ())) > SHORT:
                found.append(name)
            parts = [one for one in node.values() if isinstance(one, list)]
            waiting += [
                one for part in [node.values(), *parts] for one in part if isinstance(one, dict)
            ]
    assert found == []


def test_every_operation_declares_its_mistakes() -> None:
    """A mistake of the service is a problem like any other."""
    for name, (_, _, described) in OPERATIONS.items():
        assert described["responses"]["500"] == {"$ref": "#/components/responses/Internal"}, name


def test_every_new_resource_has_an_address() -> None:
    """Each 201 has a ``Location`` (RFC 9110, section 10.2.2)."""
    made = [one for _, _, one in OPERATIONS.values() if "201" in one["responses"]]
    assert len(made) >= 5
    for described in made:
        assert "Location" in described["responses"]["201"]["headers"], described["operationId"]


SAFE_BY_ITSELF: Final = {
    "makeSubscription": "an endpoint of a browser has one subscription",
}
"""Operations that make something, and need no key to be repeated, and why."""


def test_requests_that_create_something_can_be_repeated() -> None:
    """After a lost response, a client sends the request again with its ``Idempotency-Key``."""
    key = {"$ref": "#/components/parameters/IdempotencyKeyParameter"}
    made = {name: one for name, (_, _, one) in OPERATIONS.items() if "201" in one["responses"]}
    without = {name for name, one in made.items() if key not in one["parameters"]}
    assert without == SAFE_BY_ITSELF.keys()


def test_the_type_of_a_problem_is_known() -> None:
    """The enumeration lists all types that the document shows; later versions may add others."""
    known, other = SCHEMAS["Problem"]["properties"]["type"]["anyOf"]
    types = _resolved(known)["enum"]
    assert other == {"type": "string"}
    assert sorted(types) == sorted(set(types))
    for answer in _components("responses").values():
        (content,) = answer["content"].values()
        for example in content["examples"].values():
            assert example["value"]["type"] in types
    names = SCHEMAS["KnownProblem"]["enum"]
    parameter = _components("parameters")["NameParameter"]["schema"]["enum"]
    assert names == [f"/problems/{name}" for name in parameter]


def _components(kind: str) -> dict[str, Any]:
    found: dict[str, Any] = DOCUMENT["components"][kind]
    return found


def _resolved(schema: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (
        SCHEMAS[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    )
    return found


def _unions(named: dict[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield each union without a discriminator, with the name of its schema."""
    for name, schema in named.items():
        waiting = [schema]
        while waiting:
            node = waiting.pop()
            if isinstance(node, dict):
                for key in {"anyOf", "oneOf"} & node.keys():
                    if "discriminator" not in node:
                        yield name, node[key]
                waiting += [one for key, one in node.items() if key != "examples"]
            elif isinstance(node, list):
                waiting += node
