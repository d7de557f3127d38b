"""The messages between a service and a witness. Both sides depend on these shapes."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.links import LINKS
from domain.table.contributions import EdSignature, Thumbprint

TOKEN_LENGTH_MAX: Final = 2_000
"""The longest signed request; one with the longest members has about 600 characters."""

TIME_MAX: Final = 2**53 - 1
"""The last time that every JSON reader can read."""

SignedRequest = Annotated[str, Meta(max_length=TOKEN_LENGTH_MAX)]


class GameRegistration(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that a service will open."""

    registration: SignedRequest
    """A ``carolus-registration/1``, signed by the service: a compact JWS (RFC 7515)."""


class LinkCall(Struct, frozen=True, forbid_unknown_fields=True):
    """A call for a link."""

    call: SignedRequest
    """A ``carolus-call/1``, signed by the service: a compact JWS (RFC 7515)."""


class WitnessAnswer(Struct, frozen=True):
    """What a witness gave for one moment of a game: a link, for one head of the log, and no other.

    Moment 0 is the registration, and its link is the tip of the chain.
    """

    name: Hex32
    """The name of the game in chains."""
    service: Thumbprint
    """The key with which the service registered the game."""
    who: Annotated[int, Meta(ge=0, le=255)]
    """The contributor that the witness is: 128 plus its place."""
    moment: Annotated[int, Meta(ge=0, le=LINKS)]
    previous: int | None
    """The moment that it gave before this one; null for moment 0."""
    head: Hex32 | None
    """The hash of the last event before the moment; null for moment 0."""
    link: Hex32
    time: Annotated[int, Meta(ge=0, le=TIME_MAX)]
    """Milliseconds since 1970 by the witness's clock."""
    key: Thumbprint
    """The witness's key that signed."""
    signature: EdSignature
    """Covers everything that the witness gave in this game up to this moment: 64 bytes in
    base64url."""
    request: str
    """The request that the service signed: the registration, or the first call for this moment."""
