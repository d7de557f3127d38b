"""Clocks: how much time the seats have, and what is left of it.

Time is an argument: it comes from the entries of a game, so whoever decides a record again finds
the same flags. Of the past the state keeps what an event has told (``clocks_run``): what was left
to each seat at a moment, and whose clocks have been running since then.

The clock of a seat runs while a person who plays it is awaited, and the game is neither paused nor
over. The house has no clock: that a service was not there is no fault of a seat.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.ruleset import Seat
from domain.table.times import MILLISECOND, micros, rfc3339

OnFlag: TypeAlias = Literal["forfeit", "house"]
"""What comes of a flag: the side loses, or a house bot plays on for the seat."""

_DAY: Final = 86_400


class PerActionClock(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="per_action"
):
    """So much time for each action, the same each time."""

    seconds: Annotated[int, Meta(ge=1, le=_DAY)]
    on_flag: OnFlag


class BankClock(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="bank"
):
    """So much time for the whole game, and some more after each action."""

    seconds: Annotated[int, Meta(ge=1, le=30 * _DAY)]
    on_flag: OnFlag
    increment_seconds: Annotated[int, Meta(ge=0, le=_DAY)] = 0


class DaysClock(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="days"
):
    """So many days for each action: correspondence."""

    days: Annotated[int, Meta(ge=1, le=365)]
    on_flag: OnFlag


Clock: TypeAlias = PerActionClock | BankClock | DaysClock


class Clocks(Struct, frozen=True, gc=False):
    """The clocks of one game, as they were last told."""

    clock: Clock
    left_ms: tuple[int, ...]
    """What was left to each seat, in milliseconds."""
    running: tuple[Seat, ...] = ()
    since: str = ""
    """Since when those run; what is left to them is less by what has passed."""
    paused: bool = False

    def deadline_of(self, seat: Seat) -> int:
        """Return when the time of a seat whose clock runs is used up, as ``times.micros`` tells."""
        return micros(self.since) + self.left_ms[seat] * MILLISECOND

    @property
    def deadline(self) -> str | None:
        """When the first flag falls, if nobody acts before."""
        return rfc3339(min(map(self.deadline_of, self.running))) if self.running else None

    def due(self, at: str) -> tuple[Seat, ...]:
        """Return the seats whose time was used up first, if that is so by now.

        They are several if their time was used up at the same moment.
        """
        if not self.running:
            return ()
        deadlines = {seat: self.deadline_of(seat) for seat in self.running}
        first = min(deadlines.values())
        if first > micros(at):
            return ()
        return tuple(seat for seat, deadline in deadlines.items() if deadline == first)

    def at(self, at: str) -> tuple[int, ...]:
        """Return what is left to each seat at this time."""
        if not self.running:
            return self.left_ms
        # A time before ``since`` takes nothing away, and gives nothing.
        passed = max(0, micros(at) - micros(self.since)) // MILLISECOND
        return tuple(
            max(0, left - passed) if seat in self.running else left
            for seat, left in enumerate(self.left_ms)
        )

    def after(
        self, at: str, acted: Seat | None, awaited: tuple[Seat, ...]
    ) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
        """Return what is left to each seat after an entry, and whose clocks run from then on.

        ``acted`` is the seat that decided something in the game, ``awaited`` the seats whose
        decision is due then.
        """
        left = list(self.at(at))
        match self.clock:
            case BankClock(increment_seconds=increment):
                if acted is not None:
                    left[acted] += increment * 1_000
            case _:
                # The time of an action is its own: who has acted, or need not any more, has it
                # whole again. Only a seat whose flag fell has none.
                for seat, rest in enumerate(left):
                    if rest and (seat == acted or seat not in awaited):
                        left[seat] = full_ms(self.clock)
        return tuple(left), () if self.paused else awaited


def full_ms(clock: Clock) -> int:
    """Return what a seat has at the start."""
    match clock:
        case DaysClock(days=days):
            return days * _DAY * 1_000
        case PerActionClock(seconds=seconds) | BankClock(seconds=seconds):
            return seconds * 1_000
