"""The record of a game, as the log has it."""

from collections.abc import Iterable, Iterator

from domain.record.record import AnyEntry, AnyRecord, RecordedEntry, action_decoder, record_of
from service.storage.log import Log
from service.storage.rows import Row, envelope_of


def record(log: Log, game: str) -> AnyRecord | None:
    """Return the record of a game up to now, or None if there is no such game.

    The secret of the dice is in it only after the end.
    """
    stored = log.load(game)
    if stored is None:
        return None
    rows = log.rows(game, 0, stored.head.version)
    entries = _entries(rows, stored.game.ruleset)
    return record_of(stored.game, entries, stored.head.hash, log.signature(game))


def _entries(rows: Iterable[Row], ruleset: str) -> Iterator[AnyEntry]:
    """Yield the entries; the first row of each carries its action."""
    decoder = action_decoder(ruleset)
    for row in rows:
        if row.action:
            envelope = envelope_of(row)
            yield RecordedEntry(envelope.by, envelope.at, decoder.decode(row.action))
