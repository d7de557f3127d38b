"""The events of one decision, as they happen: each is applied to a draft before the next."""

from domain.rulesets.lancaster.apply import apply
from domain.rulesets.lancaster.events import AnyEvent
from domain.rulesets.lancaster.position import Draft, Table, thaw


class Play:
    """A draft of the position, and what has happened in it so far.

    A rule that refuses leaves nothing behind, because the draft goes with the play.
    """

    __slots__ = ("draft", "events")

    def __init__(self, position: Table) -> None:
        self.draft: Draft = thaw(position)
        self.events: list[AnyEvent] = []

    def happens(self, *events: AnyEvent) -> None:
        """Add events, and apply them."""
        apply(self.draft, events)
        self.events += events
