"""The list of tournaments: what each looks like in a list, and which accounts entered it.

It also says in which tournaments the service has a duty, from when, and at which version.

A tournament's number is the position of its first event in the log, so later tournaments have
greater numbers.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec
from sqlalchemy import Column, Connection, Index, Table, insert, select, update

from domain.ruleset import tag_of
from domain.tournament.stream import events as e
from domain.tournament.stream.pacing import duty_in
from domain.tournament.stream.state import Phase, Tournament
from service.projections.projection import Change, Projection
from service.projections.reading import tournament_or_none
from service.projections.tables import note_missed
from service.storage.database import Database
from service.storage.log import Notice
from service.storage.tables import METADATA, TEXT, RowValues, number_, put, text_
from service.storage.tournaments import TOURNAMENT, TournamentLog, envelope_in, event_in

FormatKind: TypeAlias = Literal["swiss", "round_robin", "knock_out"]

_TOURNAMENTS: Final = Table(
    "tournaments_1",
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
    Index("tournaments_1_by_phase", _T.phase, _T.number),
    Index("tournaments_1_by_ruleset", _T.ruleset, _T.number),
    Index("tournaments_1_by_organiser", _T.organiser, _T.number),
    Index("tournaments_1_by_due_at", _T.due_at, _T.number),
)

_ENTERED: Final = Table(
    "tournaments_1_entered",
    METADATA,
    text_("player", key=True),
    number_("number", key=True),
)


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
    entered: tuple[str, ...]
    """The accounts that entered in them."""


_TIMES: Final = {
    f"tournament.{tag_of(kind)}.v1": column
    for kind, column in (
        (e.TournamentOpened, "created_at"),
        (e.TournamentStarted, "started_at"),
        (e.TournamentEnded, "ended_at"),
        (e.TournamentAborted, "ended_at"),
    )
}
_REGISTERED: Final = f"tournament.{tag_of(e.EntrantRegistered)}.v1"


class Tournaments(Projection):
    """The list of tournaments."""

    name = "tournaments.v1"
    tables = (_TOURNAMENTS, _ENTERED)

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tournaments = TournamentLog(database.log)

    # --- writing ------------------------------------------------------------------------------

    def apply(self, connection: Connection, changes: Sequence[Change]) -> None:
        """Do nothing: games change no tournament until the tournament says so."""

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
                _write(connection, news)

    def _read(self, tournament: str, notices: Sequence[Notice]) -> _ReadTournament | None:
        """Return what is new; None if the tournament cannot be read."""
        first, last = notices[0], notices[-1]
        stored = tournament_or_none(self._tournaments, tournament)
        if stored is None:
            return None
        rows = self._tournaments.rows(tournament, first.version - 1, last.version)
        times = {_TIMES[row.topic]: envelope_in(row).at for row in rows if row.topic in _TIMES}
        people = (event_in(tournament, row).people for row in rows if row.topic == _REGISTERED)
        entered = tuple(one.account for some in people for one in some if one.account is not None)
        return _ReadTournament(stored.state, first.position, times, entered)

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
        """Return the tournaments in which a duty of the service is due, each with its version."""
        query = select(_T.id, _T.version).where(_T.due_at <= now).order_by(_T.due_at, _T.number)
        with self._database.reading() as connection:
            return {row.id: row.version for row in connection.execute(query)}


def _write(connection: Connection, news: _ReadTournament) -> None:
    state = news.state
    now = {**_state(state), **news.times}
    if "created_at" in news.times:
        connection.execute(insert(_TOURNAMENTS), {**_terms(state, news.number), **now})
    else:
        connection.execute(update(_TOURNAMENTS).where(_T.id == state.id).values(now))
    if news.entered:
        number = connection.execute(select(_T.number).where(_T.id == state.id)).scalar()
        if number is not None:  # else its opening was missed, and a rebuild follows
            rows = [{"player": player, "number": number} for player in sorted(set(news.entered))]
            put(connection, _ENTERED, rows)


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
