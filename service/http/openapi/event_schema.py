"""The JSON Schema of events, for programs that verify games without this service.

It is stricter than the OpenAPI document, in which later versions may add members: an event has the
members that its hash covers, and no others.
"""

from typing import Any, Final

from domain.rulesets.registry import RULESETS
from service.http.openapi.record_schema import REFERENCE, definitions
from service.http.openapi.schemas import prefix

_HASH: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_STRICT: Final[dict[str, dict[str, Any]]] = {
    "hash": _HASH,
    "at": {
        "type": "string",
        "pattern": r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z$",
    },
    "tip": {"type": ["string", "null"], "pattern": "^[0-9a-f]{64}$"},
    "label": {"type": "string"},
    "commitment": {"type": "string", "pattern": "^([0-9a-f]{64})?$"},
    "entropy": {"type": "string", "pattern": "^([0-9a-f]{2}){0,64}$"},
}
"""Members whose form is the same in all events; a label that is null is left out."""
_KEPT: Final = frozenset({"default", "description"})
"""What the schema of such a member keeps."""


def event_schema(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one event (draft 2020-12), of any ruleset that is installed."""
    unions = [f"{prefix(one)}Event" for one in RULESETS]
    found = definitions(document, unions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "carolus-events/1: one event",
        "anyOf": [{"$ref": f"{REFERENCE}{name}"} for name in unions],
        "$defs": {name: _strict(one) for name, one in sorted(found.items())},
    }


def _strict(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without other members; only an event has a hash."""
    properties = schema.get("properties", {})
    if "hash" not in properties:
        return schema
    strict = dict(properties)
    for name in _STRICT.keys() & properties.keys():
        kept = {key: one for key, one in properties[name].items() if key in _KEPT}
        strict[name] = {**kept, **_STRICT[name]}
    return {**schema, "properties": strict, "additionalProperties": False}
