"""Descriptions of the values that a type accepts, for error messages.

People cannot read patterns, so a type with a pattern has a description too:
``Meta(pattern=…, extra=expects("…"))``.
"""

from collections.abc import Callable
from typing import Any, Final

from msgspec import inspect

from domain.refusal import EXPECTED


def in_words(kind: inspect.Type, shown: Callable[[Any], str] = str) -> str:
    """Describe the values that this type accepts; ``shown`` formats the values of a choice."""
    if isinstance(kind, inspect.Metadata):
        words: str | None = (kind.extra or {}).get(EXPECTED)
        return words or in_words(kind.type, shown)
    if isinstance(kind, inspect.UnionType):
        return " or ".join(dict.fromkeys(in_words(one, shown) for one in kind.types))
    if isinstance(kind, inspect.LiteralType):
        return f"one of {', '.join(map(shown, kind.values))}"
    return next((words(kind) for one, words in _WORDS.items() if isinstance(kind, one)), "a value")


def _range(kind: inspect.IntType | inspect.FloatType) -> str:
    """Describe the bounds, each as it was written: 0 and not 0.0."""
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:g} to {kind.le:.0f}"
    found = []
    if kind.ge is not None:
        found.append(f"{kind.ge:g} or more")
    if kind.gt is not None:
        found.append(f"more than {kind.gt:g}")
    if kind.le is not None:
        found.append(f"at most {kind.le:.0f}")
    return f", {' and '.join(found)}" if found else ""


def _length(kind: inspect.StrType | inspect.CollectionType, parts: str) -> str:
    least, most = kind.min_length, kind.max_length
    if least is not None and most is not None:
        span = f"{least}" if least == most else f"{least} to {most}"
    elif most is not None:
        span = f"at most {most}"
    elif least is not None:
        span = f"{least} or more"
    else:
        return ""
    return f" of {span} {parts}"


_WORDS: Final[dict[type[inspect.Type], Callable[[Any], str]]] = {
    inspect.IntType: lambda kind: f"a whole number{_range(kind)}",
    inspect.FloatType: lambda kind: f"a number{_range(kind)}",
    inspect.StrType: lambda kind: f"text{_length(kind, 'characters')}",
    inspect.CollectionType: lambda kind: f"a list{_length(kind, 'entries')}",
    inspect.TupleType: lambda kind: "a list",
    inspect.DictType: lambda kind: "an object",
    inspect.StructType: lambda kind: "an object",
    inspect.BoolType: lambda kind: "true or false",
    inspect.NoneType: lambda kind: "null",
}
