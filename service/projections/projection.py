"""What a projection is: rows that answer a query, computed from the log.

Every projection gets the same changes in the order of the log, and writes its rows in the
transaction that moves its position. A change has the game as it is in the log now, which may be
further on than the rows that were read. So the rows must follow from the game as it is, and from
the positions of its first and last event, which a projection gets once.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from sqlalchemy import Connection, Table

from domain.table.game import Game
from service.access.policy import Seating
from service.storage.log import Notice


class Moment(NamedTuple):
    """The position of one event in the whole log, and its time."""

    position: int
    at: str


class Change(NamedTuple):
    """A game that has new events."""

    game: Game
    """The game as it is in the log now."""
    opened: Moment | None
    """Its first event, if that was among the rows read."""
    ended: Moment | None
    """The event that ended it, if that was among the rows read."""
    seating: Seating | None
    """Who may sit down, if its first event was among the rows read."""


class Projection(ABC):
    """Rows computed from the log."""

    name: ClassVar[str]
    """Name and version, such as ``lobby.v6``. If you change the rows, raise the version."""
    tables: ClassVar[tuple[Table, ...]]

    @property
    def short_name(self) -> str:
        """The name without the version."""
        return self.name.partition(".")[0]

    def look(self, game: Game) -> Hashable:
        """Return what the rows depend on; while it stays the same, the runner applies nothing.

        The first and the last event of a game are always applied, so a projection that looks only
        at these does not override this.
        """
        return None

    def note(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Update the rows from rows of the log that belong to no game, before ``apply``."""
        return

    @abstractmethod
    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Update the rows from these games, each of which occurs once.

        ``connection`` is in a transaction, and no other worker writes rows of this projection.
        """
