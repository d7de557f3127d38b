"""What the log asks of a store, beside what the library's recorders do."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final

from eventsourcing.persistence import ApplicationRecorder

PROBE_LOCK_SECONDS: Final = 1.0
"""How long a probe waits for another writer. Actions wait behind it, so it is not long."""

RowPlace = tuple[int, str, int]
"""Of one row: its position in the whole log, its stream, and its version there."""


class LogRecorder(ApplicationRecorder):
    """A recorder that can also list where rows are, and try whether more can be put."""

    @abstractmethod
    def select_places(self, after: int, limit: int) -> Sequence[RowPlace]:
        """Return the places of the rows after a position, in the order of the log.

        Whoever follows the log asks for every row, and seldom needs what it holds.
        """

    @abstractmethod
    def probe(self) -> None:
        """Write and commit as rows are written and committed, and leave no row behind.

        Raises PersistenceError if that fails: then rows cannot be put either.
        """

    @abstractmethod
    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists."""
