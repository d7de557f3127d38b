"""The log: one stream per game. A batch is appended under the version that it was decided on.

Besides its stream ``<game>``, a game has a stream ``vault/<game>`` with its secrets and a stream
``receipt/<game>`` with the receipts for its opening and, at version 2, its start; a finished game
has a stream ``signature/<game>``; an imported one may have a stream ``inclusion/<game>``, with
where the log of its own service has it; and each keyed request has a stream
``request/<game>/<key>`` with the versions that it produced. They are written in the same
transaction as the events. So a key and its batch exist both or neither, and so do a start and its
receipt, or an end and its signature.
"""

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
from domain.record.statement import Stage
from domain.rulesets.registry import BY_PINNED
from domain.table.apply import apply, opened
from domain.table.decide import Batch
from domain.table.events import GameOpened
from domain.table.game import Game, GameDraft, freeze, thaw
from domain.table.wording import unknown
from service.runtime.lru_cache import LruCache
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
INCLUSION: Final = "inclusion/"
RECEIPT: Final = "receipt/"
RECEIPT_VERSIONS: Final[Mapping[Stage, int]] = {"opened": 1, "started": 2}
"""The version of each receipt in its stream."""
KEY: Final = "service/key"


def is_game(stream: str) -> bool:
    """Return whether a stream is a game's: the names of all others contain a slash."""
    return "/" not in stream


class Notice(NamedTuple):
    """One row of the whole log, in the order of commits: its stream and its version there."""

    position: int
    stream: str
    version: int


def by_game(notices: Iterable[Notice]) -> dict[str, list[Notice]]:
    """Return the notices of each game, in the order of the log."""
    found: dict[str, list[Notice]] = {}
    for notice in notices:
        if is_game(notice.stream):
            found.setdefault(notice.stream, []).append(notice)
    return found


class Appended(NamedTuple):
    """A batch that was committed."""

    stored: Stored
    """The game after it."""
    rows: list[Row]
    """Its events."""


ExtraRows: TypeAlias = Callable[[Appended], Sequence[StoredEvent]]
"""Returns the notes to store with a batch, given the game after it and the rows of its events."""


class UnreadableGame(Exception):
    """A newer version of Carolus wrote this game; this version does not know its events."""

    def __init__(self, game: str, version: int, unknown_name: str) -> None:
        super().__init__(
            f"game {game} cannot be read: event {version} has the type {unknown_name!r}, "
            "which this version of Carolus does not know"
        )
        self.game = game


class Conflict(Exception):
    """Another request was first: the stream has grown since the decision was made."""


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
        self._hot: LruCache[str, Stored] = LruCache(GAMES_IN_MEMORY_MAX)
        self._lock = Lock()

    def close(self) -> None:
        """Write what is waiting, and close the store."""
        self._writer.close()

    # --- reading ------------------------------------------------------------------------------

    @property
    def games_in_memory(self) -> int:
        """The number of games in memory."""
        return len(self._hot)

    def hot(self, game: str) -> Stored | None:
        """Return the game if it is in memory; another process may have appended to it since."""
        return self._hot.get(game)

    def load(self, game: str) -> Stored | None:
        """Return the game as the log has it now, or None if there is no such stream.

        Raises UnreadableGame if a newer version of Carolus wrote events that this one does not
        know.
        """
        hot = self._hot.get(game)
        stored = self._follow(game, hot or self._snapshots.last(game), None)
        if stored is not None and stored is not hot:
            self._remember(stored)
        return stored

    def load_if_readable(self, game: str, at_least: int | None = None) -> Stored | None:
        """Return the game, or None: for callers that read many games and skip unreadable ones.

        With ``at_least``, the result is the game in memory if it has that version or a later one.
        """
        hot = self.hot(game)
        if at_least is not None and hot is not None and hot.head.version >= at_least:
            return hot
        try:
            return self.load(game)
        except UnreadableGame as unreadable:
            _LOG.error("game_unreadable", error=str(unreadable))
            return None

    def load_several(self, games: Sequence[str]) -> dict[str, Stored]:
        """Return those of these games that can be read, as the log has them now.

        Those in memory that are up to date cost one query together.
        """
        versions = self.versions(games) if games else {}
        found = {game: self.load_if_readable(game, versions.get(game, 0)) for game in games}
        return {game: stored for game, stored in found.items() if stored is not None}

    def load_at(self, game: str, version: int) -> Stored | None:
        """Return the game as it was at a version, or None if it never had that version."""
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
        """Return the last rows of a game up to a version, newest first."""
        found = self._recorder.select_events(game, lte=version, desc=True, limit=limit)
        return [to_row(stored) for stored in found]

    def created_at(self, game: str) -> str:
        """Return when an existing game was opened."""
        return envelope_of(self.rows(game, 0, 1)[0]).at

    def head(self, game: str) -> Head | None:
        """Return the head of a game's stream, or None if there is no such stream."""
        found = self._recorder.select_events(game, desc=True, limit=1)
        if not found:
            return None
        row = to_row(found[0])
        return head_at(row)

    def notices(self, after: int, limit: int) -> list[Notice]:
        """Return the rows committed after this position of the whole log."""
        return list(starmap(Notice, self._recorder.select_places(after, limit)))

    def position(self) -> int:
        """Return the position of the last row of the whole log; 0 if there is none."""
        return self._recorder.max_notification_id() or 0

    def vault(self, game: str) -> bytes | None:
        """Return the vault of a game."""
        return self._note(VAULT + game)

    def request(self, game: str, key: str) -> bytes | None:
        """Return the note about the request with this key."""
        return self._note(f"{REQUEST}{game}/{key}")

    def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[StoredEvent]:
        """Return the rows of a stream that is not a game's, with versions above ``after``."""
        return list(self._recorder.select_events(stream, gt=after, limit=limit))

    def versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists, in one query."""
        return self._recorder.select_versions(streams)

    def signature(self, game: str) -> str | None:
        """Return the signature of a finished game, or None if it has none."""
        body = self._note(SIGNATURE + game)
        return None if body is None else body.decode()

    def inclusion(self, game: str) -> bytes | None:
        """Return where the transparency log of another service has an imported game."""
        return self._note(INCLUSION + game)

    def receipts(self, game: str) -> dict[Stage, str]:
        """Return the receipts of a game, by their stage, in order."""
        stages: dict[int, Stage] = {version: stage for stage, version in RECEIPT_VERSIONS.items()}
        found = self._recorder.select_events(RECEIPT + game)
        return {stages[row.originator_version]: row.state.decode() for row in found}

    def key(self) -> tuple[int, str]:
        """Return the number of notes about the service key, and the last note."""
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
        notes: ExtraRows = lambda done: (),
        then: Callable[[Appended], None] = lambda done: None,
    ) -> Appended:
        """Commit a batch, with notes in the same transaction.

        ``secret`` is the secret of the game's fair chance; it seals hidden information.
        ``then`` is called after the commit, even if the caller was cancelled.

        Raises Conflict if the stream is longer than ``before``, or a note exists already, and
        PersistenceError if the log cannot be written. In both cases nothing was added, except for
        InDoubt: then either all or nothing was added, and ``then`` is called if it was.
        """
        after = batch.game
        head = before.head if before else Head(0, genesis(after.id), "")
        rows, head = to_rows(after, head, at, batch.entries, secret)
        stored = Stored(after, head)
        done = Appended(stored, rows)
        together = [*(to_stored(after.id, row) for row in rows), *notes(done)]

        def landed() -> None:
            if head.version // SNAPSHOT_EVERY > (head.version - len(rows)) // SNAPSHOT_EVERY:
                self._snapshots.take(stored)

        def committed() -> None:
            self._remember(stored)
            then(done)

        await self._put(after.id, together, committed, landed)
        return done

    async def take_in(
        self, stored: Stored, rows: Sequence[Row], notes: Sequence[StoredEvent]
    ) -> None:
        """Commit the whole stream of an imported game, with notes in the same transaction.

        Raises Conflict if a game with its id exists, and PersistenceError if the log cannot be
        written. In both cases nothing was added, except for InDoubt: then all or nothing was.
        """
        together = [*(to_stored(stored.game.id, row) for row in rows), *notes]
        await self._put(
            stored.game.id, together, lambda: None, lambda: self._snapshots.take(stored)
        )

    def note_key(self, times: int, fingerprint: str) -> None:
        """Record which service key this log uses, as its ``times``-th such note. It blocks.

        Raises Conflict if another process was first.
        """
        note = StoredEvent(KEY, times, "service-key.v1", fingerprint.encode())
        try:
            self._recorder.insert_events([note])
        except IntegrityError as conflict:
            raise Conflict(KEY) from conflict

    async def write(
        self, rows: Sequence[StoredEvent], then: Callable[[], None] = lambda: None
    ) -> None:
        """Commit rows of streams that are not games, all or none.

        ``then`` is called after the commit, even if the caller was cancelled.
        Raises Conflict if one of them exists already, and PersistenceError if the log cannot be
        written. In both cases nothing was added.
        """
        await self._put(str(rows[0].originator_id), rows, then, lambda: None)

    async def probe(self, *, fresh: bool = False) -> None:
        """Return if the log can be read and written now.

        Raises OnlyReadable if it can only be read, and another PersistenceError if it cannot be
        read either, or if that is unknown after two seconds. With ``fresh``, a recent commit does
        not count as proof.
        """
        await self._probing.probe(fresh=fresh)

    async def _put(
        self,
        game: str,
        rows: Sequence[StoredEvent],
        committed: Callable[[], None],
        landed: Callable[[], None],
    ) -> None:
        try:
            with span("append"):
                await self._writer.put(rows, committed, landed)
        except IntegrityError as conflict:
            raise Conflict(game) from conflict

    def forget(self, game: str) -> None:
        """Drop the game from memory."""
        self._hot.drop(game)

    def _remember(self, stored: Stored) -> None:
        with self._lock:
            known = self._hot.get(stored.game.id)
            if known is None or known.head.version <= stored.head.version:
                self._hot.put(stored.game.id, stored)


def project(game: str, base: Stored | None, rows: Iterable[Row]) -> Stored | None:
    """Return the game after these rows; None for an empty stream. Raises UnreadableGame."""
    draft: GameDraft | None = None
    row: Row | None = None
    try:
        for row in rows:
            event = event_of(row)
            if draft is None and base is not None:
                draft = thaw(base.game)
            if draft is None:
                draft = thaw(_opened(game, event))
            else:
                apply(draft, event)
    except UnknownTopic as unknown_one:
        assert row is not None, "the exception is about this row"
        raise UnreadableGame(game, row.version, f"{unknown_one}") from None
    if draft is None or row is None:
        return base
    return Stored(freeze(draft), head_at(row))


def _opened(game: str, event: GameOpened) -> Game:
    """Return the game after its first event; raise UnknownTopic if its wording is not known."""
    rules = BY_PINNED.get(event.ruleset)
    if rules is None:
        raise UnknownTopic(event.ruleset)
    name = unknown(rules, event.wordings)
    if name is not None:
        raise UnknownTopic(f"{name}.v{event.wordings[name]}")
    return opened(game, event)
