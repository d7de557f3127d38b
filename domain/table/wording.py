"""The wording of events: in which version of each a game is told.

An event that was released never changes. When it must, the type as it was is retired, with its
version and the way to the next one and back, and the rules decide and fold events as they are at
present. A game is told to its end in the wording in which it was opened, so that its hashes stay
what they are whatever is retired meanwhile: ``down`` is on the way into the log and under the
hashes, ``up`` on the way out of the log.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.ruleset import AnyRuleset, Retired, kinds_of
from domain.table import events
from domain.table.events import TableEvent

Reword: TypeAlias = Callable[[Any], Any]
"""Tells an event, as it is at present, in the wording of a game."""


class EventKind(NamedTuple):
    """One type of event with all of its versions."""

    name: str
    """Owner and tag: ``carolus-magnus.disc_played``."""
    present: type[Any]
    retired: tuple[Retired, ...]
    """What it was, version 1 first."""

    @property
    def version(self) -> int:
        """The present version."""
        return len(self.retired) + 1

    def type_of(self, version: int) -> type[Any]:
        """Return the type of a version."""
        return self.present if version == self.version else self.retired[version - 1].kind

    def up(self, event: Any, version: int) -> Any:
        """Return an event of a version as it is at present."""
        for retired in self.retired[version - 1 :]:
            event = retired.up(event)
        return event

    def down(self, event: Any, version: int) -> Any:
        """Return an event, as it is at present, as it is in a version."""
        for retired in reversed(self.retired[version - 1 :]):
            event = retired.down(event)
        return event


def kinds(rules: AnyRuleset) -> Iterator[EventKind]:
    """Yield all types of events that a game of this ruleset can have."""
    yield from _kinds("table", TableEvent, events.RETIRED)
    yield from _kinds(rules.meta.id, rules.events, rules.retired)


def present(rules: AnyRuleset) -> dict[str, int]:
    """Return the wording in which games are opened: the versions of events that have several."""
    return {kind.name: kind.version for kind in kinds(rules) if kind.retired}


def unknown(rules: AnyRuleset, wordings: Mapping[str, int]) -> str | None:
    """Return the first event of a wording that is not known in that version, or None."""
    if not wordings:
        return None
    known = present(rules)
    return next((n for n, v in wordings.items() if not 1 < v <= known.get(n, 1)), None)


def rewording(rules: AnyRuleset, wordings: Mapping[str, int]) -> Reword | None:
    """Return what tells events in this wording; None if that is how they are told at present."""
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
        tag = _tag_of(kind)
        earlier = (one for one in retired if _tag_of(one.kind) == tag)
        yield EventKind(f"{owner}.{tag}", kind, tuple(sorted(earlier, key=lambda one: one.version)))


def _tag_of(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)
