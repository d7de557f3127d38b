"""The JSON of who plays in a tournament, and of its rounds, tables and standings.

Clients depend on these shapes. Points are sixtieths, as in events and records.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from domain.tournament.history import OutingKind
from domain.tournament.model import ByeKind, TieBreakId
from domain.tournament.stream import state as s
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.grouping import group_standings
from domain.tournament.stream.people import Person
from domain.tournament.stream.played import histories_of, numbers_of, points_at
from domain.tournament.stream.state import EntrantStatus

if TYPE_CHECKING:  # slow to import, and commands on files need no log
    from service.storage.tournaments import StoredTournament

TournamentPhase: TypeAlias = s.Phase

ResultSource: TypeAlias = s.Source


class RequestedByeView(msgspec.Struct, frozen=True):
    """A round in which an entrant rests, by request or by an arbiter."""

    round: int
    kind: ByeKind


class EntrantView(msgspec.Struct, frozen=True):
    """An entrant: a person, or a fixed pair."""

    entrant: int
    """The number of the entry, which never changes."""
    number: int | None
    """The pairing number; null before the start."""
    name: str
    """The name of the person, or of both."""
    people: tuple[Person, ...]
    rating: int
    """0 if there is none."""
    status: EntrantStatus
    late: bool
    """Whether it entered after the start."""
    byes: tuple[RequestedByeView, ...]


class RoundTableView(msgspec.Struct, frozen=True):
    """A table of a round. Its lists are in turn order; those of the result are null without one."""

    table: int
    entrants: tuple[int, ...]
    game: str | None
    """The id of the game that counts; null at a real table, and before the service opened one."""
    ranks: tuple[int, ...] | None
    """The place of each entrant, equal for ties; empty if at most one did not forfeit."""
    scores: tuple[int, ...] | None
    """The scores inside the game; empty if it has none."""
    points: tuple[int, ...] | None
    """The points of each entrant, in sixtieths."""
    forfeits: tuple[int, ...]
    """The entrants who lost by forfeit."""
    source: ResultSource | None
    """Where the result comes from."""
    corrected: bool
    """Whether an arbiter corrected it."""
    paused: bool
    """Whether an arbiter has paused its game."""


class RestingEntrantView(msgspec.Struct, frozen=True):
    """An entrant who rests in a round."""

    entrant: int
    kind: ByeKind


class TournamentRoundView(msgspec.Struct, frozen=True):
    """A round that is paired."""

    round: int
    opened: bool
    """Whether its tables can be played."""
    closed: bool
    tables: tuple[RoundTableView, ...]
    byes: tuple[RestingEntrantView, ...]


class StandingView(msgspec.Struct, frozen=True):
    """A line of the standings."""

    rank: int
    entrant: int
    name: str
    points: int
    """In sixtieths."""
    values: tuple[int, ...]
    """The values of the tie-breaks in their order; more is better."""


class TournamentStandings(msgspec.Struct, frozen=True):
    """The standings, from the results as they are known at this version."""

    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    round: int | None
    """The round after which they stand; null for now."""
    tie_breaks: tuple[TieBreakId, ...]
    standings: tuple[StandingView, ...]
    """Empty before the start."""
    groups: tuple[tuple[StandingView, ...], ...]
    """The standings of each group, from its own rounds alone; empty without groups."""


class TournamentEntrants(msgspec.Struct, frozen=True):
    """Entrants of a tournament, in the order in which they entered."""

    entrants: tuple[EntrantView, ...]
    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    next: str | None
    """The cursor of the next page, or null."""


class OutingView(msgspec.Struct, frozen=True):
    """What an entrant did in a round."""

    kind: OutingKind
    """`pending` while the table has no result; the others are a game, a forfeit, or a bye."""
    points: int
    """In sixtieths."""
    seat: int | None
    """The place in the turn order, from 0; null without a table."""
    opponents: tuple[int, ...]
    """The other entrants at the table, without the partner; after a game, those who played it."""


class CrosstableRow(msgspec.Struct, frozen=True):
    """A line of the crosstable."""

    rank: int
    entrant: int
    name: str
    points: int
    """In sixtieths."""
    rounds: tuple[OutingView, ...]
    """One for each round that is paired."""


class TournamentCrosstable(msgspec.Struct, frozen=True):
    """What all entrants did in each round, in the order of the standings."""

    version: int
    head: str
    """The hash of the last event, in hexadecimal."""
    rows: tuple[CrosstableRow, ...]
    """Empty before the start."""
    next: str | None
    """The cursor of the next page, or null."""


class TournamentExport(msgspec.Struct, frozen=True):
    """Entrants, rounds and standings, for other programs."""

    tournament: str
    name: str
    phase: TournamentPhase
    head: str
    """The hash of the last event, in hexadecimal."""
    entrants: tuple[EntrantView, ...]
    rounds: tuple[TournamentRoundView, ...]
    tie_breaks: tuple[TieBreakId, ...]
    standings: tuple[StandingView, ...]
    """Empty before the start."""
    groups: tuple[tuple[StandingView, ...], ...]
    """The standings of each group, from its own rounds alone; empty without groups."""


def entrant_views(
    state: s.Tournament, after: int = 0, limit: int | None = None
) -> tuple[EntrantView, ...]:
    """Return entrants after a number, in the order in which they entered; all without a limit."""
    numbers = numbers_of(state).of
    last = None if limit is None else after + limit
    return tuple(
        EntrantView(
            entrant=one.number,
            number=numbers.get(one.number),
            name=one.name,
            people=one.people,
            rating=one.rating,
            status=one.status,
            late=one.late,
            byes=tuple(RequestedByeView(*bye) for bye in one.byes),
        )
        for one in state.entrants[after:last]
    )


def round_view(state: s.Tournament, one: s.RoundState) -> TournamentRoundView:
    """Return a round with its tables."""
    return TournamentRoundView(
        round=one.number,
        opened=one.opened,
        closed=one.closed,
        tables=tuple(_table(state, at, table) for at, table in enumerate(one.tables, 1)),
        byes=tuple(RestingEntrantView(bye.player, bye.kind) for bye in one.byes),
    )


def _table(state: s.Tournament, at: int, table: s.TableState) -> RoundTableView:
    result = table.result
    return RoundTableView(
        table=at,
        entrants=table.players,
        game=table.game,
        ranks=result.ranks if result else None,
        scores=result.scores if result else None,
        points=points_at(state, table) if result else None,
        forfeits=table.forfeits,
        source=result.source if result else None,
        corrected=bool(result and result.corrected),
        paused=bool(table.paused and not result),
    )


def group_views(
    state: s.Tournament, after: int | None = None
) -> tuple[tuple[StandingView, ...], ...]:
    """Return the standings of each group now, or after a round."""
    return tuple(_lines(state, group) for group in group_standings(state, after))


def _lines(state: s.Tournament, places: Iterable[FinalPlace]) -> tuple[StandingView, ...]:
    return tuple(
        StandingView(
            line.rank, line.entrant, state.entrants[line.entrant - 1].name, line.points, line.values
        )
        for line in places
    )


def standings_view(
    stored: "StoredTournament", after: int | None, places: Sequence[FinalPlace]
) -> TournamentStandings:
    """Return the standings of a tournament; ``places`` are those after this round, or now."""
    return TournamentStandings(
        version=stored.head.version,
        head=stored.head.hash.hex(),
        round=after,
        tie_breaks=stored.state.rules.tie_breaks,
        standings=_lines(stored.state, places),
        groups=group_views(stored.state, after),
    )


def crosstable_rows(
    state: s.Tournament, places: Sequence[FinalPlace], after: int, limit: int
) -> tuple[CrosstableRow, ...]:
    """Return lines of the crosstable after this many others, in the order of the standings."""
    numbers = numbers_of(state)
    histories = histories_of(state) if places else {}
    return tuple(
        CrosstableRow(
            line.rank,
            line.entrant,
            state.entrants[line.entrant - 1].name,
            line.points,
            tuple(
                OutingView(
                    one.kind,
                    one.points,
                    one.seat if one.size else None,
                    tuple(map(numbers.entry, one.opponents)),
                )
                for one in histories[numbers.of[line.entrant]]
            ),
        )
        for line in places[after : after + limit]
    )


def tournament_export(
    state: s.Tournament, head: str, places: Sequence[FinalPlace]
) -> TournamentExport:
    """Return what other programs need of a tournament; ``places`` are its standings now."""
    return TournamentExport(
        tournament=state.id,
        name=state.announcement.name,
        phase=state.phase,
        head=head,
        entrants=entrant_views(state),
        rounds=tuple(round_view(state, one) for one in state.rounds),
        tie_breaks=state.rules.tie_breaks,
        standings=_lines(state, places),
        groups=group_views(state),
    )
