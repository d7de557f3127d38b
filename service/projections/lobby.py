"""The lobby: which games are there, what is their state, and in which order did they end?

One row a game, made from the game as the log has it, and one more for each that has ended. The
projection remembers how far it has read the log and catches up before it answers, so a client sees
its own game in the list at once.

Games that ended are told in the order of their ends, so that whoever goes on from the last one
misses none.
"""

import threading
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.sqlite import SQLiteTrackingRecorder

from domain.table.game import Game, Status
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.rows import Stored, envelope_of

NAME: Final = "lobby.v2"
NOTICES_PER_TRANSACTION: Final = 500


class LobbyRow(msgspec.Struct, frozen=True):
    """One game in the lobby."""

    number: int
    """Position in the order of creation; later games have greater numbers."""
    id: str
    created_at: str


class Wanted(msgspec.Struct, frozen=True):
    """Which records are asked for."""

    status: Status | None = None
    """Without one, of all games that have ended."""
    ruleset: str | None = None
    since: str | None = None
    """Only games that ended then or later: the beginning of a time in RFC 3339, UTC."""
    until: str | None = None
    """Only games that ended before."""

    @property
    def ended(self) -> bool:
        """Whether only games that have ended are asked for, so that their ends order them."""
        return self.status in (None, "over", "aborted") or bool(self.since or self.until)


class Place(msgspec.Struct, frozen=True):
    """A game in the order of records."""

    number: int
    id: str


class Lobby(SQLiteTrackingRecorder):
    """The lobby's tables, beside the log in the same file."""

    def __init__(self, database: Database) -> None:
        assert database.datastore is not None, "the lobby is in SQLite"
        super().__init__(database.datastore)
        self._log = database.log
        self._lock = threading.Lock()
        try:
            self.create_table()
        except IntegrityError:
            # Another process made the tables after this one had looked for them.
            self.create_table()
        self._make_good()

    def construct_create_table_statements(self) -> list[str]:
        """Return what makes the tables: the tracking of the library, and the lobby's own."""
        return [
            *super().construct_create_table_statements(),
            (
                "CREATE TABLE IF NOT EXISTS lobby (number INTEGER PRIMARY KEY, id TEXT UNIQUE, "
                "created_at TEXT, ruleset TEXT, status TEXT, bots INTEGER)"
            ),
            "CREATE INDEX IF NOT EXISTS lobby_status ON lobby (status, number)",
            (
                "CREATE TABLE IF NOT EXISTS ended (number INTEGER PRIMARY KEY, id TEXT UNIQUE, "
                "at TEXT, ruleset TEXT, status TEXT)"
            ),
            "CREATE TABLE IF NOT EXISTS missed (id TEXT PRIMARY KEY)",
        ]

    def _make_good(self) -> None:
        """Begin anew if a game can be read that an older version of Carolus had to pass over."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT id FROM missed")
            missed = [row[0] for row in cursor.fetchall()]
        if not any(self._log.load_if_readable(game) for game in missed):
            return
        with self.datastore.transaction(commit=True) as cursor:
            for table in ("lobby", "ended", "missed"):
                cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - the names are ours
            cursor.execute("DELETE FROM tracking WHERE application_name = ?", [NAME])

    def catch_up(self) -> int:
        """Read the log up to its end; return how many rows of the log were new."""
        count = 0
        with self._lock:
            while True:
                position = self.max_tracking_id(NAME) or 0
                notices = self._log.notices(position, NOTICES_PER_TRANSACTION)
                if not notices:
                    return count
                streams = dict.fromkeys(one.stream for one in notices if "/" not in one.stream)
                found = {one: self._log.load_if_readable(one) for one in streams}
                games = [stored for stored in found.values() if stored]
                missed = [one for one, stored in found.items() if stored is None]
                created = {stored.game.id: self._time_of(stored, 1) for stored in games}
                ended = self._ended(notices, {stored.game.id: stored for stored in games})
                try:
                    self._put(games, missed, created, ended, notices[-1].position)
                except IntegrityError:
                    continue  # another process has read as far already: look where it is now
                count += len(notices)

    def _ended(
        self, notices: Sequence[Notice], games: Mapping[str, Stored]
    ) -> list[tuple[object, ...]]:
        """Return a row for each game whose last event is among these notices."""
        found: list[tuple[object, ...]] = []
        for notice in notices:
            stored = games.get(notice.stream)
            if stored and stored.game.finished and stored.head.version == notice.version:
                game = stored.game
                at = self._time_of(stored, notice.version)
                found.append((notice.position, game.id, at, game.ruleset, game.status))
        return found

    def _put(
        self,
        games: Sequence[Stored],
        missed: Sequence[str],
        created: Mapping[str, str],
        ended: Sequence[tuple[object, ...]],
        position: int,
    ) -> None:
        """Put rows, and how far the log was read; raise IntegrityError if it was read already."""
        with self.datastore.transaction(commit=True) as cursor:
            for stored in games:
                cursor.execute(
                    "INSERT INTO lobby (id, created_at, ruleset, status, bots) "
                    "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                    "SET status = excluded.status, bots = excluded.bots",
                    _row(stored.game, created[stored.game.id]),
                )
            cursor.executemany("INSERT OR REPLACE INTO ended VALUES (?, ?, ?, ?, ?)", ended)
            cursor.executemany("INSERT OR IGNORE INTO missed VALUES (?)", zip(missed, strict=True))
            self._insert_tracking(cursor, Tracking(NAME, position))

    def page(
        self, *, status: str | None, ruleset: str | None, before: int | None, limit: int
    ) -> list[LobbyRow]:
        """Return games, the newest first, with numbers below ``before``."""
        conditions = ["number < ?"]
        values: list[object] = [before if before is not None else 2**62]
        if status is not None:
            conditions.append("status = ?")
            values.append(status)
        if ruleset is not None:
            conditions.append("substr(ruleset, 1, instr(ruleset, '@') - 1) = ?")
            values.append(ruleset)
        statement = (
            f"SELECT number, id, created_at FROM lobby WHERE {' AND '.join(conditions)} "  # noqa: S608
            "ORDER BY number DESC LIMIT ?"
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, [*values, limit])
            return [LobbyRow(*row) for row in cursor.fetchall()]

    def records(self, wanted: Wanted, after: int, limit: int) -> list[Place]:
        """Return games with numbers above ``after``: in the order of their ends.

        Those that have not ended come in the order in which they were opened.
        """
        table, conditions, values = _asked(wanted)
        statement = (
            f"SELECT number, id FROM {table} WHERE {conditions} AND number > ? "  # noqa: S608
            "ORDER BY number LIMIT ?"
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(statement, [*values, after, limit])
            return [Place(*row) for row in cursor.fetchall()]

    def count_records(self, wanted: Wanted) -> int:
        """Return the number of games that are asked for."""
        table, conditions, values = _asked(wanted)
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT COUNT(*) FROM {table} WHERE {conditions}", values)  # noqa: S608
            return int(cursor.fetchone()[0])

    def place_of(self, wanted: Wanted, game: str) -> int | None:
        """Return the number of a game in the order that is asked for; None if it has none."""
        table, _, _ = _asked(wanted)
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"SELECT number FROM {table} WHERE id = ?", [game])  # noqa: S608
            found = cursor.fetchone()
            return None if found is None else int(found[0])

    def running_with_bots(self) -> list[str]:
        """Return the games in which the house may be due."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT id FROM lobby WHERE status = 'running' AND bots > 0")
            return [row[0] for row in cursor.fetchall()]

    def counts(self) -> dict[str, int]:
        """Return the number of games by status."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT status, COUNT(*) FROM lobby GROUP BY status")
            return dict(tuple(row) for row in cursor.fetchall())

    def _time_of(self, stored: Stored, version: int) -> str:
        """Return when an event of a game happened."""
        return envelope_of(self._log.rows(stored.game.id, version - 1, version)[0]).at


def _asked(wanted: Wanted) -> tuple[str, str, list[object]]:
    """Return the table to ask, the conditions in it, and their values; no value is in the text."""
    conditions = ["1"]
    values: list[object] = []
    for condition, value in (
        ("status = ?", wanted.status),
        ("substr(ruleset, 1, instr(ruleset, '@') - 1) = ?", wanted.ruleset),
        ("at >= ?", wanted.since),
        ("at < ?", wanted.until),
    ):
        if value is not None:
            conditions.append(condition)
            values.append(value)
    return "ended" if wanted.ended else "lobby", " AND ".join(conditions), values


def _row(game: Game, created_at: str) -> tuple[object, ...]:
    bots = sum(seat.bot is not None for seat in game.seats)
    return game.id, created_at, game.ruleset, game.status, bots
