"""Query parameters: what they let in, told in words, by the names that clients know."""

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from msgspec import inspect

from domain.expectations import in_words


@dataclass(frozen=True, eq=False)
class Query(QueryParameter):
    """A query parameter that may be left out."""

    required: bool | None = False
    expected: str | None = None
    """What a pattern lets in, in words that go on after "expected"."""


class KnownParameter(NamedTuple):
    """One query parameter of an operation."""

    name: str
    """As clients write it."""
    text: bool
    """Whether it takes text, and with it the word ``null``."""
    expected: str
    """What it lets in, in words."""


@cache
def parameters_of(handler: BaseRouteHandler) -> dict[str, KnownParameter]:
    """Return an operation's query parameters by their names in the code."""
    found: dict[str, KnownParameter] = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        told = field.kwarg_definition
        if isinstance(told, QueryParameter):
            text = field.has_inner_subclass_of(str) or field.is_subclass_of(str)
            # The framework gives the type all that is said of the parameter, also our words.
            kind = inspect.type_info(handler.signature_model.__annotations__[name])
            found[name] = KnownParameter(told.name or name, text, in_words(_given(kind)))
    return found


def _given(kind: inspect.Type) -> inspect.Type:
    """Return what a parameter is if it is there: not null."""
    if isinstance(kind, inspect.UnionType):
        (kind,) = (one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind
