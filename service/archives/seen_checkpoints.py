"""The first checkpoint of each size that an archive has, on disk: each record may have its own."""

import pickle
import sqlite3
from collections.abc import Callable
from typing import NamedTuple

from domain.record.finding import Finding
from domain.transparency.checkpoints import Checkpoint


class SeenCheckpoint(NamedTuple):
    """A checkpoint that a record had."""

    root: bytes
    place: str
    """The place of the record, for people."""
    findings: tuple[Finding, ...]
    """What is wrong with it next to the tiles of the log."""


class SeenCheckpoints:
    """The checkpoints so far, in a temporary SQLite database.

    Use it only in the thread that created it.
    """

    def __init__(self) -> None:
        # An empty name is a temporary file that SQLite deletes on close.
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute(
            "CREATE TABLE seen (origin TEXT, signer TEXT, size INTEGER, root BLOB, place TEXT,"
            " findings BLOB, PRIMARY KEY (origin, signer, size)) WITHOUT ROWID"
        )
        self._database.execute("BEGIN")

    def close(self) -> None:
        """Delete the database."""
        self._database.close()

    def first(
        self, checkpoint: Checkpoint, signer: str, new: Callable[[], SeenCheckpoint]
    ) -> SeenCheckpoint:
        """Return the first checkpoint of this log and size; if there is none, store a new one.

        ``signer`` is the key, or empty if all keys count as one.
        """
        key = (checkpoint.origin, signer, checkpoint.size)
        row = self._database.execute(
            "SELECT root, place, findings FROM seen WHERE origin = ? AND signer = ? AND size = ?",
            key,
        ).fetchone()
        if row is not None:
            root, place, findings = row
            return SeenCheckpoint(root, place, pickle.loads(findings))  # noqa: S301 - our own
        one = new()
        row = (*key, one.root, one.place, pickle.dumps(one.findings))
        self._database.execute("INSERT INTO seen VALUES (?, ?, ?, ?, ?, ?)", row)
        return one
