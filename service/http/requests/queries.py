"""Query parameters: their names, and their valid values in words."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

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
            found[name] = KnownParameter(query.name or name, text, in_words(_given(kind)))
    return found


def _given(kind: inspect.Type) -> inspect.Type:
    """Return the type of a parameter that is present: without null."""
    if isinstance(kind, inspect.UnionType):
        (kind,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind
