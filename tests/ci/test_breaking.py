"""Test that the comparison with the last release finds what would break its clients."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

ROOT = Path(__file__).parents[2]
breaking = runpy.run_path(str(ROOT / ".ci" / "breaking.py"))["breaking"]

TEXT = (ROOT / "openapi" / "openapi.json").read_bytes()
OLD = msgspec.json.decode(TEXT)
SCHEMAS = ("components", "schemas")


def found(change: Callable[[Any], object]) -> list[str]:
    """Return what breaks in a document with this change."""
    new = msgspec.json.decode(TEXT)  # takes a fraction of the time of a deep copy
    change(new)
    return list(breaking(OLD, new))


def at(document: Any, *keys: str) -> Any:
    for key in keys:
        document = document[key]
    return document


def test_nothing_breaks_without_a_change() -> None:
    assert found(lambda new: None) == []


SEAT = ("paths", "/v1/games/{game}/seats/{seat}", "put")
GAMES = ("paths", "/v1/games", "get")
CREATE = ("paths", "/v1/games", "post")
RANKS = (*SCHEMAS, "RoundTable", "properties", "ranks", "anyOf")


def parameter(document: Any, name: str) -> Any:
    """Return the schema of a parameter of the list of games."""
    return next(
        one["schema"] for one in at(document, *GAMES)["parameters"] if one.get("name") == name
    )


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda new: new["paths"].pop("/v1/games"), "GET /v1/games is gone"),
        (lambda new: at(new, *GAMES).update(operationId="x"), "has another id"),
        (lambda new: at(new, *GAMES)["parameters"].pop(0), "the parameter status is gone"),
        (lambda new: at(new, *GAMES)["parameters"][0].update(required=True), "status is required"),
        (lambda new: at(new, *GAMES, "responses").pop("200"), "no answer has status 200"),
        (
            lambda new: at(new, *GAMES, "responses", "200", "content").clear(),
            "is no longer application/json",
        ),
        (lambda new: at(new, *SEAT).pop("requestBody"), "the body is no longer application/json"),
        (
            lambda new: at(new, *SCHEMAS, "TakeSeatRequest", "properties").pop("bot"),
            "TakeSeatRequest.bot is gone",
        ),
        (
            lambda new: at(new, *SCHEMAS, "TakeSeatRequest").update(required=["name"]),
            "TakeSeatRequest.name is required",
        ),
        (
            lambda new: at(new, *SCHEMAS, "MakeWebhookRequest", "properties", "url").update(
                maxLength=3
            ),
            "MakeWebhookRequest.url has another maxLength",
        ),
        (lambda new: at(new, *SCHEMAS, "Scope")["enum"].remove("play"), 'to be "play"'),
        (
            lambda new: at(new, *SCHEMAS, "TegGame")["required"].remove("version"),
            "TegGame.version may be missing",
        ),
        (
            lambda new: at(new, *SCHEMAS, "TegGame", "properties", "version").update(type="string"),
            "TegGame.version is string, not integer",
        ),
        (lambda new: at(new, *SCHEMAS).pop("Await"), "the schema Await is gone"),
        (lambda new: at(new, *CREATE)["security"].remove({}), "/v1/games no longer admits anyone"),
        (
            lambda new: at(new, *CREATE, "responses", "201", "headers").pop("Location"),
            "no Location",
        ),
        (
            lambda new: at(new, "components", "headers", "Location").update(required=False),
            "may lack Location",
        ),
        (lambda new: new["webhooks"].pop("game.over"), "the webhook game.over is gone"),
        (
            lambda new: at(new, *SCHEMAS, "MakeWebhookRequest", "properties", "url").update(
                enum=["https://a"]
            ),
            "MakeWebhookRequest.url is no longer allowed to be any value",
        ),
        (lambda new: parameter(new, "limit").update(default=7), "limit has another default"),
        (
            lambda new: at(new, *RANKS)[0]["items"].update(type="string"),
            "RoundTable.ranks[] is string, not integer",
        ),
        (lambda new: at(new, *RANKS)[0].update(type="string"), "RoundTable.ranks may be string"),
        (
            lambda new: at(new, *RANKS).append({"type": "boolean"}),
            "RoundTable.ranks may be boolean",
        ),
    ],
)
def test_changes_that_break_a_client_are_found(
    change: Callable[[Any], object], expected: str
) -> None:
    """One change, and perhaps what follows from it."""
    assert any(expected in one for one in found(change)), found(change)


@pytest.mark.parametrize(
    "change",
    [
        lambda new: new["paths"].update({"/v2": {}}),
        lambda new: at(new, *GAMES)["parameters"].append(
            {"name": "more", "in": "query", "required": False, "schema": {"type": "string"}}
        ),
        lambda new: at(new, *SCHEMAS, "TakeSeatRequest", "properties").update(
            more={"type": "string"}
        ),
        lambda new: at(new, *SCHEMAS, "TegGame")["properties"].update(more={"type": "string"}),
        lambda new: at(new, *SCHEMAS, "KnownProblem")["enum"].append("/problems/other"),
        lambda new: at(new, *SCHEMAS, "TegGame").update(description="Another text."),
        lambda new: at(new, *CREATE, "responses", "201", "headers").update(More={"schema": {}}),
        lambda new: at(new, *SCHEMAS, "Game")["oneOf"].append({"$ref": "#/components/schemas/New"}),
        lambda new: at(new, *GAMES)["security"].append({"other": []}),
    ],
    ids=[
        "path",
        "parameter",
        "request member",
        "answer member",
        "value in answers",
        "text",
        "header",
        "variant",
        "token",
    ],
)
def test_additions_break_nothing(change: Callable[[Any], object]) -> None:
    """See docs/reference/versions.md."""
    assert found(change) == []
