"""What a service signs to register a game with a witness: ``carolus-registration/1``.

THIS FILE IS A STORAGE FORMAT. The witness commits to a chain for the game before it is opened. The
only text of a registration is the canonical form of RFC 8785; signing and verifying happen
elsewhere.
"""

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.hexadecimal import Hex32
from domain.links import FIRST_WITNESS, WITNESSES_MAX
from domain.record.canonical_text import CanonicalReader


class Registration(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="format",
    tag="carolus-registration/1",
):
    """A game that will begin, and the place of a witness in it."""

    name: Hex32
    """The name of the game in chains; see ``domain.links``."""
    who: Annotated[int, Meta(ge=FIRST_WITNESS, lt=FIRST_WITNESS + WITNESSES_MAX)]
    """The contributor that the witness is: 128 plus its place."""


def registration_of(name: bytes, who: int) -> Registration:
    """Return the registration of a game."""
    return Registration(name=name.hex(), who=who)


read_registration: Final = CanonicalReader[Registration](Registration, "registration")
