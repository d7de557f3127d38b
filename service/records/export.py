"""Records of games, as the log has them: of one game, and of many."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from domain.record.record import (
    AnyEntry,
    AnyRecord,
    RecordedEntry,
    action_decoder,
    record_of,
    write_record,
)
from service.storage.log import Log, UnreadableGame, project
from service.storage.rows import Row, Stored, envelope_of

if TYPE_CHECKING:  # slow to import, and some commands need no list of games
    from service.projections.lobby import Lobby, Wanted

_LOG = structlog.get_logger("carolus.export")

GAMES_AT_ONCE: Final = 100
"""Games that are looked up together."""


MayExport: TypeAlias = Callable[[Stored], bool]
"""Whether a game, as it is now, may be told."""


class NotYet(Exception):
    """The record of a game that hides something, and has not ended: it would tell everything."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(f"game {stored.game.id} hides something; its record is told when it ends")
        self.head = stored.head


def record(log: Log, game: str, told: MayExport = lambda stored: True) -> AnyRecord | None:
    """Return the record of a game up to now, or None if there is none, or it may not be told.

    The secret of the dice is in it only after the end. The game is not kept in memory: whoever
    writes an archive asks for each game once. Raises NotYet.
    """
    rows = log.rows(game)
    stored = project(game, None, rows)
    return _record(log, stored, rows) if stored is not None and told(stored) else None


def record_if_readable(
    log: Log, game: str, told: MayExport = lambda stored: True
) -> AnyRecord | None:
    """Return the record of a game that may be told, unless a newer version of Carolus wrote it.

    Nor is there one yet of a game that hides something and goes on.
    """
    try:
        return record(log, game, told)
    except NotYet:
        _LOG.debug("record_not_yet", game=game)
    except UnreadableGame as unreadable:
        _LOG.error("game_unreadable", error=str(unreadable))
    return None


def record_at(log: Log, stored: Stored) -> AnyRecord:
    """Return the record of a game up to the version that was loaded; raise NotYet."""
    return _record(log, stored, log.rows(stored.game.id, 0, stored.head.version))


def records(
    log: Log,
    lobby: "Lobby",
    wanted: "Wanted",
    after: int = 0,
    told: MayExport = lambda stored: True,
) -> Iterator[bytes]:
    """Yield the records that are asked for, each as one line, from a place in their order on.

    One is in memory at a time. What ends while they are read comes at the end. A game that only a
    newer version of Carolus can read is passed over, and so is one that hides something and goes
    on.
    """
    while page := lobby.records(wanted, after, GAMES_AT_ONCE):
        for place in page:
            found = record_if_readable(log, place.id, told)
            if found is not None:
                yield write_record(found)
        after = page[-1].number


def _record(log: Log, stored: Stored, rows: Iterable[Row]) -> AnyRecord:
    if stored.game.hides_something:  # an entry tells a whole action, cards and all
        raise NotYet(stored)
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
