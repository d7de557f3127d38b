"""The names in what a client sends or a user types: people must be able to read them.

A type says so of its text with ``READABLE``; ``domain.names.readability`` has the rule. Readers of
records, which may contain older names, do not use this.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec import Struct, inspect

from domain.names.readability import READABLE, fault_of
from domain.refusal import Malformed

_INNER: Final = ("item_type", "value_type", "type")
"""The members of a type that contain a single other one."""


def must_be_readable(kind: Any, sent: Any) -> None:
    """Raise Malformed with the place of the first name that people cannot read.

    ``kind`` is the type of all that was sent.
    """
    if not _has_names(kind):
        return
    for where, name in _names_in(sent, "$"):
        fault = fault_of(name)
        if fault is not None:
            raise Malformed(f"expected {fault.in_words()}", where=where)


@cache
def _has_names(kind: Any) -> bool:
    """Return whether a value of this type can contain names."""
    seen: set[type] = set()
    types = [inspect.type_info(kind)]
    while types:
        one = types.pop()
        if _is_name(one):
            return True
        if isinstance(one, inspect.StructType):
            types += [] if one.cls in seen else [field.type for field in one.fields]
            seen.add(one.cls)
        types += _parts_of(one)
    return False


def _names_in(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield the places of all names in a value, and the names."""
    if isinstance(value, Struct):
        for attribute, member, is_name in _members_of(type(value)):
            inner = getattr(value, attribute)
            if is_name and isinstance(inner, str):
                yield f"{where}.{member}", inner
            else:
                yield from _names_in(inner, f"{where}.{member}")
    elif isinstance(value, list | tuple):
        for number, inner in enumerate(value):
            yield from _names_in(inner, f"{where}[{number}]")


@cache
def _members_of(kind: type[Struct]) -> tuple[tuple[str, str, bool], ...]:
    """Return the members of an object: attribute, name in JSON, and whether it is a name."""
    described = inspect.type_info(kind)
    assert isinstance(described, inspect.StructType)
    return tuple(
        (field.name, field.encode_name, any(map(_is_name, (field.type, *_parts_of(field.type)))))
        for field in described.fields
    )


def _is_name(one: inspect.Type) -> bool:
    return isinstance(one, inspect.Metadata) and bool((one.extra or {}).get(READABLE))


def _parts_of(one: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the types within a union, a list or an annotation."""
    several = getattr(one, "types", getattr(one, "item_types", ()))
    return (*several, *(getattr(one, name) for name in _INNER if hasattr(one, name)))
