"""Clocks: how much time the seats have, and how much is left.

Time is an argument: it comes from the entries of a game, so deciding a record again gives the same
flags. The state has the facts of the last ``clocks_run`` event: how much was left to each seat at
that moment, and whose clocks have been running since.

The clock of a seat runs while the game awaits the person who plays it, and is neither paused nor
over. House bots have no clock: an outage of the service must not cost a seat its time.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.refusal import IllegalAction
from domain.ruleset import AnyRuleset, Seat, never
from domain.table.times import MILLISECOND, micros, rfc3339

OnFlag: TypeAlias = Literal["forfeit", "house"]
"""What happens when a flag falls: the side loses, or a house bot plays on for the seat."""

_DAY: Final = 86_400


ReactionSeconds: TypeAlias = Annotated[
    int,
    Meta(
        ge=1,
        le=365 * _DAY,
        description="The time for each reaction, in a game in which players react to each other; "
        "at most the time for other actions. Null if reactions have that time, too.",
    ),
]


class PerActionClock(
    Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="per_action",
    omit_defaults=True,
):
    """A fixed time for each action, and perhaps a smaller one for reactions."""

    seconds: Annotated[int, Meta(ge=1, le=_DAY)]
    on_flag: OnFlag
    reaction_seconds: ReactionSeconds | None = None


class BankClock(
    Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="bank"
):
    """A time for the whole game, with an increment after each action."""

    seconds: Annotated[int, Meta(ge=1, le=30 * _DAY)]
    on_flag: OnFlag
    increment_seconds: Annotated[int, Meta(ge=0, le=_DAY)] = 0


class DaysClock(
    Struct,
    frozen=True,
    gc=False,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="days",
    omit_defaults=True,
):
    """A number of days for each action: correspondence play.

    The time for reactions may be smaller, such as half a day.
    """

    days: Annotated[int, Meta(ge=1, le=365)]
    on_flag: OnFlag
    reaction_seconds: ReactionSeconds | None = None


Clock: TypeAlias = PerActionClock | BankClock | DaysClock


class Clocks(Struct, frozen=True, gc=False):
    """The clocks of one game at their last event."""

    clock: Clock
    left_ms: tuple[int, ...]
    """The time left to each seat, in milliseconds."""
    running: tuple[Seat, ...] = ()
    since: str = ""
    """Since when they run; the time since then is not subtracted from ``left_ms`` yet."""
    paused: bool = False
    """Whether the players agreed to a pause, which has not ended."""
    granted: tuple[int, ...] = ()
    """The seconds that arbiters gave each seat so far; empty if they gave none."""

    def deadline_of(self, seat: Seat) -> int:
        """Return when a seat with a running clock runs out of time, in the unit of ``micros``."""
        return micros(self.since) + self.left_ms[seat] * MILLISECOND

    @property
    def deadline(self) -> str | None:
        """When the first flag falls unless someone acts before."""
        return rfc3339(min(map(self.deadline_of, self.running))) if self.running else None

    def due(self, at: str) -> tuple[Seat, ...]:
        """Return the seats that first ran out of time, if any did by now.

        There are several only if they ran out of time at the same moment.
        """
        if not self.running:
            return ()
        deadlines = {seat: self.deadline_of(seat) for seat in self.running}
        first = min(deadlines.values())
        if first > micros(at):
            return ()
        return tuple(seat for seat, deadline in deadlines.items() if deadline == first)

    def at(self, at: str) -> tuple[int, ...]:
        """Return the time left to each seat at this time, in milliseconds."""
        if not self.running:
            return self.left_ms
        # A time before ``since`` changes nothing.
        passed = max(0, micros(at) - micros(self.since)) // MILLISECOND
        return tuple(
            max(0, left - passed) if seat in self.running else left
            for seat, left in enumerate(self.left_ms)
        )

    def after(
        self,
        at: str,
        acted: Seat | None,
        awaited: tuple[Seat, ...],
        reacting: tuple[Seat, ...] = (),
        *,
        stopped: bool = False,
    ) -> tuple[tuple[int, ...], tuple[Seat, ...]]:
        """Return the time left to each seat after an entry, and whose clocks run from then on.

        ``acted`` is the seat that made a decision in the game; ``awaited`` are the seats that must
        decide next, and ``reacting`` those of them whose decision is a reaction. In a game that is
        ``stopped`` for a while, no clock runs.
        """
        left = list(self.at(at))
        match self.clock:
            case BankClock(increment_seconds=increment):
                if acted is not None:
                    left[acted] += increment * 1_000
            case PerActionClock(reaction_seconds=most) | DaysClock(reaction_seconds=most):
                # Each action has its own time: a seat that has acted, or need not act any more,
                # has the full time again; time that was added remains until it acts. Only a seat
                # whose flag fell has none.
                for seat, rest in enumerate(left):
                    if rest and seat == acted:
                        left[seat] = full_ms(self.clock)
                    elif rest and seat not in awaited:
                        left[seat] = max(rest, full_ms(self.clock))
                if most is not None:
                    for seat in reacting:
                        left[seat] = min(left[seat], most * 1_000)
        return tuple(left), () if stopped else awaited


def must_suit_reactions(clock: Clock, rules: AnyRuleset) -> None:
    """Refuse a time for reactions that is too long, or that no reaction could have (TB-CLOCK-2)."""
    most = None if isinstance(clock, BankClock) else clock.reaction_seconds
    if most is None:
        return
    if rules.reacts is never:
        raise IllegalAction("TB-CLOCK-2", "game_has_no_reactions", ruleset=rules.meta.pinned)
    seconds = full_ms(clock) // 1_000
    if most > seconds:
        raise IllegalAction(
            "TB-CLOCK-2", "reactions_have_more_time", reaction_seconds=most, seconds=seconds
        )


def full_ms(clock: Clock) -> int:
    """Return the time of a seat at the start, in milliseconds."""
    match clock:
        case DaysClock(days=days):
            return days * _DAY * 1_000
        case PerActionClock(seconds=seconds) | BankClock(seconds=seconds):
            return seconds * 1_000
