"""The stream of the lobby: every game that changed.

What changed is read from the log once for all who listen here. A game that goes on quickly is told
as it is at the time, not at each of its versions; so whoever reads slowly gets less, never later.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError

from domain.table.game import Status
from service.access.watching import Watching
from service.runtime.background import BackgroundTask
from service.storage.log import Log
from service.wire.games import GameSummary, game_summary

_LOG = structlog.get_logger("carolus.live")

CHANGES_KEPT_MAX: Final = 1_000
CHANGES_AT_ONCE: Final = 100
NOTICES_AT_ONCE: Final = 500
BEHIND_MAX: Final = 10_000
"""Rows of the log; a client that is further behind lists the games anew."""
RETRY_SECONDS: Final = 0.5
GATHER_SECONDS: Final = 0.5
"""Changes that come within this time are told together."""

_ENCODE: Final = msgspec.json.Encoder().encode


class LobbyChange(NamedTuple):
    """A game that changed, as it was when it was looked at."""

    position: int
    """Of its last event in the whole log."""
    since: int
    """A position after which it had another status, or may have had one."""
    game: str
    ruleset: str
    status: Status
    summary: bytes

    def fits(self, status: Status | None, ruleset: str | None) -> bool:
        """Tell whether it is asked for."""
        return status in (None, self.status) and ruleset in (None, self.ruleset)


class LobbyPage(NamedTuple):
    """What changed, in order, and up to which position of the log."""

    changes: Sequence[LobbyChange]
    position: int


class LobbyTail(BackgroundTask):
    """The latest changes, and who listens to them on this worker."""

    def __init__(self, log: Log, watching: Watching) -> None:
        super().__init__("lobby-tail", rest=GATHER_SECONDS)
        self.readers: set[LobbyReader] = set()
        self.position = 0
        """How far the log was read."""
        self._log = log
        self._watching = watching
        self._floor = 0
        """All changes after this position are kept."""
        self._kept: OrderedDict[str, LobbyChange] = OrderedDict()
        self._created: dict[str, str] = {}

    async def enter(self, after: int | None) -> "LobbyReader":
        """Return a reader of all changes after a position, or from now on.

        One that would be too far behind begins from now on, too. Raises PersistenceError.
        """
        end = await asyncio.to_thread(self._log.position)
        if not self.running:
            self.position = self._floor = end
            self._kept.clear()
            self.start()  # it looks at once: somebody may have committed since
        anew = after is None or not end - BEHIND_MAX <= after <= end
        reader = LobbyReader(self, end if after is None or anew else after, anew=anew)
        self.readers.add(reader)
        return reader

    def leave(self, reader: "LobbyReader") -> None:
        """Take note that a reader went away."""
        self.readers.discard(reader)
        if not self.readers:
            self.cancel()

    def kept_after(self, position: int) -> LobbyPage | None:
        """Return the next changes after a position; None if they are not kept any more."""
        if position < self._floor:
            return None
        newer = list(takewhile(lambda one: one.position > position, reversed(self._kept.values())))
        found = newer[: -CHANGES_AT_ONCE - 1 : -1]
        return LobbyPage(found, self.position if len(found) == len(newer) else found[-1].position)

    def page_after(self, position: int) -> LobbyPage:
        """Return the next changes after a position, from the log."""
        notices = self._log.notices(position, NOTICES_AT_ONCE)
        if not notices:
            return LobbyPage((), position)
        last = {one.stream: one.position for one in notices if "/" not in one.stream}
        found = [self._change_or_none(game, at) for game, at in last.items()]
        changes = sorted(one for one in found if one is not None)
        return LobbyPage(changes, notices[-1].position)

    def _change_or_none(self, game: str, position: int) -> LobbyChange | None:
        try:
            return self._change(game, position)
        except PersistenceError:
            raise
        except Exception:  # noqa: BLE001 - whatever one game holds, all others are told of
            _LOG.exception("game_unreadable", game=game)
            return None

    def _change(self, game: str, position: int) -> LobbyChange | None:
        stored = self._log.load_if_readable(game)
        if stored is None:
            return None
        seen = self._watching.from_afar(stored)
        created = self._created.get(game)
        if created is None:
            created = self._log.created_at(game)
            if len(self._created) > CHANGES_KEPT_MAX:
                self._created.clear()
            self._created[game] = created
        now = seen.game
        policy = self._watching.policy(game)
        summary: GameSummary = game_summary(seen, created, policy)
        ruleset = now.ruleset.partition("@")[0]
        return LobbyChange(position, position, game, ruleset, now.status, _ENCODE(summary))

    async def look(self) -> None:
        """Read what was committed since the last look, and let the readers know."""
        try:
            page = await asyncio.to_thread(self.page_after, self.position)
        except Exception:
            self.wake()
            raise
        self._keep(page)

    def _keep(self, page: LobbyPage) -> None:
        if page.position == self.position:
            return
        self.wake()  # there may be more than a page
        for change in page.changes:
            before = self._kept.pop(change.game, None)
            if before is not None and before.status == change.status:
                change = change._replace(since=before.since)  # noqa: PLW2901 - the same one
            self._kept[change.game] = change
        while len(self._kept) > CHANGES_KEPT_MAX:
            _, oldest = self._kept.popitem(last=False)
            self._floor = oldest.position
        self.position = page.position
        for reader in self.readers:
            reader.news.set()


class LobbyReader:
    """One who listens to the lobby."""

    def __init__(self, tail: LobbyTail, position: int, *, anew: bool) -> None:
        self.news = asyncio.Event()
        self.left = False
        self.stopping = False
        self.position = position
        self.anew = anew
        """Whether it begins from now on, so that what was before is not told."""
        self._tail = tail

    def leave(self) -> None:
        """Take note that the client went away."""
        self.left = True
        self.news.set()

    def stop(self) -> None:
        """Take note that this worker is about to end."""
        self.stopping = True
        self.news.set()

    async def changes(self) -> LobbyPage | None:
        """Return the next changes; None if there are none yet.

        Nor are there any while the log cannot be read; then it is tried again after a while.
        """
        before, tail = self.position, self._tail
        if before >= tail.position:
            return None
        page = tail.kept_after(before)
        if page is None:
            try:
                page = await asyncio.to_thread(tail.page_after, before)
            except PersistenceError:
                asyncio.get_running_loop().call_later(RETRY_SECONDS, self.news.set)
                return None
        self.position = page.position
        return page if page.position > before else None
