"""What is wrong with data of a known type, and which values are valid there.

msgspec reports where a value is invalid, but not which values and members are valid. The type of
the data provides them; of several kinds of object, such as the actions of a list, the tag of the
one that was sent says which is meant.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import inspect

from domain.expectations import DataFault, any_in_words, as_json, plain_fault
from domain.refusal import Malformed

_STEP: Final = re.compile(r"\.([\w-]+)|\[([0-9]+|\.\.\.)\]", re.ASCII)
_type_of: Final = cache(inspect.type_info)


class _TypedPlace(NamedTuple):
    """What may be at a place of a body, and what was sent there."""

    types: list[inspect.Type]
    sent: Any


def explained(wrong: msgspec.ValidationError, kind: Any, sent: Any) -> DataFault:
    """Return what is wrong with a value that does not fit this type, and what was expected.

    ``sent`` is the whole value.
    """
    fault = plain_fault(wrong)
    message = fault.message
    steps = _STEP.findall(fault.where)
    if fault.kind == "unknown" and (names := _members(_at(kind, steps, sent))):
        message = f"{message}; supported: {', '.join(names)}"
    elif fault.kind == "unfit" and (words := _fitting(kind, steps, sent)):
        is_expected = message.startswith("expected ")
        message = f"expected {words}" if is_expected else f"{message}; expected {words}"
    return fault._replace(message=message)


def fitted(value: Any, kind: Any) -> Any:
    """Return a value as one of this type; raise Malformed with the place and what was expected."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        fault = explained(wrong, kind, value)
        raise Malformed(fault.message, where=fault.where) from None


def _members(place: _TypedPlace) -> tuple[str, ...]:
    """Return the members of an object.

    If several types of object are possible, return none: which one was meant is unknown.
    """
    objects = [one for one in _meant(place) if isinstance(one, inspect.StructType)]
    if len(objects) != 1:
        return ()
    (one,) = objects
    tag = [one.tag_field] if one.tag_field else []
    return (*tag, *(field.encode_name for field in one.fields))


def _fitting(kind: Any, steps: list[tuple[str, str]], sent: Any) -> str:
    """Describe the valid values at a place of this type; empty if the type has no such place."""
    place = _at(kind, steps, sent)
    if place.types or not steps:
        return any_in_words(place.types, as_json)
    tags = _tags(_at(kind, steps[:-1], sent).types, steps[-1][0])
    return any_in_words([inspect.LiteralType(tags)], as_json) if tags else ""


def _at(kind: Any, steps: Iterable[tuple[str, str]], sent: Any) -> _TypedPlace:
    place = _TypedPlace([_type_of(kind)], sent)
    for name, index in steps:
        place = _below(place, name, index)
    return place


def _below(place: _TypedPlace, name: str, index: str) -> _TypedPlace:
    types = [inner for one in _meant(place) for inner in _inside(one, name)]
    sent = place.sent
    if name:
        sent = sent.get(name) if isinstance(sent, dict) else None
    else:
        listed = isinstance(sent, list) and index != "..."
        sent = sent[int(index)] if listed and int(index) < len(sent) else None
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
        elif not name and isinstance(one, inspect.TupleType):
            found += one.item_types
        elif not name and isinstance(one, inspect.DictType):
            found.append(one.value_type)
    return found


def _alternatives(place: inspect.Type) -> list[inspect.Type]:
    if isinstance(place, inspect.Metadata):
        return _alternatives(place.type)
    if isinstance(place, inspect.UnionType):
        return [inner for one in place.types for inner in _alternatives(one)]
    return [place]


def _tags(places: list[inspect.Type], field: str) -> tuple[Any, ...]:
    """Return the tags that distinguish the alternatives, if this is the name of the tag field."""
    return tuple(
        one.tag
        for place in places
        for one in _alternatives(place)
        if isinstance(one, inspect.StructType) and one.tag_field == field
    )
