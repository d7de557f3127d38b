"""Near misses: a valid value in wire form, with one part changed.

The result may still be valid, break a rule, or not match the schema.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

Value: TypeAlias = Any
"""Dictionaries, lists and plain values, as in JSON."""

Path: TypeAlias = tuple[Any, ...]


def changed(value: Value, random: Random, words: Sequence[Value]) -> Value:
    """Return the value with one part changed, at any depth; names are drawn from ``words``."""
    path = random.choice(list(paths(value)))
    return put(value, path, _another(at(value, path), random, words))


def shifted(value: Value, random: Random) -> Value:
    """Return the value with an amount moved from one number to another of the same name."""
    numbers = [path for path in paths(value) if type(at(value, path)) is int]
    one = random.choice(numbers)
    other = random.choice([path for path in numbers if path[-1] == one[-1]])
    amount = min(at(value, one), random.choice((1, 1, 2, 3, 10, 40)))
    value = put(value, one, at(value, one) - amount)
    return put(value, other, at(value, other) + amount)


def paths(value: Value, so_far: Path = ()) -> Iterator[Path]:
    """Yield the path of each part, except the whole."""
    parts: Any = ()
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    for key, part in parts:
        yield (*so_far, key)
        yield from paths(part, (*so_far, key))


def at(value: Value, path: Path) -> Value:
    """Return the part at this path."""
    for key in path:
        value = value[key]
    return value


def put(value: Value, path: Path, part: Value) -> Value:
    """Return the value with another part at this path."""
    if not path:
        return part
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], part)
    return copy


def _another(part: Value, random: Random, words: Sequence[Value]) -> Value:
    match part:
        case bool():
            return not part
        case int():
            near = (part - 1, part + 1, part + 2, 0, random.randrange(41))
            return random.choice([*near, *words]) if random.random() < 0.1 else random.choice(near)
        case list():
            return _another_list(part, random)
        case dict() if len(part) > 1:
            one, other = random.sample(list(part), 2)
            return {**part, one: part[other], other: part[one]}
        case _:
            return random.choice(words)


def _another_list(part: list[Value], random: Random) -> list[Value]:
    if not part:
        return [random.randrange(5)]
    one, other = random.randrange(len(part)), random.randrange(len(part))
    return random.choice(
        (
            part[:one] + part[one + 1 :],
            [*part, part[one]],
            put(put(part, (one,), part[other]), (other,), part[one]),
            part[1:] + part[:1],
            [],
        )
    )
