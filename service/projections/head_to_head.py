"""Head to head: the results of an account against each other account.

It counts rated games. Two players on different sides are compared by the ranks of their sides. So
second place has won against third, and two sides of equal rank have drawn.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Connection, Index, Table, and_, or_, select

from service.projections.projection import Change, Projection
from service.projections.results import Placed, rated, ruleset_of
from service.storage.database import Database
from service.storage.tables import METADATA, RowValues, number_, put, text_

_PAIRS: Final = Table(
    "head_to_head_2",
    METADATA,
    text_("player", key=True),
    text_("opponent", key=True),
    text_("ruleset", key=True),
    number_("games"),
    number_("won"),
    number_("drawn"),
    number_("lost"),
    text_("last_at"),
)
_P: Final = _PAIRS.c
_BY_GAMES: Final = Index("head_to_head_2_by_games", _P.player, _P.games, _P.opponent, _P.ruleset)


class Opponent(msgspec.Struct, frozen=True):
    """The results of an account against another one, in one ruleset."""

    opponent: str
    ruleset: str
    games: int
    won: int
    drawn: int
    lost: int
    last_at: str
    """When the last of them ended."""


class OpponentsAfter(NamedTuple):
    """Where a page begins: after this opponent, in this ruleset, with this number of games."""

    games: int
    opponent: str
    ruleset: str


class HeadToHead(Projection):
    """The results between any two accounts."""

    name = "head_to_head.v2"
    tables = (_PAIRS,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Count the games that ended, in the order of their ends."""
        ends = [(one.ended, one.game) for one in changes if one.ended]
        for moment, game in sorted(ends, key=lambda end: end[0].position):
            rows = list(_rows(rated(game), ruleset_of(game), moment.at))
            put(connection, _PAIRS, rows, add=("games", "won", "drawn", "lost"), renew=["last_at"])

    def opponents(
        self, player: str, ruleset: str | None, after: OpponentsAfter | None, limit: int
    ) -> list[Opponent]:
        """Return the most frequent opponents of an account, by ruleset."""
        query = select(*(one for one in _P if one is not _P.player)).where(_P.player == player)
        if ruleset is not None:
            query = query.where(_P.ruleset == ruleset)
        if after is not None:
            same = and_(_P.opponent == after.opponent, _P.ruleset > after.ruleset)
            query = query.where(
                or_(
                    _P.games < after.games,
                    and_(_P.games == after.games, or_(_P.opponent > after.opponent, same)),
                )
            )
        query = query.order_by(_P.games.desc(), _P.opponent, _P.ruleset).limit(limit)
        with self._database.reading() as connection:
            return [Opponent(**row) for row in connection.execute(query).mappings()]


def _rows(placed: Sequence[Placed], ruleset: str, at: str) -> Iterator[RowValues]:
    """Yield the rows that one game adds to, for both players of each pair."""
    for one in placed:
        for other in placed:
            if one.side != other.side:
                yield {
                    "player": one.player,
                    "opponent": other.player,
                    "ruleset": ruleset,
                    "games": 1,
                    "won": int(one.rank < other.rank),
                    "drawn": int(one.rank == other.rank),
                    "lost": int(one.rank > other.rank),
                    "last_at": at,
                }
