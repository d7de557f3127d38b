"""The log as projections read it: some rows at a time, as games that went on."""

from typing import Final, NamedTuple

import structlog
from eventsourcing.persistence import PersistenceError

from service.projections.projection import Change, Moment
from service.storage.log import Log, Notice
from service.storage.rows import Stored

NOTICES_AT_ONCE: Final = 2_500

_LOG = structlog.get_logger("carolus.projections")


class LogPage(NamedTuple):
    """What some rows of the log tell."""

    position: int
    """Of the last of them."""
    changes: tuple[Change, ...]
    """One for each game, in the order in which the rows name them."""
    missed: tuple[str, ...]
    """Games that cannot be read."""
    others: tuple[Notice, ...]
    """The rows that are no game's."""


def batch_after(log: Log, position: int) -> LogPage | None:
    """Return what comes next in the log; None at its end."""
    notices = log.notices(position, NOTICES_AT_ONCE)
    if not notices:
        return None
    by_game: dict[str, list[Notice]] = {}
    others: list[Notice] = []
    for notice in notices:
        if "/" in notice.stream:  # what else the log keeps has a stroke in its name
            others.append(notice)
        else:
            by_game.setdefault(notice.stream, []).append(notice)
    changes: list[Change] = []
    missed: list[str] = []
    for game, found in by_game.items():
        stored = _game(log, found[-1])
        if stored is None:
            missed.append(game)
        else:
            changes.append(_change(log, stored, found[0], found[-1]))
    return LogPage(notices[-1].position, tuple(changes), tuple(missed), tuple(others))


def _game(log: Log, last: Notice) -> Stored | None:
    """Return a game that is as far as this or further; None if it cannot be read."""
    hot = log.hot(last.stream)
    if hot is not None and hot.head.version >= last.version:
        return hot
    try:
        return log.load_if_readable(last.stream)
    except PersistenceError:
        raise
    except Exception:  # noqa: BLE001 - whatever one game holds, all others are told of
        _LOG.exception("game_unreadable", game=last.stream)
        return None


def _change(log: Log, stored: Stored, first: Notice, last: Notice) -> Change:
    game, head = stored
    ended = game.finished and head.version == last.version
    return Change(
        game,
        Moment(first.position, log.created_at(game.id)) if first.version == 1 else None,
        Moment(last.position, head.at) if ended else None,
    )
