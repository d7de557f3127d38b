"""Seals: what stands under the hashes in place of what not everybody may see.

A ruleset names members of its events that are hidden (``Ruleset.hidden``). While the game goes on
some do not know them, and yet the hash of the event must be the same for all. So in the canonical
form of the event (``domain.record.chain``) a commitment stands in the place of each hidden member,
whatever its value is, null included:

* ``salt = HMAC-SHA256(secret, message)``, where the secret is that of the game's fair chance, and
  the message is the lines ``carolus-hidden/1``, the version of the event in decimal and the name
  of the member, joined by line feeds. In a game whose chance is recorded there is no secret; the
  key is 32 zero bytes then, and whoever has its record knows all of it anyway.
* The commitment is ``SHA-256(salt ‖ value)``, in hexadecimal; the value is the canonical JSON of
  the member, in the wording in which the game is told.

Values are few, the cards of a deck say, so without the salt one could try them all. The salt is of
one member of one event, and nobody who lacks the secret can compute it. When the secret is told at
the end, everybody opens every seal.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec

from domain.chance import keyed

CONSTRUCTION: Final = "carolus-hidden/1"
_NO_SECRET: Final = bytes(32)
_ENCODER: Final = msgspec.json.Encoder(order="sorted")


class Seal:
    """Seals the hidden members of the events of one game.

    ``hidden`` are these members by the type of the event, as it is told in the game; ``secret``
    is the secret of its chance, or None where chance is recorded.
    """

    __slots__ = ("_salt", "hidden")

    def __init__(self, hidden: Mapping[type[Any], tuple[str, ...]], secret: bytes | None) -> None:
        self.hidden = hidden
        self._salt = keyed(secret or _NO_SECRET) if hidden else None

    def sealed(self, version: int, event: Any, members: Mapping[str, Any]) -> dict[str, str]:
        """Return a commitment for each hidden member; ``members`` is the event, ready for JSON."""
        names = self.hidden.get(type(event), ())
        return {name: self._commitment(version, name, members[name]) for name in names}

    def _commitment(self, version: int, member: str, value: Any) -> str:
        assert self._salt is not None, "a ruleset that hides nothing has no member to seal"
        salt = self._salt(f"{CONSTRUCTION}\n{version}\n{member}".encode())
        return sha256(salt + _ENCODER.encode(value)).hexdigest()


OPEN: Final = Seal({}, None)
"""Of a game that hides nothing."""


def seal_of(hidden: Mapping[type[Any], tuple[str, ...]], secret: bytes | None) -> Seal:
    """Return the seal of a game of a ruleset that hides this; a game has one for all its events."""
    return Seal(hidden, secret) if hidden else OPEN
