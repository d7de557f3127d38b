"""Deeds: what arbiters and operators did, as the log keeps it. THIS FILE IS A STORAGE FORMAT.

A game that an arbiter has judged also has a stream ``deed/<game>``; its row is stored in the same
transaction, under the version of the game after it. Each signing key has a stream
``signing-key/<thumbprint>`` with one row, written at the first start with that key.
"""

import asyncio
from typing import Any, Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError, StoredEvent

from domain.ruleset import tag_of
from service.access.accounts import OPERATOR
from service.access.signing_keys import SigningKey
from service.storage.log import Conflict, Log

_LOG = structlog.get_logger("carolus.access")

DEED: Final = "deed/"
SIGNING_KEY: Final = "signing-key/"


class Deed(msgspec.Struct, frozen=True):
    """Who did what, and when."""

    at: str
    by: str
    """As in the streams of accounts: the id of a token or an account, or ``operator``."""
    did: str


class KeyDeed(Deed, frozen=True):
    """The note of a signing key: from now on it signs."""

    x: str
    """The public key: 32 bytes in base64url, as in its JWK."""


def deed_row(game: str, version: int, at: str, by: str, action: Any) -> StoredEvent:
    """Return the row that is stored with a game that was judged."""
    deed = Deed(at, by, tag_of(action))
    return StoredEvent(DEED + game, version, "deed.v1", msgspec.json.encode(deed))


async def note_signing_key(log: Log, key: SigningKey) -> bool:
    """Note that a key signs from now on, and return whether that is noted now."""
    stream = SIGNING_KEY + key.content.kid
    deed = KeyDeed(key.content.since, OPERATOR, "signing_key_made", key.content.x)
    row = StoredEvent(stream, 1, "deed.v1", msgspec.json.encode(deed))
    try:
        if not await asyncio.to_thread(log.read, stream):
            await log.write([row])
    except Conflict:
        pass  # another worker was first
    except PersistenceError as failure:
        # The service starts anyway; the background task of the transparency log tries again.
        _LOG.warning("signing_key_not_noted", error=str(failure))
        return False
    return True
