"""The lobby: which games are there, and what is their state?

One row a game, made from the game as the log has it. The projection remembers how far it has read
the log and catches up before it answers, so a client sees its own game in the list at once.
"""

import threading
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from eventsourcing.persistence import IntegrityError, Tracking
from eventsourcing.sqlite import SQLiteDatastore, SQLiteTrackingRecorder

from domain.table.game import Game
from service.storage.log import Log
from service.storage.rows import Stored, envelope_of

NAME: Final = "lobby.v1"
NOTICES_PER_TRANSACTION: Final = 500


class LobbyRow(msgspec.Struct, frozen=True):
    """One game in the lobby."""

    number: int
    """Position in the order of creation; later games have greater numbers."""
    id: str
    created_at: str


class Lobby(SQLiteTrackingRecorder):
    """The lobby's table, beside the log in the same file."""

    def __init__(self, datastore: SQLiteDatastore, log: Log) -> None:
        super().__init__(datastore)
        self._log = log
        self._lock = threading.Lock()
        try:
            self.create_table()
        except IntegrityError:
            # Another process made the tables after this one had looked for them.
            self.create_table()

    def construct_create_table_statements(self) -> list[str]:
        """Return what makes the tables: the tracking of the library, and the lobby's own."""
        return [
            *super().construct_create_table_statements(),
            (
                "CREATE TABLE IF NOT EXISTS lobby (number INTEGER PRIMARY KEY, id TEXT UNIQUE, "
                "created_at TEXT, ruleset TEXT, status TEXT, bots INTEGER)"
            ),
            "CREATE INDEX IF NOT EXISTS lobby_status ON lobby (status, number)",
        ]

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
                games = [stored for one in streams if (stored := self._log.load(one))]
                created = {stored.game.id: self._created_at(stored) for stored in games}
                try:
                    self._put(games, created, notices[-1].position)
                except IntegrityError:
                    continue  # another process has read as far already: look where it is now
                count += len(notices)

    def _put(self, games: Sequence[Stored], created: Mapping[str, str], position: int) -> None:
        """Put rows, and how far the log was read; raise IntegrityError if it was read already."""
        with self.datastore.transaction(commit=True) as cursor:
            for stored in games:
                cursor.execute(
                    "INSERT INTO lobby (id, created_at, ruleset, status, bots) "
                    "VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
                    "SET status = excluded.status, bots = excluded.bots",
                    _row(stored.game, created[stored.game.id]),
                )
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

    def _created_at(self, stored: Stored) -> str:
        return envelope_of(self._log.rows(stored.game.id, 0, 1)[0]).at


def _row(game: Game, created_at: str) -> tuple[object, ...]:
    bots = sum(seat.bot is not None for seat in game.seats)
    return game.id, created_at, game.ruleset, game.status, bots
