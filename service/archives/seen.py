"""Find games and secrets that occur more than once in an archive (RC-ONE)."""

import sqlite3
from collections.abc import Iterator
from typing import NamedTuple, Self

from msgspec.structs import replace

from domain.record.audit import Finding, Weight
from service.archives.examining import Examined


class Seen:
    """The games and the secrets of an archive, and where each was seen first (RC-ONE).

    Only valid records count: a broken record must not cast doubt on a proved one. Neither must an
    unfinished game, which anybody can make up from public data, so a finished one replaces it.
    The data is in a temporary SQLite database, with a few megabytes in memory. Use it only in the
    thread that created it.
    """

    def __init__(self) -> None:
        # An empty name is a temporary file that SQLite deletes on close.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(
            "CREATE TABLE seen (what TEXT PRIMARY KEY, game TEXT, head TEXT, finished INTEGER,"
            " place TEXT) WITHOUT ROWID"
        )
        self._database.execute("BEGIN")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the database."""
        self._database.close()

    def examined(self, one: Examined) -> Examined:
        """Return the record with findings about duplicates among the records before it."""
        if not one.audited.holds:
            return one
        found = [*self._same_game(one), *self._same_secret(one)]
        if not found:
            return one
        findings = (*one.audited.findings, *found)
        return one._replace(audited=replace(one.audited, findings=findings))

    def _same_game(self, one: Examined) -> Iterator[Finding]:
        before = self._first(f"game {one.audited.game}", one)
        if before is None:
            return
        facts = {"first": before.place, "head": before.head}
        if before.head is not None and before.head == one.audited.head:
            yield Finding("note", "RC-ONE-1", "record_is_there_twice", facts, where="$.id")
        elif before.finished and _is_finished(one):
            yield Finding("breach", "RC-ONE-1", "game_has_another_head", facts, where="$.id")
        else:
            yield Finding("note", "RC-ONE-1", "game_is_there_unfinished_too", facts, where="$.id")

    def _same_secret(self, one: Examined) -> Iterator[Finding]:
        if not one.commitment:
            return
        before = self._first(f"commitment {one.commitment}", one)
        if before is None or before.game == one.audited.game:
            return
        facts = {"first": before.place, "game": before.game}
        # An unfinished game may own the secret, or only copy its published commitment.
        weight: Weight = "breach" if before.finished and _is_finished(one) else "note"
        where = "$.chance.commitment"
        yield Finding(weight, "RC-ONE-2", "secret_of_another_game", facts, where=where)

    def _first(self, what: str, one: Examined) -> "_First | None":
        """Return the first record with this key, or None if it is this one.

        A finished game replaces an unfinished first one.
        """
        audited = one.audited
        finished = _is_finished(one)
        row = (what, audited.game, audited.head, finished, one.place)
        added = self._database.execute("INSERT OR IGNORE INTO seen VALUES (?, ?, ?, ?, ?)", row)
        if added.rowcount:
            return None
        found = self._database.execute(
            "SELECT game, head, finished, place FROM seen WHERE what = ?", (what,)
        )
        first = _First(*found.fetchone())
        if finished and not first.finished:
            self._database.execute("REPLACE INTO seen VALUES (?, ?, ?, ?, ?)", row)
        return first


class _First(NamedTuple):
    """The first record with a game or a secret."""

    game: str
    head: str | None
    finished: int
    place: str


def _is_finished(one: Examined) -> bool:
    return one.audited.status in {"over", "aborted"}
