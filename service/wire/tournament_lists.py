"""The JSON of lists of tournaments. Clients depend on these shapes."""

import msgspec

from domain.tournament.stream.announcement import Engine
from service.projections.tournaments import FormatKind, TournamentRow
from service.wire.games import Timestamp
from service.wire.rounds import TournamentPhase


class TournamentSummary(msgspec.Struct, frozen=True):
    """One tournament in a list."""

    id: str
    name: str
    ruleset: str
    """Id and edition of the ruleset."""
    format: FormatKind
    seats: int
    """The seats of a full table."""
    phase: TournamentPhase
    entrants: int
    """How many have entered, including those who left."""
    rounds: int
    """The number of rounds that is announced."""
    round: int
    """The number of the last round that is paired; 0 before the first."""
    organiser: str
    """The account of the organiser."""
    created_at: Timestamp
    starts_at: Timestamp | None
    """When the first round begins, on schedule; null without a schedule, and after the start."""
    started_at: Timestamp | None
    ended_at: Timestamp | None


class TournamentPage(msgspec.Struct, frozen=True):
    """Tournaments, newest first."""

    tournaments: tuple[TournamentSummary, ...]
    engines: tuple[Engine, ...]
    """The programs that can pair Swiss rounds in this service, for the format of an announcement:
    the house's algorithm, and the installed programs for the Dutch system."""
    next: str | None
    """The cursor of the next page, or null."""


def tournament_summary(row: TournamentRow) -> TournamentSummary:
    """Return a tournament as an item of a list."""
    return TournamentSummary(
        id=row.id,
        name=row.name,
        ruleset=row.pinned,
        format=row.format,
        seats=row.seats,
        phase=row.phase,
        entrants=row.entrants,
        rounds=row.rounds,
        round=row.round,
        organiser=row.organiser,
        created_at=row.created_at,
        starts_at=row.starts_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
    )
