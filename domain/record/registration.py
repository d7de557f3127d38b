"""What a service signs to register a game with a witness: ``carolus-registration/1``.

THIS FILE IS A STORAGE FORMAT. The witness commits to a chain for the game before it is opened. The
only text of a registration is the canonical form of RFC 8785; signing and verifying happen
elsewhere.
"""

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from domain.links import FIRST_WITNESS, WITNESSES_MAX
from domain.record.record import Hash, malformed
from domain.refusal import Malformed


class Registration(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="carolus-registration/1",
):
    """A game that will begin, and the place of a witness in it."""

    name: Hash
    """The name of the game in chains; see ``domain.links``."""
    who: Annotated[int, Meta(ge=FIRST_WITNESS, lt=FIRST_WITNESS + WITNESSES_MAX)]
    """The contributor that the witness is: 128 plus its place."""


def registration_of(name: bytes, who: int) -> Registration:
    """Return the registration of a game."""
    return Registration(name=name.hex(), who=who)


def write_registration(registration: Registration) -> bytes:
    """Return the canonical form: the bytes that are signed."""
    return _ENCODER.encode(registration)


def read_registration(text: bytes) -> Registration:
    """Return the registration with this canonical form; raise Malformed for any other text."""
    try:
        registration = _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
        raise malformed(wrong) from None
    if write_registration(registration) != text:
        raise Malformed("the registration is not in canonical form")
    return registration


_ENCODER: Final = msgspec.json.Encoder(order="sorted")
_DECODER: Final = msgspec.json.Decoder(Registration)
