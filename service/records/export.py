"""Export records of games from the log."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias

import structlog

from domain.record.record import (
    AnyEntry,
    AnyRecord,
    RecordedEntry,
    action_decoder,
    record_of,
    with_events,
    write_record,
)
from domain.ruleset import Viewer
from domain.transparency.inclusion import Inclusion
from service.archives.record_lines import LINE_BYTES_MAX
from service.storage.log import Log, UnreadableGame, project
from service.storage.rows import Row, Stored, envelope_of
from service.wire.games import event_view

if TYPE_CHECKING:  # slow to import, and some commands need no list of games
    from service.projections.lobby import Lobby, Wanted

_LOG = structlog.get_logger("carolus.export")

GAMES_AT_ONCE: Final = 100
"""Games per query of the list."""

_EVERYONE: Final[Viewer] = "spectator"
"""Who gets the events of an archive: everyone sees everything of a game that has a record."""


MayExport: TypeAlias = Callable[[Stored], bool]
"""Whether the record of a game, in its current state, may be exported."""


Included: TypeAlias = Callable[[str], Inclusion | None]
"""Returns where the transparency log has a game; None if it has no leaf of the game."""


class NotYet(Exception):
    """The game hides something and has not ended: its record would reveal everything."""

    def __init__(self, stored: Stored) -> None:
        super().__init__(
            f"game {stored.game.id} hides something; its record is available once it ends"
        )
        self.head = stored.head


def record(
    log: Log,
    game: str,
    may_export: MayExport = lambda stored: True,
    included: Included = lambda game: None,
    *,
    events: bool = False,
) -> AnyRecord | None:
    """Return the current record of a game; None if there is no game or ``may_export`` refuses it.

    Only the record of a game that has ended contains the secret of the dice. With ``events``, it
    contains the events as they are stored, unless the line would be too long to read. The game is
    not kept in memory, because an archive needs each game only once. Raises NotYet.
    """
    rows = log.rows(game)
    stored = project(game, None, rows)
    if stored is None or not may_export(stored):
        return None
    found = _record(log, stored, rows, included)
    if not events:
        return found
    whole = with_events(found, (event_view(stored.game, row, _EVERYONE) for row in rows))
    return whole if len(write_record(whole)) <= LINE_BYTES_MAX else found


def record_if_readable(
    log: Log,
    game: str,
    may_export: MayExport = lambda stored: True,
    included: Included = lambda game: None,
    *,
    events: bool = False,
) -> AnyRecord | None:
    """Return the record of a game that may be exported.

    Returns None if only a newer version of Carolus can read the game, or if the game hides
    something and has not ended.
    """
    try:
        return record(log, game, may_export, included, events=events)
    except NotYet:
        _LOG.debug("record_not_yet", game=game)
    except UnreadableGame as unreadable:
        _LOG.error("game_unreadable", error=str(unreadable))
    return None


def record_at(log: Log, stored: Stored, included: Included = lambda game: None) -> AnyRecord:
    """Return the record of a game up to the loaded version; raise NotYet."""
    rows = log.rows(stored.game.id, 0, stored.head.version)
    return _record(log, stored, rows, included)


def records(  # noqa: PLR0913 - what, from where, and who may have it
    log: Log,
    lobby: "Lobby",
    wanted: "Wanted",
    after: int = 0,
    may_export: MayExport = lambda stored: True,
    included: Included = lambda game: None,
    *,
    events: bool = False,
) -> Iterator[bytes]:
    """Yield the wanted records, each as one line, starting after a place in their order.

    ``events`` is as for ``record``. One record is in memory at a time. Games that end meanwhile
    come last. Skips games that only a newer version of Carolus can read, and unfinished games that
    hide something.
    """
    while page := lobby.records(wanted, after, GAMES_AT_ONCE):
        for place in page:
            found = record_if_readable(log, place.id, may_export, included, events=events)
            if found is not None:
                yield write_record(found)
        after = page[-1].number


def _record(log: Log, stored: Stored, rows: Iterable[Row], included: Included) -> AnyRecord:
    if stored.game.hides_something:  # an entry contains the whole action, including cards
        raise NotYet(stored)
    # If the game has ended since it was loaded, its signature does not match this version.
    signature = log.signature(stored.game.id) if stored.game.finished else None
    receipts = log.receipts(stored.game.id)
    if stored.game.status == "open":
        receipts.pop("started", None)  # the game has started since it was loaded
    entries = _entries(rows, stored.game.ruleset)
    return record_of(
        stored.game,
        entries,
        stored.head.hash,
        signature,
        receipts.values(),
        included(stored.game.id),
    )


def _entries(rows: Iterable[Row], ruleset: str) -> Iterator[AnyEntry]:
    """Yield the entries; the first row of each carries its action."""
    decoder = action_decoder(ruleset)
    for row in rows:
        if row.action:
            envelope = envelope_of(row)
            yield RecordedEntry(envelope.by, envelope.at, decoder.decode(row.action))
