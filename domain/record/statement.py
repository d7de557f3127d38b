"""The statements that the service signs about games and tournaments, each with its own ``format``.

THIS FILE IS A STORAGE FORMAT. A statement names the hash of an event, its *head*, which covers all
events up to it, and the time of that event. So it follows from the log alone: a service that
crashed makes the same statement again. The only text of a statement is the canonical form of RFC
8785, as for events.

This module defines what is signed. Signing and verifying happen elsewhere, behind
``domain.record.signatures``.
"""

from hashlib import sha256
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.links import LINKS
from domain.record.canonical_text import CanonicalReader, canonical_text
from domain.record.record import TIME_PATTERN
from domain.ruleset import tag_of
from domain.table.actions import GameId, Label
from domain.table.game import Game, Status
from domain.tournament.stream.state import Tournament

Stage: TypeAlias = Literal["opened", "started"]
SignedTime: TypeAlias = Annotated[str, Meta(pattern=TIME_PATTERN)]
EventNumber: TypeAlias = Annotated[int, Meta(ge=1)]


class Receipt(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="carolus-receipt/1"
):
    """The service opened or started a game with these terms.

    The head is that of the last event of the entry that opens the game, or that of
    ``game_started``.
    """

    at: SignedTime
    commitment: str
    """The commitment to the secret of fair dice; empty for recorded dice."""
    game: GameId
    head: Hex32
    label: Label | None
    options: dict[str, Any]
    """All options, as in ``game_opened``."""
    ruleset: str
    stage: Stage
    version: EventNumber


class SignedHead(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="carolus-head/1"
):
    """A running game had this head."""

    at: SignedTime
    game: GameId
    head: Hex32
    version: EventNumber


class Call(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="carolus-call/1"
):
    """A running game had this head when the service called the links for a moment.

    Two calls for one moment with different heads prove that the service keeps two logs.
    """

    at: SignedTime
    head: Hex32
    moment: Annotated[int, Meta(ge=1, le=LINKS)]
    name: Hex32
    """The name of the game in chains; see ``domain.links``."""


class FinalStatement(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="carolus-statement/1"
):
    """How a game ended. It has the outcome, so that a result can be read without a replay."""

    at: SignedTime
    game: GameId
    head: Hex32
    outcome: Any
    """The outcome as JSON; null for a game that was called off."""
    ruleset: str
    """The pinned name: id and edition."""
    status: Status
    version: EventNumber
    """The number of events."""


class TournamentReceipt(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="carolus-tournament-receipt/1",
):
    """The service opened or started a tournament with these terms.

    The head is that of ``tournament_opened`` or ``tournament_started``.
    """

    announcement: Hex32
    """The SHA-256 of the canonical form of the announcement."""
    at: SignedTime
    commitment: Hex32
    """The commitment to the secret of the seeds."""
    head: Hex32
    stage: Stage
    tournament: GameId
    version: EventNumber


class TournamentStatement(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="carolus-tournament-statement/1",
):
    """How a tournament ended. A leaf of the log is too small for the standings of thousands."""

    at: SignedTime
    head: Hex32
    standings: Hex32 | None
    """The SHA-256 of the canonical form of the standings; null if the tournament was aborted."""
    status: Literal["ended", "aborted"]
    tournament: GameId
    version: EventNumber
    winners: tuple[EventNumber, ...]
    """The entries that have the first place."""


GameStatement: TypeAlias = Receipt | SignedHead | Call | FinalStatement
TournamentSigned: TypeAlias = TournamentReceipt | TournamentStatement
Statement: TypeAlias = GameStatement | TournamentSigned
"""Everything that the service signs. A new kind is a struct with its format as the tag."""


KindT = TypeVar("KindT", bound=Statement)


class Signed(NamedTuple):
    """A statement with a valid signature."""

    statement: Statement
    kid: str
    """The thumbprint of the key that signed (RFC 7638)."""
    published: bool | None
    """Whether the key is among the given published keys; None if none were given."""


class BadSignature(Exception):
    """An invalid signature. ``reason`` is a code; ``facts`` are the values behind it."""

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


def receipt_of(game: Game, stage: Stage, version: int, head: bytes, at: str) -> Receipt:
    """Return the receipt for a stage of a game, given number, hash and time of its event.

    Like every statement, it equals the one that is read from its text: values have JSON types.
    """
    return Receipt(
        at=at,
        commitment=game.commitment,
        game=game.id,
        head=head.hex(),
        label=game.label,
        options=_plain(game.options),
        ruleset=game.ruleset,
        stage=stage,
        version=version,
    )


def head_statement(game: Game, head: bytes, at: str) -> SignedHead:
    """Return the statement about the head of a game, given hash and time of its last event."""
    return SignedHead(at=at, game=game.id, head=head.hex(), version=game.version)


def final_statement(game: Game, head: bytes, at: str) -> FinalStatement:
    """Return the statement about a game that ended, given hash and time of its last event."""
    return FinalStatement(
        at=at,
        game=game.id,
        head=head.hex(),
        outcome=_plain(game.outcome),
        ruleset=game.ruleset,
        status=game.status,
        version=game.version,
    )


def call_of(name: bytes, moment: int, head: bytes, at: str) -> Call:
    """Return the call for a moment, given hash and time of the last event before it."""
    return Call(at=at, head=head.hex(), moment=moment, name=name.hex())


def tournament_receipt(
    state: Tournament, stage: Stage, version: int, head: bytes, at: str
) -> TournamentReceipt:
    """Return the receipt for a stage of a tournament, given number, hash and time of its event."""
    return TournamentReceipt(
        announcement=_digest(state.announcement),
        at=at,
        commitment=state.commitment,
        head=head.hex(),
        stage=stage,
        tournament=state.id,
        version=version,
    )


def tournament_statement(
    state: Tournament, version: int, head: bytes, at: str
) -> TournamentStatement:
    """Return the statement about the end of a tournament, given its event."""
    ended = state.phase == "ended"
    return TournamentStatement(
        at=at,
        head=head.hex(),
        standings=_digest(state.standings) if ended else None,
        status="ended" if ended else "aborted",
        tournament=state.id,
        version=version,
        winners=tuple(one.entrant for one in state.standings if one.rank == 1),
    )


def _digest(value: Any) -> str:
    return sha256(canonical_text(value)).hexdigest()


def of_kind(signed: Signed, kind: type[KindT]) -> KindT:
    """Return the signed statement; raise BadSignature if it is of another kind."""
    if isinstance(signed.statement, kind):
        return signed.statement
    expected, found = tag_of(kind), format_of(signed.statement)
    raise BadSignature("another_format", format=found, expected=expected)


def format_of(statement: Statement) -> str:
    """Return the format that a statement names."""
    return tag_of(statement)


def _plain(value: Any) -> Any:
    """Return a value with JSON types."""
    return msgspec.json.decode(msgspec.json.encode(value))


read_statement: Final = CanonicalReader[Statement](Statement, "statement")
