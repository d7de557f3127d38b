"""Who asks: the one place where a token becomes a caller."""

from collections.abc import Awaitable, Callable

from service.access.keys import Vault, role_of
from service.access.rights import NOBODY, Caller, Unauthorized


class Callers:
    """Tells who has a token. ``vault`` gives the secrets of a game, or raises NoSuchGame."""

    def __init__(self, vault: Callable[[str], Awaitable[Vault]]) -> None:
        self._vault = vault

    async def in_game(self, game: str, token: str | None) -> Caller:
        """Return who has this token, in a game; raise Unauthorized if nobody has it."""
        if token is None:
            return NOBODY
        found = role_of(await self._vault(game), token)
        if found is None:
            raise Unauthorized
        if found == "creator":
            return Caller(creator=True, signed=True)
        return Caller(seat=found, signed=True)
