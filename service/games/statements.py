"""What the service signs about its games: receipts, final statements, heads, and calls for links.

All of it follows from the log. Receipts and final statements are stored with the events that they
are about; the others are signed whenever a client asks.
"""

import asyncio

from eventsourcing.persistence import StoredEvent

from domain.links import name_of
from domain.record.statement import (
    Stage,
    Statement,
    call_of,
    final_statement,
    head_statement,
    receipt_of,
)
from domain.table.decide import Batch
from domain.table.events import GameStarted
from domain.table.game import Game
from service.access.signing import Signer
from service.storage.log import RECEIPT, RECEIPT_VERSIONS, SIGNATURE, Appended, Log
from service.storage.rows import Head, Stored, head_at


class Statements:
    """Signs statements about the games of a log."""

    def __init__(self, log: Log, signer: Signer) -> None:
        self._log = log
        self._signer = signer

    def signed_head(self, stored: Stored) -> str:
        """Return the signed head of a running game; it follows from the log alone."""
        return self._signer.sign(head_statement(stored.game, stored.head.hash, stored.head.at))

    async def called_head(self, stored: Stored) -> Head:
        """Return the head for which the links of the next moment are given.

        Offers to waive them come after it, so links given earlier are still right.
        """
        version = stored.game.called
        if version is None:
            return stored.head
        rows = await asyncio.to_thread(self._log.rows, stored.game.id, version - 1, version)
        return head_at(rows[0])

    async def call(self, stored: Stored) -> str:
        """Return the signed call for the links of the next moment of a game.

        It follows from the log, so that the call after a crash is the same, byte for byte.
        """
        game, head = stored.game, await self.called_head(stored)
        name = name_of(game.id, game.commitment)
        return self._signer.sign(call_of(name, game.moments + 1, head.hash, head.at))

    def of_batch(self, before: Stored | None, batch: Batch, done: Appended) -> list[StoredEvent]:
        """Return the statements on opening, start and end that are stored with a batch."""
        game, head = done.stored
        found: list[StoredEvent] = []
        if before is None:
            # House bots may sit down in the same batch, as in a rematch.
            last = done.rows[len(batch.entries[0].events) - 1]
            found += self._receipts(game, "opened", head_at(last))
        if before is None or before.game.status == "open":
            for row, event in zip(done.rows, batch.events, strict=True):
                if type(event) is GameStarted:
                    found += self._receipts(game, "started", head_at(row))
        if game.finished:
            body = self._signed(final_statement(game, head.hash, head.at))
            found.append(StoredEvent(SIGNATURE + game.id, 1, "signature.v1", body))
        return found

    def _receipts(self, game: Game, stage: Stage, head: Head) -> list[StoredEvent]:
        """Return the receipt for a stage of a game; the head is that of its event."""
        body = self._signed(receipt_of(game, stage, head.version, head.hash, head.at))
        return [StoredEvent(RECEIPT + game.id, RECEIPT_VERSIONS[stage], "receipt.v1", body)]

    def _signed(self, statement: Statement) -> bytes:
        return self._signer.sign(statement).encode()
