"""What a service signs to get links: ``carolus-call/1`` and ``carolus-registration/1``.

THIS FILE IS A STORAGE FORMAT. A *call* says that the log of a game has this head, and that chance
is due for this moment. It follows from the log alone, so a service that crashed makes the same call
again. It is evidence, too: two calls for one moment with different heads prove that the service has
two logs. A *registration* announces a game to a witness, which commits to a chain.

The only text of either is the canonical form of RFC 8785. Signing and verifying happen elsewhere.
"""

from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from domain.links import FIRST_WITNESS, LINKS, WITNESSES_MAX
from domain.record.record import malformed
from domain.refusal import Malformed

CALL_FORMAT: Final = "carolus-call/1"
REGISTRATION_FORMAT: Final = "carolus-registration/1"

Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in lower-case hexadecimal."""


class Call(Struct, frozen=True, forbid_unknown_fields=True):
    """A head of a running game, and the moment for which it needs links."""

    at: Annotated[str, Meta(max_length=40)]
    """The time of the event with this head."""
    format: Literal["carolus-call/1"]
    head: Hash
    moment: Annotated[int, Meta(ge=1, le=LINKS)]
    name: Hash
    """The name of the game in chains."""


class Registration(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that will begin, and the place of a witness in it."""

    format: Literal["carolus-registration/1"]
    name: Hash
    who: Annotated[int, Meta(ge=FIRST_WITNESS, lt=FIRST_WITNESS + WITNESSES_MAX)]
    """The contributor that the witness is: 128 plus its place."""


SignedText = TypeVar("SignedText", Call, Registration)


def call_of(name: bytes, moment: int, head: bytes, at: str) -> Call:
    """Return the call for a moment."""
    return Call(at=at, format=CALL_FORMAT, head=head.hex(), moment=moment, name=name.hex())


def registration_of(name: bytes, who: int) -> Registration:
    """Return the registration of a game."""
    return Registration(format=REGISTRATION_FORMAT, name=name.hex(), who=who)


def write_signed(content: Call | Registration) -> bytes:
    """Return the canonical form."""
    return _ENCODER.encode(content)


def read_call(text: bytes) -> Call:
    """Return the call with this canonical form; raise Malformed for any other text."""
    return _read(text, _CALLS, "call")


def read_registration(text: bytes) -> Registration:
    """Return the registration with this canonical form; raise Malformed for any other text."""
    return _read(text, _REGISTRATIONS, "registration")


def _read(text: bytes, decoder: msgspec.json.Decoder[SignedText], what: str) -> SignedText:
    try:
        content = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise malformed(wrong) from None
    if write_signed(content) != text:
        raise Malformed(f"the {what} is not in canonical form")
    return content


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_CALLS: Final = msgspec.json.Decoder(Call)
_REGISTRATIONS: Final = msgspec.json.Decoder(Registration)
