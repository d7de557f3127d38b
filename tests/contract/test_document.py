"""Test the OpenAPI document: current, valid, complete, and convenient for client generators."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from openapi_spec_validator import OpenAPIV31SpecValidator

from domain.rulesets import registry
from domain.rulesets.carolus_magnus import RULESET
from service.http.openapi import document as documents
from service.http.openapi.examples import FOLDER
from service.http.openapi.schema_pages import ASSETS
from service.http.openapi.schemas import Schemas
from tests.support.games.veiled import VEIL
from tests.support.http.promises import Promises
from tests.tools.make_examples import write

COMMITTED = FOLDER.parent / "openapi.json"

METHODS = ("get", "put", "post", "delete")


def test_the_committed_document_is_current(document: dict[str, Any]) -> None:
    """``make openapi`` would change nothing."""
    assert json.loads(COMMITTED.read_text(encoding="utf-8")) == document


def test_the_service_serves_the_same_document(
    http: TestClient[Any], document: dict[str, Any]
) -> None:
    """The served document is the committed one."""
    assert http.get("/schema/openapi.json").json() == document


@pytest.mark.parametrize("address", ["openapi.json", "teg.json", "record.schema.json"])
def test_a_client_that_has_the_document_gets_304(http: TestClient[Any], address: str) -> None:
    """Each form has a tag, and the compressed one is the same document."""
    address = f"/schema/{address}"
    plain = http.get(address, headers={"Accept-Encoding": "identity"})
    for coding in ("identity", "gzip"):
        asked = {"Accept-Encoding": coding}
        first = http.get(address, headers=asked)
        assert first.json() == plain.json()
        assert first.headers.get("content-encoding", "identity") == coding
        again = http.get(address, headers={**asked, "If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert http.head(address, headers=asked).headers["etag"] == first.headers["etag"]


@pytest.mark.long
def test_the_document_is_valid_openapi(document: dict[str, Any]) -> None:
    """The schema of OpenAPI 3.1 itself accepts it."""
    assert document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(document).validate()


def test_every_operation_is_complete(document: dict[str, Any]) -> None:
    """It has a description, an explained tag, its security, and links to existing operations."""
    tags = {tag["name"] for tag in document["tags"]}
    ids = [operation["operationId"] for _, operation in _operations(document)]
    assert len(ids) == len(set(ids))
    for _, operation in _operations(document):
        assert re.fullmatch("[a-z]+([A-Z][a-z]+)*", operation["operationId"])
        assert set(operation["tags"]) <= tags
        assert operation["summary"]
        assert operation["description"]
        assert operation["security"] in ([], [{"token": []}], [{}, {"token": []}])
        for refused in ("401", "403"):
            assert (refused in operation["responses"]) == bool(operation["security"])
        assert any(status.startswith("4") for status in operation["responses"])
        for answer in operation["responses"].values():
            for link in answer.get("links", {}).values():
                assert link["operationId"] in ids
                # openapi-generator reads only text here: an expression.
                assert isinstance(link.get("requestBody", ""), str)


def test_every_parameter_is_complete(document: dict[str, Any], promises: Promises) -> None:
    """Numbers have bounds, and none is null, because clients leave out optional parameters."""
    for _, operation in _operations(document):
        for entry in operation["parameters"]:
            parameter = promises.resolved(entry)
            schema = parameter["schema"]
            assert parameter["description"] or parameter["name"] == "status"
            assert "null" not in json.dumps(schema)
            if schema["type"] == "integer":
                assert "minimum" in schema
            if parameter["in"] == "query" and schema["type"] == "integer":
                assert "maximum" in schema


def test_every_schema_has_a_name(document: dict[str, Any]) -> None:
    """Only maps are inline: every other object is a class of the client."""
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        assert schema["title"] == name
        assert "enum" in schema or schema["description"]
        for key, inner in schema.get("properties", {}).items():
            assert not _spelled_out(inner), (name, key)
    for _, operation in _operations(document):
        assert not _spelled_out(operation)


def test_every_schema_comes_after_those_that_it_refers_to(document: dict[str, Any]) -> None:
    """Generated clients declare them in this order, and a module cannot use later names."""
    known: set[str] = set()
    for name, schema in document["components"]["schemas"].items():
        assert known.issuperset(_references(schema)), name
        known.add(name)


def test_every_body_is_closed(document: dict[str, Any]) -> None:
    """The service refuses unknown fields, and the document says so."""
    sent = _sent(document)
    for name, schema in sent.items():
        if "properties" in schema:
            assert schema["additionalProperties"] is False, name
    assert {
        "CarolusMagnusPosition",
        "CarolusMagnusPlacePaladins",
        "TakeSeatRequest",
        "Resign",
    } <= sent.keys()


def test_every_integer_of_a_request_has_bounds(document: dict[str, Any]) -> None:
    """The service refuses integers of more than 64 bits, and the document says so."""
    for name, schema in _sent(document).items():
        for integer in _integers(schema):
            assert {"minimum", "maximum"} <= integer.keys(), name


def test_the_type_distinguishes_actions_and_events(document: dict[str, Any]) -> None:
    """Every union of them has a discriminator that lists every member."""
    schemas = document["components"]["schemas"]
    for name in ("SeatAction", "ChanceAction", "Action", "SentAction", "Event", "EventFacts"):
        union = schemas.get(f"CarolusMagnus{name}")
        if union is None:
            continue  # no operation uses it
        mapping = union["discriminator"]["mapping"]
        assert union["discriminator"]["propertyName"] == "type"
        assert sorted(mapping.values()) == sorted(one["$ref"] for one in union["oneOf"])
        for tag, reference in mapping.items():
            variant = schemas[reference.rpartition("/")[2]]
            assert variant["properties"]["type"]["const"] == tag
            assert "type" in variant["required"]
    sent = schemas["CarolusMagnusSentAction"]["discriminator"]["mapping"]
    assert {"choose_disc", "roll_dice", "resign", "offer_draw", "abort_game"} <= sent.keys()
    events = schemas["CarolusMagnusEvent"]["discriminator"]["mapping"]
    assert {"lots_drawn", "castle_built", "seat_taken", "secret_revealed"} <= events.keys()


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        (
            "CarolusMagnusGame",
            "id ruleset options status seats version head awaits position outcome",
        ),
        ("Seat", "seat name bot taken"),
        ("Await", "seat actions"),
        ("TegActionsTaken", "type ruleset version head events game"),
        ("GameCreated", "game tokens"),
        ("Tokens", "creator seats"),
        ("Problem", "type title status detail rule reason facts index"),
        ("CarolusMagnusPositionVerdict", "legal refusals events position awaits unknown"),
        ("VerdictRefusal", "index rule reason facts message"),
        ("CarolusMagnusVerdictEvent", "index event"),
        ("CarolusMagnusDiceRolled", "version type at by hash seat faces"),
        ("CarolusMagnusLotsDrawn", "version type at by hash opening paladins emperor"),
        ("CarolusMagnusOutcome", "reason winners castles"),
        (
            "CarolusMagnusPosition",
            "phase step round order active crowns emperor territories markers supply seats outcome",
        ),
        (
            "CarolusMagnusPosition",
            "castles_in_play placed_this_round owner_changed_this_round",
        ),
        ("CarolusMagnusTerritory", "segments paladins owner castles"),
        ("CarolusMagnusSeat", "side court reserve jokers discs disc_played"),
    ],
)
def test_the_wire_shapes_are_stable(document: dict[str, Any], name: str, fields: str) -> None:
    """Clients depend on these fields."""
    assert set(fields.split()) <= document["components"]["schemas"][name]["properties"].keys()


# --- examples -------------------------------------------------------------------------------


def test_every_request_and_answer_has_an_example(
    document: dict[str, Any], promises: Promises
) -> None:
    """Every request body and every answer with a body has one."""
    for _, operation in _operations(document):
        for content in operation.get("requestBody", {}).get("content", {}).values():
            assert content["examples"], operation["operationId"]
        for response in operation["responses"].values():
            answer = promises.resolved(response)
            for content in answer.get("content", {}).values():
                assert content["examples"], operation["operationId"]


def test_every_example_fits_its_schema(document: dict[str, Any], promises: Promises) -> None:
    """Examples contain only fields of their schema."""
    count = 0
    for schema, value in _examples(document):
        promises.fits(value, schema)
        count += 1
    assert count >= 40


def test_no_example_has_a_reference_in_it(document: dict[str, Any]) -> None:
    """Some generators and linters interpret `$ref` anywhere."""
    for _, value in _examples(document):
        assert '"$ref"' not in json.dumps(value)


def test_every_example_file_is_in_the_document(document: dict[str, Any]) -> None:
    """No file is left unused."""
    shown = [value for _, value in _examples(document)]
    for path in FOLDER.iterdir():
        text = path.read_text(encoding="utf-8")
        assert (json.loads(text) if path.suffix == ".json" else text) in shown, path.name


@pytest.mark.long
def test_the_examples_are_answers_of_the_service(tmp_path: Path) -> None:
    """The games, played again, return the same; or run ``python -m tests.tools.make_examples``."""
    write(tmp_path)
    names = {path.name for path in FOLDER.iterdir()}
    assert {path.name for path in tmp_path.iterdir()} == names
    for name in sorted(names):
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8"), name


# --- another ruleset --------------------------------------------------------------------------


def test_a_second_ruleset_finds_its_place(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets its own names and checker paths, and unions where operations serve both."""
    meta = msgspec.structs.replace(RULESET.meta, id="other-game", title="Other Game")
    other = replace(RULESET, meta=meta)
    both = (RULESET, other)
    monkeypatch.setitem(registry.BY_ID, meta.id, other)
    monkeypatch.setitem(registry.BY_PINNED, meta.pinned, other)
    document = documents.document(app, both)
    schemas = document["components"]["schemas"]
    assert schemas["CreateGameRequest"]["discriminator"]["mapping"] == {
        "carolus-magnus": "#/components/schemas/CarolusMagnusCreateGameRequest",
        "other-game": "#/components/schemas/OtherGameCreateGameRequest",
    }
    assert schemas["Game"]["discriminator"]["mapping"].keys() == {
        "carolus-magnus@1",
        "other-game@1",
    }
    check = document["paths"]["/v1/rulesets/other-game/check"]["post"]
    assert check["operationId"] == "checkOtherGameActions"
    body = check["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/OtherGameCheckActionsRequest"}
    assert "OtherGameDiceRolled" in schemas
    assert len(schemas["ActionsTaken"]["oneOf"]) == len(schemas["SentAction"]["anyOf"]) == 2


# --- the page ---------------------------------------------------------------------------------


def test_the_page_loads_nothing_from_elsewhere(http: TestClient[Any]) -> None:
    """The page and its script have only addresses of this service; its policy allows no others."""
    response = http.get("/schema")
    assert "default-src 'self'" in response.headers["content-security-policy"]
    page = response.text
    for text in (page, http.get("/schema/page.js").text):
        assert not re.search(r"(?:https?:)?//", text)
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert http.get(address).status_code == 200
    css = http.get("/schema/assets/swagger-ui.css").text
    assert not re.search(r"@import|url\(\s*['\"]?(?!data:)[^)'\"]", css)


@pytest.mark.parametrize("coding", ["identity", "gzip", "gzip, deflate, br, zstd"])
def test_every_asset_of_the_page_arrives_whole(http: TestClient[Any], coding: str) -> None:
    """The script of Swagger UI is longer than one chunk of a chunked body."""
    page = http.get("/schema").text
    names = re.findall(r'(?:src|href)="/schema/assets/([^"]+)"', page)
    assert "swagger-ui-bundle.js" in names
    for name in names:
        with http.stream(
            "GET", f"/schema/assets/{name}", headers={"Accept-Encoding": coding}
        ) as answer:
            answer.read()
        assert int(answer.headers["content-length"]) == answer.num_bytes_downloaded
        assert answer.content == (ASSETS / name).read_bytes()


def test_the_document_links_to_reference_pages(
    document: dict[str, Any], http: TestClient[Any]
) -> None:
    """The service serves the Markdown pages that tags and operations name."""
    text = json.dumps(document)
    pages = set(re.findall(r"/schema/reference/[a-z-]+\.md", text))
    assert not any("externalDocs" in tag for tag in document["tags"])
    assert len(pages) > 6
    for page in pages:
        answer = http.get(page)
        assert (answer.status_code, answer.text[:2]) == (200, "# "), page
    assert http.get("/schema/reference/none.md").status_code == 404
    assert "docs/reference" not in text


def test_the_front_door_leads_somewhere(http: TestClient[Any]) -> None:
    """It is a page for people."""
    answer = http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")


# --- helpers ----------------------------------------------------------------------------------


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            assert method in METHODS
            yield f"{method} {path}", operation


def _sent(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the schemas of all that requests may contain, by name."""
    sent: dict[str, dict[str, Any]] = {}
    waiting = [
        name
        for _, operation in _operations(document)
        for name in _references(operation.get("requestBody", {}))
    ]
    while waiting:
        name = waiting.pop()
        if name not in sent:
            sent[name] = document["components"]["schemas"][name]
            waiting += _references(sent[name])
    return sent


def _integers(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas of integers in a schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "integer":
            yield schema
        schema = list(schema.values())
    if isinstance(schema, list):
        for one in schema:
            yield from _integers(one)


def _examples(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Any]]:
    """Yield every example with its schema."""
    parts = document["paths"], document["webhooks"], document["components"]["responses"]
    waiting: list[Any] = list(parts)
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            for example in node.get("examples", {}).values() if "schema" in node else ():
                yield node["schema"], example["value"]
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def _spelled_out(schema: Any) -> bool:
    """Return whether it contains an inline object; maps have plain values of one kind."""
    if isinstance(schema, dict):
        if schema.get("type") == "object" and schema.get("properties"):
            first, *others = schema["properties"].values()
            plain = first.get("type") in {"integer", "string"}
            return not plain or any(one != first for one in others)
        return any(_spelled_out(one) for key, one in schema.items() if key != "examples")
    return isinstance(schema, list) and any(map(_spelled_out, schema))


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, one in schema.items():
            if key == "$ref":
                yield str(one).rpartition("/")[2]
            elif key != "examples":
                yield from _references(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from _references(one)


def test_a_ruleset_with_one_kind_of_action_is_complete() -> None:
    """Python makes no union of one type, but the document has one."""
    named = Schemas([], {VEIL.meta.id: []}, (VEIL,)).named
    (own,) = named["VeilSeatAction"]["oneOf"]
    assert own == {"$ref": "#/components/schemas/VeilLayCard"}
    assert own in named["VeilSentAction"]["oneOf"]
