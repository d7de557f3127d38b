"""Strict JSON: refuses text that two readers could read in two ways.

The decoder of msgspec is fast, but takes the last of two members with the same name, as most do. A
record must mean the same to every reader, so such text is refused. Text that a decoder reads and
encodes to the same bytes is unambiguous; only other text needs this module.

Readers also differ about numbers: here 5.0 is the integer 5, as in JSON Schema, and 5.5 is not an
integer.

It is part of ``domain``, because whether a record is valid does not depend on how it arrived.
"""

import json
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from domain.refusal import Malformed

NESTING_MAX: Final = 64
"""Valid records nest seven levels; deeper text can only be an attack."""

VALUES_MAX: Final = 1 << 20
"""The most values in a line: each needs many times its length in memory."""

INTEGER_MAX: Final = (1 << 64) - 1
INTEGER_MIN: Final = -(1 << 63)
DIGITS_MAX: Final = 20
"""The most digits of a valid integer; Python refuses to parse thousands of digits."""

_PLAIN_NAME_MAX: Final = 60


class _RepeatedMember:
    """A placeholder for an object with two members of the same name."""

    def __init__(self, name: str) -> None:
        self.name = name


class _BadNumber:
    """A placeholder for an invalid number, or one that is too large."""

    def __init__(self, fault: str) -> None:
        self.fault = fault


def examine(data: bytes) -> Any:
    """Return the value of unambiguous JSON, with 5 for 5.0.

    Raises Malformed, with the place as ``where``, for bytes that are not UTF-8, text that is not
    JSON, NaN and Infinity, integers of more than 64 bits and other numbers that are too large, two
    members of the same name, unpaired surrogates, deep nesting, and too many values.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError as fault:
        raise Malformed(f"not UTF-8 at byte {fault.start + 1}") from None
    if sum(map(text.count, "{[,")) > VALUES_MAX:
        raise Malformed(f"more than {VALUES_MAX} values")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_number,
            parse_constant=lambda name: _BadNumber(f"{name} is not a number in JSON"),
        )
    except json.JSONDecodeError as fault:
        message = fault.msg[0].lower() + fault.msg[1:]
        where = f"line {fault.lineno}, column {fault.colno}"
        raise Malformed(f"not JSON: {message} at {where}") from None
    except RecursionError:
        raise Malformed(_TOO_DEEP) from None
    _walk(value)
    return value


def must_name_once(data: bytes) -> None:
    """Raise Malformed, with the place, for an object with two members of the same name.

    It judges nothing else: text that is not JSON is left to the decoder.
    """
    try:
        json.loads(data, object_pairs_hook=_once, parse_int=len, parse_float=len)
    except _NameOccursTwice:
        examine(data)
    except (ValueError, RecursionError):
        return


class _NameOccursTwice(Exception):
    """An object has two members of the same name."""


def _once(members: list[tuple[str, Any]]) -> None:
    if len(dict(members)) < len(members):
        raise _NameOccursTwice


def number(digits: str) -> int | float:
    """Return a JSON number with a point or an exponent, as an integer if it is one.

    It is not rounded first, so a number with any fraction at all is not an integer.
    """
    rounded = float(digits)
    if not rounded.is_integer():
        return rounded
    try:
        exact = Decimal(digits)
    except InvalidOperation:  # the exponent alone has twenty digits
        return rounded
    if exact and (exact.adjusted() >= DIGITS_MAX or exact != exact.to_integral_value()):
        return rounded
    return int(exact)


_TOO_DEEP: Final = f"nested deeper than {NESTING_MAX} levels"
_TOO_LONG: Final = "an integer of more than 64 bits"


def _object(members: list[tuple[str, Any]]) -> Any:
    found = dict(members)
    if len(found) == len(members):
        return found
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            return _RepeatedMember(name)
        seen.add(name)
    raise AssertionError("a name occurs twice")


def _whole(digits: str) -> int | _BadNumber:
    if len(digits) > DIGITS_MAX or not INTEGER_MIN <= int(digits) <= INTEGER_MAX:
        return _BadNumber(_TOO_LONG)
    return int(digits)


def _number(digits: str) -> int | float | _BadNumber:
    value = number(digits)
    if isinstance(value, int):
        return value if INTEGER_MIN <= value <= INTEGER_MAX else _BadNumber(_TOO_LONG)
    return _BadNumber("a number too large") if value in {float("inf"), -float("inf")} else value


def _walk(value: Any) -> None:
    """Look at all values in their order, and raise Malformed at the first that is not allowed."""
    stack: list[tuple[str, Iterator[tuple[str, Any]]]] = [("$", iter((("", value),)))]
    while stack:
        above, siblings = stack[-1]
        for step, item in siblings:
            where = f"{above}{step}"
            _look(item, where)
            if isinstance(item, dict | list):
                if len(stack) > NESTING_MAX:
                    raise Malformed(_TOO_DEEP)
                stack.append((where, _members(item, where)))
                break
        else:
            stack.pop()


def _members(container: Any, where: str) -> Iterator[tuple[str, Any]]:
    if isinstance(container, list):
        for index, item in enumerate(container):
            yield f"[{index}]", item
        return
    for name, item in container.items():
        if _is_half(name):
            raise Malformed("half of a surrogate pair in a name", where=where)
        yield f".{_shown(name)}", item


def _look(item: Any, where: str) -> None:
    """Raise Malformed if a value by itself is not allowed."""
    if isinstance(item, _RepeatedMember):
        raise Malformed(f'duplicate key "{_shown(item.name)}"', where=where)
    if isinstance(item, _BadNumber):
        raise Malformed(item.fault, where=where)
    if isinstance(item, str) and _is_half(item):
        raise Malformed("half of a surrogate pair", where=where)


def _is_half(text: str) -> bool:
    """Return whether the text contains an unpaired surrogate, which UTF-8 cannot encode."""
    if text.isascii():
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _shown(name: str) -> str:
    """Return a name so that it can be shown on one line of a terminal."""
    if len(name) <= _PLAIN_NAME_MAX and name.isprintable():
        return name
    plain = "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in name[:_PLAIN_NAME_MAX]
    )
    return plain if len(name) <= _PLAIN_NAME_MAX else f"{plain}…"
