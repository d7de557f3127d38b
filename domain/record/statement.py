"""The statement that is signed when a game ends: ``carolus-statement/1``.

THIS FILE IS A STORAGE FORMAT. The statement has the head, which covers every event, and the
outcome, so that a result can be read without a replay. Its only text is the canonical form of RFC
8785, as for events.

This module defines what is signed. Signing and verifying happen elsewhere, behind ``Verify``.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from domain.record.record import malformed
from domain.refusal import Malformed
from domain.table.game import Game, Status

STATEMENT_FORMAT: Final = "carolus-statement/1"


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    format: Literal["carolus-statement/1"]
    game: str
    ruleset: str
    """The pinned name: id and edition."""
    status: Status
    version: int
    """The number of events."""
    head: str
    """The hash of the last event, in hexadecimal."""
    outcome: Any
    """The outcome as JSON; null for a game that was called off."""


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


Verify: TypeAlias = Callable[[str], Signed]
"""Returns the signed statement, or raises BadSignature."""


def statement_of(game: Game, head: bytes) -> Statement:
    """Return the statement about a game, given the hash of its last event.

    It equals the statement that is read from its text: the outcome has JSON types.
    """
    return Statement(
        format=STATEMENT_FORMAT,
        game=game.id,
        ruleset=game.ruleset,
        status=game.status,
        version=game.version,
        head=head.hex(),
        outcome=msgspec.json.decode(msgspec.json.encode(game.outcome)),
    )


def write_statement(statement: Statement) -> bytes:
    """Return the canonical form of a statement."""
    return _ENCODER.encode(statement)


def read_statement(text: bytes) -> Statement:
    """Return the statement with this canonical form; raise Malformed for any other text."""
    try:
        statement = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise malformed(wrong) from None
    if write_statement(statement) != text:
        raise Malformed("the statement is not in canonical form")
    return statement


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(Statement)
