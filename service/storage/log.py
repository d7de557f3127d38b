"""The log: one stream per game, appended under the version that the decision was made on.

Beside the stream ``<game>`` a game has a stream ``vault/<game>`` with what must never leave the
service, at its end a stream ``signature/<game>``, and each keyed request one
``request/<game>/<key>`` with the versions that it produced. They are put in the same transaction as
the events, so a key and its batch exist both or neither, and so do an end and its signature.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

import structlog
from eventsourcing.persistence import (
    AggregateRecorder,
    IntegrityError,
    StoredEvent,
)

from domain.record.chain import genesis
from domain.rulesets.registry import BY_PINNED
from domain.table.decide import Batch
from domain.table.events import GameOpened
from domain.table.evolve import evolve, opened
from domain.table.game import Game
from domain.table.wording import unknown
from service.runtime.tracing import span
from service.storage.probing import Probing
from service.storage.recorder import LogRecorder
from service.storage.rows import (
    Head,
    Row,
    Stored,
    UnknownTopic,
    envelope_of,
    event_of,
    head_at,
    to_row,
    to_rows,
    to_stored,
)
from service.storage.snapshots import Snapshots
from service.storage.writer import Writer

GAMES_IN_MEMORY_MAX: Final = 10_000
SNAPSHOT_EVERY: Final = 100
"""Events between two snapshots of a game."""

_LOG = structlog.get_logger("carolus.storage")

VAULT: Final = "vault/"
REQUEST: Final = "request/"
SIGNATURE: Final = "signature/"
KEY: Final = "service/key"

Notes: TypeAlias = Callable[[Stored], Sequence[StoredEvent]]
"""What is put beside a batch, given the game after it."""


class Notice(NamedTuple):
    """One row of the whole log, in the order of commits: whose stream grew, to which version."""

    position: int
    stream: str
    version: int


class Appended(NamedTuple):
    """A batch that is on disk."""

    stored: Stored
    """The game after it."""
    rows: list[Row]
    """Its events."""


class Unreadable(Exception):
    """A game that was written by a newer version of Carolus: this one does not know its events."""

    def __init__(self, game: str, version: int, unknown_name: str) -> None:
        super().__init__(
            f"game {game} cannot be read: event {version} is of {unknown_name!r}, "
            "which this version of Carolus does not know"
        )
        self.game = game


class Conflict(Exception):
    """Another request was first: the stream is longer than the decision assumed."""


class Log:
    """The event store of all games."""

    def __init__(
        self,
        recorder: LogRecorder,
        snapshot_recorder: AggregateRecorder,
        writer: Callable[[LogRecorder, Callable[[], None]], Writer] = Writer,
    ) -> None:
        self._recorder = recorder
        self._snapshots = Snapshots(snapshot_recorder)
        self._writer = writer(recorder, self._snapshots.keep)
        self._probing = Probing(lambda: self.notices(0, 1), self._writer)
        self._hot: OrderedDict[str, Stored] = OrderedDict()
        self._lock = Lock()

    def close(self) -> None:
        """Write what is waiting and let go of the store."""
        self._writer.close()

    # --- reading ------------------------------------------------------------------------------

    @property
    def games_in_memory(self) -> int:
        """How many games are in memory."""
        return len(self._hot)

    def hot(self, game: str) -> Stored | None:
        """Return the game if it is in memory; another process may have gone on since."""
        return self._hot.get(game)

    def load(self, game: str) -> Stored | None:
        """Return the game as the log has it now, or None if there is no such stream.

        Raises Unreadable if a newer version of Carolus wrote what this one does not know.
        """
        base = self._hot.get(game) or self._snapshots.last(game)
        stored = self._follow(game, base, None)
        if stored is not None and stored is not base:
            self._remember(stored)
        return stored

    def load_if_readable(self, game: str) -> Stored | None:
        """Return the game, or None: for who looks at many, of which one must not stop the rest."""
        try:
            return self.load(game)
        except Unreadable as unreadable:
            _LOG.error("game_unreadable", error=str(unreadable))
            return None

    def load_at(self, game: str, version: int) -> Stored | None:
        """Return the game as it was at an earlier version, or None if it never had that one."""
        now = self._hot.get(game)
        if now is not None and now.head.version == version:
            return now
        stored = self._follow(game, self._snapshots.last(game, version), version)
        return stored if stored is not None and stored.head.version == version else None

    def rows(
        self, game: str, after: int = 0, up_to: int | None = None, limit: int | None = None
    ) -> list[Row]:
        """Return the rows of a game's events with versions ``after < version <= up_to``."""
        found = self._recorder.select_events(game, gt=after, lte=up_to, limit=limit)
        return [to_row(stored) for stored in found]

    def rows_before(self, game: str, version: int, limit: int) -> list[Row]:
        """Return the last rows of a game up to a version, the newest first."""
        found = self._recorder.select_events(game, lte=version, desc=True, limit=limit)
        return [to_row(stored) for stored in found]

    def created_at(self, game: str) -> str:
        """Return when a game that is there was opened."""
        return envelope_of(self.rows(game, 0, 1)[0]).at

    def head(self, game: str) -> Head | None:
        """Return where the stream of a game ends, or None if there is no such stream."""
        found = self._recorder.select_events(game, desc=True, limit=1)
        if not found:
            return None
        row = to_row(found[0])
        return head_at(row)

    def notices(self, after: int, limit: int) -> list[Notice]:
        """Return what was committed after this position of the whole log."""
        return list(starmap(Notice, self._recorder.select_places(after, limit)))

    def position(self) -> int:
        """Return the position of the last row of the whole log; 0 if there is none."""
        return self._recorder.max_notification_id() or 0

    def vault(self, game: str) -> bytes | None:
        """Return what was locked away when the game was opened."""
        return self._note(VAULT + game)

    def request(self, game: str, key: str) -> bytes | None:
        """Return what was noted about the request with this key."""
        return self._note(f"{REQUEST}{game}/{key}")

    def read(self, stream: str, after: int = 0) -> list[StoredEvent]:
        """Return the rows of a stream that is no game's, with versions greater than ``after``."""
        return list(self._recorder.select_events(stream, gt=after))

    def versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists, in one query."""
        return self._recorder.select_versions(streams)

    def signature(self, game: str) -> str | None:
        """Return what was signed when the game ended; None before, and if nobody signed."""
        body = self._note(SIGNATURE + game)
        return None if body is None else body.decode()

    def key(self) -> tuple[int, str]:
        """Return how often a service key was noted, and what the last note says."""
        found = self._recorder.select_events(KEY, desc=True, limit=1)
        return (found[0].originator_version, found[0].state.decode()) if found else (0, "")

    def _note(self, stream: str) -> bytes | None:
        found = self._recorder.select_events(stream, limit=1)
        return found[0].state if found else None

    def _follow(self, game: str, base: Stored | None, up_to: int | None) -> Stored | None:
        after = base.head.version if base else 0
        return project(game, base, self.rows(game, after, up_to))

    # --- writing ------------------------------------------------------------------------------

    async def append(
        self,
        before: Stored | None,
        batch: Batch,
        at: str,
        secret: bytes | None,
        notes: Notes = lambda stored: (),
        then: Callable[[Appended], None] = lambda done: None,
    ) -> Appended:
        """Put a batch on disk, with notes in the same transaction.

        ``secret`` is that of the game's fair chance, with which is sealed what the game hides.
        ``then`` is told of it after the commit, also if whoever asked has gone away by then.

        Raises Conflict if the stream is longer than ``before``, or a note is there already, and
        PersistenceError if the log cannot be written. In both cases nothing was added, unless it is
        InDoubt: then all was added or nothing, and ``then`` is told if it was.
        """
        after = batch.game
        head = before.head if before else Head(0, genesis(after.id), "")
        rows, head = to_rows(after, head, at, batch.entries, secret)
        stored = Stored(after, head)
        put = [*(to_stored(after.id, row) for row in rows), *notes(stored)]

        def landed() -> None:
            if head.version // SNAPSHOT_EVERY > (head.version - len(rows)) // SNAPSHOT_EVERY:
                self._snapshots.take(stored)

        done = Appended(stored, rows)

        def told() -> None:
            self._remember(stored)
            then(done)

        await self._put(after.id, put, told, landed)
        return done

    async def take_in(
        self, stored: Stored, rows: Sequence[Row], notes: Sequence[StoredEvent]
    ) -> None:
        """Put the whole stream of a game that was played elsewhere on disk, with notes beside it.

        Raises Conflict if there is a game with its id, and PersistenceError if the log cannot be
        written. In both cases nothing was added, unless it is InDoubt: then all was, or nothing.
        """
        put = [*(to_stored(stored.game.id, row) for row in rows), *notes]
        await self._put(stored.game.id, put, lambda: None, lambda: self._snapshots.take(stored))

    def note_key(self, times: int, fingerprint: str) -> None:
        """Note which service key this log has, for the so manieth time; it waits for the disk.

        Raises Conflict if somebody else was first.
        """
        note = StoredEvent(KEY, times, "service-key.v1", fingerprint.encode())
        try:
            self._recorder.insert_events([note])
        except IntegrityError as conflict:
            raise Conflict(KEY) from conflict

    async def write(self, rows: Sequence[StoredEvent]) -> None:
        """Put rows of streams that are no games' on disk, all or none.

        Raises Conflict if one of them is there already, and PersistenceError if the log cannot be
        written. In both cases nothing was added.
        """
        await self._put(str(rows[0].originator_id), rows, lambda: None, lambda: None)

    async def note(self, game: str, note: StoredEvent) -> None:
        """Put a note beside a game that is there; raise Conflict if another one is there."""
        await self._put(game, [note], lambda: None, lambda: None)

    async def probe(self, *, anew: bool = False) -> None:
        """Return if the log can be read and written now.

        Raises OnlyReadable if it can be read alone, and another PersistenceError if not even that,
        or if nobody knows within two seconds. With ``anew`` a commit of a moment ago proves
        nothing.
        """
        await self._probing.probe(anew=anew)

    async def _put(
        self,
        game: str,
        rows: Sequence[StoredEvent],
        told: Callable[[], None],
        landed: Callable[[], None],
    ) -> None:
        try:
            with span("append"):
                await self._writer.put(rows, told, landed)
        except IntegrityError as conflict:
            raise Conflict(game) from conflict

    def forget(self, game: str) -> None:
        """Drop the game from memory."""
        with self._lock:
            self._hot.pop(game, None)

    def _remember(self, stored: Stored) -> None:
        with self._lock:
            known = self._hot.get(stored.game.id)
            if known is None or known.head.version <= stored.head.version:
                self._hot[stored.game.id] = stored
            self._hot.move_to_end(stored.game.id)
            if len(self._hot) > GAMES_IN_MEMORY_MAX:
                self._hot.popitem(last=False)


def project(game: str, base: Stored | None, rows: Iterable[Row]) -> Stored | None:
    """Return the game after these rows; None for a stream without any; raise Unreadable."""
    state = base.game if base else None
    row: Row | None = None
    try:
        for row in rows:
            event = event_of(row)
            state = _opened(game, event) if state is None else evolve(state, event)
    except UnknownTopic as unknown_one:
        assert row is not None, "it is this row that is not known"
        raise Unreadable(game, row.version, f"{unknown_one}") from None
    if state is None or row is None:
        return base
    return Stored(state, head_at(row))


def _opened(game: str, event: GameOpened) -> Game:
    """Return the game that its first event sets up; raise UnknownTopic if it will have others."""
    rules = BY_PINNED.get(event.ruleset)
    if rules is None:
        raise UnknownTopic(event.ruleset)
    name = unknown(rules, event.wordings)
    if name is not None:
        raise UnknownTopic(f"{name}.v{event.wordings[name]}")
    return opened(game, event)
