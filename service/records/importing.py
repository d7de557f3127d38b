"""Import games that were played elsewhere from their records.

The importer audits each record, and stores the events with the times of their entries, so the
chain has the same head. It accepts only games that have ended, because no user of this service has
the right to continue one.
"""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec
from eventsourcing.persistence import StoredEvent
from msgspec import Struct

from domain.chance import SCHEME
from domain.record.audit import unreadable
from domain.record.chain import genesis
from domain.record.finding import Finding
from domain.record.jws import signed_text
from domain.record.record import AnyRecord
from domain.record.rerun import Decided
from domain.record.signatures import Signatures
from domain.record.statement import Receipt, read_statement
from domain.record.verdict import judged
from domain.refusal import Malformed
from domain.table.decide import Entry
from domain.table.game import Game, GameDraft, freeze
from domain.transparency.inclusion import Inclusion
from service.access.game_keys import Vault
from service.archives.record_lines import ReadFault, RecordLine
from service.storage.log import (
    INCLUSION,
    RECEIPT,
    RECEIPT_VERSIONS,
    SIGNATURE,
    VAULT,
    Conflict,
    Log,
)
from service.storage.rows import Head, Row, Stored, to_rows

GAMES_AT_ONCE: Final = 64
"""Games per commit, unless their records are long."""

BYTES_AT_ONCE: Final = 8 << 20

SENTENCES: Final = {
    "not_finished": "the game has not ended, and nobody on this service has the right to continue",
    "another_game": "the log already has another game with this id, with the head {head}",
    "no_address": "the id begins with a dot, so it cannot be part of an address",
    "other_wording": "the head does not match these events, which lead to {head}",
    "other_signature": "the log already has this game, with another signature or receipt",
}
"""Why a valid record is refused; words in braces are facts."""

Happened: TypeAlias = Literal["imported", "there_already", "refused"]


class ImportResult(Struct, frozen=True):
    """The result of importing a record."""

    source: str
    line: int
    game: str | None
    happened: Happened
    reason: str = ""
    """Why the record was refused: a key of SENTENCES, or the reason of the finding."""
    facts: dict[str, Any] = {}
    finding: Finding | None = None
    """The first breach, if the record is invalid."""


class _Importable(Struct, frozen=True):
    """A game to append to the log."""

    line: RecordLine
    stored: Stored
    rows: list[Row]
    notes: list[StoredEvent]


class Importer:
    """Imports records into a log. ``signatures`` verifies their signatures."""

    def __init__(self, log: Log, signatures: Signatures) -> None:
        self._log = log
        self._signatures = signatures

    def run(self, found: Iterable[RecordLine | ReadFault]) -> Iterator[ImportResult | ReadFault]:
        """Yield the result of each record, in order, once it is on disk.

        Raises PersistenceError if the log cannot be read or written.
        """
        with asyncio.Runner() as runner:
            for some in _batches(found):
                yield from runner.run(self._some(some))

    async def _some(
        self, found: Iterable[RecordLine | ReadFault]
    ) -> list[ImportResult | ReadFault]:
        """Import some records; consecutive ones share a commit."""
        results: list[ImportResult | ReadFault] = []
        ready: dict[str, tuple[int, _Importable]] = {}
        for place, one in enumerate(found):
            if isinstance(one, ReadFault):
                results.append(one)
                continue
            examined = self._examined(one)
            if isinstance(examined, _Importable):
                game = examined.stored.game.id
                if game in ready:
                    await self._put(ready, results)
                ready[game] = (place, examined)
                results.append(ImportResult(one.source, one.number, game, "imported"))
            else:
                results.append(examined)
        await self._put(ready, results)
        return results

    async def _put(
        self, ready: dict[str, tuple[int, _Importable]], results: list[ImportResult | ReadFault]
    ) -> None:
        """Write the games to disk, and correct the results of games that exist already."""

        async def put(place: int, one: _Importable) -> None:
            known = self._log.head(one.stored.game.id)
            if known is None:
                try:
                    await self._log.take_in(one.stored, one.rows, one.notes)
                except Conflict:
                    # Another process was first with this id.
                    known = self._log.head(one.stored.game.id)
            if known == one.stored.head:
                results[place] = await self._there_already(one)
            elif known is not None:
                results[place] = _refused(
                    one.line, one.stored.game.id, "another_game", head=known.hash.hex()
                )

        await asyncio.gather(*(put(place, one) for place, one in ready.values()))
        ready.clear()

    async def _there_already(self, one: _Importable) -> ImportResult:
        """Add the statements that the existing game lacks; existing ones stay."""
        game = one.stored.game.id
        missing: list[StoredEvent] = []
        for note in one.notes:
            stream = str(note.originator_id)
            if stream not in (SIGNATURE + game, RECEIPT + game):
                continue
            known = self._log.read(stream, note.originator_version - 1, limit=1)
            if not known or known[0].originator_version != note.originator_version:
                missing.append(note)
            elif known[0].state != note.state:
                return _refused(one.line, game, "other_signature")
        if missing:
            await self._log.write(missing)
        return ImportResult(one.line.source, one.line.number, game, "there_already")

    def _examined(self, line: RecordLine) -> _Importable | ImportResult:
        """Audit the record of a line, and build the rows of its game."""
        try:
            record = line.decode()
        except Malformed as wrong:
            return _broken(line, None, unreadable(wrong).findings[0])
        stream = _Stream(record)
        for finding in judged(record, self._signatures, stream.add).audited.findings:
            if finding.weight == "breach":
                return _broken(line, record.id, finding)
        return _ready(line, record, stream)


class _Stream:
    """The stream of a finished game, built step by step."""

    def __init__(self, record: AnyRecord) -> None:
        chance = record.chance
        self._game: GameDraft | None = None
        self.head = Head(0, genesis(record.id), "")
        self._secret = None if chance.secret is None else bytes.fromhex(chance.secret)
        # Without the secret, hidden events cannot be sealed; and such a game has not ended.
        self._without_rows = chance.scheme == SCHEME and chance.secret is None
        self.rows: list[Row] = []

    @property
    def game(self) -> Game | None:
        """The game after the last entry."""
        return None if self._game is None else freeze(self._game)

    def add(self, one: Decided) -> None:
        """Add the events of an entry."""
        self._game = one.game
        if self._without_rows:
            return
        entry = Entry(one.entry.by, one.entry.action, one.events)
        rows, self.head = to_rows(one.game, self.head, one.entry.at, [entry], self._secret)
        self.rows += rows


def _batches(found: Iterable[RecordLine | ReadFault]) -> Iterator[list[RecordLine | ReadFault]]:
    """Yield the lines in batches, one for each commit."""
    batch: list[RecordLine | ReadFault] = []
    size = 0
    for one in found:
        batch.append(one)
        size += len(one.data) if isinstance(one, RecordLine) else 0
        if len(batch) == GAMES_AT_ONCE or size >= BYTES_AT_ONCE:
            yield batch
            batch, size = [], 0
    yield batch


def _ready(line: RecordLine, record: AnyRecord, stream: _Stream) -> _Importable | ImportResult:
    """Return the game to append to the log, or why it is refused."""
    game = stream.game
    assert game is not None, "a record without entries is invalid"
    if not game.finished:
        return _refused(line, record.id, "not_finished")
    if record.id.startswith("."):
        return _refused(line, record.id, "no_address")
    derived = stream.head.hash.hex()
    if record.head not in (None, derived):
        return _refused(line, record.id, "other_wording", head=derived)
    return _Importable(line, Stored(game, stream.head), stream.rows, _notes(record))


def _notes(record: AnyRecord) -> list[StoredEvent]:
    """Return the rows stored with the game: a vault without tokens, what was signed, inclusion."""
    vault = Vault(secret=record.chance.secret or "", creator="", seats=())
    notes = [StoredEvent(VAULT + record.id, 1, "vault.v1", msgspec.json.encode(vault))]
    if record.signature is not None:
        body = record.signature.encode()
        notes.append(StoredEvent(SIGNATURE + record.id, 1, "signature.v1", body))
    for token in record.receipts:
        receipt = read_statement(signed_text(token))
        assert isinstance(receipt, Receipt), "the audit has verified it"
        version = RECEIPT_VERSIONS[receipt.stage]
        notes.append(StoredEvent(RECEIPT + record.id, version, "receipt.v1", token.encode()))
    if isinstance(record.inclusion, Inclusion):
        body = msgspec.json.encode(record.inclusion)
        notes.append(StoredEvent(INCLUSION + record.id, 1, "inclusion.v1", body))
    return notes


def _refused(line: RecordLine, game: str, reason: str, **facts: Any) -> ImportResult:
    return ImportResult(line.source, line.number, game, "refused", reason, facts)


def _broken(line: RecordLine, game: str | None, finding: Finding) -> ImportResult:
    facts = dict(finding.facts)
    return ImportResult(line.source, line.number, game, "refused", finding.reason, facts, finding)
