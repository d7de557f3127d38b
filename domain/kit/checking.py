"""Checks of positions from outside: what the ``check.py`` of every game says in the same way.

A check yields all faults of a position, so that its author can fix them together. ``read`` of a
ruleset then raises them, before it makes a position that it could not trust.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

from domain.refusal import Refusal
from domain.ruleset import Faults

NameT = TypeVar("NameT", bound=Hashable)


def fault(rule: str, reason: str, /, **facts: Any) -> Refusal:
    """Return a fault: the rule that the position breaks, a code, and the values that decided it."""
    return Refusal(rule, reason, facts)


def must_be_sound(faults: Iterable[Refusal]) -> None:
    """Raise Faults with all these faults, if there are any."""
    found = tuple(faults)
    if found:
        raise Faults(found)


def repeated(values: Iterable[NameT]) -> list[NameT]:
    """Return the values that occur more than once, in the order in which they first occur."""
    return [value for value, count in Counter(values).items() if count > 1]


def some_in_order(chosen: Sequence[Any], order: Iterable[Any]) -> bool:
    """Return whether these are one or more members of ``order``, each once and in that order."""
    return bool(chosen) and list(chosen) == [one for one in order if one in chosen]
