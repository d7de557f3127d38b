"""Checks whether the files of an SQLite database are still the ones that SQLite has open.

On Unix, a file can be removed, moved or replaced while a program writes to it. The program does not
notice, and its writes are lost when it closes the file. So each writing transaction compares the
file at each path with the one that was opened.
"""

import os
import threading
from pathlib import Path
from typing import Final, TypeAlias

from eventsourcing.persistence import OperationalError

_SIDE_FILES: Final = ("-wal", "-shm")
"""The suffixes of SQLite's write-ahead log and its index, which belong to the database."""

_FileIdentity: TypeAlias = tuple[int, int]
"""The device and the inode: no other file has both while this one is open."""


class Misplaced(OperationalError):
    """A file of the database was removed or replaced while it was open; writes are refused."""


class Files:
    """The files of one database, shared by all connections of this process.

    The database file must stay the same for the life of this object, because the process caches
    what it has read. The file only grows: if it shrinks, another program has overwritten it, for
    example with a copy. SQLite removes the other two files when the last connection closes and
    creates them again later, so they must stay the same only while a connection is open.
    """

    def __init__(self, path: Path) -> None:
        """Remember the file that is at this path now; raise PersistenceError if there is none."""
        self.path = path
        found = _found(path)
        self._database = _identity(found)
        self._size = found.st_size
        self._cut = False
        self._side_files: dict[Path, _FileIdentity] = {}
        self._connections = 0
        self._lock = threading.Lock()

    def connected(self) -> None:
        """Count a connection that has read from the database, and so has all its files open.

        Raises Misplaced if these are not the files of the earlier connections.
        """
        with self._lock:
            if self._connections == 0:
                paths = [self.path.with_name(self.path.name + suffix) for suffix in _SIDE_FILES]
                self._side_files = {path: _identity(_found(path)) for path in paths}
            self._must_be_in_place()
            self._connections += 1

    def closed(self) -> None:
        """Stop counting a connection."""
        with self._lock:
            self._connections -= 1
            if self._connections == 0:
                self._side_files = {}

    def must_be_in_place(self) -> None:
        """Raise Misplaced if a file is missing, replaced or overwritten."""
        with self._lock:
            self._must_be_in_place()

    def _must_be_in_place(self) -> None:
        database = _found(self.path)
        if _identity(database) != self._database:
            raise _misplaced(self.path, "was replaced by another file")
        self._cut = self._cut or database.st_size < self._size
        if self._cut:
            raise _misplaced(self.path, "was overwritten")
        self._size = database.st_size
        for path, opened in self._side_files.items():
            if _identity(_found(path)) != opened:
                raise _misplaced(path, "was replaced by another file")


def _found(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except FileNotFoundError:
        raise _misplaced(path, "was removed or moved") from None
    except OSError as failure:
        raise OperationalError(f"{path}: {failure.strerror}") from failure


def _identity(found: os.stat_result) -> _FileIdentity:
    return found.st_dev, found.st_ino


def _misplaced(path: Path, what: str) -> Misplaced:
    return Misplaced(
        f"{path} {what} while the service was running; nothing more is written: put the file back, "
        "or restart the service on the right one"
    )
