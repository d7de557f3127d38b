"""The JSON Schema of records, for programs that check records without this service.

It is the schema in the OpenAPI document, with everything that it refers to, as a separate document.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from domain.record.record import FORMAT
from domain.rulesets.registry import RULESETS
from service.http.openapi.schemas import prefix
from service.http.openapi.tidy import REFS, members
from service.wire.records import RecordView

ADDRESS: Final = "/schema/record.schema.json"
"""Its address; relative, like the types of problems."""

REFERENCE: Final = "#/$defs/"
_RECORD: Final = RecordView.__name__.removesuffix("View")


def record_schema(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of records (draft 2020-12), extracted from the OpenAPI document."""
    found = definitions(document, [_RECORD])
    record = found.pop(_RECORD)
    for rules in RULESETS:
        name = f"{prefix(rules)}RecordedOptions"
        found[name] = _with_defaults(found[name], rules.options_type)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": ADDRESS,
        **record,
        "title": FORMAT,
        "$defs": dict(sorted(found.items())),
    }


def definitions(document: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """Return these schemas of the OpenAPI document, and all that they refer to, by name."""
    found: dict[str, Any] = {}
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = _without_openapi(document["components"]["schemas"][name])
            waiting += _named(found[name])
    return found


def _with_defaults(schema: dict[str, Any], options: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the schema of options with their defaults, which the OpenAPI document only describes.

    A record without an option means its default.
    """
    defaults = {
        one.encode_name: {"default": msgspec.to_builtins(one.default)}
        for one in fields(options)
        if one.default is not msgspec.NODEFAULT
    }
    properties = {
        name: {**found, **defaults.get(name, {})} for name, found in schema["properties"].items()
    }
    return {**schema, "properties": properties}


def _without_openapi(schema: Any) -> Any:
    """Return a schema with local references, and without OpenAPI keywords."""
    if isinstance(schema, list):
        return [_without_openapi(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: one.replace(REFS, REFERENCE) if key == "$ref" else _without_openapi(one)
        for key, one in schema.items()
        if key != "discriminator"
    }


def _named(schema: Any) -> list[str]:
    """Return the names of the schemas that this one refers to."""
    if isinstance(schema, dict) and "$ref" in schema:
        return [schema["$ref"].removeprefix(REFERENCE)]
    return [name for one in members(schema) for name in _named(one)]
