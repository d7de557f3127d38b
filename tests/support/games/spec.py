"""Given, when, then: an example of a rule as a player would describe it.

Each game defines its own words for positions and actions (such as ``carolus_magnus.py``); this
module has what they share::

    given(2, emperor=4, ...)                     a position
        .when(place(0, "red court"), move(0, 1)) the requests, in order
        .then(CastleBuilt(...), castles=...)     the events, and the position afterwards

or, instead of ``then``, ``refused("CM-MOVE-1", "steps_must_not_exceed_the_disc")``. For refusals
outside a decision, call the function: ``refused("CM-OPT-1", …, lambda: RULESET.start(options))``.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Any, Generic, TypeAlias, TypeVar

import pytest

from domain.refusal import IllegalAction, Refusal
from domain.ruleset import Actor, AnyRuleset

PositionT = TypeVar("PositionT")

Request: TypeAlias = tuple[Actor, Any]
"""Who acts, and the action."""

Differences: TypeAlias = Callable[[Any, Mapping[str, Any]], list[str]]
"""Compares a position with the expected one: one line per field that differs."""


SEEN: set[str] = set()
"""Rules that refused something in the running test, to check the mark ``refused``."""


def refused(rule: str, reason: str, ask: Callable[[], object]) -> Refusal:
    """Expect a rule to refuse something other than a decision, such as options."""
    with pytest.raises(IllegalAction) as caught:
        ask()
    refusal = caught.value.refusal
    assert (refusal.rule, refusal.reason) == (rule, reason)
    SEEN.add(rule)
    return refusal


class Scene(Generic[PositionT]):
    """A position, and the result of the actions so far."""

    def __init__(self, ruleset: AnyRuleset, position: PositionT, differences: Differences) -> None:
        self.ruleset = ruleset
        self.position = position
        self.differences = differences
        self.batch: Sequence[Any] = ()
        """The events of the last action."""
        self.refusal: Refusal | None = None
        """Why the last action was refused, if it was."""

    def when(self, *requests: Request) -> "Scene[PositionT]":
        """Request these actions in order; only the last one may be refused."""
        for by, action in requests:
            assert self.refusal is None, f"an earlier action was refused: {self.refusal}"
            untouched = deepcopy(self.position)
            try:
                self.batch = self.ruleset.decide(self.position, by, action)
            except IllegalAction as error:
                self.batch = ()
                self.refusal = error.refusal
            assert self.position == untouched, "decide altered its argument"
            self.position = self.ruleset.fold(self.position, self.batch)
        return self

    def then(self, *events: Any, **fields: Any) -> "Scene[PositionT]":
        """Expect these events of the last action, in this order, and these fields afterwards.

        Other events may occur between them.
        """
        assert self.refusal is None, f"refused: {self.refusal}"
        happened = iter(self.batch)
        for event in events:
            assert event in happened, f"{event} is not in this place of {list(self.batch)}"
        self._compare(fields)
        return self

    def without(self, *kinds: type) -> "Scene[PositionT]":
        """Expect no event of these types from the last action."""
        assert self.refusal is None, f"refused: {self.refusal}"
        unwanted = [event for event in self.batch if isinstance(event, kinds)]
        assert not unwanted, f"happened, but should not: {unwanted}"
        return self

    def refused(self, rule: str, reason: str, /, **fields: Any) -> "Scene[PositionT]":
        """Expect that this rule refused the last action for this reason, and nothing changed."""
        assert self.refusal is not None, f"accepted: {list(self.batch)}"
        assert (self.refusal.rule, self.refusal.reason) == (rule, reason)
        assert rule in self.ruleset.catalogue
        SEEN.add(rule)
        self._compare(fields)
        return self

    def _compare(self, fields: Mapping[str, Any]) -> None:
        differing = self.differences(self.position, fields)
        assert not differing, "\n".join(differing)
