"""What was agreed on before a game beside its rules, and where it stands: clocks, take-backs."""

from typing import Any

from msgspec import Struct

from domain.ruleset import Seat
from domain.table.clock import Clocks


class Decision(Struct, frozen=True, gc=False):
    """A decision that could be taken back: whose it was, and the position before it."""

    seat: Seat
    position: Any


class Terms(Struct, frozen=True, gc=False):
    """The terms of one game; most games have none."""

    clocks: Clocks | None = None
    decisions: tuple[Decision, ...] | None = None
    """What was decided since chance answered last; None where nothing is ever taken back."""
    asking: Seat | None = None
    """Whose last decision is to be taken back, while that is on offer."""

    @property
    def paused(self) -> bool:
        """Whether nobody plays for the time being."""
        return self.clocks is not None and self.clocks.paused
