"""The values that a place in a body may have, for the message of a 400.

msgspec reports where a value is invalid but, for choices and unknown members, not which values are
valid. The type of the body provides them; of several kinds of object, such as the actions of a
list, the tag of the one that was sent says which is meant.
"""

import re
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import inspect

from domain.expectations import in_words
from domain.table.notation import write_json

_STEP: Final = re.compile(r"\.([A-Za-z_]\w*)|\[([^\]]*)\]")
_type_of: Final = cache(inspect.type_info)


class _TypedPlace(NamedTuple):
    """What may be at a place of a body, and what was sent there."""

    types: list[inspect.Type]
    sent: Any


def expected(kind: Any, where: str, sent: Any = None) -> tuple[str, ...]:
    """Return the valid values or members at a place of this type, as far as they can be listed.

    ``where`` is a path such as ``$.actions[0].type``, and ``sent`` the whole body.
    """
    place = _TypedPlace([_type_of(kind)], sent)
    steps = _STEP.findall(where)
    for number, (name, index) in enumerate(steps):
        tags = _tags(place.types)
        if number == len(steps) - 1 and name in tags:
            return tags[name]
        place = _below(place, name, index)
    found = [one for type_ in _meant(place) for one in _choices(type_)]
    return tuple(dict.fromkeys(found))


def fitting(kind: Any, where: str, sent: Any = None) -> str:
    """Describe the valid values at a place of this type; empty if the type has no such place."""
    place = _TypedPlace([_type_of(kind)], sent)
    for name, index in _STEP.findall(where):
        place = _below(place, name, index)
    return " or ".join(dict.fromkeys(in_words(one, write_json) for one in place.types))


def _below(place: _TypedPlace, name: str, index: str) -> _TypedPlace:
    types = [inner for one in _meant(place) for inner in _inside(one, name)]
    sent = place.sent
    if name:
        sent = sent.get(name) if isinstance(sent, dict) else None
    else:
        listed = isinstance(sent, list) and index.isdigit() and int(index) < len(sent)
        sent = sent[int(index)] if listed else None
    return _TypedPlace(types, sent)


def _meant(place: _TypedPlace) -> list[inspect.Type]:
    """Return the types that a place can have, without objects with a tag that was not sent."""
    every = [one for type_ in place.types for one in _alternatives(type_)]
    if not isinstance(place.sent, dict):
        return every
    meant = [one for one in every if _has_tag(one, place.sent)]
    return meant or every


def _has_tag(one: inspect.Type, sent: dict[str, Any]) -> bool:
    if not isinstance(one, inspect.StructType) or one.tag_field is None:
        return True
    return bool(sent.get(one.tag_field) == one.tag)


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
            found += map(write_json, one.values)
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
                tags[one.tag_field] = (*tags.get(one.tag_field, ()), write_json(one.tag))
    return tags
