"""What only some viewers may see of the events of a game, whether of its rules or of the table."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from domain.ruleset import AnyRuleset, Viewer
from domain.table.events import StandingOrdersGiven

OF_THE_TABLE: Final[Mapping[type[Any], tuple[str, ...]]] = {StandingOrdersGiven: ("orders",)}
"""The hidden members of the table's own events."""


def hidden_members(rules: AnyRuleset) -> Mapping[type[Any], tuple[str, ...]]:
    """Return the members of all events of a game that only some viewers may see."""
    if rules.orders_type is None:
        return rules.hidden
    return {**rules.hidden, **OF_THE_TABLE}


def seen_by(rules: AnyRuleset, event: Any, viewer: Viewer) -> Any:
    """Return what the viewer may see of an event with hidden members."""
    if not isinstance(event, StandingOrdersGiven):
        return rules.view_event(event, viewer)
    return event if viewer in (event.seat, "arbiter") else replace(event, orders=None)
