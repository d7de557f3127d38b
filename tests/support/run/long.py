"""What `make test` leaves to `make check`: further cases of what other cases already show."""

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet


def long_after(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a test; mark all after the first ``count`` as long."""
    return [value if number < count else _long(value) for number, value in enumerate(values)]


def _long(value: Any) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=[*value.marks, pytest.mark.long], id=value.id)
    return pytest.param(value, marks=pytest.mark.long)


def long_if(long: bool, *values: Any, id: str) -> Any:  # noqa: A002 - as of pytest.param
    """Return values as one parameter of a test; mark it as long if so."""
    return pytest.param(*values, id=id, marks=[pytest.mark.long] if long else [])
