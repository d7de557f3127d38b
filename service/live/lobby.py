"""The lobby stream: every game and every tournament that changed.

A worker reads the changes from the log once for all its readers. A change shows the game as it is
when read, not at each version, so a slow reader gets fewer changes rather than outdated ones.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError

from domain.ruleset import Seat
from domain.table.game import Game, Status
from service.access.visibility import Visibility
from service.live.following import Following
from service.runtime.background import BackgroundTask
from service.runtime.lru_cache import LruCache
from service.storage.log import Log, Notice, by_game
from service.storage.tournaments import TOURNAMENT
from service.wire.games import GameSummary, game_summary

_LOG = structlog.get_logger("carolus.live")

CHANGES_KEPT_MAX: Final = 1_000
CHANGES_AT_ONCE: Final = 100
NOTICES_AT_ONCE: Final = 500
BEHIND_MAX: Final = 10_000
"""Log rows; a client that is further behind must list the games again."""
GATHER_SECONDS: Final = 0.5
"""Changes within this time are sent together."""

_ENCODE: Final = msgspec.json.Encoder().encode


class LobbyChange(NamedTuple):
    """A game that changed, as it was when read."""

    position: int
    """Position of the game's last event in the whole log."""
    since: int
    """A position after which the game had, or may have had, another status."""
    game: str
    ruleset: str
    status: Status
    summary: bytes
    own: bytes
    """The summary as the players see it."""
    head: str
    players: tuple[str | None, ...]
    """The account of each seat."""
    due: frozenset[Seat]
    """The seats of people whose turn it is."""
    left: frozenset[str]
    """Accounts that left their seats since then."""

    def fits(self, status: Status | None, ruleset: str | None) -> bool:
        """Return whether the game matches the client's filter."""
        return status in (None, self.status) and ruleset in (None, self.ruleset)

    @property
    def stream(self) -> str:
        """The stream in the log."""
        return self.game


class TournamentChange(NamedTuple):
    """A tournament that changed. It is only named, because lists show little of one."""

    position: int
    """Position of its last event in the whole log."""
    stream: str
    tournament: str


AnyChange: TypeAlias = LobbyChange | TournamentChange


class LobbyPage(NamedTuple):
    """Changes in log order, and the position up to which they are complete."""

    changes: Sequence[AnyChange]
    position: int


class LobbyTail(BackgroundTask):
    """The latest changes, and this worker's readers of them."""

    def __init__(self, log: Log, visibility: Visibility) -> None:
        super().__init__("lobby-tail", rest=GATHER_SECONDS)
        self.readers: set[LobbyReader] = set()
        self.position = 0
        """Position up to which the log was read."""
        self._log = log
        self._visibility = visibility
        self._floor = 0
        """Position after which all changes are in memory."""
        self._kept: OrderedDict[str, AnyChange] = OrderedDict()
        self._created: LruCache[str, str] = LruCache(CHANGES_KEPT_MAX)
        self._started: LruCache[str, bool] = LruCache(CHANGES_KEPT_MAX)

    async def enter(self, after: int | None) -> "LobbyReader":
        """Return a reader of all changes after a position, or from now on.

        If the position is too far behind or beyond the log's end, the reader starts from now on.
        Raises PersistenceError.
        """
        end = await asyncio.to_thread(self._log.position)
        if not self.running:
            self.position = self._floor = end
            self._kept.clear()
            self.start()  # reads the log at once: there may have been a commit since
        restarts = after is None or not end - BEHIND_MAX <= after <= end
        reader = LobbyReader(self, end if after is None or restarts else after, restarts=restarts)
        self.readers.add(reader)
        return reader

    def leave(self, reader: "LobbyReader") -> None:
        """Remove a reader; stop reading the log after the last one."""
        self.readers.discard(reader)
        if not self.readers:
            self.cancel()

    def kept_after(self, position: int) -> LobbyPage | None:
        """Return the next changes after a position; None if they are no longer in memory."""
        if position < self._floor:
            return None
        newer = list(takewhile(lambda one: one.position > position, reversed(self._kept.values())))
        found = newer[: -CHANGES_AT_ONCE - 1 : -1]
        return LobbyPage(found, self.position if len(found) == len(newer) else found[-1].position)

    def page_after(self, position: int) -> LobbyPage:
        """Read the next changes after a position from the log."""
        notices = self._log.notices(position, NOTICES_AT_ONCE)
        if not notices:
            return LobbyPage((), position)
        several = by_game(notices).values()
        found = [self._change_or_none(one[0].version, one[-1]) for one in several]
        changes: list[AnyChange] = [one for one in found if one is not None]
        changes += _tournaments(notices)
        changes.sort(key=lambda one: one.position)
        return LobbyPage(changes, notices[-1].position)

    def _change_or_none(self, first: int, last: Notice) -> LobbyChange | None:
        try:
            return self._change(first, last)
        except PersistenceError:
            raise
        except Exception:  # noqa: BLE001 - one bad game must not hide the others
            _LOG.exception("game_unreadable", game=last.stream)
            return None

    def _change(self, first: int, last: Notice) -> LobbyChange | None:
        position, game, version = last
        stored = self._log.load_if_readable(game, version)
        if stored is None:
            return None
        seen = self._visibility.from_afar(stored)
        created = self._created.get(game)
        if created is None:
            created = self._log.created_at(game)
            self._created.put(game, created)
        now = seen.game
        policy = self._visibility.policy(game)
        summary: GameSummary = game_summary(seen, created, policy)
        encoded = _ENCODE(summary)
        whole = stored.game
        return LobbyChange(
            position,
            position,
            game,
            now.ruleset.partition("@")[0],
            now.status,
            encoded,
            own=encoded if seen is stored else _ENCODE(game_summary(stored, created, policy)),
            head=stored.head.hash.hex(),
            players=tuple(one.player or None for one in whole.seats),
            due=frozenset(() if whole.paused else whole.people_due),
            left=self._left(first, whole),
        )

    def _left(self, first: int, now: Game) -> frozenset[str]:
        """Return the accounts that had a seat before version ``first`` and have none now.

        Seats can be left only before the start, so a game that was seen after it needs no look.
        """
        if self._started.get(now.id):
            return frozenset()
        if now.status != "open":
            self._started.put(now.id, True)
        before = self._log.load_at(now.id, first - 1) if first > 1 else None
        if before is None:
            return frozenset()
        stay = {one.player for one in now.seats}
        return frozenset(one.player for one in before.game.seats if one.player) - stay

    async def look(self) -> None:
        """Read new commits from the log, and wake the readers."""
        try:
            page = await asyncio.to_thread(self.page_after, self.position)
        except Exception:
            self.wake()
            raise
        self._keep(page)

    def _keep(self, page: LobbyPage) -> None:
        if page.position == self.position:
            return
        self.wake()  # there may be another page
        for change in page.changes:
            before = self._kept.pop(change.stream, None)
            if isinstance(change, LobbyChange) and isinstance(before, LobbyChange):
                left = (before.left | change.left).difference(filter(None, change.players))
                since = before.since if before.status == change.status else change.since
                change = change._replace(since=since, left=left)  # noqa: PLW2901 - the same change, corrected
            self._kept[change.stream] = change
        while len(self._kept) > CHANGES_KEPT_MAX:
            _, oldest = self._kept.popitem(last=False)
            self._floor = oldest.position
        self.position = page.position
        for reader in self.readers:
            reader.news.set()


def _tournaments(notices: Iterable[Notice]) -> list[TournamentChange]:
    """Return the tournaments among the notices, each at its last event."""
    last = {one.stream: one.position for one in notices if one.stream.startswith(TOURNAMENT)}
    return [
        TournamentChange(position, stream, stream.removeprefix(TOURNAMENT))
        for stream, position in last.items()
    ]


class LobbyReader(Following):
    """A client's position in the lobby stream."""

    def __init__(self, tail: LobbyTail, position: int, *, restarts: bool) -> None:
        super().__init__(position, restarts=restarts)
        self._tail = tail

    async def changes(self) -> LobbyPage | None:
        """Return the next changes; None if there are none yet.

        If the log cannot be read, return None and retry after ``RETRY_SECONDS``.
        """
        before, tail = self.position, self._tail
        if before >= tail.position:
            return None
        page = tail.kept_after(before)
        if page is None:
            try:
                page = await asyncio.to_thread(tail.page_after, before)
            except PersistenceError:
                self.retry()
                return None
        self.position = page.position
        return page if page.position > before else None
