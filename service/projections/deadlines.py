"""Deadlines: the games in which a clock runs, and when its flag falls unless someone acts."""

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, Index, Table, delete, select

from domain.table.game import Game
from service.projections.projection import Change, Projection
from service.storage.database import Database
from service.storage.tables import METADATA, put, text_

_DEADLINES: Final = Table(
    "deadlines_1",
    METADATA,
    text_("game", key=True),
    text_("at"),
)
_D: Final = _DEADLINES.c
_BY_TIME: Final = Index("deadlines_1_by_time", _D.at, _D.game)


class Deadline(NamedTuple):
    """When the flag of a clock falls: RFC 3339 in UTC, with microseconds."""

    game: str
    at: str


class Deadlines(Projection):
    """The deadline of each game in which a clock runs."""

    name = "deadlines.v1"
    tables = (_DEADLINES,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(self, game: Game) -> Hashable:
        """Return the deadline."""
        return _deadline(game)

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Store the present deadlines, and remove those that no longer apply."""
        found = {one.game.id: _deadline(one.game) for one in changes}
        gone = [game for game, at in found.items() if at is None]
        if gone:
            connection.execute(delete(_DEADLINES).where(_D.game.in_(gone)))
        rows = [{"game": game, "at": at} for game, at in found.items() if at is not None]
        put(connection, _DEADLINES, rows, renew=["at"])

    def due(self, at: str, limit: int) -> list[Deadline]:
        """Return the deadlines up to this time, earliest first."""
        query = select(_D.game, _D.at).where(_D.at <= at).order_by(_D.at, _D.game).limit(limit)
        with self._database.reading() as connection:
            return [Deadline(*row) for row in connection.execute(query)]


def _deadline(game: Game) -> str | None:
    return None if game.finished else game.deadline
