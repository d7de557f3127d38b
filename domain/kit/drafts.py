"""Converts between positions, which are frozen, and drafts, which change in place.

A position and its draft have the same fields. A ruleset declares them once, with variables for the
types that differ: ``bytes`` in the position and ``bytearray`` in the draft, or a tuple and a list::

    class State(Struct, Generic[BytesT]):
        turn: int
        land: BytesT

    class Position(State[bytes], frozen=True): ...
    class Draft(State[bytearray]): ...

Without a ``Draft``, ``draft_of`` makes one whose fields have the types of the position: each can be
set, and none changes by itself. That is enough for a small game.
"""

from collections.abc import Callable
from typing import Any, get_origin

from msgspec import Struct, defstruct
from msgspec.structs import astuple, fields


def draft_of(position: type[Struct]) -> type[Struct]:
    """Return a type with the members of a position, whose fields can be set."""
    return defstruct("Draft", (), bases=(position,), frozen=False)


def converter(source: type[Struct], target: type[Struct]) -> Callable[[Any], Any]:
    """Return what makes a ``target`` of a ``source``, or of another ``target``.

    It copies each field whose type differs, so such a field is a container of immutable values.
    """
    given, made = fields(source), fields(target)
    assert [one.name for one in given] == [one.name for one in made], "they have the same fields"
    copied = [
        (index, get_origin(new.type) or new.type)
        for index, (old, new) in enumerate(zip(given, made, strict=True))
        if old.type != new.type
    ]

    def convert(one: Any) -> Any:
        values = [*astuple(one)]
        for index, kind in copied:
            values[index] = kind(values[index])
        return target(*values)

    return convert
