"""The leaves of an archive in the order of their log, on disk."""

import sqlite3
from collections.abc import Iterable, Iterator

from domain.record.finding import Finding
from domain.record.leaf_times import OtherLeaf, order_findings
from domain.record.signatures import DatedLeaf
from domain.table.times import micros


class SeenLeaves:
    """The leaves so far that can contradict others, in a temporary SQLite database.

    A leaf is in ``latest`` if none before it in the log is later, and in ``earliest`` if none after
    it is earlier; no other leaf could contradict more. Use it only in the thread that created it.
    """

    def __init__(self) -> None:
        # An empty name is a temporary file that SQLite deletes on close.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        for table in ("latest", "earliest"):
            self._database.execute(
                f"CREATE TABLE {table} (log TEXT, number INTEGER, at INTEGER, place TEXT,"
                " PRIMARY KEY (log, number)) WITHOUT ROWID"
            )
        self._database.execute("BEGIN")

    def close(self) -> None:
        """Delete the database."""
        self._database.close()

    def out_of_order(
        self, log: str, leaves: Iterable[DatedLeaf], place: str
    ) -> tuple[Finding, ...]:
        """Note the first leaf of a record that was signed long before an earlier leaf of others.

        Or long after a later one. ``log`` is its origin, with the key that signed the checkpoint if
        keys do not count as one; ``place`` is that of the record.
        """
        found = [one for leaf in leaves for one in self._compared(log, leaf, place)]
        return tuple(found[:1])  # the others say the same again

    def _compared(self, log: str, leaf: DatedLeaf, place: str) -> Iterator[Finding]:
        """Compare a leaf with those of records before, and remember it."""
        at = micros(leaf.at)
        before = self._other("latest", "number < ? ORDER BY number DESC", log, leaf.index)
        after = self._other("earliest", "number > ? ORDER BY number", log, leaf.index)
        yield from order_findings(leaf, before, after)
        row = (log, leaf.index, at, place)
        if before is None or at >= before.at:
            self._put("latest", "number > ? AND at < ?", row)
        if after is None or at <= after.at:
            self._put("earliest", "number < ? AND at > ?", row)

    def _other(self, table: str, condition: str, log: str, index: int) -> OtherLeaf | None:
        """Return the leaf of a table that is next to an index."""
        row = self._database.execute(
            f"SELECT number, at, place FROM {table} WHERE log = ? AND {condition} LIMIT 1",  # noqa: S608 - our own text
            (log, index),
        ).fetchone()
        return None if row is None else OtherLeaf(*row)

    def _put(self, table: str, idle: str, row: tuple[str, int, int, str]) -> None:
        """Add a leaf to a table, and remove those that cannot contradict more than it does."""
        log, index, at, _ = row
        self._database.execute(f"DELETE FROM {table} WHERE log = ? AND {idle}", (log, index, at))  # noqa: S608 - our own text
        self._database.execute(f"INSERT OR IGNORE INTO {table} VALUES (?, ?, ?, ?)", row)  # noqa: S608 - our own text
