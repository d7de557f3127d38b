"""A cache of the vaults of games; a vault never changes."""

from typing import Final

import msgspec

from service.access.game_keys import Vault
from service.access.policy import OPEN, Policy
from service.runtime.lru_cache import LruCache
from service.storage.log import GAMES_IN_MEMORY_MAX, Log

_DECODER: Final = msgspec.json.Decoder(Vault)


class Vaults:
    """Keeps the vaults of games in memory."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._hot: LruCache[str, Vault] = LruCache(GAMES_IN_MEMORY_MAX)

    def hot(self, game: str) -> Vault | None:
        """Return the vault of a game if it is in memory."""
        return self._hot.get(game)

    def load(self, game: str) -> Vault | None:
        """Return the vault of a game; None if there is no such game."""
        vault = self._hot.get(game)
        if vault is None:
            body = self._log.vault(game)
            if body is None:
                return None
            vault = _DECODER.decode(body)
            self.keep(game, vault)
        return vault

    def keep(self, game: str, vault: Vault) -> None:
        """Keep the vault of a game, as it is in the log, in memory."""
        self._hot.put(game, vault)

    def policy(self, game: str) -> Policy:
        """Return the policy of a game; the default if there is no such game."""
        vault = self.load(game)
        return OPEN if vault is None else vault.effective_policy
