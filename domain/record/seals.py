"""Seals: commitments that take the place of hidden members under the hashes.

A ruleset names the hidden members of its events (``Ruleset.hidden``), and the table those of its
own (``domain.table.hiding``). During the game only some viewers know them, but the hash of an event
must be the same for all. So the canonical form of the event (``domain.record.chain``) has a
commitment in place of each hidden member, whatever its value, including null:

* ``salt = HMAC-SHA256(secret, message)``, where the secret is that of the game's fair chance, and
  the message is the lines ``carolus-hidden/1``, the version of the event in decimal and the name
  of the member, joined by line feeds. A game with recorded chance has no secret; then the key is 32
  zero bytes, and the record itself reveals everything anyway.
* The commitment is ``SHA-256(salt ‖ value)``, in hexadecimal; the value is the canonical JSON of
  the member, in the wording of the game.

A member may have few possible values, such as the cards of a deck, so without a salt one could try
them all. Each member of each event has its own salt, which only the secret gives. When the service
publishes the secret at the end, anyone can open every seal.
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

    ``hidden`` has these members by type of event, in the wording of the game; ``secret`` is the
    secret of its chance, or None for recorded chance.
    """

    __slots__ = ("_salt", "hidden")

    def __init__(self, hidden: Mapping[type[Any], tuple[str, ...]], secret: bytes | None) -> None:
        self.hidden = hidden
        self._salt = keyed(secret or _NO_SECRET) if hidden else None

    def sealed(self, version: int, event: Any, members: Mapping[str, Any]) -> dict[str, str]:
        """Return a commitment for each hidden member; ``members`` is the event as JSON types."""
        names = self.hidden.get(type(event), ())
        return {name: self._commitment(version, name, members[name]) for name in names}

    def _commitment(self, version: int, member: str, value: Any) -> str:
        assert self._salt is not None, "a ruleset without hidden members has none to seal"
        salt = self._salt(f"{CONSTRUCTION}\n{version}\n{member}".encode())
        return sha256(salt + _ENCODER.encode(value)).hexdigest()


OPEN: Final = Seal({}, None)
"""The seal of a game without hidden members."""


def seal_of(hidden: Mapping[type[Any], tuple[str, ...]], secret: bytes | None) -> Seal:
    """Return the seal for all events of a game, given the hidden members of its ruleset."""
    return Seal(hidden, secret) if hidden else OPEN
