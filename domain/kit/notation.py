"""Actions as lines of text, for people to read and to type, derived from the action types.

A line is the tag of the action and then its fields, in their order::

    move_emperor 2                          words: numbers and names
    choose_crowns red blue                  one list: its words
    place_paladins red court, blue 5        a list of structs or of lists: commas between them
    roll_dice 6 3, 5 3 1                    several fields with a list: commas between the fields
    choose_favour kf_upgrade 2@court -      a struct as a word: @ between its words; - for null
    value_source tile cs_gold yes -         yes or no

Case and extra spaces do not matter. A field with a default may be missing, if all such fields are.
Input outside the bounds of the schema is malformed; the rules judge everything within them.

A ``Spelling`` changes one type of action where that is not enough. A game whose actions contain
anything else, such as free text, writes its own ``parse`` and ``write``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final, Generic, NamedTuple

import msgspec
from msgspec import NODEFAULT, inspect

from domain.expectations import in_words
from domain.refusal import Malformed
from domain.ruleset import ActionT, kinds_of, tag_of

_WORD: Final = re.compile(r"[^\W\d]\w*")
_UNSIGNED: Final = re.compile(r"[0-9]+")
_SIGNED: Final = re.compile(r"-?[0-9]+")
_NAME_MAX: Final = 40
"""Longer words are not misspelt names."""
_NOTHING: Final = "-"
"""Null, and an empty list in a list of lists, to distinguish it from no list."""
_JOINT: Final = "@"
"""Between the words of a struct that may be null, which together are one word."""
_TRUTH: Final[Mapping[str, bool]] = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How people write one type of action, where it differs from what its fields give."""

    needs: str = ""
    """What has to follow the tag, for errors; by default the fields with the values they accept."""
    example: str = ""
    """A line that an error shows."""
    order: tuple[str, ...] = ()
    """All fields, in the order of the line."""
    left_out: Mapping[str, Any] = field(default_factory=dict)
    """Fields that a line may leave out together, and their values then, in addition to defaults."""
    names: tuple[str, ...] = ()
    """Names that people may misspell: an error suggests the closest one."""
    noun: str = ""
    """What all ``names`` are, if the line has no others, such as ``clan``: an error lists them."""


class Notation(Generic[ActionT]):
    """The notation of a union of actions, or of a single type of action."""

    def __init__(self, union: Any, spellings: Mapping[type[Any], Spelling] | None = None) -> None:
        """Derive the notation from the types; ``spellings`` changes what is not enough.

        An AssertionError says what a type has that a line cannot express.
        """
        spellings = spellings or {}
        self._lines = {tag_of(kind): _Line(kind, spellings.get(kind)) for kind in kinds_of(union)}
        assert set(spellings) <= set(kinds_of(union)), "each spelling is of an action"
        for line in self._lines.values():
            assert not line.example or self.parse(line.example), "examples are valid"

    def parse(self, text: str) -> ActionT:
        """Parse a line of text as an action; raise Malformed with what was expected."""
        name, rest = (*text.lower().split(maxsplit=1), "", "")[:2]
        line = self._lines.get(name)
        if line is None:
            raise Malformed(f"unknown action {name!r}; expected one of: {', '.join(self._lines)}")
        try:
            action: ActionT = line.read(rest)
        except (ValueError, msgspec.ValidationError) as wrong:
            raise Malformed(line.expected(rest)) from wrong
        return action

    def write(self, action: ActionT) -> str:
        """Return the action as a line of text that ``parse`` accepts."""
        name = tag_of(action)
        rest = self._lines[name].write(action)
        return f"{name} {rest}" if rest else name


class _Syntax(NamedTuple):
    """How to read and write one field, or one member of a list."""

    read: Callable[[str], Any]
    """Reads a part of a line, in lower case; raises ValueError."""
    write: Callable[[Any], str] = str
    is_word: bool = False
    """Whether it is a single word."""
    has_commas: bool = False


class _Line:
    """The line of one type of action, after the tag."""

    def __init__(self, kind: type[Any], spelling: Spelling | None) -> None:
        self._kind = kind
        self._spelling = spelling = spelling or Spelling()
        info = inspect.type_info(kind)
        assert isinstance(info, inspect.StructType), "actions are structs"
        self._fields = {one.name: one for one in info.fields}
        order = spelling.order or tuple(self._fields)
        assert set(order) == set(self._fields), "the order has all fields"
        defaults = {
            name: one.default for name, one in self._fields.items() if one.default != NODEFAULT
        }
        self._left_out = {**defaults, **spelling.left_out}
        parts = [(name, _part(self._fields[name].type)) for name in order]
        assert len(parts) == 1 or not any(part.has_commas for _, part in parts), (
            "commas separate the fields, or the members of the only field"
        )
        self._between = " " if all(part.is_word for _, part in parts) else ", "
        self._all = parts
        self._short = [one for one in parts if one[0] not in self._left_out]
        self._base = {"type": tag_of(kind), **self._left_out}
        self.example = spelling.example or ("" if parts else tag_of(kind))

    def read(self, text: str) -> Any:
        """Return the action; raise ValueError or ValidationError."""
        values = self._split(text)
        fields = self._base.copy()
        parts = self._all if len(values) == len(self._all) else self._short
        for (name, part), value in zip(parts, values, strict=True):
            fields[name] = part.read(value)
        return msgspec.convert(fields, self._kind)

    def _split(self, text: str) -> list[str]:
        if self._between == " ":
            return text.split()
        return [text] if len(self._all) == 1 else text.split(",")

    def write(self, action: Any) -> str:
        """Return the text after the tag."""
        parts = self._all
        if self._left_out and all(
            getattr(action, name) == value for name, value in self._left_out.items()
        ):
            parts = self._short
        return self._between.join([part.write(getattr(action, name)) for name, part in parts])

    def expected(self, text: str) -> str:
        """Return what was expected instead of this text."""
        spelling, name = self._spelling, tag_of(self._kind)
        unknown = [word for word in text.split() if word not in spelling.names]
        if spelling.noun and unknown:
            known = ", ".join(spelling.names)
            return f"unknown {spelling.noun} {unknown[0]!r}; expected one of: {known}"
        needs = spelling.needs or ", ".join(
            f"{field} ({in_words(one.type)})" for field, one in self._fields.items()
        )
        example = f"; example: {self.example}" if self.example else ""
        slip = "" if spelling.noun else _slip(text, spelling.names)
        return f"{slip}{name} needs {needs or 'no arguments'}{example}"


def _part(kind: inspect.Type) -> _Syntax:
    """Return how to read and write values of a type."""
    if isinstance(kind, inspect.Metadata):
        return _part(kind.type)
    if isinstance(kind, inspect.StructType):
        return _row([(one.name, _part(one.type)) for one in kind.fields])
    if isinstance(kind, inspect.UnionType) and isinstance(kind.types[0], inspect.StructType):
        return _joint(kind)
    if isinstance(kind, inspect.CollectionType):
        return _list(_part(kind.item_type))
    return _word(kind)


def _word(kind: inspect.Type) -> _Syntax:
    types = list(_types(kind))
    names = _literals(types)
    numbers = [one for one in types if isinstance(one, inspect.IntType)]
    signed = any(one.ge is None or one.ge < 0 for one in numbers)
    number = _SIGNED if signed else _UNSIGNED
    texts = [one for one in types if isinstance(one, inspect.StrType)]
    if any(isinstance(one, inspect.BoolType) for one in types):
        names |= _TRUTH
    if any(isinstance(one, inspect.NoneType) for one in types):
        names[_NOTHING] = None
    assert all(one.pattern for one in texts), "text may be anything, so its type needs a pattern"
    known = (
        *(inspect.IntType, inspect.StrType, inspect.LiteralType),
        *(inspect.BoolType, inspect.NoneType),
    )
    assert all(isinstance(one, known) for one in types), "a word is a number or a name"

    def read(text: str) -> Any:
        word = text.strip()
        if word in names:
            return names[word]
        # ``int`` alone would also accept 1_0, +1 and digits of other scripts.
        if numbers and number.fullmatch(word):
            return int(word)
        if texts:
            return word
        raise ValueError(word)

    return _Syntax(read, _written, is_word=True)


def _written(value: Any) -> str:
    """Return a number, a name, a truth value or null as a word."""
    if value is None:
        return _NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _joint(kind: inspect.UnionType) -> _Syntax:
    """Return how to read and write a struct of words, or null, as one word."""
    struct, *others = kind.types
    assert isinstance(struct, inspect.StructType), "as was asked"
    assert [type(one) for one in others] == [inspect.NoneType], "a struct or null"
    row = _row([(one.name, _part(one.type)) for one in struct.fields])

    def read(text: str) -> Any:
        word = text.strip()
        return None if word == _NOTHING else row.read(word.replace(_JOINT, " "))

    def write(value: Any) -> str:
        return _NOTHING if value is None else row.write(value).replace(" ", _JOINT)

    return _Syntax(read, write, is_word=True)


def _list(member: _Syntax) -> _Syntax:
    if member.is_word:
        return _Syntax(
            lambda text: [member.read(word) for word in text.split()],
            lambda values: " ".join(map(member.write, values)),
        )
    assert not member.has_commas, "there is one kind of comma"

    def read(text: str) -> list[Any]:
        if not text.strip():
            return []
        return [member.read("" if one.strip() == _NOTHING else one) for one in text.split(",")]

    def write(values: Iterable[Any]) -> str:
        return ", ".join([member.write(value) or _NOTHING for value in values])

    return _Syntax(read, write, has_commas=True)


def _row(parts: list[tuple[str, _Syntax]]) -> _Syntax:
    """Return how to read and write a struct of words."""
    assert all(part.is_word for _, part in parts), "a member of a list consists of words"

    def read(text: str) -> dict[str, Any]:
        return {
            name: part.read(word) for (name, part), word in zip(parts, text.split(), strict=True)
        }

    def write(value: Any) -> str:
        return " ".join([part.write(getattr(value, name)) for name, part in parts])

    return _Syntax(read, write)


def _types(kind: inspect.Type) -> Iterator[inspect.Type]:
    """Yield the types of a union, or the type, without bounds."""
    if isinstance(kind, inspect.Metadata):
        yield from _types(kind.type)
    elif isinstance(kind, inspect.UnionType):
        for one in kind.types:
            yield from _types(one)
    else:
        yield kind


def _literals(types: Iterable[inspect.Type]) -> dict[str, Any]:
    """Return the values of literal types, by their form in lower case."""
    literals = (one for one in types if isinstance(one, inspect.LiteralType))
    return {str(value).lower(): value for one in literals for value in one.values}


def _slip(text: str, names: tuple[str, ...]) -> str:
    """Return a hint about the first unknown word, with the closest name."""
    for word in _WORD.findall(text):
        if names and word not in names and len(word) <= _NAME_MAX:
            begun = [name for name in names if name.startswith(word)]
            near = begun or get_close_matches(word, names, n=1)
            meant = f" (did you mean {near[0]}?)" if near else ""
            return f"unknown name {word!r}{meant}; "
    return ""
