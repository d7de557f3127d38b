"""Service due: the games in which a house bot or chance has to act next, and at which version."""

from collections.abc import Hashable, Sequence
from typing import Final

from sqlalchemy import Connection, Table, delete, select

from domain.table.game import Game
from service.projections.projection import Change, Projection
from service.storage.database import Database
from service.storage.tables import METADATA, number_, put, text_

_DUE: Final = Table(
    "service_due_1",
    METADATA,
    text_("game", key=True),
    number_("version"),
)
_D: Final = _DUE.c


class ServiceDue(Projection):
    """The version of each game in which a bot is to act, or chance."""

    name = "service_due.v1"
    tables = (_DUE,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def look(self, game: Game) -> Hashable:
        """Return the version at which a bot or chance must act."""
        return _version(game)

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Store the games in which one of them is due, and remove the others."""
        found = {one.game.id: _version(one.game) for one in changes}
        gone = [game for game, version in found.items() if version is None]
        if gone:
            connection.execute(delete(_DUE).where(_D.game.in_(gone)))
        due = [{"game": game, "version": at} for game, at in found.items() if at is not None]
        put(connection, _DUE, due, renew=["version"])

    def games(self) -> dict[str, int]:
        """Return the games in which one of them is due, each with its version."""
        query = select(_D.game, _D.version).order_by(_D.game)
        with self._database.reading() as connection:
            return {row.game: row.version for row in connection.execute(query)}


def _version(game: Game) -> int | None:
    return game.version if game.bots_due or game.awaits_chance else None
