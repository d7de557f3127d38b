"""What was done with a right beyond one's own, as the log keeps it. THIS FILE IS A STORAGE FORMAT.

Beside a game that an arbiter has judged stands a stream ``deed/<game>``; its row is put in the same
transaction, under the version of the game after it. And each key that signs has a stream
``signing-key/<thumbprint>`` with one row, from the first start on at which it was the newest.
"""

import asyncio
from typing import Any, Final

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError, StoredEvent

from domain.table.decide import tag_of
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
    """As in the streams of accounts: a token, an account, or ``operator``."""
    did: str


def deed_row(game: str, version: int, at: str, by: str, action: Any) -> StoredEvent:
    """Return the row beside a game that was judged."""
    deed = Deed(at, by, tag_of(action))
    return StoredEvent(DEED + game, version, "deed.v1", msgspec.json.encode(deed))


async def note_signing_key(log: Log, key: SigningKey) -> None:
    """Note that a key signs from now on; nothing happens if that is known."""
    stream = SIGNING_KEY + key.content.kid
    deed = Deed(key.content.since, OPERATOR, "signing_key_made")
    row = StoredEvent(stream, 1, "deed.v1", msgspec.json.encode(deed))
    try:
        if not await asyncio.to_thread(log.read, stream):
            await log.write([row])
    except Conflict:
        return  # another worker was first
    except PersistenceError as failure:
        # The service starts all the same; the next start notes it.
        _LOG.warning("signing_key_not_noted", error=str(failure))
