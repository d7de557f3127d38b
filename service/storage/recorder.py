"""What the log requires of a store, in addition to the library's recorders."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from eventsourcing.persistence import ApplicationRecorder

PROBE_LOCK_SECONDS: Final = 1.0
"""How long a probe waits for another writer. It is short, because actions wait behind the probe."""

RowPlace = tuple[int, str, int]
"""The place of a row: its position in the whole log, its stream, and its version there."""


class LogRecorder(ApplicationRecorder):
    """A recorder that can also list the places of rows, and test whether rows can be written."""

    @abstractmethod
    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        """Return the places of the rows after a position, in the order of the log.

        Readers that follow the log need every place, and seldom the content of a row.
        """

    @abstractmethod
    def probe(self) -> None:
        """Write and commit as for rows, but leave no row behind.

        Raises PersistenceError if that fails: rows could not be written either.
        """

    @abstractmethod
    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists."""
