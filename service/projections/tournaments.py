"""The list of tournaments: what each looks like in a list, and which accounts entered it.

It also says in which tournaments the service has to do something, at which version: from the time
of its next duty on, when a game that gives a table its result is over, when a game still runs about
which the tournament has decided something, and when someone has not taken a seat in time. All of
this follows from the log, so it does not depend on the worker that noticed it first.

A tournament's number is the position of its first event in the log, so later tournaments have
greater numbers.
"""

from collections.abc import Hashable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Index,
    Table,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from domain.ruleset import tag_of
from domain.table.game import Game
from domain.tournament.stream import events as e
from domain.tournament.stream.pacing import duty_in, served_tables
from domain.tournament.stream.state import Phase, Tournament
from domain.tournament.stream.table_orders import orders_in
from service.projections.projection import Change, Projection
from service.projections.reading import tournament_or_none
from service.projections.tables import note_missed
from service.runtime.timestamps import later
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.tables import METADATA, TEXT, RowValues, number_, put, text_
from service.storage.tournaments import TOURNAMENT, envelope_in

FormatKind: TypeAlias = Literal["swiss", "round_robin", "knock_out", "groups"]

_TOURNAMENTS: Final = Table(
    "tournaments_2",
    METADATA,
    number_("number", key=True),
    text_("id", unique=True),
    text_("created_at"),
    text_("name"),
    text_("organiser"),
    text_("ruleset"),
    text_("pinned"),
    text_("format"),
    number_("seats"),
    text_("phase"),
    number_("entrants"),
    number_("rounds"),
    number_("round"),
    Column("started_at", TEXT),
    Column("ended_at", TEXT),
    number_("version"),
    Column("due_at", TEXT),
)
_T: Final = _TOURNAMENTS.c
_INDEXES: Final = (
    Index("tournaments_2_by_phase", _T.phase, _T.number),
    Index("tournaments_2_by_ruleset", _T.ruleset, _T.number),
    Index("tournaments_2_by_organiser", _T.organiser, _T.number),
    Index("tournaments_2_by_due_at", _T.due_at, _T.number),
)

_ENTERED: Final = Table(
    "tournaments_2_entered",
    METADATA,
    text_("player", key=True),
    number_("number", key=True),
)


_GameNeed: TypeAlias = Literal["result", "order", "end"]
"""What a tournament needs of a game: its end, which gives the result; what it has decided about it,
while it goes on; or its end, because the table has a result without it."""

_GAMES: Final = Table(
    "tournaments_2_games",
    METADATA,
    text_("game", key=True),
    number_("number"),
    text_("need"),
    Column("absent_at", TEXT),
)
"""The games that tournaments still need, and when players who have not taken a seat are absent."""
_G: Final = _GAMES.c
_GAMES_BY_NUMBER: Final = Index("tournaments_2_games_by_number", _G.number)

_PLAYED: Final = Table("tournaments_2_played", METADATA, text_("game", key=True), text_("status"))
"""How far each game of a tournament is."""
_P: Final = _PLAYED.c


class TournamentRow(NamedTuple):
    """One tournament in the list."""

    number: int
    """Position in the order of announcement; later tournaments have greater numbers."""
    id: str
    created_at: str
    name: str
    organiser: str
    pinned: str
    """Id and edition of the ruleset."""
    format: FormatKind
    seats: int
    phase: Phase
    entrants: int
    rounds: int
    round: int
    started_at: str | None
    ended_at: str | None
    due_at: str | None
    """From when on the service has something to do, in seconds; empty for at once."""

    @property
    def starts_at(self) -> str | None:
        """When the service starts it, on schedule, in the form of the log; None once it has."""
        is_scheduled = self.phase == "registration" and self.due_at
        return f"{self.due_at}.000000Z" if is_scheduled else None


_SHOWN: Final = tuple(_TOURNAMENTS.c[name] for name in TournamentRow._fields)


class ShownTournaments(msgspec.Struct, frozen=True):
    """Which tournaments a list contains."""

    phase: Phase | None = None
    ruleset: str | None = None
    """The id of the ruleset, without its edition."""
    organiser: str | None = None
    player: str | None = None
    """Only tournaments that this account entered."""


class _ReadTournament(NamedTuple):
    """A tournament as it is in the log now, and what the rows read say about it."""

    state: Tournament
    number: int
    """The position of the first of the rows."""
    times: dict[str, str]
    """When the opening, the start and the end happened, of those that are among the rows."""


_TIMES: Final = {
    f"tournament.{tag_of(kind)}.v1": column
    for kind, column in (
        (e.TournamentOpened, "created_at"),
        (e.TournamentStarted, "started_at"),
        (e.TournamentEnded, "ended_at"),
        (e.TournamentAborted, "ended_at"),
    )
}


class Tournaments(Projection):
    """The list of tournaments."""

    name = "tournaments.v2"
    tables = (_TOURNAMENTS, _ENTERED, _GAMES, _PLAYED)

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tournaments = database.tournaments

    # --- writing ------------------------------------------------------------------------------

    def look(self, game: Game) -> Hashable:
        """Return how far a game of a tournament is."""
        return None if game.tournament is None else game.status

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Store how far the games of tournaments are."""
        found = [
            {"game": one.game.id, "status": one.game.status}
            for one in changes
            if one.game.tournament is not None
        ]
        put(connection, _PLAYED, found, renew=["status"])

    def note(self, connection: Connection, notices: Sequence[Notice]) -> None:
        """Insert a row for each new tournament, and update the others."""
        found: dict[str, list[Notice]] = {}
        for notice in notices:
            if notice.stream.startswith(TOURNAMENT):
                found.setdefault(notice.stream, []).append(notice)
        for stream, rows in found.items():
            news = self._read(stream.removeprefix(TOURNAMENT), rows)
            if news is None:
                note_missed(connection, self.name, [stream])
            else:
                self._write(connection, news)

    def _read(self, tournament: str, notices: Sequence[Notice]) -> _ReadTournament | None:
        """Return what is new; None if the tournament cannot be read."""
        first, last = notices[0], notices[-1]
        stored = tournament_or_none(self._tournaments, tournament)
        if stored is None:
            return None
        rows = self._tournaments.rows(tournament, first.version - 1, last.version)
        times = {_TIMES[row.topic]: envelope_in(row).at for row in rows if row.topic in _TIMES}
        return _ReadTournament(stored.state, first.position, times)

    def _write(self, connection: Connection, news: _ReadTournament) -> None:
        state = news.state
        now = {**_state(state), **news.times}
        before = connection.execute(
            select(_T.number, _T.entrants).where(_T.id == state.id)
        ).one_or_none()
        if "created_at" in news.times:
            connection.execute(insert(_TOURNAMENTS), {**_terms(state, news.number), **now})
        elif before is None:
            return  # its opening was missed, and a rebuild follows
        else:
            connection.execute(update(_TOURNAMENTS).where(_T.id == state.id).values(now))
        number, entrants = (news.number, 0) if before is None else before
        _enter(connection, number, state, entrants)
        self._need(connection, number, state)

    def _need(self, connection: Connection, number: int, state: Tournament) -> None:
        """Store which games the tournament still needs, and for what."""
        mine = _G.number == number
        known = {row.game: row for row in connection.execute(select(_GAMES).where(mine))}
        needs = _needs(state)
        gone = [game for game, row in known.items() if needs.get(game) != row.need]
        if gone:
            connection.execute(delete(_GAMES).where(mine, _G.game.in_(gone)))
        rows = [
            {
                "game": game,
                "number": number,
                "need": need,
                "absent_at": known[game].absent_at if game in known else self._limit(state, game),
            }
            for game, need in needs.items()
            if game not in known or game in gone
        ]
        put(connection, _GAMES, rows)

    def _limit(self, state: Tournament, game: str) -> str | None:
        """Return when players who have not taken a seat in a game are absent."""
        minutes = state.announcement.no_show_minutes
        return None if minutes is None else later(self._database.log.created_at(game), minutes * 60)

    # --- reading ------------------------------------------------------------------------------

    def page(
        self, shown: ShownTournaments, *, before: int | None, limit: int
    ) -> list[TournamentRow]:
        """Return tournaments with numbers below ``before``, newest first."""
        query = select(*_SHOWN).order_by(_T.number.desc()).limit(limit)
        if before is not None:
            query = query.where(_T.number < before)
        if shown.phase is not None:
            query = query.where(_T.phase == shown.phase)
        if shown.ruleset is not None:
            query = query.where(_T.ruleset == shown.ruleset)
        if shown.organiser is not None:
            query = query.where(_T.organiser == shown.organiser)
        if shown.player is not None:
            query = query.join(_ENTERED, _ENTERED.c.number == _T.number)
            query = query.where(_ENTERED.c.player == shown.player)
        with self._database.reading() as connection:
            return [TournamentRow(*row) for row in connection.execute(query)]

    def due(self, now: str) -> dict[str, int]:
        """Return the tournaments in which the service has to do something, with their versions."""
        status = func.coalesce(_P.status, "open")
        stirs = or_(
            and_(_G.need == "result", status == "over"),
            and_(_G.need != "result", status.not_in(("over", "aborted"))),
            and_(_G.absent_at <= now, status == "open"),
        )
        games = _GAMES.outerjoin(_PLAYED, _P.game == _G.game)
        stirred = select(_G.number).select_from(games).where(stirs)
        query = select(_T.id, _T.version).where(or_(_T.due_at <= now, _T.number.in_(stirred)))
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(_T.due_at, _T.number))
            return {row.id: row.version for row in found}


def _enter(connection: Connection, number: int, state: Tournament, known: int) -> None:
    """Store which accounts have entered after the entrants that the row has, or replaced others."""
    accounts = {
        person.account
        for one in state.entrants
        if one.number > known or one.replaced
        for person in one.everybody()
        if person.account is not None
    }
    put(connection, _ENTERED, [{"player": one, "number": number} for one in sorted(accounts)])


def _needs(state: Tournament) -> dict[str, _GameNeed]:
    """Return what the tournament still needs of which games."""
    needs: dict[str, _GameNeed] = {
        table.game: "result" for _, table in served_tables(state) if table.game is not None
    }
    for order in orders_in(state):
        needs[order.game] = "end" if order.ends else "order"
    return needs


def _terms(state: Tournament, number: int) -> RowValues:
    terms = state.announcement
    return {
        "number": number,
        "id": state.id,
        "name": terms.name,
        "organiser": state.organiser,
        "ruleset": terms.ruleset.partition("@")[0],
        "pinned": terms.ruleset,
        "format": tag_of(terms.format),
        "seats": terms.rules.seats * terms.team,
    }


def _state(state: Tournament) -> RowValues:
    duty = duty_in(state)
    return {
        "version": state.version,
        "due_at": None if duty is None else duty.moment,
        "phase": state.phase,
        "entrants": len(state.entrants),
        "rounds": state.rules.rounds,
        "round": len(state.rounds),
    }
