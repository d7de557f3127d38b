"""Query parameters: their names, and their valid values in words."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import inspect

from domain.expectations import in_words


@dataclass(frozen=True, eq=False)
class Query(QueryParameter):
    """An optional query parameter."""

    required: bool | None = False
    expected: str | None = None
    """A description of the values that the pattern allows, worded to follow "expected"."""


class KnownParameter(NamedTuple):
    """One query parameter of an operation."""

    name: str
    """The name that clients send."""
    text: bool
    """Whether it is text, and so may be the word ``null``."""
    expected: str
    """A description of the valid values."""
    spelling: re.Pattern[str] | None
    """How clients write a value; None if they write text."""


@cache
def parameters_of(handler: BaseRouteHandler) -> dict[str, KnownParameter]:
    """Return an operation's query parameters by their names in the code."""
    found: dict[str, KnownParameter] = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        query = field.kwarg_definition
        if isinstance(query, QueryParameter):
            text = field.has_inner_subclass_of(str) or field.is_subclass_of(str)
            # The framework copies all attributes of the parameter into the type, ``expected`` too.
            kind = inspect.type_info(handler.signature_model.__annotations__[name])
            given = _given(kind)
            spelling = _SPELLINGS.get(type(_bare(given)))
            found[name] = KnownParameter(query.name or name, text, in_words(given), spelling)
    return found


_SPELLINGS: Final[Mapping[type[inspect.Type], re.Pattern[str]]] = {
    inspect.BoolType: re.compile("true|false"),
    inspect.IntType: re.compile(r"[0-9]{1,20}(?:\.0{1,20})?"),
}
"""Spellings that fit the document; the framework accepts others, such as ``TRUE`` and ``1e3``."""


def _bare(kind: inspect.Type) -> inspect.Type:
    """Return a type without its bounds and texts."""
    return _bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def _given(kind: inspect.Type) -> inspect.Type:
    """Return the type of a parameter that is present: without null."""
    if isinstance(kind, inspect.UnionType):
        (kind,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind
