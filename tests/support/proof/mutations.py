"""Every small change of a JSON text: what someone could do to a record with an editor.

The changes apply to the text, not to a value parsed from it. So they include changes that a
parser silently accepts, such as a duplicate member.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

OTHER_VALUES = ("null", "true", "false", "0", "-1", '""', '"x"', "[]", "{}", "[null]", "NaN")
"""Each of these replaces every value once; most are of another type."""

BLANKS = (" ", "\t", "\n", "\r", "\v", "\u00a0", "\ufeff", "/**/")
"""Each of these goes before every value once; only the first four are JSON white space."""

OTHER_BYTES = b'"{}[],:0a9.-\\/ \n\x00\x80\xff'
"""Bytes with a meaning in JSON: each of them replaces each byte of a text."""


class Mutation(NamedTuple):
    """One change of a text: the bytes from ``start`` to ``end`` become ``new``."""

    where: str
    """A JSON path, or the number of a byte."""
    what: str
    start: int
    end: int
    new: bytes

    def of(self, text: bytes) -> bytes:
        """Return the changed text."""
        return text[: self.start] + self.new + text[self.end :]


class _Part(NamedTuple):
    """One value of a text: its start with and without its name, if it has one, and its end."""

    where: str
    above: str
    outer: int
    start: int
    end: int
    value: Any


def mutations(text: bytes) -> Iterator[Mutation]:
    """Yield changes of every value, member and item of a text without white space."""
    for part, following in _in_order(text):
        yield from _of_part(text, part, following)


def sample_of_mutations(text: bytes, random: Random, count: int) -> list[Mutation]:
    """Return one change for each of some values of a text, without making all the others."""
    chosen = random.sample([*_in_order(text)], count)
    return [random.choice([*_of_part(text, *one)]) for one in chosen]


def byte_mutations(text: bytes, places: Iterable[int]) -> Iterator[Mutation]:
    """Yield changes of these bytes: bits flipped, replaced, removed, doubled, cut off from here."""
    for place in places:
        where, byte = f"byte {place}", text[place]
        for other in sorted({byte ^ 1 << bit for bit in range(8)} | set(OTHER_BYTES) - {byte}):
            yield Mutation(where, f"→ {other}", place, place + 1, bytes((other,)))
        yield Mutation(where, "left out", place, place + 1, b"")
        yield Mutation(where, "doubled", place, place, bytes((byte,)))
        yield Mutation(where, "cut off", place, len(text), b"")


def _in_order(text: bytes) -> Iterator[tuple[_Part, _Part | None]]:
    """Yield every value of a text, with the next one in the same object or list."""
    value = json.loads(text)
    assert _written(value) == text, "the text is not written as we write it"
    siblings: dict[str, list[_Part]] = defaultdict(list)
    for part in _parts(value, "$", "", 0, 0):
        siblings[part.above].append(part)
    for parts in siblings.values():
        yield from zip(parts, (*parts[1:], None), strict=True)


def _parts(value: Any, where: str, above: str, outer: int, start: int) -> Iterator[_Part]:
    yield _Part(where, above, outer, start, start + len(_written(value)), value)
    place = start + 1
    if isinstance(value, dict):
        for name, member in value.items():
            inner = place + len(_written(name)) + 1
            yield from _parts(member, f"{where}.{name}", where, place, inner)
            place = inner + len(_written(member)) + 1
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _parts(item, f"{where}[{index}]", where, place, place)
            place += len(_written(item)) + 1


def _of_value(part: _Part) -> Iterator[Mutation]:
    where, start, value = part.where, part.start, part.value
    for other in _others(value):
        yield Mutation(where, f"→ {other}", start, part.end, other.encode())
    for blank in BLANKS:
        yield Mutation(where, f"{blank!r} before it", start, start, blank.encode())
    if isinstance(value, dict):
        new = b'"more":null,' if value else b'"more":null'
        yield Mutation(where, "member added", start + 1, start + 1, new)


def _of_part(text: bytes, part: _Part, following: _Part | None) -> Iterator[Mutation]:
    """Yield changes of a value, and of it as a member of its object or an item of its list."""
    for change in _of_value(part):
        if change.new != text[change.start : change.end]:
            yield change
    where, outer = part.where, part.outer
    whole = text[outer : part.end]
    if following is not None:
        yield Mutation(where, "removed", outer, following.outer, b"")
        other = text[following.outer : following.end]
        swapped = other + b"," + whole
        yield Mutation(where, "after the next one", outer, following.end, swapped)
    elif outer > 0:
        comma = text[outer - 1 : outer] == b","
        yield Mutation(where, "removed", outer - comma, part.end, b"")
    yield Mutation(where, "doubled", outer, outer, whole + b",")
    if outer != part.start:
        name = text[outer : part.start]
        yield Mutation(where, "doubled, first null", outer, outer, name + b"null,")
        yield Mutation(where, "doubled, then null", part.end, part.end, b"," + name + b"null")
        letter = b"\\u%04x" % name[1]
        yield Mutation(where, "named with an escape", outer + 1, outer + 2, letter)
        yield Mutation(where, "renamed", outer + 1, outer + 2, b"X")


def _others(value: Any) -> Iterator[str]:
    """Yield replacements of a value, as JSON."""
    yield from OTHER_VALUES
    if isinstance(value, str):
        for other in _other_texts(value):
            yield _written(other).decode()
        if value.isascii() and value:
            yield f'"\\u{ord(value[0]):04x}{_written(value).decode()[2:]}'
    elif isinstance(value, int):
        near = (value + 1, value - 1, -value - 1, value + 15, value + 2**64, value + 10**30)
        yield from map(str, near)
        yield from (f"{value}.0", f"{value}.5", f"{value}e0", f"{value}e999", f'"{value}"')
        yield from (f"0{value}", f"+{value}")
    elif isinstance(value, list):
        yield _written(value[::-1]).decode()


def _other_texts(value: str) -> Iterator[str]:
    yield from (f"{value}x", f"{value} ", f"{value}\n", f" {value}", f"{value}\u0301", f"{value}\0")
    yield from (value[:-1], value[1:], value[::-1], value.upper(), value.title(), "recorded")
    for place in {0, len(value) // 2, len(value) - 1} if value else ():
        for letter in "0ab7_\u00e9":
            yield value[:place] + letter + value[place + 1 :]


def _written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
