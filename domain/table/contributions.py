"""What seats and witnesses contribute to the dice: links of chains, and signatures.

The actions and events of a table consist of these parts. THIS FILE IS A STORAGE FORMAT.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.refusal import expects

Contributor: TypeAlias = Annotated[
    int,
    Meta(
        ge=0,
        le=255,
        description="A seat, or 128 plus the place of a witness.",
        extra=expects("a seat, or 128 plus the place of a witness"),
    ),
]
MomentNumber: TypeAlias = Annotated[
    int, Meta(ge=1, description="The number of a moment in its game, from 1.")
]
UnixMs: TypeAlias = Annotated[
    int, Meta(ge=0, description="Milliseconds since 1970-01-01 in UTC, by the witness's clock.")
]
PublicKey = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$(?!\n)",
        description="An Ed25519 public key: 32 bytes in base64url.",
        extra=expects("43 characters of base64url"),
    ),
]
Thumbprint = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$(?!\n)",
        description="The thumbprint of a key (RFC 7638, SHA-256): 32 bytes in base64url.",
        extra=expects("43 characters of base64url"),
    ),
]
EdSignature = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{85}[AQgw]$(?!\n)",
        description="An Ed25519 signature: 64 bytes in base64url.",
        extra=expects("86 characters of base64url"),
    ),
]

Strength: TypeAlias = Literal["base", "links", "witness"]
"""What protects an answer of chance from the operator's foresight, in ascending order."""


class GivenLink(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The link of one contributor for a moment."""

    who: Contributor
    link: Hex32


class WitnessNote(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """When a witness gave its link for the head before the moment, and its signature."""

    who: Contributor
    time: UnixMs
    signature: EdSignature


class RegisteredWitness(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A witness that registered the game before it was opened."""

    key: PublicKey
    """The key with which it signs what it gives in this game."""
    service: Thumbprint
    """The key with which the service registered the game."""
    tip: Hex32
    """The tip of its chain."""
    time: UnixMs
    signature: EdSignature


class KnownChain(Struct, frozen=True, gc=False):
    """How far the chain of a contributor is known: its tip, or the last link that was given."""

    who: int
    number: int
    """The number of the link: 0 for the tip."""
    link: str
    """In hexadecimal."""
