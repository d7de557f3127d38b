"""Whether a value fits a schema of an OpenAPI document.

It reads the keywords of answers that a client relies on, and ignores all others: members and
values that a schema does not mention are allowed, because a later version or a fork may have them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

JsonMap = dict[str, Any]

_KINDS: Final[Mapping[str, Callable[[Any], bool]]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
}


def resolved(document: JsonMap, node: Any) -> Any:
    """Return what a node refers to, or the node itself; raise LookupError."""
    while isinstance(node, dict) and isinstance(node.get("$ref"), str):
        found: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        node = found
    return node


def fault_in(document: JsonMap, schema: Any, value: Any, where: str = "$") -> str | None:
    """Return the first way in which a value does not fit; None if it does."""
    return next(_faults(document, resolved(document, schema), value, where), None)


def _faults(document: JsonMap, schema: Any, value: Any, where: str) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(_KINDS[kind](value) for kind in kinds if kind in _KINDS):
        yield f"{where} is {value!r:.60}, expected {' or '.join(kinds)}"
        return
    yield from _faults_of_value(schema, value, where)
    for one in schema.get("allOf", ()):
        yield from _faults(document, resolved(document, one), value, where)
    for name in ("anyOf", "oneOf"):
        found = [fault_in(document, one, value, where) for one in schema.get(name, ())]
        if found and None not in found:
            yield f"{where} fits no variant: {found[0]}"
    for inner, part, place in _parts(schema, value, where):
        yield from _faults(document, resolved(document, inner), part, place)


def _parts(schema: JsonMap, value: Any, where: str) -> Iterator[tuple[Any, Any, str]]:
    """Yield the schema, the value and the place of each part of an object or a list."""
    if isinstance(value, dict):
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield inner, value[name], f"{where}.{name}"
    elif isinstance(value, list):
        first = schema.get("prefixItems", ())
        for number, one in enumerate(value):
            inner = first[number] if number < len(first) else schema.get("items")
            yield inner, one, f"{where}[{number}]"


def _faults_of_value(schema: JsonMap, value: Any, where: str) -> Iterator[str]:
    if "const" in schema and value != schema["const"]:
        yield f"{where} is {value!r:.60}, expected {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where} is {value!r:.60}, expected one of {schema['enum']!r:.200}"
    if isinstance(value, dict):
        required = schema.get("required", ())
        yield from (f"{where} lacks {name}" for name in required if name not in value)
    elif isinstance(value, str):
        pattern = schema.get("pattern", "")
        if not re.search(pattern, value):
            yield f"{where} is {value!r:.60}, expected {pattern}"
    elif _KINDS["integer"](value):
        least, most = schema.get("minimum", value), schema.get("maximum", value)
        if not least <= value <= most:
            yield f"{where} is {value}, expected {least} to {most}"
