"""The turns about which an account is notified now: not muted, over, or replaced by later ones."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from domain.table.game import Game
from service.notifications.preferences import PreferenceBook
from service.storage.log import Log
from service.webhooks.awaited import people_awaited
from service.webhooks.queue import Task


class _OfGame(msgspec.Struct):
    id: str


class _Data(msgspec.Struct):
    game: _OfGame


class _QueuedTurn(msgspec.Struct):
    data: _Data


_DECODE: Final = msgspec.json.Decoder(_QueuedTurn).decode


class OpenedTable(NamedTuple):
    """The table of a tournament at which the account has a seat to take."""

    tournament: str
    """Its name, as the organiser chose it."""
    round: int


class Turn(NamedTuple):
    """A game in which it is an account's turn."""

    game: str
    title: str
    """The title of its ruleset."""
    others: tuple[str, ...]
    """The names of the other players."""
    opened: OpenedTable | None = None
    """If it is the account's turn to sit down at a table of a tournament."""


class Judged(NamedTuple):
    """What to do with messages."""

    turns: tuple[Turn, ...] = ()
    """What to notify about."""
    until: str = ""
    """If not empty: when the quiet time ends in which nothing is sent."""


class Turns:
    """Decides about which turns an account is notified.

    All methods block; they raise PersistenceError.
    """

    def __init__(self, log: Log, preferences: PreferenceBook) -> None:
        self._log = log
        self._preferences = preferences

    def of_first(self, task: Task, now: str) -> Judged:
        """Judge the first message of a task alone; a later one about its game replaces it."""
        game = _game_of(task.body)
        return self._judged(task, [] if game in map(_game_of, task.later) else [game], now)

    def of_all(self, task: Task, now: str) -> Judged:
        """Judge all messages of a task together; each game counts once."""
        games = dict.fromkeys(map(_game_of, (task.body, *task.later)))
        return self._judged(task, list(games), now)

    def _judged(self, task: Task, games: Sequence[str], now: str) -> Judged:
        chosen = self._preferences.of(task.hook.account)
        wanted = [game for game in games if game not in chosen.muted]
        turns = tuple(
            turn for game in wanted if (turn := self._turn(game, task.hook.account)) is not None
        )
        if not turns or chosen.quiet is None:
            return Judged(turns)
        return Judged(turns, chosen.quiet.end_after(now))

    def _turn(self, game: str, account: str) -> Turn | None:
        """Return the turn of an account in a game, if the game still waits for it."""
        stored = self._log.load_if_readable(game)
        if stored is None:
            return None
        awaited = [one for one in people_awaited(stored.game) if one.account == account]
        if not awaited:
            return None
        names = zip(stored.game.seats, stored.game.names, strict=True)
        others = tuple(name for seat, name in names if name and seat.player != account)
        opened = _opened(stored.game) if awaited[0].to_sit_down else None
        return Turn(game, stored.game.rules.meta.title, others, opened)


def _game_of(body: str) -> str:
    return _DECODE(body).data.game.id


def _opened(game: Game) -> OpenedTable | None:
    """Return the table of a tournament at which a game is played."""
    place = game.tournament
    return None if place is None else OpenedTable(game.label or "", place.round)
