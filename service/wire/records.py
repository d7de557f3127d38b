"""The shapes of records on the wire: those of ``domain.record``, with the parts of each ruleset.

A record is read by ``domain.record.record``; these types are what the contract says of it.
"""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.chance import Scheme
from domain.record.record import (
    TIME_EXPECTED,
    TIME_PATTERN,
    TIME_TOLD,
    GameId,
    Hash,
    RecordedChance,
)
from domain.record.strict import INTEGER_MAX, INTEGER_MIN
from domain.table.actions import Entropy, Name, Player
from domain.table.clock import Clock
from service.wire.games import NoSeat, Outcome, RulesetName
from service.wire.marks import EACH_OF_ITS_OWN, part

# A pattern, and no `date-time`, of which many other forms are allowed.
RecordedTime: TypeAlias = Annotated[
    str, Meta(pattern=TIME_PATTERN, description=TIME_TOLD, extra=TIME_EXPECTED)
]

Number: TypeAlias = Annotated[
    int, Meta(extra_json_schema={"minimum": INTEGER_MIN, "maximum": INTEGER_MAX})
]
"""A whole number that a record may have; whether there is such a seat is for the rules to say."""

RecordedOptions: TypeAlias = Annotated[Any, part("recorded_options")]
RecordedAction: TypeAlias = Annotated[Any, part("recorded_action")]


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
    """Id and edition of the ruleset, as the record itself names it."""
    options: RecordedOptions
    scheme: Scheme
    commitment: str
    """Of the secret of fair dice; empty for recorded ones."""
    wordings: dict[str, Number] = {}
    """The versions of events, by owner and tag, where they are not the first."""
    clock: Clock | None = None
    """How much time the seats have; without it, all the time they want."""
    take_backs: bool = False
    """Whether a decision may be taken back if all agree."""


class TakeSeatView(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="take_seat"
):
    """Sit down, or let a house bot sit down."""

    seat: Number
    name: Name | None = None
    bot: str | None = None
    entropy: Entropy = ""
    player: Player | UnsetType = UNSET
    """The account of who sits down; left out for who has none."""


class LeaveSeatView(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="leave_seat"
):
    """Stand up again, before the start."""

    seat: Number


class RecordedSeatView(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sat where at the end."""

    seat: Number
    name: str | None
    bot: str | None
    entropy: str
    player: Player | None = None
    """The account of who sat there; left out for who has none."""


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
    """What was asked, in order; the events follow from it."""
    outcome: Outcome
    """Null until the game is over."""
    head: Hash | None
    """Hash of the last event; null in the record of a game that was never in a log."""
    signature: str | None = None
    """What the service signed at the end, as a compact JWS."""


class RecordPage(Struct, frozen=True):
    """Records, in the order in which the games ended."""

    records: Annotated[tuple[RecordView, ...], EACH_OF_ITS_OWN]
    next: str | None
    """Cursor of the next page, or null."""
