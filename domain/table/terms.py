"""The terms of a game in addition to its rules, and their state: clocks, take-backs, pauses."""

from typing import Any

from msgspec import Struct

from domain.ruleset import Seat
from domain.table.clock import Clocks


class Decision(Struct, frozen=True, gc=False):
    """A decision that could be taken back: its seat, and the position before it."""

    seat: Seat
    position: Any


class Terms(Struct, frozen=True, gc=False):
    """The terms of one game; most games have none."""

    clocks: Clocks | None = None
    decisions: tuple[Decision, ...] | None = None
    """The decisions since chance last answered; None in a game without take-backs."""
    asking: Seat | None = None
    """The seat that asks to take back its last decision, while that is on offer."""
    suspended: bool = False
    """Whether an arbiter of the game's tournament has stopped it."""

    @property
    def paused(self) -> bool:
        """Whether the players or an arbiter have stopped the game for a while."""
        return self.suspended or (self.clocks is not None and self.clocks.paused)
