"""Change schemas: each function takes a schema and returns another, with nothing else known.

A schema is JSON; the functions go through all of its parts. The marks are those of the types
whose parts depend on the ruleset, see ``service.wire.marks``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from domain.record.strict import INTEGER_MAX, INTEGER_MIN
from service.http.openapi.tidy import REFS, members, ref
from service.wire.marks import ANY_RULESET, PART

JsonObject: TypeAlias = dict[str, Any]
Schema: TypeAlias = JsonObject
Named: TypeAlias = dict[str, Schema]

_MARKS: Final = (PART, ANY_RULESET)


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Return a schema that matches any of these."""
    choices: list[Schema] = []
    for schema in schemas:
        choices += [one for one in schema.get("anyOf", [schema]) if one not in choices]
    return choices[0] if len(choices) == 1 else {"anyOf": choices}


def with_all_present(schema: Schema) -> Schema:
    """Return the schema of an object in answers, where all properties are present."""
    properties = {
        name: {key: value for key, value in found.items() if key != "default"}
        for name, found in schema["properties"].items()
    }
    return {**schema, "properties": properties, "required": list(properties)}


def without_defaults(schema: Schema, *, of_unions_only: bool = False) -> Schema:
    """Return a schema of requests with the defaults moved into the descriptions.

    Client generators treat a property with a default as always present, and cannot express the
    default of a union of objects at all.
    """
    properties = {}
    for name, found in schema.get("properties", {}).items():
        properties[name] = found
        if "default" in found and ("oneOf" in found or not of_unions_only):
            properties[name] = {key: value for key, value in found.items() if key != "default"}
            words = (found.get("description"), f"Default: `{json.dumps(found['default'])}`.")
            properties[name]["description"] = " ".join(word for word in words if word)
    return {**schema, "properties": properties} if properties else schema


def of_64_bits(schema: Any) -> Any:
    """Return a schema with integers bounded to the range that the service can decode."""
    if isinstance(schema, list):
        return [of_64_bits(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: of_64_bits(one) for key, one in schema.items()}
    if found.get("type") == "integer":
        missing = {"minimum": INTEGER_MIN, "maximum": INTEGER_MAX}
        return found | {name: bound for name, bound in missing.items() if name not in found}
    return found


def tagged(known: Named, variants: Sequence[str], tag: str, description: str) -> Schema:
    """Return a union tagged by one property, with a description."""
    return {"description": description, **union_by(known, variants, tag)}


def union_by(known: Named, variants: Sequence[str], tag: str) -> Schema:
    """Return a union tagged by one property."""
    return {
        "oneOf": [ref(name) for name in variants],
        "discriminator": {
            "propertyName": tag,
            "mapping": {known[name]["properties"][tag]["const"]: REFS + name for name in variants},
        },
    }


def variants_of(schema: Any) -> frozenset[str]:
    """Return the references of a union."""
    return frozenset(one["$ref"] for one in schema["oneOf"])


def with_unions_named(schema: Any, unions: Mapping[frozenset[str], str], name: str) -> Any:
    """Return a schema with references in place of these unions."""
    if isinstance(schema, dict):
        if "discriminator" in schema and "oneOf" in schema:
            found = unions.get(variants_of(schema))
            return schema if found in (None, name) else ref(found)
        return {key: with_unions_named(one, unions, name) for key, one in schema.items()}
    if isinstance(schema, list):
        return [with_unions_named(one, unions, name) for one in schema]
    return schema


def filled(schema: Any, parts: Mapping[str, Schema]) -> Any:
    """Return a schema with the marks replaced by the ruleset's parts."""
    if isinstance(schema, dict):
        rest = {key: filled(one, parts) for key, one in schema.items() if key not in _MARKS}
        if PART not in schema:
            return rest
        return {**parts[schema[PART]], **{k: v for k, v in rest.items() if k == "description"}}
    if isinstance(schema, list):
        return [filled(one, parts) for one in schema]
    return schema


def renamed(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with its references renamed."""
    if isinstance(schema, dict):
        return {
            key: REFS + names.get(one.removeprefix(REFS), one.removeprefix(REFS))
            if isinstance(one, str) and one.startswith(REFS)
            else renamed(one, names)
            for key, one in schema.items()
        }
    if isinstance(schema, list):
        return [renamed(one, names) for one in schema]
    return schema


def nullable(name: str) -> Schema:
    """Return a schema that matches null, too."""
    return {"anyOf": [ref(name), {"type": "null"}]}


def refs_in(schema: Any) -> Iterator[str]:
    """Find the names of the schemas to which a schema refers, once for each reference."""
    if isinstance(schema, dict) and schema.get("$ref", "").startswith(REFS):
        yield schema["$ref"].removeprefix(REFS)
    for one in members(schema):
        yield from refs_in(one)
