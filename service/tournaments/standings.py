"""The standings of tournaments, computed once for everybody who reads them.

After each result, all who follow a tournament read its standings. The hash of the last event stands
for all that they follow from.
"""

from collections.abc import Sequence
from typing import Final

from domain.tournament.stream.ending import final_standings
from domain.tournament.stream.events import FinalPlace
from domain.tournament.stream.played import standings_of
from domain.tournament.stream.state import Tournament
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


def places_after(state: Tournament, after: int | None = None) -> Sequence[FinalPlace]:
    """Return the standings now, or after a round with the results as they are known now.

    There are none before the start.
    """
    if not state.started:
        return ()
    if after is not None:
        return standings_of(state, after)
    return state.standings or final_standings(state)
