"""Near misses: a right value in the form of the wire, with a part of it made wrong.

What comes out may be right all the same, wrong by a rule, or outside the schema.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, TypeAlias

Told: TypeAlias = Any
"""Dictionaries, lists and plain values, as JSON has them."""

Path: TypeAlias = tuple[Any, ...]


def changed(told: Told, random: Random, words: Sequence[Told]) -> Told:
    """Return the value with one part, at any depth, changed; names are drawn from the words."""
    path = random.choice(list(paths(told)))
    return put(told, path, _another(at(told, path), random, words))


def shifted(told: Told, random: Random) -> Told:
    """Return the value with something moved from one number to another of the same name."""
    numbers = [path for path in paths(told) if type(at(told, path)) is int]
    one = random.choice(numbers)
    other = random.choice([path for path in numbers if path[-1] == one[-1]])
    amount = min(at(told, one), random.choice((1, 1, 2, 3, 10, 40)))
    told = put(told, one, at(told, one) - amount)
    return put(told, other, at(told, other) + amount)


def paths(told: Told, so_far: Path = ()) -> Iterator[Path]:
    """Yield the way to each part, the whole excepted."""
    parts: Any = ()
    if isinstance(told, dict):
        parts = told.items()
    elif isinstance(told, list):
        parts = enumerate(told)
    for key, part in parts:
        yield (*so_far, key)
        yield from paths(part, (*so_far, key))


def at(told: Told, path: Path) -> Told:
    """Return the part at the end of this way."""
    for key in path:
        told = told[key]
    return told


def put(told: Told, path: Path, part: Told) -> Told:
    """Return the value with another part at the end of this way."""
    if not path:
        return part
    copy = dict(told) if isinstance(told, dict) else list(told)
    copy[path[0]] = put(copy[path[0]], path[1:], part)
    return copy


def _another(part: Told, random: Random, words: Sequence[Told]) -> Told:
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


def _another_list(part: list[Told], random: Random) -> list[Told]:
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
