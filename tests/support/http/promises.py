"""Checks responses against the OpenAPI document.

The document allows additional fields in responses, because later versions may add some. These
checks forbid them, so that the service sends only fields that the document describes.
"""

import json
import re
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import pytest
from jsonschema_rs import Draft202012, Draft202012Validator, Registry

DOCUMENT: Final = "urn:document"

PACKED: Final = {"Content-Encoding", "Vary"}
"""The headers of any compressed response to a client that accepts compression."""

SHOWN_MAX: Final = 300
"""How many characters of each end of an error to show."""


class Promises:
    """The operations of a document, and the responses that each may send."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self._validators: dict[str, Draft202012Validator] = {}
        self._paths = {
            re.compile(re.sub(r"\{\w+\}", "[^/]+", path.replace("{tile}", ".+"))): path
            for path in document["paths"]
        }

    @cached_property
    def _registry(self) -> Registry:
        return Registry([(DOCUMENT, _absolute(closed(self.document)))], draft=Draft202012)

    def kept(self, answer: httpx.Response, *, status: int) -> httpx.Response:
        """Return the response if it has this status and matches the document."""
        assert answer.status_code == status, f"{answer.status_code}: {answer.text}"
        promised = self.answer(answer.request, status)
        for name, described in promised.get("headers", {}).items():
            header = self.resolved(described)
            sent = answer.headers.get(name)
            assert sent is not None or not header["required"], f"{name} is missing"
            if sent is not None:
                kind = header["schema"]["type"]
                self.fits(int(sent) if kind == "integer" else sent, header["schema"])
        known = self.document["components"]["headers"].keys() - promised.get("headers", {}).keys()
        around = PACKED if "Content-Encoding" in answer.headers else set()
        sent = {name for name in known - around if name in answer.headers}
        assert not sent, f"the document does not promise {sent}"
        if "content" in promised:
            media_type = answer.headers["content-type"].partition(";")[0]
            schema = promised["content"][media_type]["schema"]
            is_json = media_type.endswith(("/json", "+json"))
            self.fits(answer.json() if is_json else answer.text, schema)
        else:
            assert not answer.content
        return answer

    def answer(self, request: httpx.Request, status: int) -> dict[str, Any]:
        """Return the document's description of this status of the requested operation."""
        path = urlsplit(str(request.url)).path
        (found,) = [
            described for pattern, described in self._paths.items() if pattern.fullmatch(path)
        ]
        responses = self.document["paths"][found][request.method.lower()]["responses"]
        assert str(status) in responses, f"{request.method} {found} does not promise {status}"
        return self.resolved(responses[str(status)])

    def resolved(self, described: dict[str, Any]) -> dict[str, Any]:
        """Return the target of a reference within the document."""
        if "$ref" not in described:
            return described
        found = self.document
        for name in described["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        return found

    def fits(self, value: Any, schema: dict[str, Any]) -> None:
        """Assert that a value fits a schema of the document."""
        fault = next(iter(self._validator(schema).iter_errors(value)), None)
        if fault is not None:
            message = fault.message  # starts with the whole value, which may be long
            short = f"{message[:SHOWN_MAX]} … {message[-SHOWN_MAX:]}"
            pytest.fail(f"{fault.instance_path}: {message if len(message) < len(short) else short}")

    def fits_schema(self, value: Any, name: str) -> None:
        """Assert that a value fits the schema of this name."""
        self.fits(value, {"$ref": f"#/components/schemas/{name}"})

    def _validator(self, schema: dict[str, Any]) -> Draft202012Validator:
        """Return the validator of a schema; cache it, because making one is slow."""
        key = json.dumps(schema)
        if key not in self._validators:
            strict = _absolute(closed(schema))
            self._validators[key] = Draft202012Validator(strict, registry=self._registry)
        return self._validators[key]


def closed(schema: Any) -> Any:
    """Return a schema that forbids other members."""
    if isinstance(schema, dict):
        schema = {key: closed(one) for key, one in schema.items()}
        if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
            schema.setdefault("additionalProperties", False)
    elif isinstance(schema, list):
        schema = [closed(one) for one in schema]
    return schema


def _absolute(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {
            key: DOCUMENT + one if key == "$ref" and isinstance(one, str) else _absolute(one)
            for key, one in schema.items()
        }
    return [_absolute(one) for one in schema] if isinstance(schema, list) else schema
