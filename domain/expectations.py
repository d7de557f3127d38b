"""Error messages about data that does not fit its type, and what the type accepts, in words.

People cannot read patterns, so a type with a pattern has a description too:
``Meta(pattern=…, extra=expects("…"))``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import inspect

from domain.refusal import EXPECTED


def as_json(value: Any) -> str:
    """Return a value as JSON in one line."""
    return msgspec.json.encode(value).decode()


def in_words(kind: inspect.Type, shown: Callable[[Any], str] = str) -> str:
    """Describe the values that this type accepts; ``shown`` formats the values of a choice."""
    if isinstance(kind, inspect.Metadata):
        words: str | None = (kind.extra or {}).get(EXPECTED)
        return words or in_words(kind.type, shown)
    if isinstance(kind, inspect.UnionType):
        return any_in_words(kind.types, shown)
    if isinstance(kind, inspect.LiteralType):
        return _choice(map(shown, kind.values))
    return next((words(kind) for one, words in _WORDS.items() if isinstance(kind, one)), "a value")


def any_in_words(kinds: Sequence[inspect.Type], shown: Callable[[Any], str] = str) -> str:
    """Describe the values that at least one of these types accepts."""
    every = [one for kind in kinds for one in _alternatives(kind)]
    choices = [
        value for one in every if isinstance(one, inspect.LiteralType) for value in one.values
    ]
    words = [_choice(map(shown, dict.fromkeys(choices)))] if choices else []
    words += [in_words(one, shown) for one in every if not isinstance(one, inspect.LiteralType)]
    # "null" comes last, where "or null" reads as an exception.
    parts = sorted(dict.fromkeys(words), key="null".__eq__)
    return (", or " if any("," in part for part in parts[:-1]) else " or ").join(parts)


def _alternatives(kind: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _alternatives(one)
    else:
        yield kind


def _choice(values: Iterator[str]) -> str:
    first, *others = values
    return f"one of {', '.join([first, *others])}" if others else first


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
    inspect.TupleType: lambda kind: f"a list of {len(kind.item_types)} entries",
    inspect.DictType: lambda kind: "an object",
    inspect.StructType: lambda kind: "an object",
    inspect.BoolType: lambda kind: "true or false",
    inspect.NoneType: lambda kind: "null",
}


FaultKind: TypeAlias = Literal["unfit", "unknown", "missing", "unreadable"]
"""Whether a value does not fit, an object has an unknown field or lacks one, or nothing fits."""


class DataFault(NamedTuple):
    """What is wrong with data, and where."""

    kind: FaultKind
    message: str
    where: str
    """A path such as ``$.actions[0].disc``; empty for all of the data."""

    def with_place(self) -> str:
        """Return the message after the place, if there is one."""
        return f"{self.where}: {self.message}" if self.where else self.message


def plain_fault(wrong: Exception) -> DataFault:
    """Return what a reader of msgspec raised, in the words of JSON instead of Python."""
    if isinstance(wrong, UnicodeDecodeError):
        return DataFault("unreadable", f"not UTF-8 at byte {wrong.start + 1}", "")
    if isinstance(wrong, RecursionError):
        return DataFault("unreadable", "nested too deep", "")
    text = str(wrong)
    for message, where in (_split(text), (text, "")):
        for kind, pattern, words in _MESSAGES:
            found = pattern.fullmatch(message)
            if found is not None:
                return DataFault(kind, words(found), where)
    return DataFault("unreadable", _shown(text, _UNKNOWN_MAX), "")


def _split(text: str) -> tuple[str, str]:
    """Return the message and the place at its end, in which there is no text that a client sent.

    The message can contain such text, of any length and also in the form of a place, so the last
    place counts, and only one that msgspec can write.
    """
    at = text.rfind(_AT)
    place = _PLACE.fullmatch(text, at + len(_AT)) if at >= 0 else None
    return (text[:at], place[1]) if place else (text, "")


_AT: Final = " - at `"
_PLACE: Final = re.compile(
    r"(?:key` in `)?(\$(?:\.[\w-]{1,64}|\[[0-9]{1,9}\]|\[\.\.\.\]){0,64})`", re.ASCII
)


def _of_other_type(found: re.Match[str]) -> str:
    names = [_NAMES.get(name, name) for name in found["expected"].split(" | ")]
    sent = f", got {_NAMES.get(found['sent'], found['sent'])}" if found["sent"] else ""
    return f"expected {' or '.join(names)}{sent}"


def _of_other_size(found: re.Match[str]) -> str:
    name = found["expected"]
    bound = f"{found['bound']} or more" if found["sign"] == ">=" else f"at most {found['bound']}"
    if name in _PARTS:
        return f"expected {_NAMES[name]} of {bound} {_PARTS[name]}"
    return f"expected {_NAMES[name]}, {bound}"


def _shown(value: str, most: int = 60) -> str:
    """Return a value that was sent on one line, and at most this many characters of it."""
    visible = "".join(
        one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in value[:most]
    )
    return visible if len(value) <= most else f"{visible[: most - 1]}…"


def not_a_choice(value: str, choices: Iterable[str]) -> str:
    """Return the message about a value that is none of these choices."""
    return (
        f"{_shown(as_json(value))} is not a valid value; expected {_choice(map(as_json, choices))}"
    )


def _requoted(written: str) -> str:
    """Return a value that msgspec has written, text in the quotes of JSON.

    It escapes text as Python does where the type is a choice, and not at all in tags.
    """
    return _shown(f'"{written[1:-1]}"' if written[:1] in _QUOTES else written)


_UNKNOWN_MAX: Final = 500
_QUOTES: Final = frozenset("'\"")

_NAMES: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
}
_PARTS: Final = {"str": "characters", "array": "entries", "object": "members"}

_MESSAGES: Final[tuple[tuple[FaultKind, re.Pattern[str], Callable[[re.Match[str]], str]], ...]] = (
    (
        "unfit",
        re.compile(r"Expected `(?P<expected>[^`]*)`(?:, got `(?P<sent>[^`]*)`)?"),
        _of_other_type,
    ),
    (
        "unfit",
        re.compile(
            r"Expected `(?P<expected>int|float|str|array|object)`(?: of length)? "
            r"(?P<sign><=|>=) (?P<bound>[-0-9.e+]+)"
        ),
        _of_other_size,
    ),
    (
        "unfit",
        re.compile(r"Expected `array` of length ([0-9]+)(?:, got [0-9]+)?"),
        lambda found: f"expected a list of {found[1]} entries",
    ),
    (
        "unfit",
        re.compile(r"Expected `str` matching regex '(.*)'"),
        lambda found: f"expected text that matches {found[1]}",
    ),
    (
        "unfit",
        re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL),
        lambda found: f"{_requoted(found[1])} is not a valid value",
    ),
    (
        "unfit",
        re.compile(r"(?:Number|Integer value) out of range"),
        lambda _: "the number is too large",
    ),
    (
        "unknown",
        re.compile(r"Object contains unknown field `(.*)`", re.DOTALL),
        lambda found: f"unknown field `{_shown(found[1])}`",
    ),
    (
        "missing",
        re.compile(r"Object missing required field `(.*)`"),
        lambda found: f"the required field `{found[1]}` is missing",
    ),
    (
        "unreadable",
        re.compile(r"JSON is malformed: (.*) \(byte ([0-9]+)\)"),
        lambda found: f"not JSON: {found[1]} at byte {int(found[2]) + 1}",
    ),
    (
        "unreadable",
        re.compile("Input data was truncated"),
        lambda _: "not JSON: the text ends too early",
    ),
)
"""The messages of msgspec about data, and what people read instead."""
