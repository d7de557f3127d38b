"""Who asks: the one place where a token becomes a caller."""

from collections.abc import Awaitable, Callable

from service.access.keys import ACCOUNT_PREFIX, Vault, role_of
from service.access.register import Register
from service.access.rights import NOBODY, Caller, Unauthorized


class Callers:
    """Tells who has a token. ``vault`` gives the secrets of a game, or raises NoSuchGame."""

    def __init__(self, register: Register, vault: Callable[[str], Awaitable[Vault]]) -> None:
        self._register = register
        self._vault = vault

    async def anywhere(self, token: str | None) -> Caller:
        """Return who has this token of an account; raise Unauthorized if nobody has it."""
        if token is None:
            return NOBODY
        return Caller(identity=await self._register.identity(token))

    async def in_game(self, game: str, token: str | None) -> Caller:
        """Return who has this token, in a game; raise Unauthorized if nobody has it."""
        if token is None:
            return NOBODY
        if token.startswith(ACCOUNT_PREFIX):
            return await self.anywhere(token)
        found = role_of(await self._vault(game), token)
        if found is None:
            raise Unauthorized
        return Caller(creator=True) if found == "creator" else Caller(seat=found)
