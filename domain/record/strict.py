"""JSON taken at its word: what readers of JSON let pass in silence is refused, with its place.

A member that is given twice means one thing to one reader and another to the next, so a record
with one proves nothing. The same goes for NaN, for half a surrogate pair, and for nesting so deep
that some readers give up.
"""

import json
from typing import Any, Final, NoReturn

from domain.refusal import Malformed

DEPTH_MAX: Final = 100
"""Levels of objects and lists; a record has six."""


def examine(text: bytes) -> None:
    """Raise Malformed, with the place, if the text is no JSON or not to be taken at its word."""
    try:
        decoded = text.decode()
    except UnicodeDecodeError as wrong:
        raise Malformed(f"not UTF-8 at byte {wrong.start + 1}") from None
    try:
        told = json.loads(decoded, object_pairs_hook=_Members, parse_constant=_refuse_constant)
    except json.JSONDecodeError as wrong:
        raise Malformed(f"not JSON at character {wrong.pos + 1}: {wrong.msg}") from None
    except RecursionError:
        raise Malformed(f"nested deeper than {DEPTH_MAX} levels") from None
    except ValueError as wrong:  # a whole number with thousands of digits
        raise Malformed(f"not JSON: {wrong}") from None
    _examine(told, "$", 0)


class _Members(list[tuple[str, Any]]):
    """The members of an object, in order, each as often as it was given."""


def _examine(value: Any, where: str, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise Malformed(f"nested deeper than {DEPTH_MAX} levels", where=where)
    if isinstance(value, _Members):
        seen: set[str] = set()
        for name, member in value:
            _must_be_whole(name, where)
            if name in seen:
                raise Malformed(f"the member {name!r} is given twice", where=where)
            seen.add(name)
            _examine(member, f"{where}.{name}", depth + 1)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _examine(item, f"{where}[{index}]", depth + 1)
    elif isinstance(value, str):
        _must_be_whole(value, where)


def _must_be_whole(text: str, where: str) -> None:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Malformed("half a surrogate pair", where=where)


def _refuse_constant(name: str) -> NoReturn:
    raise Malformed(f"{name} is not JSON")
