"""The log of tournaments: one stream per tournament, ``tournament/<id>``, in the log of games.

THIS FILE IS A STORAGE FORMAT. Rows have the form of those of games (``service.storage.rows``); the
topic is ``tournament``, the tag of the event and its version. The streams ``vault/``, ``receipt/``
and ``signature/`` of a tournament, followed by the name of its stream, contain what those of a game
do, and so does ``request/``.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from eventsourcing.persistence import StoredEvent

from domain.record.chain import canonical, genesis
from domain.ruleset import tag_of
from domain.tournament.stream.decide import TournamentStep
from domain.tournament.stream.events import TournamentEvent, TournamentOpened
from domain.tournament.stream.evolve import evolve, opened
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from service.runtime.lru_cache import LruCache
from service.storage.log import Log, UnreadableGame
from service.storage.rows import Head, Row, Written, linked_rows, to_stored

TOURNAMENT: Final = "tournament/"
TOURNAMENTS_IN_MEMORY_MAX: Final = 200

_EVENT: Final = msgspec.json.Decoder(TournamentEvent)


class StoredTournament(NamedTuple):
    """A tournament in the log, and the head of its stream."""

    state: Tournament
    head: Head


class AppendedSteps(NamedTuple):
    """Steps of a tournament that were committed."""

    stored: StoredTournament
    """The tournament after them."""
    rows: list[Row]
    """Their events."""


class TournamentEnvelope(msgspec.Struct, frozen=True):
    """When an event of a tournament happened and who caused it."""

    at: str
    by: Acting


class UnreadableTournament(UnreadableGame):
    """A newer version of Carolus wrote this tournament; this version does not know its events."""

    def __init__(self, tournament: str, row: Row) -> None:
        Exception.__init__(
            self,
            f"tournament {tournament} cannot be read: this version of Carolus does not know event "
            f"{row.version}, {row.topic}",
        )
        self.game = tournament


class TournamentLog:
    """The event store of all tournaments."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self._hot: LruCache[str, StoredTournament] = LruCache(TOURNAMENTS_IN_MEMORY_MAX)
        self._lock = Lock()

    def hot(self, tournament: str) -> StoredTournament | None:
        """Return the tournament if it is in memory; another process may have appended to it."""
        return self._hot.get(tournament)

    def load(self, tournament: str) -> StoredTournament | None:
        """Return the tournament as the log has it now; None if there is none.

        Raises UnreadableTournament.
        """
        hot = self._hot.get(tournament)
        stored = self._follow(tournament, hot, None)
        if stored is not None and stored is not hot:
            self._remember(stored)
        return stored

    def load_at(self, tournament: str, version: int) -> StoredTournament | None:
        """Return the tournament as it was at a version; None if it never had that version."""
        hot = self._hot.get(tournament)
        base = hot if hot is not None and hot.head.version <= version else None
        stored = self._follow(tournament, base, version)
        return stored if stored is not None and stored.head.version == version else None

    def rows(
        self, tournament: str, after: int = 0, up_to: int | None = None, limit: int | None = None
    ) -> list[Row]:
        """Return the rows of a tournament's events with versions ``after < version <= up_to``."""
        return self.log.rows(TOURNAMENT + tournament, after, up_to, limit)

    async def append(
        self,
        before: StoredTournament | None,
        steps: Sequence[TournamentStep],
        after: Tournament,
        at: str,
        notes: Callable[[AppendedSteps], Sequence[StoredEvent]],
        then: Callable[[AppendedSteps], None] = lambda done: None,
    ) -> AppendedSteps:
        """Commit steps, with notes in the same transaction.

        ``then`` is called after the commit, even if the caller was cancelled. Raises Conflict if
        the stream is longer than ``before`` or a note exists already, and PersistenceError if the
        log cannot be written.
        """
        head = before.head if before else Head(0, genesis(after.id), "")

        def write(version: int, by: Acting, event: Any) -> Written:
            return Written(_topic(event), canonical(version, at, by, event))

        rows, head = linked_rows(head, at, steps, write)
        done = AppendedSteps(StoredTournament(after, head), rows)
        stream = TOURNAMENT + after.id

        def committed() -> None:
            self._remember(done.stored)
            then(done)

        together = [*(to_stored(stream, row) for row in rows), *notes(done)]
        await self.log.write(together, committed)
        return done

    def _follow(
        self, tournament: str, base: StoredTournament | None, up_to: int | None
    ) -> StoredTournament | None:
        after = base.head.version if base else 0
        return projected(tournament, base, self.rows(tournament, after, up_to))

    def _remember(self, stored: StoredTournament) -> None:
        with self._lock:
            known = self._hot.get(stored.state.id)
            if known is None or known.head.version <= stored.head.version:
                self._hot.put(stored.state.id, stored)


def projected(
    tournament: str, base: StoredTournament | None, rows: Sequence[Row]
) -> StoredTournament | None:
    """Return a tournament after these rows; None if there is nothing. Raises UnreadableTournament.

    ``base`` is the tournament before them, None before the first event.
    """
    state = base.state if base else None
    for row in rows:
        event = event_in(tournament, row)
        if state is not None:
            state = evolve(state, event)
        elif isinstance(event, TournamentOpened):
            state = opened(tournament, event)
    if state is None or not rows:
        return base
    return StoredTournament(state, head_of_row(rows[-1]))


def event_in(tournament: str, row: Row) -> Any:
    """Return the event of a row; raise UnreadableTournament unless it reads as it was written."""
    try:
        event = _EVENT.decode(row.canonical)
    except msgspec.ValidationError:
        raise UnreadableTournament(tournament, row) from None
    envelope = envelope_in(row)
    if canonical(row.version, envelope.at, envelope.by, event) != row.canonical:
        raise UnreadableTournament(tournament, row)  # a member that this version does not know
    return event


def envelope_in(row: Row) -> TournamentEnvelope:
    """Return when an event of a tournament happened and who caused it."""
    return _ENVELOPE.decode(row.canonical)


def head_of_row(row: Row) -> Head:
    """Return the head of a tournament's stream that ends with this row."""
    return Head(row.version, bytes.fromhex(row.hash), envelope_in(row).at)


def _topic(event: Any) -> str:
    return f"tournament.{tag_of(event)}.v1"


_ENVELOPE: Final = msgspec.json.Decoder(TournamentEnvelope)
