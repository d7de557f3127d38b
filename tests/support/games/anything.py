"""Random values of any type that a schema describes: valid in form, and mostly nonsense."""

import re
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

_NUMBERS: Final = (-1, 0, 1, 2, 3, 5, 9)
_LENGTHS: Final = (0, 1, 2, 3, 3, 4)
"""Lengths of lists; rules only ask for short ones."""

_WORDS: Final = re.compile(r"\^\(([a-z_|]+)\)\$")
"""Matches a pattern that lists words."""

_described = cache(inspect.type_info)


def anything(kind: Any, random: Random) -> Any:
    """Return a random value of this type."""
    return _drawn(_described(kind), random)


def _drawn(kind: inspect.Type, random: Random) -> Any:
    value: Any
    match kind:
        case inspect.Metadata():
            value = _annotated(kind, random)
        case inspect.UnionType(types=types):
            value = _drawn(random.choice(types), random)
        case inspect.LiteralType(values=values):
            value = random.choice(values)
        case inspect.StructType(cls=cls, fields=fields):
            value = cls(**{field.name: _drawn(field.type, random) for field in fields})
        case inspect.VarTupleType(item_type=item):
            value = tuple(_drawn(item, random) for _ in range(random.choice(_LENGTHS)))
        case inspect.IntType():
            value = _number(kind, random)
        case inspect.BoolType():
            value = random.random() < 0.5
        case inspect.NoneType():
            value = None
        case inspect.StrType(pattern=str(pattern)) if words := _WORDS.fullmatch(pattern):
            value = random.choice(words[1].split("|"))
        case _:
            raise TypeError(f"no value can be drawn for {kind}")
    return value


def _annotated(kind: inspect.Metadata, random: Random) -> Any:
    """Return one of the examples of a text, or a value of any other type."""
    match kind:
        case inspect.Metadata(type=inspect.StrType(), extra_json_schema={"examples": [*examples]}):
            return random.choice(examples)
        case _:
            return _drawn(kind.type, random)


def _number(kind: inspect.IntType, random: Random) -> int:
    """Return a small number, or one of the limits."""
    ends = [end for end in (kind.ge, kind.le) if end is not None]
    numbers = [number for number in (*_NUMBERS, *ends) if _fits(kind, number)]
    return random.choice(numbers)


def _fits(kind: inspect.IntType, number: int) -> bool:
    above = kind.ge is None or number >= kind.ge
    return above and (kind.le is None or number <= kind.le)


def switched(options: Any, random: Random) -> Any:
    """Return options with new values for booleans and enumerations, and all others unchanged."""
    changes: dict[str, Any] = {}
    for field in inspect.type_info(type(options)).fields:  # type: ignore[attr-defined] # a Struct
        if isinstance(field.type, inspect.LiteralType | inspect.BoolType):
            changes[field.name] = _drawn(field.type, random)
    return msgspec.structs.replace(options, **changes)
