"""What `make test` leaves to `make check`: further cases of what other cases already show.

``make test`` calls pytest with ``--quick``, which leaves out the tests that are marked ``long`` and
gives the others fewer random cases.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")

_quick = False


def be_quick() -> None:
    """Let tests have few cases; call this before they are collected."""
    global _quick  # noqa: PLW0603 - an option of the run
    _quick = True


def cases(many: T, few: T) -> T:
    """Return the cases of a test, or their number: few in ``make test``, many in ``make check``."""
    return few if _quick else many


def long_after(count: int, values: Iterable[Any]) -> list[Any]:
    """Return values as parameters of a test; mark all after the first ``count`` as long."""
    return [value if number < count else _long(value) for number, value in enumerate(values)]


def long_rows_after(count: int, rows: Iterable[Sequence[Any]]) -> list[Any]:
    """Return rows as parameters of a test; mark all after the first ``count`` as long.

    Each row has a value for each of several arguments.
    """
    return long_after(count, [pytest.param(*row) for row in rows])


def _long(value: Any) -> Any:
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=[*value.marks, pytest.mark.long], id=value.id)
    return pytest.param(value, marks=pytest.mark.long)


def long_if(long: bool, *values: Any, id: str) -> Any:  # noqa: A002 - as of pytest.param
    """Return values as one parameter of a test; mark it as long if so."""
    return pytest.param(*values, id=id, marks=[pytest.mark.long] if long else [])
