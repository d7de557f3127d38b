"""Decides which turns and invitations an account is notified about now.

It leaves out those that the account has muted, those that have passed, and those about which there
is a later message.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from domain.table.game import Game
from domain.tournament.stream.actions import ConfirmPartner
from domain.tournament.stream.decide import accepts
from domain.tournament.stream.people import Acting
from domain.tournament.stream.state import Tournament
from service.notifications.preferences import PreferenceBook, Preferences
from service.storage.log import Log
from service.storage.tournaments import TournamentLog, UnreadableTournament
from service.webhooks.awaited import people_awaited
from service.webhooks.queue import Task


class _Reference(msgspec.Struct, frozen=True):
    id: str


class _Data(msgspec.Struct, frozen=True):
    """What a message is about: one of both."""

    game: _Reference | None = None
    tournament: _Reference | None = None


class _Queued(msgspec.Struct):
    data: _Data


_DECODE: Final = msgspec.json.Decoder(_Queued).decode


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


class Invitation(NamedTuple):
    """A tournament that another player asks an account to enter as a pair (TN-ENTER-9)."""

    tournament: str
    name: str
    """As the organiser chose it."""


Notification: TypeAlias = Turn | Invitation


class Judged(NamedTuple):
    """What to do with messages."""

    notices: tuple[Notification, ...] = ()
    """What to notify about."""
    until: str = ""
    """If not empty: when the quiet time ends in which nothing is sent."""


class Notices:
    """Decides what an account is notified about.

    All methods block; they raise PersistenceError.
    """

    def __init__(self, log: Log, tournaments: TournamentLog, preferences: PreferenceBook) -> None:
        self._log = log
        self._tournaments = tournaments
        self._preferences = preferences

    def of_first(self, task: Task, now: str) -> Judged:
        """Judge the first message of a task alone; a later one about the same replaces it."""
        about = _about(task.body)
        return self._judged(task, [] if about in map(_about, task.later) else [about], now)

    def of_all(self, task: Task, now: str) -> Judged:
        """Judge all messages of a task together; each game or tournament counts once."""
        subjects = dict.fromkeys(map(_about, (task.body, *task.later)))
        return self._judged(task, list(subjects), now)

    def _judged(self, task: Task, subjects: Sequence[_Data], now: str) -> Judged:
        account = task.hook.account
        chosen = self._preferences.of(account)
        found = (self._notice(one, account, chosen) for one in subjects)
        notices = tuple(one for one in found if one is not None)
        if not notices or chosen.quiet is None:
            return Judged(notices)
        return Judged(notices, chosen.quiet.end_after(now))

    def _notice(self, about: _Data, account: str, chosen: Preferences) -> Notification | None:
        if about.tournament is not None:
            return self._invitation(about.tournament.id, account) if chosen.invitations else None
        if about.game is None or about.game.id in chosen.muted:
            return None
        return self._turn(about.game.id, account)

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

    def _invitation(self, tournament: str, account: str) -> Invitation | None:
        """Return the question of another player to an account, if the account can still answer."""
        try:
            stored = self._tournaments.load(tournament)
        except UnreadableTournament:
            return None
        if stored is None or not _waits_for(stored.state, account):
            return None
        return Invitation(tournament, stored.state.announcement.name)


def _about(body: str) -> _Data:
    return _DECODE(body).data


def _opened(game: Game) -> OpenedTable | None:
    """Return the table of a tournament at which a game is played."""
    place = game.tournament
    return None if place is None else OpenedTable(game.label or "", place.round)


def _waits_for(state: Tournament, account: str) -> bool:
    """Return whether an account can confirm a pair, and has not yet declined one of its asker."""
    mine = [one for one in state.asked if account in {each.account for each in one.people}]
    declined = {one.asker for one in mine if one.declined}
    by = Acting("player", account)
    return any(
        accepts(state, by, ConfirmPartner(one.asker))
        for one in mine
        if one.open and one.asker not in declined
    )
