"""The wording of a game: the version of each event type that its stream uses.

A released event never changes. If it must, its type is retired, with its version and conversions to
the next version and back, and the rules decide and fold events in their present types. A game keeps
the wording in which it was opened until its end, so its hashes do not depend on types that are
retired in the meantime: ``down`` converts events on their way into the log and under the hashes,
``up`` on their way out.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.ruleset import AnyRuleset, Retired, kinds_of, tag_of
from domain.table import events
from domain.table.events import StandingOrdersGiven, TableEvent

Reword: TypeAlias = Callable[[Any], Any]
"""Converts an event from its present type to the wording of a game."""


class EventKind(NamedTuple):
    """One type of event with all its versions."""

    name: str
    """Owner and tag: ``carolus-magnus.disc_played``."""
    present: type[Any]
    retired: tuple[Retired, ...]
    """The earlier versions, version 1 first."""

    @property
    def version(self) -> int:
        """The present version."""
        return len(self.retired) + 1

    def type_of(self, version: int) -> type[Any]:
        """Return the type of a version."""
        return self.present if version == self.version else self.retired[version - 1].kind

    def up(self, event: Any, version: int) -> Any:
        """Convert an event of a version to the present type."""
        for retired in self.retired[version - 1 :]:
            event = retired.up(event)
        return event

    def down(self, event: Any, version: int) -> Any:
        """Convert an event of the present type to a version."""
        for retired in reversed(self.retired[version - 1 :]):
            event = retired.down(event)
        return event


def kinds(rules: AnyRuleset) -> Iterator[EventKind]:
    """Yield all types of events that a game of this ruleset can have."""
    for kind in _kinds("table", TableEvent, events.RETIRED):
        if kind.present is not StandingOrdersGiven or rules.orders_type is not None:
            yield kind
    yield from _kinds(rules.meta.id, rules.events, rules.retired)


def present(rules: AnyRuleset) -> dict[str, int]:
    """Return the wording of new games: the present versions of events that have several."""
    return {kind.name: kind.version for kind in kinds(rules) if kind.retired}


def unknown(rules: AnyRuleset, wordings: Mapping[str, int]) -> str | None:
    """Return the first event of a wording whose version is unknown, or None."""
    if not wordings:
        return None
    known = present(rules)
    return next((n for n, v in wordings.items() if not 1 < v <= known.get(n, 1)), None)


def rewording(rules: AnyRuleset, wordings: Mapping[str, int]) -> Reword | None:
    """Return the function that converts events to this wording; None if it is the present one."""
    if not rules.retired and not events.RETIRED:
        return None
    older = {
        kind.present: (kind, wordings.get(kind.name, 1))
        for kind in kinds(rules)
        if wordings.get(kind.name, 1) != kind.version
    }
    if not older:
        return None

    def reword(event: Any) -> Any:
        found = older.get(type(event))
        return event if found is None else found[0].down(event, found[1])

    return reword


def _kinds(owner: str, union: Any, retired: tuple[Retired, ...]) -> Iterator[EventKind]:
    for kind in kinds_of(union):
        tag = tag_of(kind)
        earlier = (one for one in retired if tag_of(one.kind) == tag)
        yield EventKind(f"{owner}.{tag}", kind, tuple(sorted(earlier, key=lambda one: one.version)))
