"""What is signed when a game has ended: ``carolus-statement/1``. THIS FILE IS A STORAGE FORMAT.

The statement names the head, which stands for every event, and repeats the outcome, so that a
result can be read without a replay. Its one text is the canonical form of RFC 8785, as for events.

The domain says what is signed; how is for others, who give it a ``Verify`` to ask.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from domain.refusal import Malformed
from domain.table.game import Game, Status

STATEMENT_FORMAT: Final = "carolus-statement/1"


class Statement(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended."""

    format: Literal["carolus-statement/1"]
    game: str
    ruleset: str
    """Pinned: id and edition."""
    status: Status
    version: int
    """Number of events."""
    head: str
    """Hash of the last event, in hexadecimal."""
    outcome: Any
    """As JSON tells it; null for a game that was called off."""


class Signed(NamedTuple):
    """A statement whose signature is good."""

    statement: Statement
    kid: str
    """The key that signed: its thumbprint (RFC 7638)."""
    published: bool | None
    """Whether the key is among those that were given as published; None if none were given."""


class BadSignature(Exception):
    """A signature that proves nothing. ``reason`` is a code, ``facts`` the values behind it."""

    def __init__(self, reason: str, /, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts


Verify: TypeAlias = Callable[[str], Signed]
"""Returns what a signature says, or raises BadSignature."""


def statement_of(game: Game, head: bytes) -> Statement:
    """Return what is to be said of a game, given the hash of its last event.

    It is equal to the one that is read from its text: a list in an outcome is a list.
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
    """Return the statement that this is the canonical form of; raise Malformed if it is none."""
    try:
        statement = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        message, _, place = str(wrong).partition(" - at `")
        raise Malformed(message, where=place.rstrip("`")) from None
    if write_statement(statement) != text:
        raise Malformed("the statement is not in canonical form")
    return statement


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(Statement)
