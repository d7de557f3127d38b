"""Test the AsyncAPI document: current, served, complete, and with the schemas of OpenAPI."""

import json
import re
from typing import Any, Final, get_args

from jsonschema_rs import Draft7Validator
from litestar.testing import TestClient

from service.http.openapi.asyncapi import asyncapi
from service.http.static.discovery import ASYNCAPI, ASYNCAPI_TYPE
from service.live.frames import FrameName
from tests.support.http.channels import DOCUMENT

SOCKET: Final = DOCUMENT["channels"]["live"]["messages"]


def test_the_committed_document_is_current(document: dict[str, Any]) -> None:
    """``make openapi`` would change nothing."""
    assert json.loads(json.dumps(asyncapi(document))) == DOCUMENT


def test_the_service_serves_the_same_document(http: TestClient[Any]) -> None:
    """With the media type of AsyncAPI, and an entity tag."""
    answer = http.get(ASYNCAPI)
    assert answer.json() == DOCUMENT
    assert answer.headers["content-type"] == ASYNCAPI_TYPE
    again = http.get(ASYNCAPI, headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_every_frame_is_described() -> None:
    """A new kind of frame needs a message."""
    streams = [one["messages"] for one in DOCUMENT["channels"].values()]
    assert set(get_args(FrameName)) <= {name for messages in streams for name in messages}


def test_every_message_belongs_to_an_operation() -> None:
    """Every operation names messages of its channel, and each message has one that sends it."""
    used = set()
    for operation in DOCUMENT["operations"].values():
        for part in (operation, operation.get("reply")):
            for message in part["messages"] if part else ():
                assert message["$ref"].startswith(f"{part['channel']['$ref']}/messages/")
                used.add(message["$ref"])
    assert used == {
        f"#/channels/{channel}/messages/{name}"
        for channel, one in DOCUMENT["channels"].items()
        for name in one["messages"]
    }


def test_the_schemas_are_those_of_openapi(document: dict[str, Any]) -> None:
    """A client can use the types that it has; only frames have more."""
    known = document["components"]["schemas"].keys()
    assert DOCUMENT["components"]["schemas"].keys() - known == {
        "Act",
        "ActInTournament",
        "Dropped",
        "Ended",
        "GameEvent",
        "Gone",
        "Hello",
        "OwnGame",
        "Ready",
        "TournamentChanged",
        "TournamentOver",
    }
    references = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT)))
    assert references == DOCUMENT["components"]["schemas"].keys()


def test_the_schemas_are_of_the_dialect_of_asyncapi() -> None:
    """Draft 7 ignores what is next to a reference, and has no ``prefixItems``."""
    schemas = DOCUMENT["components"]["schemas"]
    for name in schemas:
        Draft7Validator(
            {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
        )
    _must_be_of_draft_07(schemas)
    assert SOCKET["act"]["payload"] == {"$ref": "#/components/schemas/Act"}
    assert schemas["Act"]["properties"]["actions"]["items"] == {
        "$ref": "#/components/schemas/SentAction"
    }


def _must_be_of_draft_07(part: Any) -> None:
    if isinstance(part, dict):
        assert not {"prefixItems", "discriminator"} & part.keys()
        assert "$ref" not in part or len(part) == 1, part
        for one in part.values():
            _must_be_of_draft_07(one)
    elif isinstance(part, list):
        for one in part:
            _must_be_of_draft_07(one)
