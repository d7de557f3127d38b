"""Write the types of the Python client, from the committed OpenAPI document.

Each schema becomes a TypedDict or an alias. A client therefore sends back exactly what it received,
with the members that a later version of the service may add, and needs no library to read JSON.

Run it with ``make openapi``, which writes the document first.
"""

import json
import keyword
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "openapi" / "openapi.json"

Schema = dict[str, Any]

_HEAD: Final = '''\
"""The types of the API, generated from ``openapi/openapi.json`` by ``make openapi``."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

'''
_PLAIN: Final = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    "object": "dict[str, Any]",
    "array": "list[Any]",
}
_IMPORTED: Final = frozenset({"Any", "Literal", "NotRequired", "TypeAlias", "TypedDict"})
_WIDTH: Final = 95


def main() -> None:
    """Print the module."""
    schemas = json.loads(DOCUMENT.read_bytes())["components"]["schemas"]
    sys.stdout.write(module_of(schemas))


def module_of(schemas: dict[str, Schema]) -> str:
    """Return the module with a type for each schema."""
    taken = _IMPORTED & schemas.keys()
    assert not taken, f"these schemas have names of typing: {sorted(taken)}"
    writer = _Writer(set(schemas))
    parts = [part for name in schemas for part in writer.named(name, schemas[name])]
    return _HEAD + "\n\n".join([*parts, *_unions(schemas)])


def _unions(schemas: dict[str, Schema]) -> Iterator[str]:
    """Yield the types that the document has for each ruleset alone."""
    page = schemas["EventPage"]["discriminator"]["mapping"].values()
    names = [ref.rpartition("/")[2].removesuffix("Page") for ref in page]
    assert all(name in schemas for name in names)
    yield f'Event: TypeAlias = "{" | ".join(names)}"\n"""An event of any ruleset."""\n'


class _Writer:
    """Writes types, and gives names to objects inside other objects."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._hoisted: list[str] = []

    def named(self, name: str, schema: Schema) -> Iterator[str]:
        """Yield the type of a schema, and first those of the objects inside it."""
        if "properties" in schema:
            text = self._object(name, schema)
        else:
            text = f'{name}: TypeAlias = "{self._type(schema, name)}"\n{_docs(schema)}'
        yield from self._hoisted
        self._hoisted = []
        yield text

    def _object(self, name: str, schema: Schema) -> str:
        required = schema.get("required", [])
        members = {
            key: (self._member(name, key, part, optional=key not in required), part)
            for key, part in schema["properties"].items()
        }
        if any(keyword.iskeyword(key) for key in members):
            listed = "".join(f'        "{key}": "{kind}",\n' for key, (kind, _) in members.items())
            return (
                f'{name} = TypedDict(\n    "{name}",\n    {{\n{listed}    }},\n)\n{_docs(schema)}'
            )
        lines = "".join(
            f"    {key}: {kind}\n{_docs(part, '    ')}" for key, (kind, part) in members.items()
        )
        body = _docs(schema, "    ") + lines or "    pass\n"
        return f"class {name}(TypedDict):\n{body}"

    def _member(self, owner: str, key: str, schema: Schema, *, optional: bool) -> str:
        kind = self._type(schema, owner + _camel(key))
        return f"NotRequired[{kind}]" if optional else kind

    def _type(self, schema: Schema, name: str) -> str:
        """Return the type of a schema; ``name`` is for the object that it may contain."""
        if "$ref" in schema:
            return str(schema["$ref"].rpartition("/")[2])
        for union in ("anyOf", "oneOf"):
            if union in schema:
                parts = [
                    self._type(part, f"{name}{at or ''}") for at, part in enumerate(schema[union])
                ]
                return " | ".join(dict.fromkeys(parts))
        if "const" in schema:
            return _literal([schema["const"]])
        if "enum" in schema:
            return _literal(schema["enum"])
        if "properties" in schema:
            assert name not in self._names, f"{name} is a name already"
            self._names.add(name)
            self._hoisted.append(self._object(name, schema))
            return name
        return self._container(schema, name)

    def _container(self, schema: Schema, name: str) -> str:
        if "prefixItems" in schema:
            parts = [
                self._type(part, f"{name}{at}") for at, part in enumerate(schema["prefixItems"])
            ]
            return f"list[{' | '.join(dict.fromkeys(parts))}]"
        if "items" in schema and schema["items"] is not False:
            return f"list[{self._type(schema['items'], f'{name}Item')}]"
        values = schema.get("additionalProperties")
        if isinstance(values, dict) and values:
            return f"dict[str, {self._type(values, f'{name}Value')}]"
        kinds = schema.get("type")
        if kinds is None:
            return "Any"
        return " | ".join(_PLAIN[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _literal(values: list[Any]) -> str:
    """Return a Literal in the order of the document; None stands next to it."""
    listed = ", ".join(repr(value) for value in values)
    return f"Literal[{listed}]"


def _camel(key: str) -> str:
    return "".join(part.capitalize() for part in key.split("_"))


def _docs(schema: Schema, indent: str = "") -> str:
    """Return the description as a docstring; empty if there is none."""
    text = schema.get("description", "").replace("\\", "\\\\").replace('"', "'").strip()
    if not text:
        return ""
    lines = [
        line
        for paragraph in text.split("\n")
        for line in textwrap.wrap(paragraph, _WIDTH - len(indent)) or [""]
    ]
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n'
    inner = "".join(f"{indent}{line}".rstrip() + "\n" for line in lines[1:])
    return f'{indent}"""{lines[0]}\n{inner}{indent}"""\n'


if __name__ == "__main__":
    main()
