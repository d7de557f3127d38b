"""The tables of a witness, in an SQLite file: what it gave for games, and what it cosigned of logs.

Every row is on disk before it is used.

Only the single copy of these tables keeps a witness from giving two links for one moment. So a copy
that was restored from a backup is worse than none: the witness would give again, for other heads,
what it gave before. The table therefore has *epochs*. The secret of an epoch cannot be made again
without the table, and all chains derive from it; so an empty table cannot continue any chain. A
second file, the *mark*, counts what was written. If the mark and the tables do not fit, one of them
is older than the other, and a new epoch begins: nothing more is given for the games of earlier
epochs, and logs are cosigned with a new key.
"""

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from msgspec import Struct, structs

from domain.chance import keyed
from domain.transparency.checkpoints import Checkpoint
from service.access.secret_files import put_again
from service.links.messages import WitnessAnswer

FILE: Final = "witness.sqlite"
MARK: Final = "witness.mark"

APPLICATION_ID: Final = 0x43615769
"""In the header of the file, so that the witness does not use a database of another program."""
VERSION: Final = 2

_SALT_BYTES: Final = 32
_MEMBERS: Final = WitnessAnswer.__struct_fields__

_SCHEMA: Final = """
CREATE TABLE epochs (
    number INTEGER PRIMARY KEY,
    salt BLOB NOT NULL,
    mark TEXT NOT NULL UNIQUE,
    after INTEGER NOT NULL,
    since INTEGER NOT NULL
) STRICT;
CREATE TABLE given (
    serial INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL REFERENCES epochs (number),
    name TEXT NOT NULL,
    service TEXT NOT NULL,
    who INTEGER NOT NULL,
    moment INTEGER NOT NULL,
    previous INTEGER,
    head TEXT,
    link TEXT NOT NULL,
    time INTEGER NOT NULL,
    key TEXT NOT NULL,
    signature TEXT NOT NULL,
    request TEXT NOT NULL,
    acc BLOB NOT NULL,
    UNIQUE (name, moment)
) STRICT;
CREATE TABLE cosigned (
    origin TEXT PRIMARY KEY,
    serial INTEGER NOT NULL,
    size INTEGER NOT NULL,
    root BLOB NOT NULL,
    time INTEGER NOT NULL
) STRICT;
"""


class Unusable(Exception):
    """The table cannot be used, now or at all; the text says why."""


class GivenRow(Struct, frozen=True):
    """One row: what was given, and what the next signature of the game builds on."""

    epoch: int
    given: WitnessAnswer
    acc: bytes


class Table:
    """The rows. All methods block; they raise Unusable if the file cannot be read or written.

    Only one process can use a table at a time, and only one thread at a time may call a method: the
    one that holds ``lock``.
    """

    def __init__(self, folder: Path, key: bytes, now: int, *, restored: bool = False) -> None:
        """Open the table, or make it. ``key`` is the key of chains, ``now`` in milliseconds.

        ``restored`` begins a new epoch, for a folder that comes from a backup.
        """
        self.lock = Lock()
        self._mark = folder / MARK
        self._file = folder / FILE
        self._settled = ""
        """The content of the mark."""
        self._connection = self._opened()
        with self._errors():
            rows = max(
                self._one("SELECT max(serial) FROM given") or 0,
                self._one("SELECT max(serial) FROM cosigned") or 0,
            )
            last = self._row("SELECT number, salt, mark FROM epochs ORDER BY number DESC LIMIT 1")
            # An epoch counts on from the mark, even where rows are missing.
            self._serial = max(rows, self._one("SELECT max(after) FROM epochs") or 0)
        marked = self._marked()
        self.began = last is None or restored or not self._fits(last, marked, key)
        """Whether a new epoch began, so that the games of earlier ones get nothing more."""
        if self.began:
            # Serials never repeat, or the mark of one life of the table could fit to another.
            self._serial = max(self._serial, 0 if marked is None else marked[1])
            self._begin(key, 1 if last is None else last[0] + 1, now)
        else:
            assert last is not None
            self.epoch: int = last[0]
            self._name: str = last[2]
            self.secret = _secret_of(key, last[1])
            """From which the chains of this epoch derive."""
        self._settle()

    @property
    def cosigner(self) -> bytes:
        """The private key that cosigns logs: of this epoch, so that it is lost with the table."""
        return keyed(self.secret)(b"carolus-cosigner/1")

    @property
    def has_rows(self) -> bool:
        """Whether anything was ever given."""
        return self._serial > 0

    def last(self, name: str) -> GivenRow | None:
        """Return the row of the last moment that was given in a game, or None."""
        return self._found("name = ? ORDER BY moment DESC LIMIT 1", name)

    def at(self, name: str, moment: int) -> GivenRow | None:
        """Return the row of a moment, or None if it was not given."""
        return self._found("name = ? AND moment = ?", name, moment)

    def add(self, row: GivenRow) -> None:
        """Add a row. When this returns, the row and the mark are on disk."""
        self._settle()
        values = {**structs.asdict(row.given), "epoch": row.epoch, "acc": row.acc}
        self._write("INSERT INTO given", values)

    def cosigned(self, origin: str) -> Checkpoint | None:
        """Return the latest checkpoint of a log that was cosigned, or None."""
        self._settle()
        row = self._row("SELECT size, root FROM cosigned WHERE origin = ?", origin)
        return None if row is None else Checkpoint(origin, *row)

    def cosign(self, checkpoint: Checkpoint, time: int) -> None:
        """Replace the latest checkpoint of a log. When this returns, it is on disk, and the mark.

        ``time`` is that of the cosignature, in seconds since 1970.
        """
        self._settle()
        self._write("REPLACE INTO cosigned", {**checkpoint._asdict(), "time": time})

    def _write(self, command: str, values: dict[str, Any]) -> None:
        """Write one row, with the next serial, and then the mark."""
        values["serial"] = self._serial + 1
        columns, places = ", ".join(values), ", ".join(f":{one}" for one in values)
        with self._errors(), self._connection:
            self._connection.execute(f"{command} ({columns}) VALUES ({places})", values)
        self._serial += 1
        self._settle()

    def probe(self) -> None:
        """Raise Unusable if the table cannot be written."""
        with self._errors():
            self._connection.execute("BEGIN IMMEDIATE")
            self._connection.execute("ROLLBACK")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    # --- opening -------------------------------------------------------------------------------

    def _opened(self) -> sqlite3.Connection:
        with self._errors():
            self._file.touch(mode=0o600)
            connection = sqlite3.connect(self._file, timeout=1, check_same_thread=False)
            try:
                self._prepare(connection)
            except BaseException:
                connection.close()
                raise
            return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Lock the file, and make the tables of a new one.

        Raises Unusable if another program made the file, or if a commit would not be durable.
        """
        # The lock is kept: a second process on this folder could not see our mark change.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        (mode,) = connection.execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            raise Unusable(f"{self._file}: SQLite cannot keep a write-ahead log on this disk")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("BEGIN IMMEDIATE")
        (kind,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if (kind, version, tables) == (0, 0, 0):
            for statement in _SCHEMA.split(";"):
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version={VERSION}")
        elif kind != APPLICATION_ID:
            raise Unusable(f"{self._file} is not the table of a witness")
        elif version != VERSION:
            raise Unusable(f"{self._file} has version {version}; this program reads {VERSION}")
        connection.execute("COMMIT")

    def _fits(
        self, last: tuple[int, bytes, str], marked: tuple[str, int] | None, key: bytes
    ) -> bool:
        """Return whether table, mark and key belong together.

        The table may be one row ahead of the mark: the process ended between the two, before it
        gave that row to anyone.
        """
        _, salt, name = last
        if name != _name_of(_secret_of(key, salt)) or marked is None:
            return False
        return marked[0] == name and marked[1] <= self._serial <= marked[1] + 1

    def _begin(self, key: bytes, number: int, now: int) -> None:
        """Begin an epoch in the table; the mark follows."""
        salt = secrets.token_bytes(_SALT_BYTES)
        self.epoch = number
        self.secret = _secret_of(key, salt)
        self._name = _name_of(self.secret)
        with self._errors(), self._connection:
            self._connection.execute(
                "INSERT INTO epochs (number, salt, mark, after, since) VALUES (?, ?, ?, ?, ?)",
                (number, salt, self._name, self._serial, now),
            )

    # --- the mark ------------------------------------------------------------------------------

    def _marked(self) -> tuple[str, int] | None:
        """Return the epoch and the number of rows in the mark; None without a readable one."""
        try:
            name, serial = self._mark.read_text("ascii").split()
            return name, int(serial)
        except (FileNotFoundError, ValueError):
            return None
        except OSError as failure:
            raise Unusable(f"{self._mark}: {failure.strerror}") from failure

    def _settle(self) -> None:
        """Write the mark, unless it counts every row already."""
        text = f"{self._name} {self._serial}\n"
        if text == self._settled:
            return
        try:
            put_again(self._mark, text.encode())
        except OSError as failure:
            raise Unusable(f"{self._mark}: {failure.strerror}") from failure
        self._settled = text

    # --- rows ----------------------------------------------------------------------------------

    def _found(self, condition: str, *values: Any) -> GivenRow | None:
        self._settle()  # no row leaves before the mark counts it
        columns = ", ".join(_MEMBERS)
        query = f"SELECT epoch, acc, {columns} FROM given WHERE {condition}"  # noqa: S608 - as above
        row = self._row(query, *values)
        if row is None:
            return None
        epoch, acc, *members = row
        return GivenRow(epoch, WitnessAnswer(*members), acc)

    def _one(self, query: str, *values: Any) -> Any:
        found = self._row(query, *values)
        return None if found is None else found[0]

    def _row(self, query: str, *values: Any) -> Any:
        with self._errors():
            return self._connection.execute(query, values).fetchone()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turn errors of SQLite and of the disk into Unusable."""
        try:
            yield
        except sqlite3.OperationalError as failure:
            if "locked" in str(failure):
                raise Unusable(f"another process uses {self._file}") from failure
            raise Unusable(f"{self._file}: {failure}") from failure
        except sqlite3.DatabaseError as failure:
            raise Unusable(f"{self._file}: {failure}") from failure
        except OSError as failure:
            raise Unusable(f"{self._file}: {failure.strerror}") from failure


def _secret_of(key: bytes, salt: bytes) -> bytes:
    return keyed(key)(b"carolus-witness-epoch/1 " + salt)


def _name_of(secret: bytes) -> str:
    """Return a name of an epoch, from which its secret does not follow."""
    return sha256(b"carolus-witness-mark/1 " + secret).hexdigest()
