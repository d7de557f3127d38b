"""The lobby: the list of games, their states, and the order in which they ended.

A game's number is the position of its first event in the log, so later games have greater numbers.
Finished games are listed in the order of their ends, so a client that continues after the last one
misses none.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from domain.table.game import Game, Status
from service.access.policy import Seating
from service.projections.projection import Change, Projection
from service.projections.results import players_of, ruleset_of
from service.storage.database import Database
from service.storage.tables import METADATA, NUMBER, TEXT, RowValues, number_, text_

_GAMES: Final = Table(
    "lobby_6",
    METADATA,
    number_("number", key=True),
    text_("id", unique=True),
    text_("created_at"),
    text_("ruleset"),
    text_("status"),
    number_("seats_free"),
    text_("seating"),
    Column("label", TEXT),
    Column("ended", NUMBER),
    Column("ended_at", TEXT),
)
_G: Final = _GAMES.c
_INDEXES: Final = (
    Index("lobby_6_by_status", _G.status, _G.number),
    Index("lobby_6_by_ruleset", _G.ruleset, _G.number),
    Index("lobby_6_by_label", _G.label, _G.number),
    Index("lobby_6_by_end", _G.ended),
)

_PLAYERS: Final = Table(
    "lobby_6_players",
    METADATA,
    text_("player", key=True),
    number_("number", key=True),
)
_BY_GAME: Final = Index("lobby_6_players_by_game", _PLAYERS.c.number)

_AWAITED: Final = Table(
    "lobby_6_awaited",
    METADATA,
    text_("player", key=True),
    number_("number", key=True),
)
"""The accounts for which free seats of open games are reserved."""
_AWAITED_BY_GAME: Final = Index("lobby_6_awaited_by_game", _AWAITED.c.number)


class LobbyRow(msgspec.Struct, frozen=True):
    """One game in the lobby."""

    number: int
    """Position in the order of creation; later games have greater numbers."""
    id: str
    created_at: str


class Shown(msgspec.Struct, frozen=True):
    """Which games a list contains."""

    status: Status | None = None
    ruleset: str | None = None
    player: str | None = None
    """Only games in which this account sits."""
    seats_free: int | None = None
    """Only open games with at least this many free seats; a reserved seat is not free."""
    reserved_for: str | None = None
    """Only open games with a seat that is reserved for this account, and that it has not taken."""
    seating: Seating | None = None
    label: str | None = None


class Wanted(msgspec.Struct, frozen=True):
    """Which records a list contains."""

    status: Status | None = None
    """None for all games that have ended."""
    ruleset: str | None = None
    since: str | None = None
    """Only games that ended at this time or later: a prefix of a time in RFC 3339, UTC."""
    until: str | None = None
    """Only games that ended before this time."""
    player: str | None = None
    """Only games in which this account sits."""
    label: str | None = None

    @property
    def ended(self) -> bool:
        """Whether the list contains only finished games, and so is ordered by their ends."""
        return self.status in (None, "over", "aborted") or bool(self.since or self.until)


class RecordPlace(msgspec.Struct, frozen=True):
    """A game in the order of records."""

    number: int
    id: str


class Lobby(Projection):
    """The list of games, and the order of their ends."""

    name = "lobby.v6"
    tables = (_GAMES, _PLAYERS, _AWAITED)

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- writing ------------------------------------------------------------------------------

    def look(self, game: Game) -> Hashable:
        """Return the state and the seats."""
        return game.status, game.seats

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Insert a row for each new game, and update the others."""
        new = [_row(one) for one in changes if one.opened]
        if new:
            connection.execute(insert(_GAMES), new)
        gone_on = [{"game": one.game.id, **_state(one.game)} for one in changes if not one.opened]
        if gone_on:
            names = ("status", "seats_free")
            statement = update(_GAMES).where(_G.id == bindparam("game"))
            connection.execute(statement.values({name: bindparam(name) for name in names}), gone_on)
        ends = [
            {"game": one.game.id, "place": one.ended.position, "at": one.ended.at}
            for one in changes
            if one.ended
        ]
        if ends:
            statement = update(_GAMES).where(_G.id == bindparam("game"))
            connection.execute(
                statement.values(ended=bindparam("place"), ended_at=bindparam("at")), ends
            )
        games = _numbered(connection, [one.game for one in changes])
        _put(connection, _PLAYERS, games, players_of)
        _put(connection, _AWAITED, games, _awaited)

    # --- reading ------------------------------------------------------------------------------

    def page(self, shown: Shown, *, before: int | None, limit: int) -> list[LobbyRow]:
        """Return games with numbers below ``before``, newest first."""
        query = select(_G.number, _G.id, _G.created_at).order_by(_G.number.desc()).limit(limit)
        if before is not None:
            query = query.where(_G.number < before)
        if shown.status is not None:
            query = query.where(_G.status == shown.status)
        if shown.ruleset is not None:
            query = query.where(_G.ruleset == shown.ruleset)
        if shown.seats_free is not None:
            query = query.where(_G.status == "open", _G.seats_free >= shown.seats_free)
        if shown.seating is not None:
            query = query.where(_G.seating == shown.seating)
        if shown.label is not None:
            query = query.where(_G.label == shown.label)
        if shown.player is not None:
            query = query.join(_PLAYERS, _PLAYERS.c.number == _G.number)
            query = query.where(_PLAYERS.c.player == shown.player)
        if shown.reserved_for is not None:
            query = query.join(_AWAITED, _AWAITED.c.number == _G.number)
            query = query.where(_AWAITED.c.player == shown.reserved_for)
        with self._database.reading() as connection:
            return [LobbyRow(*row) for row in connection.execute(query)]

    def count(self, player: str, status: Status) -> int:
        """Return the number of games in this state in which an account sits."""
        query = select(func.count()).select_from(_GAMES)
        query = query.join(_PLAYERS, _PLAYERS.c.number == _G.number)
        query = query.where(_PLAYERS.c.player == player, _G.status == status)
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def records(self, wanted: Wanted, after: int, limit: int) -> list[RecordPlace]:
        """Return games with numbers above ``after``, in the order of their ends.

        A list with unfinished games is in the order in which they were opened.
        """
        number, conditions = _conditions(wanted)
        query = select(number, _G.id).where(*conditions, number > after)
        with self._database.reading() as connection:
            return [
                RecordPlace(*row) for row in connection.execute(query.order_by(number).limit(limit))
            ]

    def count_records(self, wanted: Wanted) -> int:
        """Return the number of games in the list."""
        _, conditions = _conditions(wanted)
        with self._database.reading() as connection:
            query = select(func.count()).select_from(_GAMES).where(*conditions)
            return int(connection.execute(query).scalar_one())

    def place_of(self, wanted: Wanted, game: str) -> int | None:
        """Return the number of a game in the order of the list; None if it has none."""
        number, _ = _conditions(wanted)
        with self._database.reading() as connection:
            found = connection.execute(select(number).where(_G.id == game)).scalar()
            return None if found is None else int(found)


def _row(change: Change) -> RowValues:
    assert change.opened is not None, "a new game has a first event"
    return {
        "number": change.opened.position,
        "id": change.game.id,
        "created_at": change.opened.at,
        "ruleset": ruleset_of(change.game),
        "seating": change.seating,
        "label": change.game.label,
        **_state(change.game),
    }


def _state(game: Game) -> RowValues:
    return {
        "status": game.status,
        "seats_free": 0 if game.reserved else sum(not seat.taken for seat in game.seats),
    }


def _awaited(game: Game) -> Iterable[str]:
    """Return the keys of those for whom a free seat of an open game is reserved, each once."""
    if game.status != "open":
        return ()
    kept = zip(game.reserved, game.seats, strict=False)  # a game may have no reserved seats
    return dict.fromkeys(key for key, seat in kept if not seat.taken)


def _numbered(connection: Connection, games: Sequence[Game]) -> dict[int, Game]:
    """Return the games that have a row, by their numbers."""
    query = select(_G.id, _G.number).where(_G.id.in_([game.id for game in games]))
    numbers: dict[str, int] = {row.id: row.number for row in connection.execute(query)}
    return {numbers[game.id]: game for game in games if game.id in numbers}


def _put(
    connection: Connection,
    table: Table,
    games: Mapping[int, Game],
    accounts_in: Callable[[Game], Iterable[str]],
) -> None:
    """Replace what a table of accounts and games says about these games."""
    if not games:
        return
    connection.execute(delete(table).where(table.c.number.in_(list(games))))
    rows = [
        {"player": player, "number": number}
        for number, game in games.items()
        for player in accounts_in(game)
    ]
    if rows:
        connection.execute(insert(table), rows)


def _conditions(wanted: Wanted) -> tuple[Column[Any], list[ColumnElement[bool]]]:
    """Return the column that orders the list, and the conditions of the query."""
    conditions: list[ColumnElement[bool]] = []
    if wanted.status is not None:
        conditions.append(_G.status == wanted.status)
    if wanted.ruleset is not None:
        conditions.append(_G.ruleset == wanted.ruleset)
    if wanted.label is not None:
        conditions.append(_G.label == wanted.label)
    if wanted.since is not None:
        conditions.append(_G.ended_at >= wanted.since)
    if wanted.until is not None:
        conditions.append(_G.ended_at < wanted.until)
    if wanted.player is not None:
        theirs = select(_PLAYERS.c.number).where(_PLAYERS.c.player == wanted.player)
        conditions.append(_G.number.in_(theirs))
    if wanted.ended:
        return _G.ended, [_G.ended.is_not(None), *conditions]
    return _G.number, conditions
