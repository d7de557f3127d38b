"""What the log asks of a store, beside what the library's recorders do."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from eventsourcing.persistence import ApplicationRecorder

Place = tuple[int, str, int]
"""Of one row: its position in the whole log, its stream, and its version there."""


class LogRecorder(ApplicationRecorder):
    """A recorder that tells where rows are without reading what they hold.

    Whoever follows the log asks that of every row, and mostly wants to know no more.
    """

    @abstractmethod
    def select_places(self, after: int, limit: int) -> Sequence[Place]:
        """Return the places of the rows after a position, in the order of the log."""

    @abstractmethod
    def select_versions(self, streams: Sequence[str]) -> Mapping[str, int]:
        """Return the last version of each of these streams that exists."""
