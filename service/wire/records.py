"""The JSON of records for the API document, with a mark for what depends on the ruleset.

``domain.record.record`` reads records; these types only describe them.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.chance import Scheme
from domain.hexadecimal import Hex32
from domain.record.record import (
    TIME_DESCRIPTION,
    TIME_EXPECTED,
    TIME_PATTERN,
    Receipts,
    RecordedChance,
)
from domain.record.strict import INTEGER_MAX, INTEGER_MIN
from domain.table.actions import Entropy, GameId, Label, Name, Player, SandboxSeed
from domain.table.clock import Clock
from domain.table.continuation import ContinuedVersion
from domain.table.contributions import RegisteredWitness
from domain.table.reserving import Reserved, ReservedNames, TournamentTable
from domain.transparency.inclusion import Inclusion
from service.wire.games import NoSeat, Outcome, RulesetName
from service.wire.marks import EACH_OF_ITS_OWN, part

# A pattern instead of `date-time`, which allows many other forms.
RecordedTime: TypeAlias = Annotated[
    str, Meta(pattern=TIME_PATTERN, description=TIME_DESCRIPTION, extra=TIME_EXPECTED)
]

Number: TypeAlias = Annotated[
    int, Meta(extra_json_schema={"minimum": INTEGER_MIN, "maximum": INTEGER_MAX})
]
"""An integer in a record; the rules decide whether there is such a seat."""

RecordedOptions: TypeAlias = Annotated[Any, part("recorded_options")]
RecordedPosition: TypeAlias = Annotated[Any, part("recorded_position")]
RecordedAction: TypeAlias = Annotated[Any, part("recorded_action")]


class ContinuationView(Struct, frozen=True, forbid_unknown_fields=True):
    """A version of another game, and the position there, in which this game begins."""

    game: GameId
    version: ContinuedVersion
    head: Hex32
    """The hash of its last event there."""
    position: RecordedPosition
    """The position there, with everything that was hidden."""


class OpenGameView(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="open_game",
    omit_defaults=True,
):
    """Set up a table: the first action of every record."""

    ruleset: str
    """Id and edition of the ruleset, as in the record itself."""
    options: RecordedOptions
    scheme: Scheme
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    wordings: dict[str, Number] = {}
    """The versions of events, by owner and tag, except version 1."""
    clock: Clock | None = None
    """The time of the seats; null for unlimited time."""
    take_backs: bool = False
    """Whether a decision may be taken back if all agree."""
    label: Label | None = None
    links: bool = False
    """Whether seats may commit to chains of links."""
    witnesses: tuple[RegisteredWitness, ...] = ()
    """The witnesses that registered the game."""
    continues: ContinuationView | None = None
    """The game and the position from which this game continues."""
    sandbox: SandboxSeed | None = None
    """The seed of a game in a sandbox, which proves nothing."""
    tournament: TournamentTable | None = None
    """The table of a tournament at which the game is played."""
    reserved: Reserved = ()
    """For whom each seat is reserved; empty if no seats are."""
    reserved_names: ReservedNames = ()
    """The name under which each of them plays; empty if they choose."""


class TakeSeatView(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_seat"
):
    """Sit down, or let a house bot sit down."""

    seat: Number
    name: Name | None = None
    bot: str | None = None
    entropy: Entropy = ""
    player: Player | UnsetType = UNSET
    """The account of the player; omitted if there is none."""
    tip: Hex32 | UnsetType = UNSET
    """The tip of the chain of the seat; omitted if it has none."""


class LeaveSeatView(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="leave_seat"
):
    """Stand up again, before the start."""

    seat: Number


class RecordedSeatView(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat at the end."""

    seat: Number
    name: str | None
    bot: str | None
    entropy: str
    player: Player | None = None
    """The player's account; omitted if there is none."""
    tip: Hex32 | None = None
    """The tip of the chain that the seat committed to; omitted if there is none."""


class RecordedEntryView(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: who acted, when, and the action."""

    by: Number | NoSeat
    at: RecordedTime
    action: RecordedAction


class RecordView(Struct, frozen=True, forbid_unknown_fields=True):
    """One whole game in portable form, finished or not."""

    format: Literal["carolus-record/1"]
    id: GameId
    ruleset: RulesetName
    """Id and edition of the ruleset."""
    options: RecordedOptions
    seats: tuple[RecordedSeatView, ...]
    chance: RecordedChance
    entries: tuple[RecordedEntryView, ...]
    """The actions, in order; the events follow from them."""
    outcome: Outcome
    """Null until the game is over."""
    head: Hex32 | None
    """The hash of the last event; null if the game was never in a log."""
    signature: str | None = None
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: Receipts = ()
    """The service's receipts for opening and start, each as a compact JWS; those that exist."""
    inclusion: Inclusion | UnsetType = UNSET
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


class RecordPage(Struct, frozen=True):
    """Records, in the order in which the games ended."""

    records: Annotated[tuple[RecordView, ...], EACH_OF_ITS_OWN]
    next: str | None
    """The cursor of the next page, or null."""
