"""Writes standing orders as words, and parses them: members of the orders, each with its value."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from msgspec import inspect

from domain.refusal import Malformed
from domain.ruleset import tag_of
from domain.table.standing_orders import GiveStandingOrders

GIVE: Final = tag_of(GiveStandingOrders)


def write_orders(orders: Any) -> Iterator[str]:
    """Yield the words of orders, which ``parse_orders`` reads; there are none without orders."""
    if orders is not None:
        # Orders that leave everything to the person differ from none, so they have a member, too.
        first = orders.__struct_fields__[0]
        members = msgspec.to_builtins(orders) or {first: getattr(orders, first)}
        for name, value in members.items():
            yield f"{name} {value}"


def parse_orders(text: str, kind: type[Any] | None) -> GiveStandingOrders[Any]:
    """Parse the words of orders of this type; raise Malformed with what was expected."""
    words = text.lower().split()
    if not words:
        return GiveStandingOrders()
    if kind is None:
        raise Malformed(f"{GIVE} takes no arguments in this game")
    names, values = words[::2], words[1::2]
    try:
        members = dict(zip(names, values, strict=True))
        if len(members) == len(names):
            return GiveStandingOrders(msgspec.convert(members, kind))
    except (ValueError, msgspec.ValidationError):
        pass
    raise Malformed(f"{GIVE} can have members, each once, with a value: {_expected(kind)}")


def _expected(kind: type[Any]) -> str:
    """Return the members of orders with their values."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType), "orders are a struct"
    found = []
    for field in info.fields:
        assert isinstance(field.type, inspect.LiteralType), "its members are words"
        found.append(f"{field.name} ({' or '.join(map(str, field.type.values))})")
    return ", ".join(found)
