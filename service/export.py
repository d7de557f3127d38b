"""Records of games, as the log has them: of one game, and of many."""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.record.record import (
    AnyEntry,
    AnyRecord,
    RecordedEntry,
    action_decoder,
    record_of,
    write_record,
)
from domain.ruleset import all_open
from service.projections.lobby import Lobby, Wanted
from service.storage.log import Log, project
from service.storage.rows import Row, Stored, envelope_of

GAMES_AT_ONCE: Final = 100
"""Games that are looked up together."""


def record(log: Log, game: str) -> AnyRecord | None:
    """Return the record of a game up to now, or None if there is no such game.

    The secret of the dice is in it only after the end. The game is not kept in memory: whoever
    writes an archive asks for each game once.
    """
    rows = log.rows(game)
    stored = project(game, None, rows)
    return None if stored is None else _record(log, stored, rows)


def record_at(log: Log, stored: Stored) -> AnyRecord:
    """Return the record of a game up to the version that was loaded."""
    return _record(log, stored, log.rows(stored.game.id, 0, stored.head.version))


def records(log: Log, lobby: Lobby, wanted: Wanted, after: int = 0) -> Iterator[bytes]:
    """Yield the records that are asked for, each as one line, from a place in their order on.

    One is in memory at a time. What ends while they are read comes at the end.
    """
    while page := lobby.records(wanted, after, GAMES_AT_ONCE):
        for place in page:
            found = record(log, place.id)
            assert found is not None, "the lobby has no game that the log has not"
            yield write_record(found)
        after = page[-1].number


def _record(log: Log, stored: Stored, rows: Iterable[Row]) -> AnyRecord:
    # An entry tells a whole action. A ruleset that hides a part of one needs records that hide it
    # too, until the end.
    assert stored.game.rules.view_event is all_open
    # The game may have ended since it was loaded, and what is signed then is not of this version.
    signature = log.signature(stored.game.id) if stored.game.finished else None
    entries = _entries(rows, stored.game.ruleset)
    return record_of(stored.game, entries, stored.head.hash, signature)


def _entries(rows: Iterable[Row], ruleset: str) -> Iterator[AnyEntry]:
    """Yield the entries; the first row of each carries its action."""
    decoder = action_decoder(ruleset)
    for row in rows:
        if row.action:
            envelope = envelope_of(row)
            yield RecordedEntry(envelope.by, envelope.at, decoder.decode(row.action))
