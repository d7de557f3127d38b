"""Clean up the JSON Schemas of msgspec for readers and client generators."""

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

REFS: Final = "#/components/schemas/"


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema."""
    return {"$ref": REFS + name}


def name_of(kind: Any) -> str:
    """Return the name of a type in the document, without the suffix ``View``."""
    return str(kind.__name__).removesuffix("View")


def members(schema: Any) -> Iterable[Any]:
    """Return the members of a schema, or of a list of schemas."""
    if isinstance(schema, dict):
        return schema.values()
    return schema if isinstance(schema, list) else ()


def tidied(types: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Return the schemas of these types and of all types that they contain, by name."""
    _, found = msgspec.json.schema_components(types, ref_template=REFS + "{name}")
    structs = list(_structs(msgspec.inspect.multi_type_info(types)))
    generic = {
        REFS + _generic_name(one.cls): REFS + one.cls.__name__
        for one in structs
        if get_args(one.cls)
    }
    if generic:
        found = {
            generic.get(REFS + name, name).removeprefix(REFS): _with_plain_refs(schema, generic)
            for name, schema in found.items()
        }
    kinds = {one.cls.__name__: get_origin(one.cls) or one.cls for one in structs}
    infos = {one.cls.__name__: one for one in structs}
    choices = _choices(kinds.values())
    named: dict[str, dict[str, Any]] = {}
    for name, schema in found.items():
        kind = kinds[name]
        described = _with_keys(_described(_tidy(schema), kind), infos[name])
        assert name_of(kind) not in named, f"two types are called {name_of(kind)}"
        named[name_of(kind)] = {**_with_choices_named(described, choices), "title": name_of(kind)}
    for values, name in choices.items():
        assert name not in named, f"two types are called {name}"
        named[name] = {"title": name, "type": "string", "enum": sorted(values)}
    return named


def _generic_name(kind: Any) -> str:
    """Return the name that msgspec gives to the schema of a generic type with its argument."""
    return f"{kind.__name__}_{'_'.join(one.__name__ for one in get_args(kind))}_"


def _with_plain_refs(schema: Any, names: Mapping[str, str]) -> Any:
    """Return a schema with these names in place of others, wherever it refers to them."""
    if isinstance(schema, dict):
        return {key: _with_plain_refs(one, names) for key, one in schema.items()}
    if isinstance(schema, list):
        return [_with_plain_refs(one, names) for one in schema]
    return names.get(schema, schema) if isinstance(schema, str) else schema


def markdown(text: str) -> str:
    """Return a docstring as Markdown."""
    return inspect.cleandoc(text).replace("``", "`")


def _tidy(schema: Any) -> Any:
    """Return a schema with constants, typed enumerations and tagged unions."""
    if isinstance(schema, list | tuple):
        return [_tidy(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {key: _tidy(one) for key, one in schema.items()}
    if tidy.get("required") == []:
        del tidy["required"]
    if tidy.get("items") is False:  # ``maxItems`` says the same, and generators expect a schema
        first, *others = tidy["prefixItems"]
        choices = [first, *(one for one in others if one != first)]
        tidy["items"] = first if len(choices) == 1 else {"anyOf": choices}
    if isinstance(tidy.get("description"), str):
        tidy["description"] = markdown(tidy["description"])
    if tidy.get("type") == "object" and not {"properties", "additionalProperties"} & tidy.keys():
        tidy["additionalProperties"] = True  # explicit: any member is valid
    if isinstance(tidy.get("$ref"), str):
        tidy["$ref"] = tidy["$ref"].removesuffix("View")
    if "enum" in tidy:
        tidy = _choice(tidy)
    if "anyOf" in tidy:
        tidy = _union(tidy)
    return tidy


def _choice(schema: dict[str, Any]) -> dict[str, Any]:
    """Return an enumeration of strings with its type; a single value becomes a constant."""
    choices = schema["enum"]
    if not all(isinstance(one, str) for one in choices):
        return schema
    if len(choices) > 1:
        return {"type": "string", **schema}
    rest = {key: one for key, one in schema.items() if key != "enum"}
    return {"type": "string", **rest, "const": choices[0]}


def _union(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a union; one with a discriminator becomes ``oneOf``.

    In a union, constants are enumerations: some generators take a constant for the whole union.
    """
    variants = [
        {**{key: value for key, value in one.items() if key != "const"}, "enum": [one["const"]]}
        if "const" in one
        else one
        for one in schema["anyOf"]
    ]
    if "discriminator" not in schema:
        return {**schema, "anyOf": variants}
    tag = schema["discriminator"]
    mapping = {value: one.removesuffix("View") for value, one in tag["mapping"].items()}
    rest = {key: one for key, one in schema.items() if key != "anyOf"}
    return {**rest, "oneOf": variants, "discriminator": {**tag, "mapping": mapping}}


def _described(schema: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return a schema with the docstring of each field as its description."""
    properties = dict(schema.get("properties", {}))
    for name, text in _field_docs(kind).items():
        if name in properties:
            properties[name] = {"description": markdown(text), **properties[name]}
    return {**schema, "properties": properties} if properties else schema


def _choices(kinds: Iterable[type[Any]]) -> dict[frozenset[str], str]:
    """Return the names of the string enumerations in the code, such as ``Clan`` and ``Side``."""
    modules = sorted({kind.__module__ for kind in kinds})
    return {
        frozenset(get_args(value)): name
        for module in modules
        for name, value in sorted(vars(sys.modules[module]).items())
        if get_origin(value) is Literal
        and len(get_args(value)) > 1
        and all(isinstance(one, str) for one in get_args(value))
    }


def _with_choices_named(schema: Any, choices: Mapping[frozenset[str], str]) -> Any:
    """Return a schema with references in place of these enumerations."""
    if isinstance(schema, list):
        return [_with_choices_named(one, choices) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema and (name := choices.get(frozenset(schema["enum"]))) is not None:
        rest = {key: one for key, one in schema.items() if key not in ("enum", "type")}
        return {**rest, **ref(name)}
    return {key: _with_choices_named(one, choices) for key, one in schema.items()}


def _with_keys(schema: dict[str, Any], info: msgspec.inspect.StructType) -> dict[str, Any]:
    """Return a schema with the valid keys of mappings, which msgspec leaves out."""
    properties = dict(schema.get("properties", {}))
    for field in info.fields:
        found = field.type
        while isinstance(found, msgspec.inspect.Metadata):
            found = found.type
        if isinstance(found, msgspec.inspect.DictType) and (keys := _valid_keys(found.key_type)):
            mapping = dict(properties[field.encode_name])
            values = mapping.pop("additionalProperties")
            mapping.pop("maxProperties", None)
            mapping["properties"] = dict.fromkeys(keys, values)
            properties[field.encode_name] = {**mapping, "additionalProperties": False}
    return {**schema, "properties": properties} if properties else schema


def _valid_keys(info: msgspec.inspect.Type) -> list[Any]:
    """Return the keys of a mapping if its type lists them, in one or several literals."""
    kinds = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    literals = [one for one in kinds if isinstance(one, msgspec.inspect.LiteralType)]
    return [key for one in literals for key in one.values] if len(literals) == len(kinds) else []


def _field_docs(kind: type[Any]) -> dict[str, str]:
    """Return the docstrings of the fields of a class and of its bases."""
    return {
        name: text
        for base in reversed(kind.__mro__)
        for name, text in _own_field_docs(base).items()
    }


def _own_field_docs(kind: type[Any]) -> Mapping[str, str]:
    """Return the docstrings of the fields that a class itself defines."""
    return _docs_in(kind.__module__).get(kind.__qualname__, {})


@cache
def _docs_in(module: str) -> Mapping[str, Mapping[str, str]]:
    """Return the docstrings of the fields of each class of a module, by its name there."""
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (OSError, TypeError):
        return {}  # built in
    return {one.name: _docs_below(one) for one in tree.body if isinstance(one, ast.ClassDef)}


def _docs_below(tree: ast.ClassDef) -> Mapping[str, str]:
    """Return the docstrings of the fields of a class: strings below them."""
    return {
        field.target.id: inspect.cleandoc(str(below.value.value))
        for field, below in pairwise(tree.body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(below, ast.Expr)
        and isinstance(below.value, ast.Constant)
    }


def _structs(infos: Iterable[Any]) -> Iterator[msgspec.inspect.StructType]:
    """Yield what every struct is that these types contain."""
    seen: set[type[Any]] = set()
    waiting = list(infos)
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info
        if isinstance(info, tuple | list):
            waiting += info
        elif isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += [getattr(info, name) for name in info.__struct_fields__]
