"""What a projection is: a question that is answered from the log, with rows of its own.

Every one is told of the same changes in the order of the log, and puts its rows in the transaction
that keeps how far it has read. A change tells of a game as the log has it, which may be further
on than the rows that were read; so the rows must follow from the game as it is, and from the places
of its first and of its last event, which are told once.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import ClassVar, NamedTuple

from sqlalchemy import Connection, Table

from domain.table.game import Game
from service.storage.log import Notice


class Moment(NamedTuple):
    """One event's place in the whole log, and its time."""

    position: int
    at: str


class Change(NamedTuple):
    """A game that went on."""

    game: Game
    """As the log has it now."""
    opened: Moment | None
    """Its first event, if that is among what was read."""
    ended: Moment | None
    """Its last event, if that is among what was read."""


class Projection(ABC):
    """Rows made from the log."""

    name: ClassVar[str]
    """Name and version, ``lobby.v3``. Whoever changes what the rows hold gives the next version."""
    tables: ClassVar[tuple[Table, ...]]

    @property
    def short_name(self) -> str:
        """The name without the version."""
        return self.name.partition(".")[0]

    def look(self, game: Game) -> Hashable:
        """Return what the rows depend on; as long as it is the same, nothing is applied.

        The first and the last event of a game are always applied. So this is for those who look
        at more than these.
        """
        return None

    def note(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Bring the rows up to date with rows of the log that are no game's, before the games."""
        return

    @abstractmethod
    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Bring the rows up to date with these games, each of which is told once.

        ``connection`` is in a transaction, and nobody else writes rows of this projection.
        """
