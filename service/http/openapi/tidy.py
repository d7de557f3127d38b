"""JSON Schemas as msgspec tells them, made pleasant for those who read or generate clients."""

import ast
import inspect
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final

import msgspec

REFS: Final = "#/components/schemas/"


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema."""
    return {"$ref": REFS + name}


def name_of(kind: Any) -> str:
    """Return the name of a type in the document: no client cares that it is a view."""
    return str(kind.__name__).removesuffix("View")


def members(schema: Any) -> Iterable[Any]:
    """Return what a schema, or a list of them, is made of."""
    if isinstance(schema, dict):
        return schema.values()
    return schema if isinstance(schema, list) else ()


def tidied(types: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Return the schemas of these types and of all that they are made of, by name."""
    _, found = msgspec.json.schema_components(types, ref_template=REFS + "{name}")
    kinds = {kind.__name__: kind for kind in _structs(msgspec.inspect.multi_type_info(types))}
    named = {}
    for name, schema in found.items():
        kind = kinds[name]
        described = _with_keys(_described(_tidy(schema), kind), kind)
        named[name_of(kind)] = {**described, "title": name_of(kind)}
    assert len(named) == len(found), "two types have one name"
    return named


def markdown(text: str) -> str:
    """Return a docstring as the document has it."""
    return inspect.cleandoc(text).replace("``", "`")


def _tidy(schema: Any) -> Any:
    """Return a schema with constants, the types of enumerations, and unions told apart by a tag."""
    if isinstance(schema, list | tuple):
        return [_tidy(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {key: _tidy(one) for key, one in schema.items()}
    if tidy.get("required") == []:
        del tidy["required"]
    if isinstance(tidy.get("description"), str):
        tidy["description"] = markdown(tidy["description"])
    if tidy.get("type") == "object" and not {"properties", "additionalProperties"} & tidy.keys():
        tidy["additionalProperties"] = True  # said aloud: any member is fine
    choices = tidy.get("enum")
    if isinstance(choices, list) and all(isinstance(one, str) for one in choices):
        tidy = {"type": "string", **tidy}
        if len(choices) == 1:
            del tidy["enum"]
            tidy["const"] = choices[0]
    if "discriminator" in tidy and "anyOf" in tidy:
        tidy["oneOf"] = tidy.pop("anyOf")
        mapping = tidy["discriminator"]["mapping"]
        mapping.update({tag: one.removesuffix("View") for tag, one in mapping.items()})
    if isinstance(tidy.get("$ref"), str):
        tidy["$ref"] = tidy["$ref"].removesuffix("View")
    return tidy


def _described(schema: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return a schema with what the code says below each field."""
    properties = dict(schema.get("properties", {}))
    for name, text in _field_docs(kind).items():
        if name in properties:
            properties[name] = {"description": markdown(text), **properties[name]}
    return {**schema, "properties": properties} if properties else schema


def _with_keys(schema: dict[str, Any], kind: type[Any]) -> dict[str, Any]:
    """Return a schema with the names that a mapping may have, which msgspec keeps to itself."""
    (info,) = msgspec.inspect.multi_type_info([kind])
    properties = dict(schema.get("properties", {}))
    for field in info.fields if isinstance(info, msgspec.inspect.StructType) else ():
        found = field.type
        while isinstance(found, msgspec.inspect.Metadata):
            found = found.type
        if isinstance(found, msgspec.inspect.DictType) and isinstance(
            found.key_type, msgspec.inspect.LiteralType
        ):
            told = dict(properties[field.encode_name])
            values = told.pop("additionalProperties")
            told.pop("maxProperties", None)
            told["properties"] = dict.fromkeys(found.key_type.values, values)
            properties[field.encode_name] = {**told, "additionalProperties": False}
    return {**schema, "properties": properties} if properties else schema


def _field_docs(kind: type[Any]) -> dict[str, str]:
    """Return the strings that stand below the fields of a class and of its bases."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        try:
            tree = ast.parse(dedent(inspect.getsource(base)))
        except (OSError, TypeError, SyntaxError):
            continue  # built in, or made while the service starts
        body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
        for field, below in pairwise(body):
            if (
                isinstance(field, ast.AnnAssign)
                and isinstance(field.target, ast.Name)
                and isinstance(below, ast.Expr)
                and isinstance(below.value, ast.Constant)
            ):
                found[field.target.id] = inspect.cleandoc(str(below.value.value))
    return found


def _structs(infos: Iterable[Any]) -> Iterator[type[Any]]:
    """Return every struct that these types are made of."""
    seen: set[type[Any]] = set()
    waiting = list(infos)
    while waiting:
        info = waiting.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info.cls
        if isinstance(info, tuple | list):
            waiting += info
        elif isinstance(info, msgspec.inspect.Type | msgspec.inspect.Field):
            waiting += [getattr(info, name) for name in info.__struct_fields__]
