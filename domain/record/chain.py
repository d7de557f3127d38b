"""The chained log: each event carries a hash over itself and all before it.

The canonical form of an event is the JSON object in which the service shows it, without its
``hash``, written as RFC 8785 says: members sorted by name, no white space, UTF-8. Our events have
whole numbers and no other, so every JSON library that can sort members writes it.

``hash(0) = SHA-256("carolus-log/1 " + game id)``, and for the event with version ``v``
``hash(v) = SHA-256(hash(v − 1) ‖ canonical form)``, the hash before as 32 bytes.
"""

from hashlib import sha256
from typing import Any

import msgspec

from domain.table.game import By

_ENCODER = msgspec.json.Encoder(order="sorted")


def genesis(game: str) -> bytes:
    """Return the hash before the first event of the game."""
    return sha256(f"carolus-log/1 {game}".encode()).digest()


def canonical(version: int, at: str, by: By, event: Any) -> bytes:
    """Return the canonical form of an event: ``at`` in RFC 3339, UTC."""
    facts: dict[str, Any] = msgspec.to_builtins(event)
    facts["version"] = version
    facts["at"] = at
    facts["by"] = by
    return _ENCODER.encode(facts)


def chained(before: bytes, canonical_form: bytes) -> bytes:
    """Return the hash of an event, given the hash before it."""
    return sha256(before + canonical_form).digest()
