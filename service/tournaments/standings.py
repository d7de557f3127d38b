"""The standings of tournaments, computed once for all readers.

After each result, all who follow a tournament read its standings. The hash of the last event stands
for all that they follow from.
"""

from collections.abc import Sequence
from typing import Final

from domain.tournament.stream.ending import places_after
from domain.tournament.stream.events import FinalPlace
from service.runtime.lru_cache import LruCache
from service.storage.tournaments import StoredTournament

LINES_MAX: Final = 50_000
"""Lines of standings in memory, of all tournaments together."""


class Standings:
    """Standings that were read lately."""

    def __init__(self) -> None:
        self._known: LruCache[tuple[bytes, int | None], Sequence[FinalPlace]] = LruCache(
            LINES_MAX, len
        )

    def after(self, stored: StoredTournament, number: int | None = None) -> Sequence[FinalPlace]:
        """Return the standings after a round, or now, as ``places_after`` does."""
        key = (stored.head.hash, number)
        found = self._known.get(key)
        if found is None:
            found = places_after(stored.state, number)
            self._known.put(key, found)
        return found
