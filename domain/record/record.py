"""The portable record of a game, ``carolus-record/1``: its shape, reading and making it.

A record contains the actions, not the events: ``domain.record.rerun`` derives the events again
from the entries, and the head hash proves that they are the same. A record with events,
``carolus-events/1``, contains both, for readers that do not know the rules. THIS FILE IS A STORAGE
FORMAT.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.chance import Scheme
from domain.expectations import plain_fault
from domain.hexadecimal import Hex32, OptionalHex32
from domain.record import strict
from domain.refusal import Malformed, expects
from domain.ruleset import ActionT, OptionsT
from domain.rulesets.registry import BY_PINNED
from domain.table.actions import GameId, Player
from domain.table.game import By, Game
from domain.table.opening import OpenGame
from domain.table.standing_orders import recorded_actions
from domain.transparency.inclusion import Inclusion

FORMAT: Final = "carolus-record/1"
WITH_EVENTS: Final = "carolus-events/1"
ARCHIVED: Final = frozenset({FORMAT, WITH_EVENTS})
"""The formats that an archive may contain."""

OutcomeT = TypeVar("OutcomeT")

_LONG_MONTH: Final = "(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])"
_SHORT_MONTH: Final = "(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
_FEBRUARY: Final = "02-(?:0[1-9]|1[0-9]|2[0-8])"
_LEAP_YEAR: Final = "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)"
DAY: Final = (
    rf"(?!0000)(?:[0-9]{{4}}-(?:{_LONG_MONTH}|{_SHORT_MONTH}|{_FEBRUARY})|{_LEAP_YEAR}-02-29)"
)
"""The pattern of an existing day."""
TIME_PATTERN: Final = rf"^{DAY}T(?:[01][0-9]|2[0-3])" + r":[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z$(?!\n)"
TIME_DESCRIPTION: Final = "RFC 3339, UTC, with six decimals."
TIME_EXPECTED: Final = expects("a time such as 2025-01-01T12:00:00.000000Z")
Time = Annotated[
    str,
    # `_examine_times` looks at the pattern, to say in plain words what was expected.
    Meta(
        min_length=27,
        max_length=27,
        description=TIME_DESCRIPTION,
        extra_json_schema={"pattern": TIME_PATTERN},
        extra=TIME_EXPECTED,
    ),
]
RECEIPTS_MAX: Final = 2
"""A game is opened once and started once."""

Receipts = Annotated[
    tuple[str, ...],
    Meta(
        max_length=RECEIPTS_MAX,
        description="The receipts for the opening and the start of the game, each a compact JWS.",
        extra=expects("at most two receipts: of the opening and of the start"),
    ),
]


class RecordedSeat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The player of a seat at the end."""

    seat: int
    name: str | None
    bot: str | None
    entropy: str
    player: Player | None = None
    """The player's account; omitted if there is none."""
    tip: Hex32 | None = None
    """The tip of the chain that the seat committed to; omitted if there is none."""


class RecordedChance(Struct, frozen=True, forbid_unknown_fields=True):
    """The source of the answers of chance; the secret is known after the end."""

    scheme: Scheme
    commitment: OptionalHex32
    """SHA-256 of the secret, in hexadecimal; empty for recorded answers."""
    secret: Hex32 | None


class RecordedEntry(Struct, Generic[ActionT], frozen=True, forbid_unknown_fields=True, gc=False):
    """One step: who acted, when, and the action."""

    by: By
    at: Time
    action: ActionT


class Record(Struct, Generic[OptionsT, ActionT, OutcomeT], frozen=True, forbid_unknown_fields=True):
    """One whole game, finished or not."""

    format: Literal["carolus-record/1"]
    id: GameId
    ruleset: str
    """The pinned name: id and edition."""
    options: OptionsT
    seats: tuple[RecordedSeat, ...]
    chance: RecordedChance
    entries: tuple[RecordedEntry[ActionT], ...]
    outcome: OutcomeT
    head: Hex32 | None
    """The hash of the last event; null if the game was never in a log."""
    signature: str | None = None
    """The service's signature of the end of the game, as a compact JWS."""
    receipts: Receipts = ()
    """The service's receipts for opening and start, each as a compact JWS; those that exist."""
    inclusion: Inclusion | UnsetType = UNSET
    """Where the service's transparency log has the game; omitted if it has no leaf there."""


ShownEvent: TypeAlias = dict[str, Any]
"""An event as the API shows it after the end: with ``hash``, and ``sealed`` if it hid something."""


class _OfAnotherFormat(
    Record[OptionsT, ActionT, OutcomeT],
    Generic[OptionsT, ActionT, OutcomeT],
    frozen=True,
    forbid_unknown_fields=True,
):
    """The format comes first, as in a record; with ``kw_only`` it would come last."""

    format: Literal["carolus-events/1"]  # type: ignore[assignment] # a record in another format


class RecordWithEvents(
    _OfAnotherFormat[OptionsT, ActionT, OutcomeT],
    Generic[OptionsT, ActionT, OutcomeT],
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
):
    """A record, followed by the events of its entries, so that no rules are needed to see them."""

    events: tuple[ShownEvent, ...]
    """Objects; in a record that is only written, ``with_events`` has put their stored JSON here."""


AnyRecord: TypeAlias = Record[Any, Any, Any]
AnyRecordWithEvents: TypeAlias = RecordWithEvents[Any, Any, Any]
AnyEntry: TypeAlias = RecordedEntry[Any]


def record_of(
    game: Game,
    entries: Iterable[AnyEntry],
    head: bytes,
    signature: str | None = None,
    receipts: Iterable[str] = (),
    inclusion: Inclusion | None = None,
) -> AnyRecord:
    """Return the record of a game, finished or not: its entries, and the hash of its last event."""
    return Record(
        format=FORMAT,
        id=game.id,
        ruleset=game.ruleset,
        options=game.options,
        seats=seats_of(game),
        chance=RecordedChance(game.scheme, game.commitment, game.secret),
        entries=tuple(entries),
        outcome=game.outcome,
        head=head.hex(),
        signature=signature,
        receipts=tuple(receipts),
        inclusion=UNSET if inclusion is None else inclusion,
    )


def with_events(record: AnyRecord, events: Iterable[msgspec.Raw]) -> AnyRecordWithEvents:
    """Return a record with its events, each as JSON, from the first."""
    members = {name: getattr(record, name) for name in record.__struct_fields__}
    return RecordWithEvents(**members | {"format": WITH_EVENTS, "events": tuple(events)})


def seats_of(game: Game) -> tuple[RecordedSeat, ...]:
    """Return the players of a game."""
    return tuple(
        RecordedSeat(seat, state.name, state.bot, state.entropy, state.player, state.tip)
        for seat, state in enumerate(game.seats)
    )


def write_record(record: AnyRecord) -> bytes:
    """Return a record as one line of JSON, without the line feed."""
    return _ENCODER.encode(record)


def has_events(line: bytes) -> bool:
    """Return whether a line that ``write_record`` returned has events."""
    return line.startswith(_BEFORE_EVENTS)


def read_record(text: bytes, formats: Collection[str] = (FORMAT,)) -> AnyRecord:
    """Return the record in a JSON text of one of these formats.

    Raises Malformed, with the place and what was expected there, even for text that Python's JSON
    readers accept, such as a repeated member. 5.0 is read as 5.
    """
    try:
        record = _decoded(text, formats)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        record = _decoded_closely(text, formats, wrong)
    else:
        # Text that equals our own output is strict JSON; examine any other text closely.
        if _ENCODER.encode(record) != text:
            strict.examine(text)
    _examine_times(record.entries)
    return record


def _decoded(text: bytes, formats: Collection[str]) -> AnyRecord:
    begins = _AS_WE_WRITE.match(text)
    if begins is None:
        named = _NAMED.decode(text)
        form, ruleset = named.format, named.ruleset
    else:
        form, ruleset = begins[1].decode(), begins[2].decode()
    if form not in formats:
        expected = " or ".join(map(repr, sorted(formats)))
        raise Malformed(f"the format is {form!r}, not {expected}", where="$.format")
    record = _decoder(form, ruleset).decode(text)
    if isinstance(record, RecordWithEvents) and _MAYBE_NO_INTEGER.search(text):
        events = tuple(strict.examine(text)["events"])
        return msgspec.structs.replace(record, events=events)
    return record


def _decoded_closely(text: bytes, formats: Collection[str], wrong: Exception) -> AnyRecord:
    """Return the record of a text that writes 5 as 5.0; for any other text, raise Malformed."""
    value = strict.examine(text)
    if "got `float`" not in str(wrong):
        raise malformed(wrong) from None
    try:
        return _decoded(_ENCODER.encode(value), formats)
    except msgspec.ValidationError as still_wrong:
        raise malformed(still_wrong) from None


def _examine_times(entries: Sequence[AnyEntry]) -> None:
    """Raise Malformed at the first invalid time; their lengths have been checked."""
    before = ""
    match = _TIME.match
    for index, entry in enumerate(entries):
        if entry.at == before:
            continue  # chance answers at the time of the decision
        before = entry.at
        if match(before) is None:
            where = f"$.entries[{index}].at"
            raise Malformed("a time such as 2025-01-01T12:00:00.000000Z is expected", where=where)


def is_time(text: str) -> bool:
    """Return whether this is a valid time in the form ``2025-01-01T12:00:00.000000Z``."""
    return _TIME.match(text) is not None


@cache
def record_type(ruleset: str) -> Any:
    """Return the type of the records of a pinned ruleset."""
    rules = BY_PINNED[ruleset]
    record: Any = Record
    return record[rules.options_type, actions_of(ruleset), rules.outcome_type | None]


@cache
def _type_with_events(ruleset: str) -> Any:
    """Return the type of the records with events of a pinned ruleset; events are not looked at."""
    rules = BY_PINNED[ruleset]
    record: Any = RecordWithEvents
    return record[rules.options_type, actions_of(ruleset), rules.outcome_type | None]


@cache
def actions_of(ruleset: str) -> Any:
    """Return the union of all actions that the entry of a record can have."""
    rules = BY_PINNED[ruleset]
    generic: Any = OpenGame
    opening = generic[rules.options_type, rules.view_type]
    return opening | recorded_actions(rules) | rules.seat_actions | rules.chance_actions


@cache
def action_decoder(ruleset: str) -> msgspec.json.Decoder[Any]:
    """Return a decoder for such an action by itself."""
    return msgspec.json.Decoder(actions_of(ruleset))


def malformed(wrong: Exception) -> Malformed:
    """Convert an error of msgspec: the place, and what was expected there."""
    fault = plain_fault(wrong)
    return Malformed(fault.message, where=fault.where)


class _WithRuleset(Struct, frozen=True):
    """The members that decide how the rest is read."""

    format: str
    ruleset: str


_AS_WE_WRITE: Final = re.compile(
    rb'{"format":"([a-z/0-9-]*)","id":"[^"\\]*","ruleset":"([a-z0-9@-]*)",'
)
"""The beginning of a record in our own output: format and ruleset, without a search."""

_BEFORE_EVENTS: Final = b'{"format":"%b"' % WITH_EVENTS.encode()

_MAYBE_NO_INTEGER: Final = re.compile(rb'(?:":|[\[,])\s*-?[0-9]+(?:[.eE]|[0-9]{18})')
"""Finds every number that is not written as an integer of 64 bits, and some text."""

_TIME: Final = re.compile(TIME_PATTERN)

_NAMED: Final = msgspec.json.Decoder(_WithRuleset)
_ENCODER: Final = msgspec.json.Encoder()


@cache
def _decoder(form: str, ruleset: str) -> msgspec.json.Decoder[AnyRecord]:
    if ruleset not in BY_PINNED:
        known = ", ".join(BY_PINNED)
        raise Malformed(f"there is no ruleset {ruleset!r}; there is {known}", where="$.ruleset")
    kind = _type_with_events if form == WITH_EVENTS else record_type
    return msgspec.json.Decoder(kind(ruleset))
