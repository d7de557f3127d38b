"""The record of a game, as the log has it."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.record.record import Record, RecordedEntry, record_of
from service.storage.log import Log
from service.storage.rows import Row, envelope_of


def record(log: Log, game: str) -> Record | None:
    """Return the record of a game up to now, or None if there is no such game.

    The secret of the dice is in it only after the end.
    """
    stored = log.load(game)
    if stored is None:
        return None
    rows = log.rows(game, 0, stored.head.version)
    return record_of(stored.game, _entries(rows), stored.head.hash)


def _entries(rows: Iterable[Row]) -> Iterator[RecordedEntry]:
    """Yield the entries; the first row of each carries its action."""
    for row in rows:
        if row.action:
            envelope = envelope_of(row)
            action: Any = msgspec.json.decode(row.action)
            yield RecordedEntry(envelope.by, envelope.at, action)
