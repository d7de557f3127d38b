"""Who may watch a game, and how far.

The policy that was set when a game was opened applies while the game runs. Callers with a right in
the game see all of it, and so does everyone before it starts and after it ends.
"""

import asyncio
from collections.abc import Iterator
from typing import Final

from domain.table.watching import Allowed, Delayed, Refused
from service.access.actors import must_be_valid
from service.access.policy import Policy
from service.access.rights import Caller, Forbidden
from service.access.vaults import Vaults
from service.runtime.lru_cache import LruCache
from service.storage.log import Log
from service.storage.rows import Row, Stored, envelope_of

ROWS_AT_ONCE: Final = 100
GAMES_IN_MEMORY_MAX: Final = 10_000
STARTED: Final = "table.game_started."
"""The prefix of the topic of the event that starts a game, in all its versions."""


class Visibility:
    """Decides how far a caller may see a game."""

    def __init__(self, log: Log, vaults: Vaults) -> None:
        self._log = log
        self._vaults = vaults
        self._seen: LruCache[str, tuple[int, int]] = LruCache(GAMES_IN_MEMORY_MAX)
        """The version of a game, and the version up to which spectators see it then."""

    async def by(self, caller: Caller, stored: Stored) -> Stored:
        """Return a game as far as this caller may see it.

        Raises Forbidden, or Unauthorized if the game has started in the meantime and the token no
        longer gives the same right.
        """
        must_be_valid(caller, stored.game)
        if caller.has_a_right or _is_open(stored, caller.policy):
            return stored
        if isinstance(caller.policy.watched, Refused):
            raise Forbidden("right_in_game")
        return await asyncio.to_thread(self._from_afar, stored, caller.policy)

    async def horizon(self, caller: Caller, stored: Stored) -> int:
        """Return the version up to which this caller may see a game; 0 if they may not."""
        if caller.has_a_right or _is_open(stored, caller.policy):
            return stored.head.version
        if isinstance(caller.policy.watched, Refused):
            return 0
        return await asyncio.to_thread(self._horizon, stored, caller.policy)

    def from_afar(self, stored: Stored) -> Stored:
        """Return a game as lists show it to everyone.

        A game without spectators is shown as it started.
        """
        if stored.game.status != "running":
            return stored
        return self._from_afar(stored, self.policy(stored.game.id))

    def is_open(self, stored: Stored) -> bool:
        """Return whether everyone may see all of a game now."""
        return stored.game.status != "running" or _is_open(stored, self.policy(stored.game.id))

    def policy(self, game: str) -> Policy:
        """Return the policy of a game."""
        return self._vaults.policy(game)

    def _from_afar(self, stored: Stored, policy: Policy) -> Stored:
        version = self._horizon(stored, policy)
        if version == stored.head.version:
            return stored
        seen = self._log.load_at(stored.game.id, version)
        assert seen is not None, "the game has been at this version"
        return seen

    def _horizon(self, stored: Stored, policy: Policy) -> int:
        watched = policy.watched
        game, version = stored.game.id, stored.head.version
        if isinstance(watched, Allowed):
            return version
        known = self._seen.get(game)
        if known is not None and known[0] == version:
            return known[1]
        if isinstance(watched, Refused) and known is not None and known[1] < known[0]:
            return known[1]  # the start of the first turn; it stays while the game runs
        turns = watched.turns if isinstance(watched, Delayed) else None
        found = self._turns_before(game, version, turns)
        self._seen.put(game, (version, found))
        return found

    def _turns_before(self, game: str, version: int, turns: int | None) -> int:
        """Return the version before the last turns, or before all of them.

        A turn is an action of a seat and its consequences. Spectators see the start at once, with
        the lots and the first dice.
        """
        found, left = version, turns
        for row in self._backwards(game, version):
            if row.topic.startswith(STARTED):
                break
            if row.action and isinstance(envelope_of(row).by, int):
                found = row.version - 1
                left = None if left is None else left - 1
                if left == 0:
                    break
        return found

    def _backwards(self, game: str, version: int) -> Iterator[Row]:
        while version > 0:
            for row in self._log.rows_before(game, version, ROWS_AT_ONCE):
                yield row
                version = row.version - 1


def _is_open(stored: Stored, policy: Policy) -> bool:
    return stored.game.status != "running" or isinstance(policy.watched, Allowed)
