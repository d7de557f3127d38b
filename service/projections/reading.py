"""How projections read the log: in batches of rows, grouped by game."""

from typing import Final, NamedTuple

import structlog
from eventsourcing.persistence import PersistenceError

from service.access.vaults import Vaults
from service.projections.projection import Change, Moment
from service.storage.database import Database
from service.storage.log import Log, Notice, by_game, is_game
from service.storage.rows import Stored
from service.storage.tournaments import (
    TOURNAMENT,
    StoredTournament,
    TournamentLog,
    UnreadableTournament,
)

NOTICES_AT_ONCE: Final = 2_500

_LOG = structlog.get_logger("carolus.projections")


class LogPage(NamedTuple):
    """The content of some consecutive rows of the log."""

    position: int
    """The position of the last row."""
    changes: tuple[Change, ...]
    """One for each game, in the order of their first rows."""
    missed: tuple[str, ...]
    """Games that cannot be read."""
    others: tuple[Notice, ...]
    """The rows that belong to no game."""


def batch_after(log: Log, position: int) -> LogPage | None:
    """Return the next batch of the log; None at its end."""
    notices = log.notices(position, NOTICES_AT_ONCE)
    if not notices:
        return None
    changes: list[Change] = []
    missed: list[str] = []
    for game, found in by_game(notices).items():
        stored = load_or_none(log, game, found[-1].version)
        if stored is None:
            missed.append(game)
        else:
            changes.append(_change(log, stored, found[0], found[-1]))
    others = tuple(one for one in notices if not is_game(one.stream))
    return LogPage(notices[-1].position, tuple(changes), tuple(missed), others)


def load_or_none(log: Log, game: str, at_least: int | None = None) -> Stored | None:
    """Return a game as ``Log.load_if_readable``; None if it cannot be read, for whatever reason."""
    try:
        return log.load_if_readable(game, at_least)
    except PersistenceError:
        raise
    except Exception:  # noqa: BLE001 - one broken game must not stop all others
        _LOG.exception("game_unreadable", game=game)
        return None


def is_readable(database: Database, stream: str) -> bool:
    """Return whether this version of Carolus can read a game or, by its stream, a tournament."""
    if not stream.startswith(TOURNAMENT):
        return load_or_none(database.log, stream) is not None
    tournament = stream.removeprefix(TOURNAMENT)
    return tournament_or_none(database.tournaments, tournament) is not None


def tournament_or_none(tournaments: TournamentLog, tournament: str) -> StoredTournament | None:
    """Return a tournament; None if it cannot be read, for whatever reason."""
    try:
        return tournaments.load(tournament)
    except PersistenceError:
        raise
    except UnreadableTournament as unreadable:
        _LOG.error("tournament_unreadable", error=str(unreadable))
    except Exception:  # noqa: BLE001 - one broken tournament must not stop all others
        _LOG.exception("tournament_unreadable", tournament=tournament)
    return None


def _change(log: Log, stored: Stored, first: Notice, last: Notice) -> Change:
    game, head = stored
    opened = first.version == 1
    ended = game.finished and head.version == last.version
    return Change(
        game,
        Moment(first.position, log.created_at(game.id)) if opened else None,
        Moment(last.position, head.at) if ended else None,
        Vaults(log).policy(game.id).seating if opened else None,
    )
