"""The streams of tournaments. Everything about a tournament is public, so readers need no right."""

from collections.abc import Sequence

from service.live.frames import Form, StreamedTournamentEvent, tournament_frame
from service.live.tail import EventReader, Tail
from service.storage.log import Log
from service.storage.rows import Row
from service.storage.tournaments import TOURNAMENT, StoredTournament, projected
from service.wire.live import TournamentOver


class TournamentTail(Tail[StoredTournament, StreamedTournamentEvent]):
    """The last events of a tournament."""

    def __init__(self, log: Log, stored: StoredTournament) -> None:
        super().__init__(log, TOURNAMENT + stored.state.id, stored)
        self._wholes: dict[Form, tuple[int, bytes]] = {}
        """The last frame with the whole tournament in each form, and its version."""

    @property
    def over(self) -> bool:
        """Whether the tournament has ended and its secret is revealed."""
        return self.stored.state.is_revealed

    def project(self, before: StoredTournament, rows: Sequence[Row]) -> StoredTournament:
        """Return the tournament after these rows."""
        after = projected(before.state.id, before, rows)
        assert after is not None
        return after

    def streamed(self, row: Row) -> StreamedTournamentEvent:
        """Return an event that is encoded once."""
        return StreamedTournamentEvent(row)

    def whole(self, form: Form, stored: StoredTournament) -> bytes:
        """Return a frame with the tournament; readers who come at one version share it.

        With a thousand entrants, it is 200 KB, which each reader would have in memory.
        """
        version, frame = self._wholes.get(form, (0, b""))
        if version != stored.head.version:
            frame = tournament_frame(form, stored)
            self._wholes[form] = stored.head.version, frame
        return frame


class TournamentReader(EventReader[StoredTournament, StreamedTournamentEvent]):
    """A client's stream of a tournament."""

    tail: TournamentTail

    @property
    def end(self) -> TournamentOver:
        """How the tournament ended."""
        return TournamentOver(self.tail.stored.state.phase, self.tail.version)

    async def _whole(self, form: Form) -> list[bytes]:
        newest = max(self._known, self.tail.stored, key=lambda one: one.head.version)
        self.restarts = False
        self.position = newest.head.version
        return [self.tail.whole(form, newest)]

    async def _events(self, form: Form) -> list[bytes]:
        last = self.tail.version
        if self.position >= last:
            return []
        return [one.frame(form) for one in await self._next(last)]
