"""One game at one table: the folded state of its stream."""

from typing import Any, Final, Literal, TypeAlias

from msgspec import Struct

from domain.chance import Scheme
from domain.ruleset import CHANCE, Await, Ruleset, Seat
from domain.rulesets.registry import BY_PINNED

TABLE: Final = "table"
"""Who acts when neither a seat nor chance does: the creator, or the table itself."""

By: TypeAlias = Seat | Literal["chance", "table"]
Status: TypeAlias = Literal["open", "running", "over", "aborted"]


class SeatState(Struct, frozen=True, gc=False):
    """One place at the table and who sits there."""

    taken: bool = False
    name: str | None = None
    bot: str | None = None
    """The house bot that plays this seat; also after its player resigned."""
    entropy: str = ""
    resigned: bool = False
    agrees: bool = False
    """Whether this seat agrees to the draw that is on offer."""
    player: str | None = None
    """The account of who sits there, if they have one."""


class Game(Struct, frozen=True, gc=False):
    """What a game is now. ``options``, ``position`` and ``outcome`` are the ruleset's own."""

    id: str
    ruleset: str
    """Pinned: id and edition."""
    options: Any
    scheme: Scheme
    commitment: str
    seats: tuple[SeatState, ...]
    status: Status
    version: int
    """Number of events so far. It also numbers the answers of chance: each has the version of
    the game before it."""
    position: Any
    outcome: Any
    secret: str | None
    """Revealed after the end."""
    wordings: dict[str, int] = {}
    """The versions in which the events of this game are written, where they are not the first."""

    @property
    def rules(self) -> Ruleset[Any, Any, Any, Any, Any]:
        """The ruleset that is played."""
        return BY_PINNED[self.ruleset]

    @property
    def sides(self) -> tuple[str, ...]:
        """The side of each seat."""
        return self.rules.sides(self.options)

    @property
    def awaits(self) -> tuple[Await, ...]:
        """Who may act in the game that is played; empty unless it is running."""
        return self.rules.awaits(self.position) if self.status == "running" else ()

    @property
    def awaits_chance(self) -> bool:
        """Whether chance has to answer next."""
        return any(due.seat == CHANCE for due in self.awaits)

    @property
    def bots_due(self) -> tuple[Seat, ...]:
        """The seats whose decision is due and that a house bot plays."""
        return tuple(
            due.seat
            for due in self.awaits
            if due.seat != CHANCE and self.seats[due.seat].bot is not None
        )

    @property
    def finished(self) -> bool:
        """Whether nothing can happen any more."""
        return self.status in ("over", "aborted")
