"""Hypothesis strategies for any ruleset, made from its types and from random play."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st
from msgspec import inspect

from domain.ruleset import AnyRuleset
from tests.support.games.play import position_after

seeds = st.integers(0, 2**32 - 1)

_LENGTH_MAX = 12
"""Lists longer than this are seldom worth the time."""


def positions(
    ruleset: AnyRuleset, options: Sequence[Any], *, steps_min: int = 0, steps_max: int = 200
) -> st.SearchStrategy[Any]:
    """Return positions reached by random play; they shrink towards the start of a game."""
    return st.builds(
        lambda agreed, seed, steps: position_after(ruleset, agreed, seed, steps),
        st.sampled_from(options),
        seeds,
        st.integers(steps_min, steps_max),
    )


@lru_cache
def inside_schema(type_: Any) -> st.SearchStrategy[Any]:
    """Return any values that a schema accepts: of a msgspec type, within all its bounds."""
    return _values(inspect.type_info(type_))


def _values(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.Metadata(type=inner):
            made = _values(inner)
        case inspect.UnionType(types=types):
            made = st.one_of([_values(one) for one in types])
        case inspect.StructType(cls=cls, fields=fields):
            made = st.builds(cls, **{field.name: _values(field.type) for field in fields})
        case inspect.VarTupleType(item_type=item):
            made = _lists(info, item).map(tuple)
        case inspect.ListType(item_type=item):
            made = _lists(info, item)
        case inspect.TupleType(item_types=items):
            made = st.tuples(*(_values(item) for item in items))
        case inspect.DictType(key_type=key, value_type=value):
            made = st.dictionaries(_values(key), _values(value), max_size=info.max_length)
        case _:
            made = _plain(info)
    return made


def _plain(info: inspect.Type) -> st.SearchStrategy[Any]:
    match info:
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.IntType(ge=least, le=greatest):
            return st.integers(least, greatest)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.StrType(max_length=longest):
            return st.text(max_size=longest or _LENGTH_MAX)
        case _:
            raise TypeError(f"no values are drawn for {info}")


def _lists(
    info: inspect.VarTupleType | inspect.ListType, item: inspect.Type
) -> st.SearchStrategy[list[Any]]:
    longest = _LENGTH_MAX if info.max_length is None else min(info.max_length, _LENGTH_MAX)
    return st.lists(_values(item), min_size=info.min_length or 0, max_size=longest)
