"""The values that a place in a body may have, for the message of a 400.

msgspec reports where a value is invalid but, for choices and unknown members, not which values are
valid. The type of the body provides them.
"""

import re
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from domain.expectations import in_words

_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[[^\]]*\]")


@cache
def expected(kind: Any, where: str) -> tuple[str, ...]:
    """Return the valid values or members at a place of this type, as far as they can be listed.

    ``where`` is a path such as ``$.actions[0].type``.
    """
    places = [inspect.type_info(kind)]
    steps = _STEP.findall(where)
    for number, name in enumerate(steps):
        tags = _tags(places)
        if number == len(steps) - 1 and name in tags:
            return tags[name]
        places = _below(places, name)
    found = [one for place in places for one in _choices(place)]
    return tuple(dict.fromkeys(found))


def fitting(kind: Any, where: str) -> str:
    """Describe the valid values at a place of this type; empty if the type has no such place."""
    return _fitting(kind, tuple(_STEP.findall(where)))


@cache
def _fitting(kind: Any, steps: tuple[str, ...]) -> str:
    places = [inspect.type_info(kind)]
    for name in steps:
        places = _below(places, name)
    return " or ".join(dict.fromkeys(in_words(place, _as_json) for place in places))


def _below(places: list[inspect.Type], name: str) -> list[inspect.Type]:
    return [inner for place in places for inner in _inside(place, name)]


def _as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _inside(place: inspect.Type, name: str) -> list[inspect.Type]:
    """Return the types of the member with this name, or of the entries if the name is empty."""
    found: list[inspect.Type] = []
    for one in _alternatives(place):
        if isinstance(one, inspect.StructType):
            found += [field.type for field in one.fields if field.encode_name == name]
        elif not name and isinstance(one, inspect.CollectionType):
            found.append(one.item_type)
        elif not name and isinstance(one, inspect.DictType):
            found.append(one.value_type)
    return found


def _alternatives(place: inspect.Type) -> list[inspect.Type]:
    if isinstance(place, inspect.Metadata):
        return _alternatives(place.type)
    if isinstance(place, inspect.UnionType):
        return [inner for one in place.types for inner in _alternatives(one)]
    return [place]


def _choices(place: inspect.Type) -> list[str]:
    """Return the values of a choice, or the members of an object.

    If several types of object are possible, return no members: which one was meant is unknown.
    """
    found: list[str] = []
    objects: list[inspect.StructType] = []
    for one in _alternatives(place):
        if isinstance(one, inspect.LiteralType):
            found += map(_as_json, one.values)
        elif isinstance(one, inspect.StructType):
            objects.append(one)
    if len(objects) == 1:
        (one,) = objects
        found += [one.tag_field] if one.tag_field else []
        found += [field.encode_name for field in one.fields]
    return found


def _tags(places: list[inspect.Type]) -> dict[str, tuple[str, ...]]:
    """Return the tags that distinguish the alternatives, by the name of the tag field."""
    tags: dict[str, tuple[str, ...]] = {}
    for place in places:
        for one in _alternatives(place):
            if isinstance(one, inspect.StructType) and one.tag_field is not None:
                tags[one.tag_field] = (*tags.get(one.tag_field, ()), _as_json(one.tag))
    return tags
