"""Tallies: how often a player finished a game in each place, by ruleset and stratum.

They count every game that was played to an end, by accounts and by house bots that took a seat.
Rated games are counted separately from games with house bots or with players without an account.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlalchemy import Connection, Table, select

from domain.table.game import Game, SeatState
from service.projections.projection import Change, Projection
from service.projections.results import Result, placed_sides, rated, result_at, ruleset_of
from service.storage.database import Database
from service.storage.tables import METADATA, number_, put, text_

_TALLIES: Final = Table(
    "tallies_1",
    METADATA,
    text_("player", key=True),
    text_("ruleset", key=True),
    text_("stratum", key=True),
    number_("rated", key=True),
    number_("rank", key=True),
    text_("result", key=True),
    number_("seats"),
    number_("games"),
)
"""``rated`` is 1 or 0; games of one stratum have the same number of seats."""
_T: Final = _TALLIES.c


class TallyRow(NamedTuple):
    """How often a player finished a game in one place, with one result."""

    ruleset: str
    stratum: str
    rated: int
    rank: int
    result: Result
    seats: int
    games: int


class _Tallied(NamedTuple):
    """What is counted together."""

    player: str
    ruleset: str
    stratum: str
    rated: int
    rank: int
    result: Result
    seats: int


class Tallies(Projection):
    """The tallies of all accounts and house bots."""

    name = "tallies.v1"
    tables = (_TALLIES,)

    def __init__(self, database: Database) -> None:
        self._database = database

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Count the games that ended."""
        counts = Counter(row for one in changes if one.ended for row in tallied(one.game))
        rows = [{**key._asdict(), "games": games} for key, games in sorted(counts.items())]
        put(connection, _TALLIES, rows, add=["games"])

    def of(self, player: str) -> list[TallyRow]:
        """Return the tallies of an account or a house bot, by ruleset, stratum and place."""
        columns = [_T[name] for name in TallyRow._fields]
        query = select(*columns).where(_T.player == player)
        query = query.order_by(_T.ruleset, _T.stratum, _T.rated.desc(), _T.rank, _T.result)
        with self._database.reading() as connection:
            return [TallyRow(*row) for row in connection.execute(query)]


def tallied(game: Game) -> Iterator[_Tallied]:
    """Yield what a finished game adds, for each player; one that continues another adds nothing."""
    if game.status != "over" or game.continues is not None:
        return
    found = placed_sides(game)
    among_accounts = int(bool(rated(game)))
    stratum = game.rules.stratum(game.options)
    for seat, (side, state) in enumerate(zip(game.sides, game.seats, strict=True)):
        player = _player_of(state)
        result = result_at(game, seat)
        if player is not None and result is not None:
            yield _Tallied(
                player,
                ruleset_of(game),
                stratum,
                among_accounts,
                found[side],
                result,
                len(game.seats),
            )


def _player_of(state: SeatState) -> str | None:
    """Return the account or house bot that took a seat; None for a player without an account."""
    return state.bot if state.is_of_the_house else state.player
