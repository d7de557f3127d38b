"""Compares the signatures of a ruleset's functions with the seam, as a type checker would.

``ruleset_of`` finds the functions of a folder by their names, so no type checker compares them.
"""

import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import reduce
from inspect import signature
from operator import or_
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from domain.ruleset import (
    ActionT,
    AnyRuleset,
    DraftT,
    EventT,
    OptionsT,
    PositionT,
    Ruleset,
    ViewT,
)


def misfits(ruleset: AnyRuleset) -> Iterator[str]:
    """Yield the functions that do not have the signature of the seam, and where they differ."""
    own: dict[Any, Any] = {
        OptionsT: ruleset.options_type,
        PositionT: ruleset.position_type,
        DraftT: type(ruleset.thaw(ruleset.start(ruleset.options_type()))),
        ActionT: ruleset.seat_actions | ruleset.chance_actions,
        EventT: ruleset.events,
        ViewT: ruleset.view_type,
    }
    seam = get_type_hints(Ruleset, include_extras=True)
    for field in fields(Ruleset):
        asked = seam[field.name]
        if get_origin(asked) is _CALLABLE:
            wanted, result = get_args(asked)
            yield from _compared(field.name, getattr(ruleset, field.name), wanted, result, own)


_CALLABLE = get_origin(Callable[[], None])


def _compared(
    name: str, function: Any, wanted: list[Any], result: Any, own: Mapping[Any, Any]
) -> Iterator[str]:
    if isinstance(function, type):
        return  # a constructor
    try:
        parameters = list(signature(function).parameters.values())
        hints = get_type_hints(function)
    except (TypeError, ValueError):
        return  # made by the library, such as an attrgetter
    if len(parameters) != len(wanted):
        yield f"{name} has {len(parameters)} parameters instead of {len(wanted)}"
        return
    for parameter, kind in zip(parameters, wanted, strict=True):
        if not fits(_with(kind, own), hints.get(parameter.name, Any)):
            yield f"{name} does not accept every {parameter.name}"
    if not fits(hints.get("return", Any), _with(result, own)):
        yield f"{name} returns something else"


def _with(kind: Any, own: Mapping[Any, Any]) -> Any:
    """Return a type of the seam with the types of a ruleset for its variables."""
    if isinstance(kind, TypeVar):
        return own[kind]
    arguments = get_args(kind)
    if not arguments or get_origin(kind) in {Literal, Annotated}:
        return kind
    changed = tuple(_with(one, own) if one is not ... else one for one in arguments)
    if _is_union(kind):
        return reduce(or_, changed)
    return get_origin(kind)[changed]


def fits(narrow: Any, wide: Any) -> bool:
    """Return whether each value of the narrow type is one of the wide type, as far as we can see.

    Any and type variables fit everything.
    """
    narrow, wide = _plain(narrow), _plain(wide)
    if Any in (narrow, wide) or isinstance(narrow, TypeVar) or isinstance(wide, TypeVar):
        return True
    if _is_union(narrow):
        return all(fits(one, wide) for one in get_args(narrow))
    if _is_union(wide):
        return any(fits(narrow, one) for one in get_args(wide))
    if get_origin(narrow) is Literal:
        return all(_has(wide, value) for value in get_args(narrow))
    return _is_part(narrow, wide)


def _has(wide: Any, value: Any) -> bool:
    """Return whether a type has this value of a literal type."""
    if get_origin(wide) is Literal:
        return value in get_args(wide)
    return fits(type(value), wide)


def _is_part(narrow: Any, wide: Any) -> bool:
    """Return whether a class, with the types of its members if it has any, is a part of another."""
    inner, outer = get_origin(narrow) or narrow, get_origin(wide) or wide
    if not (isinstance(inner, type) and isinstance(outer, type) and issubclass(inner, outer)):
        return False
    ours = [one for one in get_args(narrow) if one is not ...]
    theirs = [one for one in get_args(wide) if one is not ...]
    return len(ours) != len(theirs) or all(map(fits, ours, theirs))


def _plain(kind: Any) -> Any:
    """Return a type without its bounds; None stands for its type."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    return type(None) if kind is None else kind


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in {Union, types.UnionType}
