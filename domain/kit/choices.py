"""Legal actions put together: runs of numbered actions, several kinds, and subsets.

``legal`` of a ruleset counts and numbers its actions without listing them. A run is a number of
actions of one kind; ``joined`` numbers several kinds after each other. ``Subsets`` is a decision
for some of several things, such as which units to order.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import comb
from typing import Any, Final, Generic, NamedTuple, TypeVar

from domain.ruleset import ActionT, Legal, tag_of

ThingT = TypeVar("ThingT")
ActionT_co = TypeVar("ActionT_co", covariant=True)


class Run(NamedTuple, Generic[ActionT_co]):
    """A number of actions of one kind, numbered from 0."""

    size: int
    at: Callable[[int], ActionT_co]


class ActionKind(NamedTuple, Generic[ActionT_co]):
    """All legal actions of one kind, and the same in compact form."""

    runs: Sequence[Run[ActionT_co]]
    choices: Callable[[], Mapping[str, Any]]


def plain(actions: Sequence[ActionT]) -> Legal[ActionT]:
    """Return these legal actions, which have no fields to choose.

    >>> from domain.kit.tagged import ActionType
    >>> class Roll(ActionType, frozen=True, tag="roll"): ...
    >>> plain([Roll()]).choices
    [{'type': 'roll'}]
    """
    return Legal(
        len(actions), actions.__getitem__, lambda: [{"type": tag_of(one)} for one in actions]
    )


def joined(kinds: Sequence[ActionKind[ActionT]]) -> Legal[ActionT]:
    """Return the legal actions of several kinds, in this order; a kind without any is left out."""
    possible = [kind for kind in kinds if kind.runs]
    runs = [run for kind in possible for run in kind.runs]

    def at(index: int) -> ActionT:
        for run in runs:
            if index < run.size:
                return run.at(index)
            index -= run.size
        raise IndexError(index)

    return Legal(sum(run.size for run in runs), at, lambda: [kind.choices() for kind in possible])


class Subsets(Generic[ThingT]):
    """The subsets of some things that have an allowed size, numbered without listing them.

    Smaller subsets come first, and subsets of one size in the order of their members. Members keep
    the order of the things.
    """

    def __init__(self, of: Sequence[ThingT], *, at_least: int, at_most: int) -> None:
        """Set the things, each different, and the allowed sizes, with both bounds."""
        self._of: Final = of
        self._sizes: Final = range(max(at_least, 0), min(at_most, len(of)) + 1)
        self._ends: Final = tuple(accumulate(comb(len(of), size) for size in self._sizes))

    @property
    def count(self) -> int:
        """The number of subsets."""
        return self._ends[-1] if self._ends else 0

    @property
    def choice(self) -> dict[str, Any]:
        """The same in compact form, for one slot of ``choices``."""
        sizes = self._sizes
        return {"of": list(self._of), "at_least": sizes.start, "at_most": sizes.stop - 1}

    def at(self, index: int) -> tuple[ThingT, ...]:
        """Return the subset number ``index``; raise IndexError outside ``0 … count − 1``."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        which = next(number for number, end in enumerate(self._ends) if index < end)
        left = index - (self._ends[which - 1] if which else 0)
        size = self._sizes[which]
        chosen: list[ThingT] = []
        for place, thing in enumerate(self._of):
            if len(chosen) == size:
                break
            with_it = comb(len(self._of) - place - 1, size - len(chosen) - 1)
            if left < with_it:
                chosen.append(thing)
            else:
                left -= with_it
        return tuple(chosen)
